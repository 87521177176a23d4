import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'nav.found_cookies': 'Cookies encontradas',
  'found_cookies.title': 'Cookies encontradas',
  'found_cookies.lead':
    'Las cookies que los navegadores envían realmente, comparadas con las declaradas. Solo se guardan nombres: ni valores ni quién las envió.',
  'found_cookies.off': 'Ya no se recogen nombres: está desactivado en la configuración.',
  'found_cookies.none': 'Aún no hay nombres de cookies',
  'found_cookies.none_text': 'Aparecerán aquí cuando navegadores con cookies visiten su sitio.',
  'found_cookies.since': 'Recogidas desde',
  'found_cookies.requests_all': 'Solicitudes con cookies: {count}',
  'found_cookies.limits':
    'No se ven las cookies de otros dominios ni las de rutas que estas solicitudes no tienen. Un nombre que no se ha visto en {days} días se olvida.',
  'found_cookies.before_consent': 'Encontradas antes del consentimiento',
  'found_cookies.before_consent_text':
    'Estas cookies requieren consentimiento, pero las enviaron navegadores que no lo habían dado. Pida a un desarrollador que compruebe si las páginas cargan un script que no espera el consentimiento.',
  'found_cookies.undeclared': 'Encontradas, pero no declaradas',
  'found_cookies.undeclared_text':
    'Pida a un desarrollador que declare cada una en el script que la crea, para que se borre tras un rechazo, o como estrictamente necesaria si no requiere consentimiento.',
  'found_cookies.rare':
    'Nombres no declarados en menos de {least} solicitudes, que no se muestran porque cualquiera puede enviar nombres inventados: {count}',
  'found_cookies.declared': 'Encontradas y declaradas',
  'found_cookies.declared_text': 'Estas cookies figuran en su declaración de cookies.',
  'found_cookies.not_found': 'Declaradas, pero no encontradas',
  'found_cookies.not_found_text':
    'Ninguna de las solicitudes contenía estas cookies. Quizá el script ya no las crea, o tienen otro dominio u otra ruta.',
  'found_cookies.by': 'Declarada por',
  'found_cookies.by_engine': 'el motor',
  'found_cookies.by_site': 'el sitio (estrictamente necesaria)',
  'found_cookies.requests': 'Solicitudes',
  'found_cookies.first': 'Vista por primera vez',
  'found_cookies.last': 'Vista por última vez',
  'found_cookies.without': 'Sin consentimiento',
  'found_cookies.of': '{count} de {all} solicitudes',
  'found_cookies.last_without': 'Última vez sin consentimiento',
  'check.cookies_found_before_consent': 'Navegadores sin consentimiento envían cookies que lo requieren: {subject}.',
  'check.cookies_found_before_consent.name': 'Ninguna cookie antes del consentimiento',
  'check.cookies_found_before_consent.advice':
    'Compruebe si en sus páginas hay una etiqueta que las crea fuera de renderScripts. La página «Cookies encontradas» muestra cuántas veces y cuándo.',
  'check.cookies_found_undeclared': 'Los navegadores envían cookies que no están declaradas: {subject}.',
  'check.cookies_found_undeclared.name': 'Las cookies de los navegadores están declaradas',
  'check.cookies_found_undeclared.advice':
    'Declárelas en el script que las crea, o en necessaryCookies si no requieren consentimiento. La página «Cookies encontradas» las enumera.',
};
