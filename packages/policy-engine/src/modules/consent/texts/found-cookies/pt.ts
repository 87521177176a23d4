import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'nav.found_cookies': 'Cookies encontrados',
  'found_cookies.title': 'Cookies encontrados',
  'found_cookies.lead':
    'Os cookies que os navegadores realmente enviam, comparados com os declarados. Só são guardados nomes: nem valores, nem quem os enviou.',
  'found_cookies.off': 'Os nomes já não são recolhidos: a recolha está desativada na configuração.',
  'found_cookies.none': 'Ainda não há nomes de cookies',
  'found_cookies.none_text': 'Aparecem aqui assim que navegadores com cookies visitarem o seu site.',
  'found_cookies.since': 'Recolhidos desde',
  'found_cookies.requests_all': 'Pedidos com cookies: {count}',
  'found_cookies.limits':
    'Não são visíveis cookies de outros domínios nem de caminhos que estes pedidos não têm. Um nome que não foi visto durante {days} dias é esquecido.',
  'found_cookies.before_consent': 'Encontrados antes do consentimento',
  'found_cookies.before_consent_text':
    'Estes cookies requerem consentimento, mas foram enviados por navegadores que não o tinham dado. Peça a um programador que verifique se as páginas carregam um script que não espera pelo consentimento.',
  'found_cookies.undeclared': 'Encontrados, mas não declarados',
  'found_cookies.undeclared_text':
    'Peça a um programador que declare cada um no script que o cria, para que seja eliminado após uma rejeição, ou como estritamente necessário se não requer consentimento.',
  'found_cookies.rare':
    'Nomes não declarados em menos de {least} pedidos, não apresentados porque qualquer pessoa pode enviar nomes inventados: {count}',
  'found_cookies.declared': 'Encontrados e declarados',
  'found_cookies.declared_text': 'Estes cookies constam da sua declaração de cookies.',
  'found_cookies.not_found': 'Declarados, mas não encontrados',
  'found_cookies.not_found_text':
    'Nenhum dos pedidos continha estes cookies. Talvez o script já não os crie, ou tenham outro domínio ou caminho.',
  'found_cookies.by': 'Declarado por',
  'found_cookies.by_engine': 'o motor',
  'found_cookies.by_site': 'o site (estritamente necessário)',
  'found_cookies.requests': 'Pedidos',
  'found_cookies.first': 'Visto pela primeira vez',
  'found_cookies.last': 'Visto pela última vez',
  'found_cookies.without': 'Sem consentimento',
  'found_cookies.of': '{count} de {all} pedidos',
  'found_cookies.last_without': 'Última vez sem consentimento',
  'check.cookies_found_before_consent': 'Navegadores sem consentimento enviam cookies que o requerem: {subject}.',
  'check.cookies_found_before_consent.name': 'Nenhum cookie antes do consentimento',
  'check.cookies_found_before_consent.advice':
    'Verifique se nas suas páginas, fora de renderScripts, há uma etiqueta que os cria. A página «Cookies encontrados» mostra quantas vezes e quando.',
  'check.cookies_found_undeclared': 'Os navegadores enviam cookies que não estão declarados: {subject}.',
  'check.cookies_found_undeclared.name': 'Os cookies dos navegadores estão declarados',
  'check.cookies_found_undeclared.advice':
    'Declare-os no script que os cria, ou em necessaryCookies se não requerem consentimento. A página «Cookies encontrados» enumera-os.',
};
