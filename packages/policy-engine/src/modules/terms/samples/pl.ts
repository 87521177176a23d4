/** Sample texts in Polish. */
import type { SampleTexts } from './sample.ts';

export const pl: SampleTexts = {
  mark: 'WZÓR: przed publikacją ten tekst musi przeczytać i dostosować prawnik. Następnie należy usunąć ten akapit.',
  cookie: `# Pliki cookie

[Firma] używa w tym serwisie plików cookie. Pliki cookie to małe pliki, które przeglądarka przechowuje dla nas.

## Czego używamy

| Plik cookie | Cel | Czas przechowywania |
| --- | --- | --- |
| [nazwa] | Utrzymuje zalogowanie i zawartość koszyka | do zamknięcia przeglądarki |
| [nazwa] | Zapamiętuje decyzję o plikach cookie | 12 miesięcy |
| [nazwa] | Zlicza wizyty, abyśmy mogli ulepszać serwis | [czas] |

## Co wymaga zgody

Pliki cookie, bez których serwis nie działa, są zapisywane bez pytania. Wszystkie inne są zapisywane dopiero po wyrażeniu zgody.
Odmowa nie ma dla Państwa żadnych niekorzystnych skutków.

## Zmiana decyzji

Decyzję można zmienić lub wycofać w dowolnym momencie w ustawieniach prywatności tego serwisu. To, co zrobiono wcześniej, pozostaje
zgodne z prawem.

## Kto otrzymuje dane

[Proszę podać każdą firmę, która zapisuje lub odczytuje tu pliki cookie, jej kraj i link do jej własnej polityki.]

## Pytania

Prosimy pisać na adres [adres e-mail].`,
  privacy: `# Polityka prywatności

## Kto jest administratorem danych

[Firma, adres, adres e-mail]. Nasz inspektor ochrony danych: [imię i nazwisko, adres e-mail].

## Co przetwarzamy, w jakim celu i na jakiej podstawie prawnej

| Dane | Cel | Podstawa prawna (RODO) |
| --- | --- | --- |
| Imię i nazwisko, adres, zamówienie | Dostarczenie zamówienia | umowa, art. 6 ust. 1 lit. b |
| Faktury | Prowadzenie księgowości | obowiązek prawny, art. 6 ust. 1 lit. c |
| Adres e-mail | Newsletter | zgoda, art. 6 ust. 1 lit. a |
| [dane] | [cel] | [podstawa prawna] |

## Kto otrzymuje Państwa dane

[Podmioty przetwarzające i inni odbiorcy lub ich kategorie; w przypadku państw spoza Unii Europejskiej – zabezpieczenia.]

## Jak długo je przechowujemy

[Dla każdego rodzaju danych okres lub sposób jego ustalenia.]

## Państwa prawa

Mogą Państwo żądać dostępu do swoich danych, ich sprostowania, usunięcia, ograniczenia ich przetwarzania oraz kopii w powszechnie
używanym formacie. Mogą Państwo wnieść sprzeciw wobec przetwarzania, którego podstawą są nasze prawnie uzasadnione interesy. Zgodę można
wycofać w dowolnym momencie; to, co zrobiono wcześniej, pozostaje zgodne z prawem.

Mogą Państwo wnieść skargę do organu nadzorczego, na przykład [organ].

## Jakie dane trzeba podać

[Jakich danych wymaga umowa lub prawo i jakie są skutki ich niepodania.]

## Zautomatyzowane podejmowanie decyzji

[Czy ma miejsce i jak przebiega; w przeciwnym razie: Nie podejmujemy wobec Państwa zautomatyzowanych decyzji.]`,
  age: `# Potwierdzenie wieku

## Kto może korzystać z tej usługi

Aby korzystać z [usługa], trzeba mieć ukończone co najmniej [16] lat. [Młodsze osoby potrzebują zgody rodzica lub opiekuna.]

## Co Państwo potwierdzają

Akceptując ten tekst, potwierdzają Państwo ukończenie tego wieku.

## Co z tym robimy

Przechowujemy informację o tym, że wiek potwierdzono i kiedy, aby móc to udowodnić. Nie pytamy o datę urodzenia. [W przeciwnym razie:
co jest sprawdzane i jak długo jest przechowywane.]

## Osoby młodsze

Prosimy nie zakładać konta. Jeśli konto już istnieje, prosimy napisać na adres [adres e-mail], a my je usuniemy.`,
};
