import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pl: TextsLike<typeof en> = {
  'nav.found_cookies': 'Znalezione pliki cookie',
  'found_cookies.title': 'Znalezione pliki cookie',
  'found_cookies.lead':
    'Pliki cookie, które przeglądarki rzeczywiście wysyłają, w porównaniu z zadeklarowanymi. Zapisywane są tylko nazwy: bez wartości i bez informacji, kto je wysłał.',
  'found_cookies.off': 'Nazwy nie są już zbierane: zbieranie wyłączono w konfiguracji.',
  'found_cookies.none': 'Nie ma jeszcze nazw plików cookie',
  'found_cookies.none_text': 'Pojawią się tutaj, gdy witrynę odwiedzą przeglądarki z plikami cookie.',
  'found_cookies.since': 'Zbierane od',
  'found_cookies.requests_all': 'Żądania z plikami cookie: {count}',
  'found_cookies.limits':
    'Nie widać plików cookie innych domen ani ścieżek, których te żądania nie mają. Nazwa, której nie widziano przez {days} dni, zostaje zapomniana.',
  'found_cookies.before_consent': 'Znalezione przed wyrażeniem zgody',
  'found_cookies.before_consent_text':
    'Te pliki cookie wymagają zgody, ale wysłały je przeglądarki, w których jej nie wyrażono. Należy poprosić programistę o sprawdzenie, czy strony nie ładują skryptu, który nie czeka na zgodę.',
  'found_cookies.undeclared': 'Znalezione, ale niezadeklarowane',
  'found_cookies.undeclared_text':
    'Należy poprosić programistę o zadeklarowanie każdego w skrypcie, który go zapisuje, aby po odrzuceniu był usuwany, albo jako ściśle niezbędnego, jeśli nie wymaga zgody.',
  'found_cookies.rare':
    'Niezadeklarowane nazwy w mniej niż {least} żądaniach, niewymienione, ponieważ każdy może wysłać zmyślone nazwy: {count}',
  'found_cookies.declared': 'Znalezione i zadeklarowane',
  'found_cookies.declared_text': 'Te pliki cookie są wymienione w deklaracji plików cookie.',
  'found_cookies.not_found': 'Zadeklarowane, ale nieznalezione',
  'found_cookies.not_found_text':
    'Żadne z żądań nie zawierało tych plików cookie. Być może skrypt już ich nie zapisuje albo mają inną domenę lub ścieżkę.',
  'found_cookies.by': 'Deklaracja',
  'found_cookies.by_engine': 'silnik',
  'found_cookies.by_site': 'witryna (ściśle niezbędny)',
  'found_cookies.requests': 'Żądania',
  'found_cookies.first': 'Pierwszy raz',
  'found_cookies.last': 'Ostatni raz',
  'found_cookies.without': 'Bez zgody',
  'found_cookies.of': '{count} z {all} żądań',
  'found_cookies.last_without': 'Ostatni raz bez zgody',
  'check.cookies_found_before_consent': 'Przeglądarki bez zgody wysyłają pliki cookie, które jej wymagają: {subject}.',
  'check.cookies_found_before_consent.name': 'Brak plików cookie przed wyrażeniem zgody',
  'check.cookies_found_before_consent.advice':
    'Należy sprawdzić, czy na stronach poza renderScripts nie ma tagu, który je zapisuje. Strona „Znalezione pliki cookie” pokazuje, jak często i kiedy.',
  'check.cookies_found_undeclared': 'Przeglądarki wysyłają pliki cookie, które nie są zadeklarowane: {subject}.',
  'check.cookies_found_undeclared.name': 'Pliki cookie w przeglądarkach są zadeklarowane',
  'check.cookies_found_undeclared.advice':
    'Należy zadeklarować je w skrypcie, który je zapisuje, albo w necessaryCookies, jeśli nie wymagają zgody. Wymienia je strona „Znalezione pliki cookie”.',
};
