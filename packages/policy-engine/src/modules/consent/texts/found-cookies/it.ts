import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'nav.found_cookies': 'Cookie trovati',
  'found_cookies.title': 'Cookie trovati',
  'found_cookies.lead':
    'I cookie che i browser inviano davvero, confrontati con quelli dichiarati. Vengono salvati solo i nomi: né i valori, né chi li ha inviati.',
  'found_cookies.off': 'I nomi non vengono più raccolti: la raccolta è disattivata nella configurazione.',
  'found_cookies.none': 'Ancora nessun nome di cookie',
  'found_cookies.none_text': 'Compaiono qui non appena browser con cookie visitano il sito.',
  'found_cookies.since': 'Raccolti dal',
  'found_cookies.requests_all': 'Richieste con cookie: {count}',
  'found_cookies.limits':
    'Non sono visibili i cookie di altri domini e quelli di percorsi che queste richieste non hanno. Un nome non visto per {days} giorni viene dimenticato.',
  'found_cookies.before_consent': 'Trovati prima del consenso',
  'found_cookies.before_consent_text':
    'Questi cookie richiedono il consenso, ma li hanno inviati browser che non lo avevano dato. Chiedere a uno sviluppatore di verificare se le pagine caricano uno script che non attende il consenso.',
  'found_cookies.undeclared': 'Trovati, ma non dichiarati',
  'found_cookies.undeclared_text':
    'Chiedere a uno sviluppatore di dichiarare ciascuno nello script che lo imposta, così che venga eliminato dopo un rifiuto, o come strettamente necessario se non richiede il consenso.',
  'found_cookies.rare':
    'Nomi non dichiarati in meno di {least} richieste, non elencati perché chiunque può inviare nomi inventati: {count}',
  'found_cookies.declared': 'Trovati e dichiarati',
  'found_cookies.declared_text': 'Questi cookie figurano nella Sua dichiarazione sui cookie.',
  'found_cookies.not_found': 'Dichiarati, ma non trovati',
  'found_cookies.not_found_text':
    'Nessuna richiesta conteneva questi cookie. Forse lo script non li imposta più, oppure hanno un altro dominio o un altro percorso.',
  'found_cookies.by': 'Dichiarato da',
  'found_cookies.by_engine': 'il motore',
  'found_cookies.by_site': 'il sito (strettamente necessario)',
  'found_cookies.requests': 'Richieste',
  'found_cookies.first': 'Visto la prima volta',
  'found_cookies.last': 'Visto l’ultima volta',
  'found_cookies.without': 'Senza consenso',
  'found_cookies.of': '{count} richieste su {all}',
  'found_cookies.last_without': 'Ultima volta senza consenso',
  'check.cookies_found_before_consent': 'Browser senza consenso inviano cookie che lo richiedono: {subject}.',
  'check.cookies_found_before_consent.name': 'Nessun cookie prima del consenso',
  'check.cookies_found_before_consent.advice':
    'Verifichi se nelle Sue pagine c’è un tag che li imposta al di fuori di renderScripts. La pagina «Cookie trovati» mostra quante volte e quando.',
  'check.cookies_found_undeclared': 'I browser inviano cookie non dichiarati: {subject}.',
  'check.cookies_found_undeclared.name': 'I cookie dei browser sono dichiarati',
  'check.cookies_found_undeclared.advice':
    'Li dichiari nello script che li imposta, o in necessaryCookies se non richiedono il consenso. La pagina «Cookie trovati» li elenca.',
};
