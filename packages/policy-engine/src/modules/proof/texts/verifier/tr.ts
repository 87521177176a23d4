import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'ledger.verifier.title': 'Belge doğrulama',
  'ledger.verifier.lead':
    'Bu sayfa bir belgeyi, onu veren siteye bağlanmadan tarayıcınızda doğrular. Girdiğiniz hiçbir şey hiçbir yere gönderilmez.',
  'ledger.verifier.noscript': 'Bu sayfa JavaScript gerektirir: doğrulama tarayıcınızda yapılır.',
  'ledger.verifier.unable':
    'Bu tarayıcı burada imzaları doğrulayamıyor. Bu sayfayı HTTPS üzerinden veya kaydedilmiş dosya olarak, Chrome, Edge, Firefox veya Safari’nin güncel bir sürümünde açın.',
  'ledger.verifier.receipt': 'Belge (JSON)',
  'ledger.verifier.receipt.hint': 'Dosyayı seçin, bu sayfaya bırakın veya içeriğini yapıştırın.',
  'ledger.verifier.file': 'Dosya seç',
  'ledger.verifier.keys': 'Kayıt defterinin anahtarları',
  'ledger.verifier.keys.hint':
    'Her satıra bir anahtar, örneğin shop.example/ledger+0a1b2c3d+AbCd… Anahtarları belgeden başka bir kaynaktan alın: sitenin yayımladığı yerden veya onları kaydetmiş birinden.',
  'ledger.verifier.noted': 'Başka yerde kaydedilmiş bir denetim noktasıyla karşılaştır',
  'ledger.verifier.noted.checkpoint': 'Kaydedilmiş denetim noktası',
  'ledger.verifier.noted.checkpoint.hint':
    'Yöneticilere gönderilen bir e-postadan veya bir denetim noktasını kaydetmiş birinden. İmza satırlarını da ekleyin.',
  'ledger.verifier.noted.consistency': 'Tutarlılık kanıtı (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Yalnızca iki denetim noktasının boyutları farklıysa gerekir. Hangi kanıtı almanız gerektiğini doğrulama bildirir.',
  'ledger.verifier.check': 'Doğrula',
  'ledger.verifier.save': 'Belgeleri çevrimdışı, site artık olmasa bile doğrulamak için bu sayfayı kaydedin.',
  'ledger.verifier.save.action': 'Sayfayı kaydet',
  'ledger.verifier.verdict.holds': 'Belge geçerli',
  'ledger.verifier.verdict.holds.text':
    'Anahtarlarını girdiğiniz kayıt defteri bu kaydı aşağıda gösterildiği gibi içeriyor. Kayıt, mühürlendiğinden beri değiştirilmedi.',
  'ledger.verifier.verdict.marked': 'Belge geçerli, ancak kayıt işaretli',
  'ledger.verifier.verdict.marked.text':
    'Tüm adımlar başarılı, ancak yalnızca şunu kanıtlıyor: site kaynağını doğrulayamadığı için kayıt bir işaretle mühürlendi.',
  'ledger.verifier.verdict.pending': 'Belge beklemede ve henüz hiçbir şey kanıtlamıyor',
  'ledger.verifier.verdict.pending.text':
    'Kayıt mühürlenmemiş: onu kapsayan bir imza yok, bu nedenle aşağıdaki içeriği herkes yazmış olabilir. Belgeyi bir dakika sonra yeniden indirin.',
  'ledger.verifier.verdict.refused': 'Belge geçerli değil',
  'ledger.verifier.verdict.refused.text':
    'Bir adım başarısız oldu; bu nedenle belgenin içeriği kanıtlanmış değil ve gösterilmiyor. Dosyanın eksiksiz olduğundan ve anahtarların bu kayıt defterine ait olduğundan emin olun.',
  'ledger.verifier.unchecked': 'Doğrulanmadı',
  'ledger.verifier.unchecked.receipt': 'Önce bir belge girin.',
  'ledger.verifier.unchecked.keys':
    'Kayıt defterinin en az bir anahtarını girin: anahtar olmadan hiçbir şey kanıtlanamaz.',
  'ledger.verifier.unchecked.key': 'Bu satır bir kayıt defteri anahtarı değil: {line}',
  'ledger.verifier.unchecked.large': 'Bu dosya bir belge olamayacak kadar büyük.',
  'ledger.verifier.unchecked.unreadable': 'Bu dosya geçerli bir UTF-8 metni değil.',
  'ledger.verifier.steps': 'Doğrulama adımları',
  'ledger.verifier.says': 'Belgenin içeriği',
  'ledger.verifier.kind': 'Kayıt türü',
  'ledger.verifier.number': 'Bu kişinin kararları arasındaki numarası',
  'ledger.verifier.visitor': 'Ziyaretçi',
  'ledger.verifier.state.holds': 'Başarılı',
  'ledger.verifier.state.fails': 'Başarısız',
  'ledger.verifier.state.open': 'Doğrulanmadı',
  'ledger.verifier.state.warns': 'Not',
  'ledger.verifier.step.form.holds': 'Belgenin biçimi biliniyor; eklenmiş, eksik veya yinelenmiş bir şey yok.',
  'ledger.verifier.step.form.fails':
    'Belgenin biçimi bilinmiyor ya da eklenmiş, eksik veya yinelenmiş bir şey var: {part}',
  'ledger.verifier.step.openings.holds': 'Kişi ve koşullar, kayıttaki kriptografik taahhütlerle eşleşiyor.',
  'ledger.verifier.step.openings.fails': 'Bu, kayıttaki kriptografik taahhütlerle eşleşmiyor: {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} denetim noktasını birlikte imzaladı: bu tanık onu {time} tarihinde gördü ve onunla çelişen bir kayıt defteri görmedi.',
  'ledger.verifier.step.witnesses.open':
    'Belge, tanıkların denetim noktasını birlikte imzaladığını belirtiyor. Bu doğrulanmadı: tanıkların anahtarlarını kayıt defterininkilerle birlikte girin.',
  'ledger.verifier.step.witnesses.fails': 'Belgede belirtilen tanık imzaları, denetim noktasıyla eşleşmiyor: {part}',
  'ledger.verifier.step.erasure.holds': 'Site, kişinin verilerinin silindiğini imzaladı: kimlik artık gösterilemez.',
  'ledger.verifier.step.erasure.fails':
    'Kişinin verilerinin silindiğine ilişkin, girdiğiniz bir anahtarla imzalanmış bir beyan yok ya da belge hâlâ kişinin adını içeriyor: {part}',
  'ledger.verifier.step.text.holds': 'Metin, kararın ilişkin olduğu metnin tam aynısı.',
  'ledger.verifier.step.text.fails': 'Metin, kararın ilişkin olduğu metin değil.',
  'ledger.verifier.step.text.open': 'Belge bir metin içermiyor.',
  'ledger.verifier.step.checkpoint.holds':
    '{origin} kayıt defterinin {size} kayıtlık denetim noktası, girdiğiniz bir anahtarla imzalanmış.',
  'ledger.verifier.step.checkpoint.fails':
    'Denetim noktası girdiğiniz bir anahtarla imzalanmamış ya da değiştirilmiş: {part}',
  'ledger.verifier.step.checkpoint.open': 'Kaydı kapsayan imzalı bir denetim noktası yok.',
  'ledger.verifier.step.place.holds': 'Kaydın numarası, 0’dan sayılarak, {size} kayıt içinde {index}.',
  'ledger.verifier.step.place.fails':
    'Kayıt, denetim noktasında yer almıyor: kayıt veya denetim noktası değiştirilmiş.',
  'ledger.verifier.step.mark.warns':
    'Kayıt mühürlenirken işaretlenmiş ({reason}) ve bir yönetici inceleyene kadar geçerli değil.',
  'ledger.verifier.step.mark.fails': 'Kayıttaki işaret geçerli değil: {part}',
  'ledger.verifier.step.later.holds':
    'Site, ilk {size} kayıt arasında bu kişinin bu politika için daha sonraki bir kararı olmadığını imzaladı.',
  'ledger.verifier.step.later.warns':
    'Site, ilk {size} kayıt arasında bu kişinin bu politika için daha sonraki bir kararı olduğunu imzaladı: bu belge kişinin güncel kararını göstermez.',
  'ledger.verifier.step.later.open': 'Belge, daha sonraki bir karar olup olmadığını belirtmiyor.',
  'ledger.verifier.step.later.fails':
    'Daha sonraki kararlara ilişkin beyan, girdiğiniz bir anahtarla imzalanmamış: {part}',
  'ledger.verifier.step.noted.holds': 'Kaydedilmiş {size} kayıtlık denetim noktası aynı kayıt defterine ait.',
  'ledger.verifier.step.noted.open':
    'Kaydedilmiş bir denetim noktası girilmedi, bu nedenle herkesin aynı kayıt defterini gördüğü doğrulanmadı.',
  'ledger.verifier.step.noted.fails':
    'Belge, kaydedilmiş denetim noktasının kayıt defterine ait değil ya da tutarlılık kanıtı doğru kanıt değil. Kanıt doğruysa site iki kayıt defteri tutuyor demektir: ikisini de delil olarak saklayın. {part}',
  'ledger.verifier.step.consistency.open':
    'Kaydedilmiş denetim noktasında {noted}, belgeninkinde {size} kayıt var. Tutarlılık kanıtı olarak sitenin /ledger/consistency.json?from={from}&to={to} adresindeki yanıtını girin.',
};
