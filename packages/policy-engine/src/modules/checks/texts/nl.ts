import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'check.title': 'Controle op naleving',
  'check.lead': 'De engine vergelijkt de configuratie en de teksten met de wettelijke eisen.',
  'check.passed': 'Geslaagd: {passed} van {all} controles',
  'check.passed.show': 'Tonen wat is geslaagd',
  'check.passed.text':
    'Deze controles hebben niets gevonden: er is aan de eis voldaan, of deze site gebruikt niet waar het om gaat.',
  'check.article': 'AVG {article}',
  'check.article.eprivacy': 'ePrivacyrichtlijn {article}',
  'check.none': 'Geen bevindingen',
  'check.none_text': 'Aan elke eis die de engine kan controleren, is voldaan.',
  'check.severity.error': 'Niet voldaan',
  'check.severity.warning': 'Waarschuwing',
  'check.yours': 'Voor beheerders',
  'check.to_do': 'Vraagt aandacht',
  'check.to_do.count': 'Bevindingen: {count}',
  'check.to_do.all': 'Alle bevindingen bekijken',
  'check.migrations_pending': 'Nog uit te voeren databasemigraties: {subject}.',
  'check.migrations_pending.name': 'Databasemigraties',
  'check.migrations_pending.advice':
    'Voer npx --offline policy-engine migrate uit, of roep bij de start await engine.migrate() aan; migrate --status toont ze.',
  'check.schema_newer': 'De database is gemigreerd door een nieuwere versie van de engine: {subject}.',
  'check.schema_newer.name': 'Versie van de engine en van de database',
  'check.schema_newer.advice': 'Gebruik die versie of een latere.',
  'check.no_mail': 'Er kunnen geen e-mails worden verzonden, dus personen krijgen geen bericht over hun verzoeken.',
  'check.no_mail.name': 'E-mails aan personen',
  'check.no_mail.advice': 'Stel mail: { transport } en fromEmail in.',
  'check.mail_incomplete':
    '‘{subject}’ is niet ingesteld, dus sommige e-mails hebben geen ontvanger of geen werkende link.',
  'check.mail_incomplete.name': 'Instellingen voor e-mail',
  'check.mail_incomplete.advice': 'Stel {subject} in.',
  'check.no_admin':
    'Niemand heeft toegang tot het beheer, dus er kunnen geen teksten van verklaringen worden geschreven.',
  'check.no_admin.name': 'Toegang tot het beheer',
  'check.no_admin.advice': 'Stel isAdminMethod in.',
  'check.no_client_address':
    'De host geeft de adressen van clients niet door, dus alle bezoekers delen één frequentielimiet voor schrijfacties.',
  'check.no_client_address.name': 'Adressen van clients',
  'check.no_client_address.advice':
    'Koppel de engine met een adapter, of geef het adres als env.ip door aan engine.fetch.',
};
