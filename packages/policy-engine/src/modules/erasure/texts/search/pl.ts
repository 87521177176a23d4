import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pl: TextsLike<typeof en> = {
  'erasure.mine.completed.unsearched': 'Dane zostały usunięte, o ile mogliśmy to sprawdzić',
  'erasure.mine.step.unsearched':
    'Usuwanie zostało zakończone. Nie wszystkie miejsca można było przeszukać pod kątem pozostałych danych.',
  'erasure.left.unsearched':
    'Niektórych miejsc nie można było przeszukać pod kątem pozostałych danych. Operator tej witryny widzi, które to miejsca.',
  'erasure.absence.undeclared': 'Bez reguły danych',
  'erasure.absence.undeclared_advice':
    'Z tabel bez reguły danych nic nie jest usuwane. Programista może dodać regułę lub wykluczyć je z podaniem powodu (dataMap.exempt).',
  'erasure.absence.nothing_searched':
    'Tam, gdzie można było szukać, nic nie znaleziono. Poniżej podano, czego nie przeszukano.',
  'erasure.absence.left_out': 'Słowa, których nie szukano, ponieważ są za krótkie lub zbyt częste: {words}.',
  'erasure.absence.elsewhere': 'Nie przeszukano, ponieważ mogą należeć do innych aplikacji: {names}',
  'erasure.absence.not.excluded': 'Wykluczono w konfiguracji',
  'erasure.absence.not.permission': 'Brak uprawnień do odczytu',
  'erasure.absence.not.filtered': 'Przeszukano, ale zabezpieczenia wierszy w bazie danych mogą ukrywać wiersze',
  'erasure.absence.not.time': 'Odczyt trwał zbyt długo lub tabela była zablokowana',
  'erasure.absence.not.size': 'Wartości są zbyt długie lub jest ich zbyt wiele, aby porównać je w całości',
  'erasure.absence.not.index': 'Indeks pełnotekstowy, którego tekstu nie można odczytać',
  'erasure.absence.not.failed': 'Baza danych zgłosiła błąd',
  'erasure.absence.not.note': '{reason}: {note}',
  'erasure.undeclared.title': 'Tabele bez reguły danych',
  'erasure.undeclared.searched':
    'Przeszukano tabele, których nie wymienia żadna reguła danych. Kolumny: {columns}, tabele: {tables}. Po usunięciu zostaną przeszukane ponownie.',
  'erasure.undeclared.found':
    'Dane, które identyfikują osobę, są w tabelach, których nie wymienia żadna reguła danych. Usunięcie ich nie obejmie.',
  'erasure.undeclared.nothing': 'W tych tabelach nie znaleziono niczego, co identyfikuje osobę.',
  'mail.erasure_receipt.unsearched':
    'Miejsca, których nie można było przeszukać w całości: {count}. Wymienia je strona wniosku.',
  'check.erasure_undeclared':
    'Tabele z tekstem, których nie wymienia żadna reguła danych: {subject}. Po usunięciu danych są przeszukiwane, ale nic w nich nie jest usuwane.',
  'check.erasure_undeclared.name': 'Tabele z tekstem są w regułach danych',
  'check.erasure_undeclared.advice':
    'Proszę dodać regułę danych dla każdej tabeli z danymi osobowymi, a pozostałe wykluczyć z podaniem powodu (dataMap.exempt).',
  'check.erasure_unsearched': 'Nie jest przeszukiwane po usunięciu danych: {subject}.',
  'check.erasure_unsearched.name': 'Wyszukiwania po usunięciu danych są pełne',
  'check.erasure_unsearched.advice':
    'Proszę umożliwić silnikowi odczyt tych tabel lub przeszukać je samodzielnie. Aby wykluczyć tabelę z podaniem powodu, należy ustawić search na false w dataMap.exempt.',
};
