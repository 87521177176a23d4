import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'nav.found_cookies': 'Bulunan çerezler',
  'found_cookies.title': 'Bulunan çerezler',
  'found_cookies.lead':
    'Tarayıcıların gerçekten gönderdiği çerezler, bildirilenlerle karşılaştırılır. Yalnızca adlar saklanır: değerler ve gönderenler saklanmaz.',
  'found_cookies.off': 'Adlar artık toplanmıyor: yapılandırmada kapatılmış.',
  'found_cookies.none': 'Henüz çerez adı yok',
  'found_cookies.none_text': 'Çerezli tarayıcılar sitenizi ziyaret ettiğinde burada görünürler.',
  'found_cookies.since': 'Toplama başlangıcı',
  'found_cookies.requests_all': 'Çerez içeren istekler: {count}',
  'found_cookies.limits':
    'Başka alan adlarının çerezleri ve bu isteklerde bulunmayan yolların çerezleri görülemez. {days} gün boyunca görülmeyen bir ad unutulur.',
  'found_cookies.before_consent': 'Açık rızadan önce bulunanlar',
  'found_cookies.before_consent_text':
    'Bu çerezler açık rıza gerektirir, ancak rıza verilmemiş tarayıcılar bunları gönderdi. Bir geliştiriciden, sayfaların rızayı beklemeyen bir betik yükleyip yüklemediğini kontrol etmesini isteyin.',
  'found_cookies.undeclared': 'Bulunan, ancak bildirilmeyenler',
  'found_cookies.undeclared_text':
    'Bir geliştiriciden, reddedildikten sonra silinmesi için her birini kaydeden betikte, açık rıza gerektirmiyorsa kesinlikle gerekli olarak bildirmesini isteyin.',
  'found_cookies.rare':
    '{least} istekten azında bulunan ve herkes uydurma adlar gönderebileceği için listelenmeyen bildirilmemiş adlar: {count}',
  'found_cookies.declared': 'Bulunan ve bildirilenler',
  'found_cookies.declared_text': 'Bu çerezler çerez bildiriminizde yer alır.',
  'found_cookies.not_found': 'Bildirilen, ancak bulunmayanlar',
  'found_cookies.not_found_text':
    'İsteklerin hiçbiri bu çerezleri içermiyordu. Betik bunları artık kaydetmiyor olabilir ya da alan adları veya yolları farklıdır.',
  'found_cookies.by': 'Bildiren',
  'found_cookies.by_engine': 'motor',
  'found_cookies.by_site': 'site (kesinlikle gerekli)',
  'found_cookies.requests': 'İstekler',
  'found_cookies.first': 'İlk görülme',
  'found_cookies.last': 'Son görülme',
  'found_cookies.without': 'Rızasız',
  'found_cookies.of': '{all} istekten {count}',
  'found_cookies.last_without': 'Son rızasız görülme',
  'check.cookies_found_before_consent':
    'Rıza verilmemiş tarayıcılar, açık rıza gerektiren çerezler gönderiyor: {subject}.',
  'check.cookies_found_before_consent.name': 'Açık rızadan önce çerez yok',
  'check.cookies_found_before_consent.advice':
    'Sayfalarınızda renderScripts dışında bunları kaydeden bir etiket olup olmadığını kontrol edin. “Bulunan çerezler” sayfası ne sıklıkta ve ne zaman olduğunu gösterir.',
  'check.cookies_found_undeclared': 'Tarayıcılar bildirilmemiş çerezler gönderiyor: {subject}.',
  'check.cookies_found_undeclared.name': 'Tarayıcılardaki çerezler bildirilmiş',
  'check.cookies_found_undeclared.advice':
    'Bunları kaydeden betikte, açık rıza gerektirmiyorlarsa necessaryCookies altında bildirin. “Bulunan çerezler” sayfası bunları listeler.',
};
