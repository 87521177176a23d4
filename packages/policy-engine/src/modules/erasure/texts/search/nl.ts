import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'erasure.mine.completed.unsearched': 'Uw gegevens zijn verwijderd, voor zover wij konden nagaan',
  'erasure.mine.step.unsearched':
    'De verwijdering is beëindigd. Niet alle plaatsen konden op achtergebleven gegevens worden doorzocht.',
  'erasure.left.unsearched':
    'Sommige plaatsen konden niet op achtergebleven gegevens worden doorzocht. De beheerder van deze site ziet welke dat zijn.',
  'erasure.absence.undeclared': 'In geen gegevensregel',
  'erasure.absence.undeclared_advice':
    'Uit tabellen zonder gegevensregel wordt niets gewist. Een ontwikkelaar kan een regel toevoegen of ze met een reden uitsluiten (dataMap.exempt).',
  'erasure.absence.nothing_searched':
    'Waar gezocht kon worden, is niets gevonden. Hieronder staat wat niet is doorzocht.',
  'erasure.absence.left_out': 'Woorden waarnaar niet is gezocht, omdat ze te kort of te gewoon zijn: {words}.',
  'erasure.absence.elsewhere': 'Niet doorzocht, omdat ze bij andere toepassingen kunnen horen: {names}',
  'erasure.absence.not.excluded': 'Uitgesloten door de configuratie',
  'erasure.absence.not.permission': 'De engine heeft geen leesrecht',
  'erasure.absence.not.filtered': 'Doorzocht, maar rijbeveiliging van de database kan rijen verbergen',
  'erasure.absence.not.time': 'Het lezen duurde te lang, of de tabel was vergrendeld',
  'erasure.absence.not.size': 'Waarden zijn te lang of te talrijk om volledig te vergelijken',
  'erasure.absence.not.index': 'Full-textindex waarvan de tekst niet kan worden teruggelezen',
  'erasure.absence.not.failed': 'De database meldde een fout',
  'erasure.absence.not.note': '{reason}: {note}',
  'erasure.undeclared.title': 'Tabellen zonder gegevensregel',
  'erasure.undeclared.searched':
    'Tabellen die geen gegevensregel noemt, zijn doorzocht (kolommen: {columns}, tabellen: {tables}). Na de wissing worden ze opnieuw doorzocht.',
  'erasure.undeclared.found':
    'Gegevens die de persoon identificeren, staan in tabellen die geen gegevensregel noemt. De wissing verwijdert ze niet.',
  'erasure.undeclared.nothing': 'In deze tabellen is niets gevonden dat de persoon identificeert.',
  'mail.erasure_receipt.unsearched':
    'Plaatsen die niet volledig konden worden doorzocht: {count}. De pagina van het verzoek noemt ze.',
  'check.erasure_undeclared':
    'Tabellen met tekst die geen gegevensregel noemt: {subject}. Na een wissing worden ze doorzocht, maar er wordt niets in gewist.',
  'check.erasure_undeclared.name': 'Tabellen met tekst staan in gegevensregels',
  'check.erasure_undeclared.advice':
    'Voeg een gegevensregel toe voor elke tabel met persoonsgegevens, en sluit de andere met een reden uit (dataMap.exempt).',
  'check.erasure_unsearched': 'Niet doorzocht na een wissing: {subject}.',
  'check.erasure_unsearched.name': 'Zoekacties na wissingen zijn volledig',
  'check.erasure_unsearched.advice':
    'Laat de engine deze tabellen lezen, of doorzoek ze zelf. Zet search op false in dataMap.exempt om een tabel met een reden uit te sluiten.',
};
