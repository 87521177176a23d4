import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'nav.privacy': 'Gizliliğiniz',
  'centre.title': 'Gizliliğiniz',
  'centre.lead':
    'Size sorulanlar, verdiğiniz kararlar ve verilerinizle yapabilecekleriniz. Kararınızı burada istediğiniz zaman değiştirebilirsiniz.',
  'centre.lead_visitor':
    'Bu tarayıcıda nelerin çalışacağına siz karar verirsiniz. Kararınızı burada istediğiniz zaman değiştirebilirsiniz.',
  'choice.own.locale': 'Gizlilik merkezinde seçtiğiniz dili hatırlar. Yalnızca bir dil seçtiğinizde kaydedilir.',
  'centre.contents': 'Bu sayfada',
  'centre.languages': 'Bu sayfanın dili',
  'centre.open': 'karar bekleyen: {count}',
  'centre.asked': 'Kararınızı bekleyenler',
  'centre.asked.browser': 'Bu tarayıcıda henüz karar verilmedi:',
  'centre.decided': 'Verdiğiniz kararlar',
  'centre.decided.none': 'Henüz hiçbir politika için karar vermediniz.',
  'centre.browser': 'Bu tarayıcıda',
  'centre.sign_in': 'Hesabınız için verdiğiniz kararları görmek ve verilerinizi istemek için oturum açın.',
  'centre.record': 'Kayıtlı olan her şey, belgeleriyle',
  'centre.text_page': 'Metnin sayfası',
  'centre.history': 'Geçmiş: {count}',
  'centre.changes.accepted':
    '{from}. sürümü kabul etmiştiniz. Şimdi {to}. sürüm yürürlükte, bu yüzden yeniden soruyoruz.',
  'centre.changes.rejected':
    '{from}. sürümü reddetmiştiniz. Şimdi {to}. sürüm yürürlükte, bu yüzden yeniden soruyoruz.',
  'centre.changes.show': 'Metinde nelerin değiştiğini göster',
  'centre.changes.unknown': 'Önceki metin bu dilde yok, bu yüzden değişiklikleri gösterilemiyor.',
  'centre.refuse': 'Reddederseniz',
  'centre.refuse.blocking': 'Kabul edene kadar burada devam edemezsiniz.',
  'centre.refuse.update': 'Kabul edene kadar hesabınızdaki değişiklikler kaydedilemez.',
  'centre.refuse.scripts': 'Bunlar burada çalışmaz: {scripts}.',
  'centre.refuse.cookies': 'Tarayıcınızdan bunların çerezlerini silmesi istenir.',
  'centre.refuse.free': 'Bu olmadan da devam edebilirsiniz: seçim sizin.',
  'centre.refuse.past': 'Bundan sonrası için geçerlidir, geçmiş için değil.',
  'centre.did.accepted': 'Kabul ettiniz: {policy}.',
  'centre.did.rejected': 'Reddettiniz: {policy}. Daha önce kabul ettikleriniz artık geçerli değil.',
  'centre.did.run': 'Artık burada çalışabilir: {scripts}.',
  'centre.did.stopped': 'Bir sonraki sayfadan itibaren burada çalışmaz: {scripts}.',
  'centre.did.cookies': 'Tarayıcınızdan bunların çerezlerini silmesi istendi.',
  'choice.unknown_vendor': '“{vendor}” bu onay için seçilebilecek bir şirket değil.',
  'choice.vendors': 'Şirketleri tek tek seç',
  'choice.vendors.save': 'Bu seçimi kaydet',
  'choice.vendors.hint':
    'İşaretli şirketler kabul edilir, diğerleri reddedilir. Hiçbiri işaretli değilse tümü reddedilir.',
  'choice.vendor_new': 'Kararınızdan sonra eklendi',
  'choice.without': 'Şunlar olmadan kabul edildi: {vendors}',
  'centre.did.without': 'Kabul etmediğiniz için bunlar burada çalışmaz: {scripts}.',
  'notice.accepted_all': 'Bu tarayıcıda onayınızı gerektiren her şeyi kabul ettiniz.',
  'notice.rejected_all':
    'Bu tarayıcıda onayınızı gerektiren her şeyi reddettiniz. Bir sonraki sayfadan itibaren hiçbiri çalışmaz.',
};
