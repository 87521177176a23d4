import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'nav.privacy': 'Gizliliğiniz',
  'centre.title': 'Gizliliğiniz',
  'centre.lead':
    'Kararlarınız, kararınızı bekleyenler ve verilerinize ilişkin haklarınız. Kararınızı burada istediğiniz zaman değiştirebilirsiniz.',
  'centre.lead_visitor':
    'Bu tarayıcıda nelerin çalışacağına siz karar verirsiniz. Kararınızı burada istediğiniz zaman değiştirebilirsiniz.',
  'choice.own.locale': 'Gizlilik merkezinde seçtiğiniz dili saklar. Yalnızca bir dil seçtiğinizde kaydedilir.',
  'centre.contents': 'Bu sayfada',
  'centre.languages': 'Bu sayfanın dili',
  'centre.open': 'karar verilmeyen: {count}',
  'centre.asked': 'Kararınızı bekleyenler',
  'centre.asked.browser': 'Bu tarayıcıda:',
  'centre.decided': 'Kararlarınız',
  'centre.decided.none': 'Henüz hiçbir politika için karar vermediniz.',
  'centre.unpublished': 'Henüz yayımlanmadı:',
  'centre.browser': 'Bu tarayıcıda',
  'centre.notices': 'Bilgilendirmeler',
  'centre.notice_changed': 'Değişti',
  'centre.sign_in': 'Hesabınıza ait kararları görmek ve verilerinizi talep etmek için oturum açın.',
  'centre.record': 'Belgeleriyle birlikte tüm geçmiş',
  'centre.text_page': 'Metnin tamamını aç',
  'centre.history': 'Geçmiş: {count}',
  'centre.changes.accepted':
    'Sürüm {from} metnini kabul etmiştiniz. Şimdi sürüm {to} yürürlükte, bu nedenle size yeniden soruyoruz.',
  'centre.changes.rejected':
    'Sürüm {from} metnini reddetmiştiniz. Şimdi sürüm {to} yürürlükte, bu nedenle size yeniden soruyoruz.',
  'centre.changes.show': 'Değişiklikleri göster',
  'centre.changes.unknown': 'Önceki metin bu dilde yok, bu nedenle değişiklikler gösterilemiyor.',
  'centre.refuse': 'Reddederseniz',
  'centre.withdraw': 'Rızanızı geri çekerseniz',
  'centre.refuse.blocking': 'Kabul edene kadar burada devam edemezsiniz.',
  'centre.refuse.update': 'Kabul edene kadar hesabınızdaki değişiklikleri kaydedemezsiniz.',
  'centre.refuse.scripts': 'Bunlar burada çalışmaz: {scripts}.',
  'centre.refuse.cookies': 'Tarayıcınıza bunların çerezlerini silmesi bildirilir.',
  'centre.refuse.free': 'Bu olmadan da devam edebilirsiniz: tercih sizindir.',
  'centre.refuse.past': 'Bundan sonrası için geçerlidir, geçmiş için değil.',
  'centre.did.accepted': '“{policy}” politikasını kabul ettiniz.',
  'centre.did.rejected': '“{policy}” politikasını reddettiniz.',
  'centre.did.revoked': 'Daha önceki kabulünüz artık geçerli değil.',
  'centre.did.withdrawn': '“{policy}” için verdiğiniz rızayı geri çektiniz. Bundan sonra geçerli değil.',
  'centre.did.run': 'Bunlar artık burada çalışabilir: {scripts}.',
  'centre.did.stopped': 'Bunlar, bir sonraki sayfayı açtığınızda burada çalışmayı durdurur: {scripts}.',
  'centre.did.cookies': 'Tarayıcınıza bunların çerezlerini silmesi bildirildi.',
  'choice.unknown_vendor': '“{vendor}” bu açık rızanın sağlayıcılarından biri değil.',
  'choice.vendors': 'Sağlayıcıları tek tek seç',
  'choice.vendors.save': 'Tercihleri kaydet',
  'choice.vendors.hint':
    'İşaretli sağlayıcılar kabul edilir, diğerleri reddedilir. Hiçbiri işaretli değilse amacın tamamı reddedilir.',
  'choice.vendor_new': 'Kararınızdan sonra eklendi',
  'choice.without': 'Şunlar hariç kabul edildi: {vendors}',
  'centre.did.without': 'Kabul etmediğiniz için bunlar burada çalışmaz: {scripts}.',
  'notice.accepted_all': 'Bu tarayıcıda açık rızanızı gerektiren her şeyi kabul ettiniz.',
  'notice.rejected_all':
    'Bu tarayıcıda açık rızanızı gerektiren her şeyi reddettiniz. Bunlar, bir sonraki sayfayı açtığınızda çalışmayı durdurur.',
};
