import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'data_map.deleted_after': 'Verwijderd {period} na ‘{column}’',
  'data_map.changed_after': 'Geanonimiseerd of gepseudonimiseerd {period} na ‘{column}’',
  'data_map.only_where': '{after}, als geldt: {conditions}',
  'data_map.is': '‘{column}’ is ‘{value}’',
  'data_map.is_empty': '‘{column}’ is leeg',
  'data_map.kept_for': 'Bewaard gedurende {period} vanaf ‘{column}’: {ground}',
  'nav.data_map': 'Gegevensoverzicht',
  'data_map.title': 'Register van de verwerkingsactiviteiten',
  'data_map.lead': 'Het register dat art. 30 AVG vereist, zoals opgegeven in de configuratie.',
  'data_map.csv': 'Downloaden als CSV',
  'data_map.none': 'Geen persoonsgegevens opgegeven',
  'data_map.none_text': 'Een ontwikkelaar geeft persoonsgegevens op in de configuratie (dataRules).',
  'data_map.kind': 'Soort gegevens',
  'data_map.purpose': 'Doel',
  'data_map.legal_basis': 'Rechtsgrond',
  'data_map.recipients': 'Ontvangers',
  'data_map.retention': 'Bewaartermijn',
  'data_map.erasure': 'Bij wissing',
  'data_map.not_said': 'Niet opgegeven',
  'data_map.no_table': 'Niet in een tabel',
  'data_map.from': 'Uit: {source}',
  'data_map.not_exported': 'Niet geëxporteerd',
  'data_map.erasure.none': 'Niet gewist',
  'data_map.erasure.delete': 'Verwijderd',
  'data_map.erasure.set': 'Gewist uit deze kolommen: {columns}',
  'data_map.erasure.pseudonymise': 'Gepseudonimiseerd in deze kolommen: {columns}',
  'data_map.erasure.run': 'Gewist door de toepassing',
  'data_map.exempt': 'Uitgesloten tabellen en kolommen',
  'data_map.exempt.lead': 'Tabellen en kolommen die zijn beoordeeld en geen persoonsgegevens bevatten.',
  'data_map.table': 'Tabel',
  'data_map.columns': 'Kolommen',
  'data_map.all_columns': 'Alle',
  'data_map.reason': 'Reden',
  'check.data_rule_unfit': 'Een gegevensregel past niet bij de tabellen van de database. {subject}',
  'check.data_rule_unfit.advice':
    'Wijzig de regel of de tabel. Tot die tijd worden de gegevens ervan niet geëxporteerd en niet gewist.',
  'check.data_never_erased': 'De gegevens ‘{subject}’ worden geëxporteerd, maar nooit gewist.',
  'check.data_never_erased.advice':
    'Stel erasure in de bijbehorende gegevensregel in, met een wettelijke grond als de gegevens bewaard moeten blijven.',
  'check.data_never_exported': 'De gegevens ‘{subject}’ worden gewist, maar nooit geëxporteerd.',
  'check.data_never_exported.advice':
    'Voeg ze toe aan een gegevensregel die wordt geëxporteerd, als personen recht hebben op een kopie ervan.',
  'check.data_kept_without_ground':
    'De gegevens ‘{subject}’ worden bewaard zonder dat een wettelijke grond is opgegeven.',
  'check.data_kept_without_ground.advice':
    'Stel legalBasis of de grond voor het bewaren in, of laat de gegevens wissen.',
};
