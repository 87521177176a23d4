import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'data_map.deleted_after': 'Eliminazione {period} dopo «{column}»',
  'data_map.changed_after': 'Anonimizzazione o pseudonimizzazione {period} dopo «{column}»',
  'data_map.only_where': '{after}, quando {conditions}',
  'data_map.is': '«{column}» è «{value}»',
  'data_map.is_empty': '«{column}» è vuoto',
  'data_map.kept_for': 'Conservazione per {period} da «{column}»: {ground}',
  'nav.data_map': 'Mappa dei dati',
  'data_map.title': 'Registro delle attività di trattamento',
  'data_map.lead': 'Il registro richiesto dall’art. 30 GDPR, come dichiarato nella configurazione.',
  'data_map.csv': 'Scarica in formato CSV',
  'data_map.none': 'Nessun dato personale dichiarato',
  'data_map.none_text': 'Uno sviluppatore dichiara i dati personali nella configurazione (dataRules).',
  'data_map.kind': 'Tipo di dati',
  'data_map.purpose': 'Finalità',
  'data_map.legal_basis': 'Base giuridica',
  'data_map.recipients': 'Destinatari',
  'data_map.retention': 'Periodo di conservazione',
  'data_map.erasure': 'In caso di cancellazione',
  'data_map.not_said': 'Non indicato',
  'data_map.no_table': 'Non in una tabella',
  'data_map.from': 'Da: {source}',
  'data_map.not_exported': 'Non esportato',
  'data_map.erasure.none': 'Non cancellato',
  'data_map.erasure.delete': 'Eliminato',
  'data_map.erasure.set': 'Cancellato dalle colonne {columns}',
  'data_map.erasure.pseudonymise': 'Pseudonimizzato nelle colonne {columns}',
  'data_map.erasure.run': 'Cancellato dall’applicazione',
  'data_map.exempt': 'Tabelle e colonne escluse',
  'data_map.exempt.lead': 'Tabelle e colonne che sono state esaminate e non contengono dati personali.',
  'data_map.table': 'Tabella',
  'data_map.columns': 'Colonne',
  'data_map.all_columns': 'Tutte',
  'data_map.reason': 'Motivo',
  'check.data_rule_unfit': 'Una regola sui dati non corrisponde alle tabelle del database. {subject}',
  'check.data_rule_unfit.advice':
    'Modificare la regola o la tabella. Fino ad allora, i suoi dati non vengono né esportati né cancellati.',
  'check.data_never_erased': 'I dati «{subject}» vengono esportati ma mai cancellati.',
  'check.data_never_erased.advice':
    'Impostare erasure nella loro regola sui dati, con un fondamento giuridico se devono essere conservati.',
  'check.data_never_exported': 'I dati «{subject}» vengono cancellati ma mai esportati.',
  'check.data_never_exported.advice':
    'Aggiungerli a una regola sui dati che viene esportata, se le persone hanno diritto a riceverne una copia.',
  'check.data_kept_without_ground':
    'I dati «{subject}» sono conservati senza l’indicazione di un fondamento giuridico.',
  'check.data_kept_without_ground.advice':
    'Impostare legalBasis o il fondamento della conservazione, oppure farli cancellare.',
};
