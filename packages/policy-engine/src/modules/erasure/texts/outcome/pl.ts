import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pl: TextsLike<typeof en> = {
  'erasure.mine.completed': 'Państwa dane zostały usunięte',
  'erasure.mine.completed_text': 'Potwierdzenie zawiera listę tego, co usunięto.',
  'erasure.mine.completed.kept':
    'Państwa dane zostały usunięte, z wyjątkiem tych, do których zachowania mamy podstawę prawną',
  'erasure.mine.completed.part': 'Część Państwa danych została usunięta',
  'erasure.mine.left_text': 'Poniżej podano, czego nie usunięto i dlaczego, o ile nam wiadomo.',
  'erasure.left': 'Nie usunięto',
  'erasure.left.found':
    'Po usunięciu znaleziono dane pozwalające Państwa zidentyfikować w miejscach, których nie zachowuje żadna reguła. Operator tego serwisu widzi te miejsca.',
  'erasure.mine.step.completed': 'Dane zostały usunięte.',
  'erasure.mine.step.left': 'Usuwanie zakończono. Nie wszystko zostało usunięte.',
  'erasure.done.run': 'Usunięte według aplikacji',
  'erasure.told.title': 'Odbiorcy (art. 19 RODO)',
  'erasure.told.none':
    'Żadnego odbiorcy nie powiadomiono automatycznie: żaden webhook nie otrzymuje tego zdarzenia. Jeśli dane tej osoby ujawniono innym, należy samodzielnie powiadomić każdego z nich o usunięciu, chyba że jest to niemożliwe lub wymaga niewspółmiernie dużego wysiłku.',
  'erasure.told.some':
    'Oprogramowanie zgłasza usunięcie poniższym webhookom. Nie wie, czy ich odbiorcy usuwają dane ani kto jeszcze je otrzymał: pozostałych odbiorców należy powiadomić samodzielnie.',
  'erasure.told.at': 'Dostarczono lub porzucono',
  'erasure.told.unknown': 'Zapis usunięty',
  'mail.erasure_receipt.told':
    'Usunięcie jest zgłaszane tym webhookom: {webhooks}. Strona wniosku pokazuje, czy je dostarczono. Pozostałych odbiorców należy powiadomić samodzielnie (art. 19 RODO).',
};
