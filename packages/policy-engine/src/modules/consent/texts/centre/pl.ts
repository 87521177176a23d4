import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pl: TextsLike<typeof en> = {
  'nav.privacy': 'Moja prywatność',
  'centre.title': 'Moja prywatność',
  'centre.lead':
    'Państwa decyzje, sprawy do rozstrzygnięcia i prawa dotyczące danych. Decyzję można tu zmienić w dowolnym momencie.',
  'centre.lead_visitor':
    'Decyzja o tym, co działa w tej przeglądarce, należy do Państwa. Można ją tu zmienić w dowolnym momencie.',
  'choice.own.locale': 'Zapisuje język wybrany w centrum prywatności. Tylko po dokonaniu wyboru.',
  'centre.contents': 'Na tej stronie',
  'centre.languages': 'Język tej strony',
  'centre.open': 'bez decyzji: {count}',
  'centre.asked': 'Czeka na decyzję',
  'centre.asked.browser': 'Brak decyzji w tej przeglądarce:',
  'centre.decided': 'Państwa decyzje',
  'centre.decided.none': 'Nie podjęto jeszcze decyzji o żadnej polityce.',
  'centre.browser': 'W tej przeglądarce',
  'centre.sign_in': 'Aby zobaczyć decyzje dla konta i złożyć wniosek dotyczący danych, należy się zalogować.',
  'centre.record': 'Pełna historia z poświadczeniami',
  'centre.text_page': 'Otwórz pełny tekst',
  'centre.history': 'Historia: {count}',
  'centre.changes.accepted': 'Zaakceptowano wersję {from}. Teraz obowiązuje wersja {to}, dlatego pytamy ponownie.',
  'centre.changes.rejected': 'Odrzucono wersję {from}. Teraz obowiązuje wersja {to}, dlatego pytamy ponownie.',
  'centre.changes.show': 'Pokaż, co się zmieniło',
  'centre.changes.unknown': 'Wcześniejszy tekst nie jest dostępny w tym języku, więc nie można pokazać zmian.',
  'centre.refuse': 'W razie odrzucenia',
  'centre.refuse.blocking': 'Do czasu akceptacji nie można tu kontynuować.',
  'centre.refuse.update': 'Do czasu akceptacji nie można zapisać zmian na koncie.',
  'centre.refuse.scripts': 'Te elementy tu nie działają: {scripts}.',
  'centre.refuse.cookies': 'Przeglądarka otrzymuje polecenie usunięcia ich plików cookie.',
  'centre.refuse.free': 'Można kontynuować bez tego: wybór jest dobrowolny.',
  'centre.refuse.past': 'Dotyczy to czasu od teraz, a nie przeszłości.',
  'centre.did.accepted': 'Zaakceptowano: {policy}.',
  'centre.did.rejected': 'Odrzucono: {policy}. Wcześniejsza akceptacja przestała obowiązywać.',
  'centre.did.run': 'Te elementy mogą tu teraz działać: {scripts}.',
  'centre.did.stopped': 'Te elementy przestaną tu działać po otwarciu następnej strony: {scripts}.',
  'centre.did.cookies': 'Przeglądarka otrzymała polecenie usunięcia ich plików cookie.',
  'notice.accepted_all': 'Zaakceptowano wszystko, co w tej przeglądarce wymaga zgody.',
  'notice.rejected_all':
    'Odrzucono wszystko, co w tej przeglądarce wymaga zgody. Przestanie to działać po otwarciu następnej strony.',
};
