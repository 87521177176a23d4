import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'erasure.mine.completed': 'I suoi dati sono stati cancellati',
  'erasure.mine.completed_text': 'La ricevuta elenca che cosa è stato cancellato.',
  'erasure.mine.completed.kept':
    'I suoi dati sono stati cancellati, tranne quelli che abbiamo un fondamento giuridico per conservare',
  'erasure.mine.completed.part': 'Una parte dei suoi dati è stata cancellata',
  'erasure.mine.left_text': 'Qui sotto è indicato che cosa non è stato cancellato e perché, per quanto ci è noto.',
  'erasure.left': 'Non cancellato',
  'erasure.left.found':
    'Dopo la cancellazione sono stati trovati dati che la identificano in luoghi che nessuna regola conserva. Il gestore di questo sito vede questi luoghi.',
  'erasure.mine.step.completed': 'I suoi dati sono stati cancellati.',
  'erasure.mine.step.left': 'La cancellazione è terminata. Non tutto è stato cancellato.',
  'erasure.done.run': 'Cancellato secondo l’applicazione',
  'erasure.told.title': 'Destinatari (art. 19 GDPR)',
  'erasure.told.none':
    'Nessun destinatario è stato avvisato automaticamente: nessun webhook riceve questo evento. Se ha trasmesso ad altri dati di questa persona, comunichi la cancellazione a ciascuno di loro, salvo che sia impossibile o implichi uno sforzo sproporzionato.',
  'erasure.told.some':
    'Questo software comunica la cancellazione ai webhook qui sotto. Non sa se i loro ricevitori cancellano i dati né chi altro li ha ricevuti: avvisi personalmente gli altri destinatari.',
  'erasure.told.at': 'Consegnato o abbandonato',
  'erasure.told.unknown': 'Registrazione eliminata',
  'mail.erasure_receipt.told':
    'La cancellazione viene comunicata a questi webhook: {webhooks}. La pagina della richiesta mostra se è stata consegnata. Avvisi personalmente gli altri destinatari (art. 19 GDPR).',
};
