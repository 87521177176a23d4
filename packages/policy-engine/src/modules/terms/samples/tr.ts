/** Sample texts in Turkish. */
import type { SampleTexts } from './sample.ts';

export const tr: SampleTexts = {
  mark: 'ÖRNEK: Bu metin yayımlanmadan önce bir hukukçu tarafından okunup uyarlanmalıdır. Sonra bu paragrafı silin.',
  cookie: `# Çerezler

[Şirket] bu sitede çerez kullanır. Çerezler, tarayıcınızın bizim için sakladığı küçük dosyalardır.

## Neler kullanıyoruz

| Çerez | Amaç | Süre |
| --- | --- | --- |
| [ad] | Oturumunuzu ve sepetinizi korur | tarayıcı kapanana kadar |
| [ad] | Çerezler hakkındaki kararınızı hatırlar | 12 ay |
| [ad] | Siteyi iyileştirmek için ziyaretleri sayar | [süre] |

## Hangileri için onayınız gerekir

Site onlarsız çalışmayan çerezler sorulmadan kullanılır. Diğerleri yalnızca kabul ederseniz kullanılır. Reddetmenin sizin için hiçbir
sakıncası yoktur.

## Kararınızı değiştirmek

Kararınızı bu sitenin gizlilik ayarlarında her zaman değiştirebilir veya geri çekebilirsiniz. Daha önce yapılanlar hukuka uygun
kalır.

## Verileri kim alır

[Burada çerez kullanan her şirketi, ülkesini ve kendi politikasının bağlantısını yazın.]

## Sorular

[e-posta adresi] adresine yazın.`,
  privacy: `# Gizlilik politikası

## Kim sorumlu

[Şirket, adres, e-posta adresi]. Veri koruma görevlisi: [ad, e-posta adresi].

## Neyi, neden ve hangi hukuki sebeple işliyoruz

| Veri | Amaç | Hukuki sebep (GDPR) |
| --- | --- | --- |
| Ad, adres, sipariş | Siparişinizi teslim etmek | sözleşme, m. 6(1)(b) |
| Faturalar | Muhasebe tutmak | yasal yükümlülük, m. 6(1)(c) |
| E-posta adresi | Bülten | onay, m. 6(1)(a) |
| [veri] | [amaç] | [hukuki sebep] |

## Verilerinizi kim alır

[İşleyenler ve diğer alıcılar ya da türleri; Avrupa Birliği dışındaki ülkeler için güvenceler.]

## Ne kadar saklıyoruz

[Her veri türü için süre veya sürenin nasıl belirlendiği.]

## Haklarınız

Verilerinize erişmeyi, düzeltilmesini, silinmesini, işlenmesinin kısıtlanmasını ve yaygın bir biçimde kopyasını isteyebilirsiniz.
Çıkarlarımıza dayanan işlemeye itiraz edebilirsiniz. Bir onayı her zaman geri çekebilirsiniz; daha önce yapılanlar hukuka uygun kalır.

Bir denetim makamına şikâyette bulunabilirsiniz, örneğin [makam].

## Vermeniz gereken veriler

[Bir sözleşmenin veya yasanın hangi verileri gerektirdiği ve vermezseniz ne olacağı.]

## Otomatik kararlar

[Varsa nasıl işlediği; yoksa: Hakkınızda otomatik karar vermiyoruz.]`,
  age: `# Yaş onayı

## Bu hizmeti kimler kullanabilir

[Hizmet] kullanmak için en az [16] yaşında olmalısınız. [Daha küçüklerin velisinin veya vasisinin onayı gerekir.]

## Neyi onaylıyorsunuz

Kabul ederek bu yaşı doldurduğunuzu onaylarsınız.

## Bununla ne yapıyoruz

Kanıtlayabilmek için onayladığınızı ve zamanını saklıyoruz. Doğum tarihinizi sormuyoruz. [Aksi hâlde: neyin denetlendiği ve ne kadar
saklandığı.]

## Daha küçükseniz

Lütfen hesap açmayın. Hesabınız varsa [e-posta adresi] adresine yazın, sileriz.`,
};
