import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'check.title': 'Verifica della conformità',
  'check.lead': 'Il motore confronta la propria configurazione e i propri testi con i requisiti di legge.',
  'check.passed': 'Superati: {passed} controlli su {all}',
  'check.passed.show': 'Mostra ciò che è stato superato',
  'check.passed.text':
    'Questi controlli non hanno trovato nulla: il requisito è soddisfatto oppure questo sito non usa ciò di cui si tratta.',
  'check.article': 'GDPR {article}',
  'check.article.eprivacy': 'Direttiva ePrivacy {article}',
  'check.none': 'Nessun rilievo',
  'check.none_text': 'Tutti i requisiti che il motore può verificare sono soddisfatti.',
  'check.severity.error': 'Non soddisfatto',
  'check.severity.warning': 'Avviso',
  'check.yours': 'Per gli amministratori',
  'check.to_do': 'Richiede attenzione',
  'check.to_do.count': 'Rilievi: {count}',
  'check.to_do.all': 'Vedi tutti i rilievi',
  'check.migrations_pending': 'Migrazioni del database in sospeso: {subject}.',
  'check.migrations_pending.name': 'Migrazioni del database',
  'check.migrations_pending.advice':
    'Eseguire npx --offline policy-engine migrate, oppure await engine.migrate() all’avvio; migrate --status le elenca.',
  'check.schema_newer': 'Il database è stato migrato da una versione più recente del motore: {subject}.',
  'check.schema_newer.name': 'Versione del motore e del database',
  'check.schema_newer.advice': 'Eseguire quella versione o una successiva.',
  'check.no_mail': 'Non è possibile inviare email, quindi le persone non ricevono comunicazioni sulle loro richieste.',
  'check.no_mail.name': 'Email alle persone',
  'check.no_mail.advice': 'Impostare mail: { transport } e fromEmail.',
  'check.mail_incomplete':
    '«{subject}» non è impostato, quindi alcune email non hanno un destinatario o un link funzionante.',
  'check.mail_incomplete.name': 'Impostazioni delle email',
  'check.mail_incomplete.advice': 'Impostare {subject}.',
  'check.no_admin': 'Nessuno ha accesso all’amministrazione, quindi non è possibile scrivere i testi delle policy.',
  'check.no_admin.name': 'Accesso all’amministrazione',
  'check.no_admin.advice': 'Impostare isAdminMethod.',
  'check.no_client_address':
    'L’applicazione ospite non trasmette gli indirizzi dei client, quindi tutti i visitatori condividono un unico limite di scritture.',
  'check.no_client_address.name': 'Indirizzi dei client',
  'check.no_client_address.advice':
    'Montare il motore con un adattatore o passare l’indirizzo a engine.fetch come env.ip.',
};
