import type { TextsLike } from '../catalogue.ts';
import type { banner as english } from '../en/banner.ts';

export const banner: TextsLike<typeof english> = {
  'banner.title': 'Neye izin vereceğinize siz karar verin',
  'banner.lead': 'Bu site aşağıdakiler olmadan da çalışır. Siz kabul etmeden hiçbiri yüklenmez.',
  'banner.details': 'Bunlar nedir?',
  'banner.choices': 'İzin verdikleriniz',
  'banner.accept': 'Hepsini kabul et',
  'banner.reject': 'Hepsini reddet',
  'banner.choose': 'Seçimi kaydet',
  'banner.accept_one': 'Kabul et',
  'banner.reject_one': 'Reddet',
  'banner.settings': 'Gizlilik ayarları',
  'banner.gpc': 'Tarayıcınız verilerinizin paylaşılmamasını istiyor (Global Privacy Control). Bunu ret sayıyoruz.',
  'banner.gpc_short': 'Global Privacy Control dikkate alınıyor',
  'banner.saved': 'Seçiminiz kaydedildi.',
  'banner.failed': 'Seçiminiz kaydedilemedi. Yeniden deneyin ya da şu sayfayı kullanın:',
  'banner.running': 'Reddettikleriniz, sayfa yeniden yüklenene kadar bu sayfada çalışabilir.',
  'banner.reload': 'Sayfayı yeniden yükle',
  'embed.lead': 'Bu içerik {host} sitesinden gelir. Gösterilirse çerez bırakabilir ve burada olduğunuzu öğrenebilir.',
  'embed.once': 'Bir kez göster',
  'embed.always': 'Her zaman izin ver: {rule}',
  'embed.open': '{host} sitesinde aç',
};
