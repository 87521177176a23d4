import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'nav.found_cookies': 'Gevonden cookies',
  'found_cookies.title': 'Gevonden cookies',
  'found_cookies.lead':
    'De cookies die browsers werkelijk verzenden, vergeleken met de gedeclareerde. Alleen namen worden opgeslagen: geen waarden, en niet wie ze heeft verzonden.',
  'found_cookies.off': 'Er worden geen namen meer verzameld: dit is in de configuratie uitgeschakeld.',
  'found_cookies.none': 'Nog geen namen van cookies',
  'found_cookies.none_text': 'Ze verschijnen hier zodra browsers met cookies uw site bezoeken.',
  'found_cookies.since': 'Verzameld sinds',
  'found_cookies.requests_all': 'Verzoeken met cookies: {count}',
  'found_cookies.limits':
    'Cookies van andere domeinen en cookies van paden die deze verzoeken niet hebben, zijn niet zichtbaar. Een naam die {days} dagen niet is gezien, wordt vergeten.',
  'found_cookies.before_consent': 'Gevonden vóór toestemming',
  'found_cookies.before_consent_text':
    'Voor deze cookies is toestemming nodig, maar browsers die geen toestemming hadden gegeven, hebben ze verzonden. Vraag een ontwikkelaar te controleren of de pagina’s een script laden dat niet op toestemming wacht.',
  'found_cookies.undeclared': 'Gevonden, maar niet gedeclareerd',
  'found_cookies.undeclared_text':
    'Vraag een ontwikkelaar elke cookie te declareren bij het script dat deze plaatst, zodat deze na een weigering wordt verwijderd, of als strikt noodzakelijk als er geen toestemming voor nodig is.',
  'found_cookies.rare':
    'Niet-gedeclareerde namen in minder dan {least} verzoeken, niet getoond omdat iedereen verzonnen namen kan verzenden: {count}',
  'found_cookies.declared': 'Gevonden en gedeclareerd',
  'found_cookies.declared_text': 'Deze cookies staan in uw cookieoverzicht.',
  'found_cookies.not_found': 'Gedeclareerd, maar niet gevonden',
  'found_cookies.not_found_text':
    'Geen van de verzoeken bevatte deze cookies. Misschien plaatst het script ze niet meer, of ze hebben een ander domein of pad.',
  'found_cookies.by': 'Gedeclareerd door',
  'found_cookies.by_engine': 'de engine',
  'found_cookies.by_site': 'de site (strikt noodzakelijk)',
  'found_cookies.requests': 'Verzoeken',
  'found_cookies.first': 'Voor het eerst gezien',
  'found_cookies.last': 'Voor het laatst gezien',
  'found_cookies.without': 'Zonder toestemming',
  'found_cookies.of': '{count} van {all} verzoeken',
  'found_cookies.last_without': 'Laatst zonder toestemming',
  'check.cookies_found_before_consent':
    'Browsers zonder toestemming verzenden cookies waarvoor toestemming nodig is: {subject}.',
  'check.cookies_found_before_consent.name': 'Geen cookies vóór toestemming',
  'check.cookies_found_before_consent.advice':
    'Controleer of er buiten renderScripts een tag die ze plaatst in uw pagina’s staat. De pagina ‘Gevonden cookies’ toont hoe vaak en wanneer.',
  'check.cookies_found_undeclared': 'Browsers verzenden cookies die niet zijn gedeclareerd: {subject}.',
  'check.cookies_found_undeclared.name': 'Cookies in browsers zijn gedeclareerd',
  'check.cookies_found_undeclared.advice':
    'Declareer ze bij het script dat ze plaatst, of onder necessaryCookies als er geen toestemming voor nodig is. De pagina ‘Gevonden cookies’ toont ze.',
};
