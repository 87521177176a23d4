import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pl: TextsLike<typeof en> = {
  'ledger.verifier.title': 'Weryfikacja poświadczenia',
  'ledger.verifier.lead':
    'Ta strona weryfikuje poświadczenie w przeglądarce, bez kontaktu z serwisem, który je wydał. Wprowadzone dane nie są nigdzie wysyłane.',
  'ledger.verifier.noscript': 'Ta strona wymaga JavaScriptu: weryfikacja odbywa się w przeglądarce.',
  'ledger.verifier.unable':
    'Ta przeglądarka nie może tu weryfikować podpisów. Stronę należy otworzyć przez HTTPS lub jako zapisany plik w aktualnej wersji przeglądarki Chrome, Edge, Firefox lub Safari.',
  'ledger.verifier.receipt': 'Poświadczenie (JSON)',
  'ledger.verifier.receipt.hint': 'Należy wybrać plik, upuścić go na tę stronę lub wkleić jego zawartość.',
  'ledger.verifier.file': 'Wybierz plik',
  'ledger.verifier.keys': 'Klucze rejestru',
  'ledger.verifier.keys.hint':
    'Jeden klucz w wierszu, na przykład shop.example/ledger+0a1b2c3d+AbCd… Klucze należy uzyskać z innego źródła niż poświadczenie: z miejsca, w którym publikuje je serwis, lub od kogoś, kto je zapisał.',
  'ledger.verifier.noted': 'Porównaj z punktem kontrolnym zapisanym gdzie indziej',
  'ledger.verifier.noted.checkpoint': 'Zapisany punkt kontrolny',
  'ledger.verifier.noted.checkpoint.hint':
    'Z wiadomości e-mail do administratorów serwisu lub od kogoś, kto go zapisał. Razem z wierszami podpisów.',
  'ledger.verifier.noted.consistency': 'Dowód spójności (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Potrzebny tylko wtedy, gdy oba punkty kontrolne mają różny rozmiar. Weryfikacja podaje, który dowód pobrać.',
  'ledger.verifier.check': 'Zweryfikuj',
  'ledger.verifier.save':
    'Tę stronę można zapisać, aby weryfikować poświadczenia bez połączenia, nawet gdy serwis już nie istnieje.',
  'ledger.verifier.save.action': 'Zapisz stronę',
  'ledger.verifier.verdict.holds': 'Poświadczenie jest prawidłowe',
  'ledger.verifier.verdict.holds.text':
    'Rejestr, którego klucze podano, zawiera ten wpis w postaci pokazanej poniżej. Nie zmieniono go od zapieczętowania.',
  'ledger.verifier.verdict.marked': 'Poświadczenie jest prawidłowe, ale wpis jest oznaczony',
  'ledger.verifier.verdict.marked.text':
    'Wszystkie kroki się powiodły, ale dowodzą tylko, że wpis zapieczętowano z oznaczeniem, ponieważ serwis nie mógł potwierdzić jego pochodzenia.',
  'ledger.verifier.verdict.pending': 'Poświadczenie oczekuje i niczego jeszcze nie dowodzi',
  'ledger.verifier.verdict.pending.text':
    'Wpis nie jest zapieczętowany: nie obejmuje go żaden podpis, więc poniższą treść mógł napisać każdy. Poświadczenie należy pobrać ponownie za minutę.',
  'ledger.verifier.verdict.refused': 'Poświadczenie jest nieprawidłowe',
  'ledger.verifier.verdict.refused.text':
    'Jeden z kroków się nie powiódł, więc treść poświadczenia jest nieudowodniona i nie jest pokazana. Należy sprawdzić, czy plik jest kompletny i czy klucze należą do tego rejestru.',
  'ledger.verifier.unchecked': 'Nie zweryfikowano',
  'ledger.verifier.unchecked.receipt': 'Najpierw należy podać poświadczenie.',
  'ledger.verifier.unchecked.keys':
    'Należy podać co najmniej jeden klucz rejestru: bez klucza nie można niczego dowieść.',
  'ledger.verifier.unchecked.key': 'Ten wiersz nie jest kluczem rejestru: {line}',
  'ledger.verifier.unchecked.large': 'Ten plik jest za duży, aby był poświadczeniem.',
  'ledger.verifier.unchecked.unreadable': 'Ten plik nie jest poprawnym tekstem UTF-8.',
  'ledger.verifier.steps': 'Kroki weryfikacji',
  'ledger.verifier.says': 'Treść poświadczenia',
  'ledger.verifier.kind': 'Rodzaj wpisu',
  'ledger.verifier.number': 'Numer wśród decyzji tej osoby',
  'ledger.verifier.visitor': 'Odwiedzający',
  'ledger.verifier.state.holds': 'Zgodne',
  'ledger.verifier.state.fails': 'Niezgodne',
  'ledger.verifier.state.open': 'Nie zweryfikowano',
  'ledger.verifier.state.warns': 'Uwaga',
  'ledger.verifier.step.form.holds':
    'Poświadczenie ma znany format; niczego nie dodano, nie brakuje ani nie powtórzono.',
  'ledger.verifier.step.form.fails':
    'Poświadczenie nie ma znanego formatu albo coś dodano, czegoś brakuje lub coś się powtarza: {part}',
  'ledger.verifier.step.openings.holds':
    'Osoba i okoliczności zgadzają się ze zobowiązaniami kryptograficznymi we wpisie.',
  'ledger.verifier.step.openings.fails': 'To nie zgadza się ze zobowiązaniami kryptograficznymi we wpisie: {part}',
  'ledger.verifier.step.witnesses.holds':
    'Punkt kontrolny współpodpisał świadek {name}: widział go {time} i nie widział żadnego sprzecznego rejestru.',
  'ledger.verifier.step.witnesses.open':
    'Poświadczenie podaje, że świadkowie współpodpisali punkt kontrolny. Nie zweryfikowano tego: należy podać ich klucze razem z kluczami rejestru.',
  'ledger.verifier.step.witnesses.fails':
    'Współpodpisy podane w poświadczeniu nie zgadzają się z jego punktem kontrolnym: {part}',
  'ledger.verifier.step.erasure.holds': 'Serwis podpisał, że dane osoby usunięto: tożsamości nie można już pokazać.',
  'ledger.verifier.step.erasure.fails':
    'Żadne oświadczenie o usunięciu danych osoby nie jest podpisane podanym kluczem lub poświadczenie nadal wskazuje osobę: {part}',
  'ledger.verifier.step.text.holds': 'Tekst jest dokładnie tym, którego dotyczy decyzja.',
  'ledger.verifier.step.text.fails': 'Tekst nie jest tym, którego dotyczy decyzja.',
  'ledger.verifier.step.text.open': 'Poświadczenie nie zawiera tekstu.',
  'ledger.verifier.step.checkpoint.holds':
    'Punkt kontrolny rejestru {origin} (liczba wpisów: {size}) jest podpisany podanym kluczem.',
  'ledger.verifier.step.checkpoint.fails':
    'Punkt kontrolny nie jest podpisany podanym kluczem lub go zmieniono: {part}',
  'ledger.verifier.step.checkpoint.open': 'Wpisu nie obejmuje żaden podpisany punkt kontrolny.',
  'ledger.verifier.step.place.holds': 'Wpis ma numer {index}, licząc od 0 (liczba wpisów: {size}).',
  'ledger.verifier.step.place.fails': 'Punkt kontrolny nie obejmuje wpisu: zmieniono wpis lub punkt kontrolny.',
  'ledger.verifier.step.mark.warns':
    'Wpis oznaczono podczas pieczętowania ({reason}) i nie jest ważny, dopóki nie oceni go administrator serwisu.',
  'ledger.verifier.step.mark.fails': 'Oznaczenie wpisu jest nieprawidłowe: {part}',
  'ledger.verifier.step.later.holds':
    'Serwis podpisał, że wśród pierwszych wpisów (liczba: {size}) nie ma późniejszej decyzji tej osoby w sprawie tej polityki.',
  'ledger.verifier.step.later.warns':
    'Serwis podpisał, że wśród pierwszych wpisów (liczba: {size}) jest późniejsza decyzja tej osoby w sprawie tej polityki: to poświadczenie nie pokazuje jej aktualnej decyzji.',
  'ledger.verifier.step.later.open': 'Poświadczenie nie podaje, czy istnieje późniejsza decyzja.',
  'ledger.verifier.step.later.fails':
    'Oświadczenie o późniejszych decyzjach nie jest podpisane podanym kluczem: {part}',
  'ledger.verifier.step.noted.holds':
    'Zapisany punkt kontrolny (liczba wpisów: {size}) należy do tego samego rejestru.',
  'ledger.verifier.step.noted.open':
    'Nie podano zapisanego punktu kontrolnego, więc nie zweryfikowano, czy wszyscy widzą ten sam rejestr.',
  'ledger.verifier.step.noted.fails':
    'Poświadczenie nie należy do rejestru zapisanego punktu kontrolnego lub podano niewłaściwy dowód spójności. Jeśli dowód jest właściwy, serwis prowadzi dwa rejestry: oba należy zachować jako dowód. {part}',
  'ledger.verifier.step.consistency.open':
    'Liczba wpisów w zapisanym punkcie kontrolnym: {noted}, w punkcie kontrolnym poświadczenia: {size}. Jako dowód spójności należy podać odpowiedź serwisu pod adresem /ledger/consistency.json?from={from}&to={to}.',
};
