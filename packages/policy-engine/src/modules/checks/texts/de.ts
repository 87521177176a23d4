import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'check.title': 'Konformitätsprüfung',
  'check.lead': 'Die Engine vergleicht ihre Konfiguration und ihre Texte mit den gesetzlichen Anforderungen.',
  'check.passed': 'Bestanden: {passed} von {all} Prüfungen',
  'check.passed.show': 'Bestandene Prüfungen anzeigen',
  'check.passed.text':
    'Diese Prüfungen haben nichts ergeben: Die Anforderung ist erfüllt, oder diese Website nutzt nicht, worum es dabei geht.',
  'check.article': 'DSGVO {article}',
  'check.article.eprivacy': 'ePrivacy-Richtlinie {article}',
  'check.none': 'Keine Befunde',
  'check.none_text': 'Jede Anforderung, die die Engine prüfen kann, ist erfüllt.',
  'check.severity.error': 'Nicht erfüllt',
  'check.severity.warning': 'Warnung',
  'check.yours': 'Für die Administration',
  'check.to_do': 'Erfordert Aufmerksamkeit',
  'check.to_do.count': 'Befunde: {count}',
  'check.to_do.all': 'Alle Befunde ansehen',
  'check.migrations_pending': 'Ausstehende Datenbankmigrationen: {subject}.',
  'check.migrations_pending.name': 'Datenbankmigrationen',
  'check.migrations_pending.advice':
    'Führen Sie npx --offline policy-engine migrate aus, oder rufen Sie beim Start await engine.migrate() auf; migrate --status listet sie auf.',
  'check.schema_newer': 'Die Datenbank wurde von einer neueren Version der Engine migriert: {subject}.',
  'check.schema_newer.name': 'Version der Engine und der Datenbank',
  'check.schema_newer.advice': 'Verwenden Sie diese Version oder eine spätere.',
  'check.no_mail':
    'Es können keine E-Mails versendet werden. Daher werden Personen nicht über ihre Anträge benachrichtigt.',
  'check.no_mail.name': 'E-Mails an Personen',
  'check.no_mail.advice': 'Setzen Sie mail: { transport } und fromEmail.',
  'check.mail_incomplete':
    '„{subject}“ ist nicht gesetzt. Daher haben einige E-Mails keinen Empfänger oder keinen funktionierenden Link.',
  'check.mail_incomplete.name': 'Einstellungen für E-Mails',
  'check.mail_incomplete.advice': 'Setzen Sie {subject}.',
  'check.no_admin': 'Niemand hat Zugriff auf die Administration. Daher können keine Richtlinientexte verfasst werden.',
  'check.no_admin.name': 'Zugriff auf die Administration',
  'check.no_admin.advice': 'Setzen Sie isAdminMethod.',
  'check.no_client_address':
    'Der Host gibt die Adressen der Clients nicht weiter. Daher gilt für alle Besucher zusammen eine einzige Ratenbegrenzung für Schreibzugriffe.',
  'check.no_client_address.name': 'Adressen der Clients',
  'check.no_client_address.advice':
    'Binden Sie die Engine mit einem Adapter ein, oder übergeben Sie die Adresse als env.ip an engine.fetch.',
};
