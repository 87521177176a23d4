import type { TextsLike } from '../catalogue.ts';
import type { choice as english } from '../en/choice.ts';

export const choice: TextsLike<typeof english> = {
  'nav.privacy_settings': 'Gizlilik ayarları',
  'choice.title': 'Gizlilik ayarları',
  'choice.lead':
    'Aşağıdakilerin hiçbiri siz kabul etmeden çalışmaz. Kararınızı burada istediğiniz zaman tek tıkla değiştirebilirsiniz.',
  'choice.none': 'Burada onayınızı gerektiren bir şey yok',
  'choice.none_text': 'Bu site yalnızca çalışması için gerekenleri kullanır.',
  'choice.accept_all': 'Tümünü kabul et',
  'choice.reject_all': 'Tümünü reddet',
  'choice.gpc.honoured':
    'Tarayıcınız sitelerden sizi izlememelerini istiyor (Global Privacy Control). Buna uyuyoruz: kendiniz kabul etmediğiniz her şey reddedilmiş sayılır.',
  'choice.gpc.overridden':
    'Tarayıcınız sitelerden sizi izlememelerini istediği hâlde aşağıda bir şeyi kabul ettiniz. Burada sizin kararınız geçerlidir; geri dönmek için reddedin.',
  'choice.by_gpc': 'tarayıcınızın sinyaliyle',
  'choice.text_changed': 'Siz okurken metin değişti. Lütfen sayfayı yenileyip yeniden karar verin.',
  'choice.unknown_rule': 'Böyle bir onay yok.',
  'choice.declaration': 'Bu sitedeki çerezler',
  'choice.declaration_link': 'Bu sitedeki tüm çerezler, tek tek',
  'choice.declaration.lead':
    'Tarayıcınızda neyin, kim tarafından, ne için ve ne kadar süre saklandığı. Onayınızı gerektiren hiçbir şey siz onaylamadan saklanmaz.',
  'choice.necessary': 'Kararınız için gerekli olanlar',
  'choice.necessary_text':
    'Bunlar verdiğiniz kararı hatırlar. Onay gerektirmez ve hakkınızda kimseye bir şey söylemez.',
  'choice.own.rule': 'Neye karar verdiğinizi ve metnin hangi sürümü için karar verdiğinizi hatırlar.',
  'choice.own.visitor':
    'Kararınızın kanıtını bu tarayıcıya bağlayan rastgele sayı. İlk kararınızla birlikte kaydedilir.',
  'choice.own.gpc': 'Tarayıcınızın gizlilik sinyalinin kaydedildiğini hatırlar. Herkes için aynıdır.',
  'choice.own.year': '1 yıl',
  'choice.provider': 'Sağlayıcı',
  'choice.cookies': 'Çerezler',
  'choice.cookie': 'Ad',
  'choice.purpose': 'Amaç',
  'choice.duration': 'Süre',
  'choice.domain': 'Alan adı',
  'choice.this_site': 'Bu site',
  'choice.no_cookies': 'Çerez kullanmaz.',
  'choice.local_storage': 'Tarayıcının yerel deposunda saklanır',
  'choice.session_storage': 'Sekme kapanana kadar saklanır',
  'nav.figures': 'Sayılar',
  'choice.figures': 'Onay sayıları',
  'choice.figures.lead':
    'Gün gün kaç kişinin neye karar verdiği. Kayıt defterinden sayılır; bunun için kimse izlenmez.',
  'choice.figures.from': 'Başlangıç',
  'choice.figures.to': 'Bitiş',
  'choice.figures.all': 'Tüm politikalar',
  'choice.figures.show': 'Göster',
  'choice.figures.none': 'Bu sürede karar verilmedi',
  'choice.figures.none_text': 'Başka günler ya da başka bir politika seçin.',
  'choice.figures.decisions': 'Kararlar',
  'choice.figures.rate': 'Kabul oranı',
  'choice.figures.gpc_share': 'Tarayıcı sinyaliyle (GPC)',
  'choice.figures.overridden': 'Sinyale rağmen kabul edilen',
  'choice.figures.by_gpc': 'Tarayıcı sinyaliyle reddedilen',
  'choice.figures.under_gpc': 'Tarayıcı sinyali',
  'choice.figures.chart': 'Günlük kararlar, çubuklar hâlinde; aşağıdaki tabloda aynı sayılar var',
  'choice.figures.table': 'Aynı sayılar tablo olarak',
  'choice.figures.day': 'Gün',
};
