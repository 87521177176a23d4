/** Sample texts in Turkish. */
import type { SampleTexts } from './sample.ts';

export const tr: SampleTexts = {
  mark: 'ÖRNEK: Bu metin yayımlanmadan önce bir hukukçu tarafından okunup uyarlanmalıdır. Sonra bu paragrafı silin.',
  cookie: `# Çerezler

[Şirket] bu sitede çerez kullanır. Çerezler, tarayıcınızın bizim için sakladığı küçük dosyalardır.

## Neler kullanıyoruz

| Çerez | Amaç | Saklama süresi |
| --- | --- | --- |
| [ad] | Oturumunuzu ve sepetinizi korur | tarayıcı kapanana kadar |
| [ad] | Çerezler hakkındaki kararınızı hatırlar | 12 ay |
| [ad] | Siteyi iyileştirmek için ziyaretleri sayar | [süre] |

## Neler için açık rızanız gerekir

Sitenin çalışması için zorunlu olan çerezler sorulmadan kaydedilir. Diğerlerinin tümü ancak siz açık rıza verdikten sonra
kaydedilir. Reddetmenin sizin için olumsuz bir sonucu yoktur.

## Kararınızı değiştirmek

Kararınızı bu sitenin gizlilik ayarlarında istediğiniz zaman değiştirebilir veya geri alabilirsiniz. O zamana kadar yapılanlar
hukuka uygun kalır.

## Verileri kim alır

[Burada çerez kaydeden veya okuyan her şirketi, ülkesini ve kendi politikasının bağlantısını yazın.]

## Sorular

[e-posta adresi] adresine yazın.`,
  privacy: `# Gizlilik politikası

## Veri sorumlusu

[Şirket, adres, e-posta adresi]. Veri koruma görevlimiz: [ad, e-posta adresi].

## Neyi, hangi amaçla ve hangi hukuki sebeple işliyoruz

| Veri | Amaç | Hukuki sebep (GDPR) |
| --- | --- | --- |
| Ad, adres, sipariş | Siparişinizi teslim etmek | sözleşme, md. 6(1)(b) |
| Faturalar | Muhasebe tutmak | yasal yükümlülük, md. 6(1)(c) |
| E-posta adresi | Bülten | açık rıza, md. 6(1)(a) |
| [veri] | [amaç] | [hukuki sebep] |

## Verilerinizi kim alır

[Veri işleyenler ve diğer alıcılar veya alıcı grupları; Avrupa Birliği dışındaki ülkeler için güvenceler.]

## Ne kadar saklıyoruz

[Her veri türü için süre veya sürenin nasıl belirlendiği.]

## Haklarınız

Verilerinize erişmeyi, verilerinizin düzeltilmesini, silinmesini, işlenmesinin kısıtlanmasını ve yaygın kullanılan bir biçimde bir kopyasını
isteyebilirsiniz. Meşru menfaatlerimize dayanan işlemeye itiraz edebilirsiniz. Açık rızanızı istediğiniz zaman geri alabilirsiniz; o zamana
kadar yapılanlar hukuka uygun kalır.

Bir denetim makamına şikâyette bulunabilirsiniz, örneğin [makam].

## Vermeniz gereken veriler

[Bir sözleşmenin veya yasanın hangi verileri gerektirdiği ve vermezseniz ne olacağı.]

## Otomatik kararlar

[Varsa nasıl işlediği; yoksa: Hakkınızda otomatik karar vermiyoruz.]`,
  age: `# Yaş onayı

## Bu hizmeti kimler kullanabilir

[Hizmet] kullanmak için en az [16] yaşında olmalısınız. [Daha küçükler için velinin veya vasinin rızası gerekir.]

## Neyi onaylıyorsunuz

Kabul ederek bu yaşta veya daha büyük olduğunuzu onaylarsınız.

## Bununla ne yapıyoruz

Kanıtlayabilmek için onayladığınızı ve onaylama zamanını saklıyoruz. Doğum tarihinizi sormuyoruz. [Aksi hâlde: neyin kontrol edildiği
ve ne kadar saklandığı.]

## Daha küçükseniz

Lütfen hesap açmayın. Hesabınız varsa [e-posta adresi] adresine yazın, sileriz.`,
};
