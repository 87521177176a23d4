import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'nav.found_cookies': 'Gefundene Cookies',
  'found_cookies.title': 'Gefundene Cookies',
  'found_cookies.lead':
    'Die Cookies, die Browser tatsächlich senden, verglichen mit den deklarierten. Gespeichert werden nur Namen: keine Werte, und nicht, wer sie gesendet hat.',
  'found_cookies.off': 'Namen werden nicht mehr gesammelt: Das ist in der Konfiguration abgeschaltet.',
  'found_cookies.none': 'Noch keine Cookie-Namen',
  'found_cookies.none_text': 'Sie erscheinen hier, sobald Browser mit Cookies Ihre Website besuchen.',
  'found_cookies.since': 'Gesammelt seit',
  'found_cookies.requests_all': 'Anfragen mit Cookies: {count}',
  'found_cookies.limits':
    'Nicht sichtbar sind Cookies anderer Domains und Cookies von Pfaden, die diese Anfragen nicht haben. Ein Name, der {days} Tage nicht gesehen wurde, wird vergessen.',
  'found_cookies.before_consent': 'Vor der Einwilligung gefunden',
  'found_cookies.before_consent_text':
    'Diese Cookies benötigen eine Einwilligung, wurden aber von Browsern ohne Einwilligung gesendet. Lassen Sie bei der Entwicklung prüfen, ob die Seiten ein Skript laden, das nicht auf die Einwilligung wartet.',
  'found_cookies.undeclared': 'Gefunden, aber nicht deklariert',
  'found_cookies.undeclared_text':
    'Lassen Sie jedes bei der Entwicklung deklarieren: bei dem Skript, das es setzt, damit es nach einer Ablehnung gelöscht wird, oder als unbedingt erforderlich, wenn es keine Einwilligung benötigt.',
  'found_cookies.rare':
    'Nicht deklarierte Namen in weniger als {least} Anfragen, nicht aufgeführt, weil jeder erfundene Namen senden kann: {count}',
  'found_cookies.declared': 'Gefunden und deklariert',
  'found_cookies.declared_text': 'Diese Cookies stehen in Ihrer Cookie-Erklärung.',
  'found_cookies.not_found': 'Deklariert, aber nicht gefunden',
  'found_cookies.not_found_text':
    'Keine der Anfragen enthielt diese Cookies. Vielleicht setzt das Skript sie nicht mehr, oder sie haben eine andere Domain oder einen anderen Pfad.',
  'found_cookies.by': 'Deklariert von',
  'found_cookies.by_engine': 'der Engine',
  'found_cookies.by_site': 'der Website (unbedingt erforderlich)',
  'found_cookies.requests': 'Anfragen',
  'found_cookies.first': 'Zuerst gesehen',
  'found_cookies.last': 'Zuletzt gesehen',
  'found_cookies.without': 'Ohne Einwilligung',
  'found_cookies.of': '{count} von {all} Anfragen',
  'found_cookies.last_without': 'Zuletzt ohne Einwilligung',
  'check.cookies_found_before_consent': 'Browser ohne Einwilligung senden Cookies, die eine benötigen: {subject}.',
  'check.cookies_found_before_consent.name': 'Keine Cookies vor der Einwilligung',
  'check.cookies_found_before_consent.advice':
    'Prüfen Sie, ob ein Tag, das sie setzt, außerhalb von renderScripts in Ihren Seiten steht. Die Seite „Gefundene Cookies“ zeigt, wie oft und wann.',
  'check.cookies_found_undeclared': 'Browser senden Cookies, die nicht deklariert sind: {subject}.',
  'check.cookies_found_undeclared.name': 'Cookies in Browsern sind deklariert',
  'check.cookies_found_undeclared.advice':
    'Deklarieren Sie sie bei dem Skript, das sie setzt, oder unter necessaryCookies, wenn sie keine Einwilligung benötigen. Die Seite „Gefundene Cookies“ führt sie auf.',
};
