import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'ledger.receipt.verify': 'Bu belgeyi kendiniz denetleyin',
  'ledger.verifier.title': 'Bir belgeyi denetle',
  'ledger.verifier.lead':
    'Bu sayfa bir belgeyi, onu veren siteye sormadan tarayıcınızda denetler. Girdiğiniz hiçbir şey gönderilmez.',
  'ledger.verifier.noscript': 'Bu sayfa JavaScript gerektirir: denetim tarayıcınızda yapılır.',
  'ledger.verifier.unable':
    'Bu tarayıcı burada imza denetleyemiyor. Bu sayfayı https ile ya da kaydedilmiş dosya olarak, Chrome, Edge, Firefox veya Safari’nin güncel bir sürümünde açın.',
  'ledger.verifier.receipt': 'Belge (JSON)',
  'ledger.verifier.receipt.hint': 'Dosyayı seçin, bu sayfaya bırakın ya da içeriğini yapıştırın.',
  'ledger.verifier.file': 'Dosya seç',
  'ledger.verifier.keys': 'Kaydın anahtarları',
  'ledger.verifier.keys.hint':
    'Her satıra bir anahtar, örneğin shop.example/ledger+0a1b2c3d+AbCd… Onları belgeden başka bir yerden alın: sitenin yayımladığı yerden ya da not etmiş birinden.',
  'ledger.verifier.noted': 'Başka yerde not edilmiş bir denetim noktasıyla karşılaştır',
  'ledger.verifier.noted.checkpoint': 'Not edilmiş denetim noktası',
  'ledger.verifier.noted.checkpoint.hint':
    'Yöneticilere gönderilen bir e-postadan ya da not etmiş birinden: satırları, imza satırlarıyla birlikte.',
  'ledger.verifier.noted.consistency': 'Tutarlılık kanıtı (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Yalnızca iki denetim noktasının boyutları farklıysa gerekir. Hangisinin gerektiğini denetim söyler.',
  'ledger.verifier.check': 'Denetle',
  'ledger.verifier.save': 'Belgeleri bağlantı olmadan, site artık olmasa bile denetlemek için bu sayfayı kaydedin.',
  'ledger.verifier.save.action': 'Bu sayfayı kaydet',
  'ledger.verifier.verdict.holds': 'Belge geçerli',
  'ledger.verifier.verdict.holds.text':
    'Anahtarlarını girdiğiniz kayıtta bu girdi, aşağıda gösterildiği gibi vardır. Mühürlendiğinden beri hiçbir şey değiştirilmemiştir.',
  'ledger.verifier.verdict.marked': 'Girdi işaretli olarak mühürlenmiş',
  'ledger.verifier.verdict.marked.text':
    'Her adım doğru ve yalnızca şunu kanıtlıyor: site kefil olamadığı için girdi işaretli olarak mühürlenmiş.',
  'ledger.verifier.verdict.pending': 'Belge beklemede ve henüz bir şey kanıtlamıyor',
  'ledger.verifier.verdict.pending.text':
    'Girdi mühürlenmemiş: onu kapsayan bir imza yok, aşağıdakileri herkes yazmış olabilir. Belgeyi bir dakika sonra yeniden alın.',
  'ledger.verifier.verdict.refused': 'Belge geçerli değil',
  'ledger.verifier.verdict.refused.text':
    'Bir adım başarısız oldu: belgenin söylediklerine hiçbir şey kefil değil ve hiçbiri gösterilmiyor. Dosyanın eksiksiz olduğundan ve anahtarların bu kayda ait olduğundan emin olun.',
  'ledger.verifier.unchecked': 'Denetlenmedi',
  'ledger.verifier.unchecked.receipt': 'Önce bir belge girin.',
  'ledger.verifier.unchecked.keys': 'Kaydın en az bir anahtarını girin: anahtarsız kanıt olmaz.',
  'ledger.verifier.unchecked.key': 'Bu satır bir kayıt anahtarı değil: {line}',
  'ledger.verifier.unchecked.large': 'Bu dosya bir belge olamayacak kadar büyük.',
  'ledger.verifier.unchecked.unreadable': 'Bu dosya metin (UTF-8) olarak okunamıyor.',
  'ledger.verifier.steps': 'Neler denetlendi',
  'ledger.verifier.says': 'Belge ne diyor',
  'ledger.verifier.kind': 'Girdi türü',
  'ledger.verifier.number': 'Bu kişinin kararları arasındaki numarası',
  'ledger.verifier.visitor': 'Ziyaretçi',
  'ledger.verifier.state.holds': 'Doğru',
  'ledger.verifier.state.fails': 'Yanlış',
  'ledger.verifier.state.open': 'Denetlenmedi',
  'ledger.verifier.state.warns': 'Not',
  'ledger.verifier.step.form.holds': 'Bilinen biçimde bir belge; eklenmiş, eksik ya da iki kez verilmiş bir şey yok.',
  'ledger.verifier.step.form.fails':
    'Bilinen biçimde bir belge değil ya da eklenmiş, eksik veya iki kez verilmiş bir şey var: {part}',
  'ledger.verifier.step.openings.holds': 'Kişi ve koşullar, girdinin bağlandığı kişi ve koşullardır.',
  'ledger.verifier.step.openings.fails': 'Girdinin bağlandığı bu değil: {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} denetim noktasını imzalamış: bu tanık onu {time} anında görmüş, başka bir kayıt görmemiş.',
  'ledger.verifier.step.witnesses.open':
    'Denetim noktasını tanıkların imzaladığı söyleniyor. Bu denetlenmedi: tanıkların anahtarlarını kaydınkilerin yanına girin.',
  'ledger.verifier.step.witnesses.fails':
    'Belgenin tanık imzaları hakkında söylediği, denetim noktasındakilerle aynı değil: {part}',
  'ledger.verifier.step.erasure.holds': 'Site, kişinin silindiğini imzalamış: kimin karar verdiği artık gösterilemez.',
  'ledger.verifier.step.erasure.fails':
    'Anahtarlarınızdan biriyle imzalanmış hiçbir şey kişinin silindiğini söylemiyor ya da belge yine de onu adlandırıyor: {part}',
  'ledger.verifier.step.text.holds': 'Metin, harfi harfine karar verilen metindir.',
  'ledger.verifier.step.text.fails': 'Metin, karar verilen metin değil.',
  'ledger.verifier.step.text.open': 'Belgede metin yok.',
  'ledger.verifier.step.checkpoint.holds':
    'Girdiğiniz bir anahtar, {origin} kaydının {size} girdilik denetim noktasını imzalamış.',
  'ledger.verifier.step.checkpoint.fails':
    'Denetim noktası girdiğiniz bir anahtarla imzalanmamış ya da değiştirilmiş: {part}',
  'ledger.verifier.step.checkpoint.open': 'Girdiyi kapsayan imzalı bir denetim noktası yok.',
  'ledger.verifier.step.place.holds': 'Girdi, 0’dan sayılarak {size} girdinin {index} numaralısıdır.',
  'ledger.verifier.step.place.fails':
    'Girdi, denetim noktasının girdileri arasında değil: ikisinden biri değiştirilmiş.',
  'ledger.verifier.step.mark.warns':
    'Girdi işaretli olarak mühürlenmiş ({reason}) ve bir yönetici karar verene kadar geçerli sayılmaz.',
  'ledger.verifier.step.mark.fails': 'Girdideki işaret geçerli değil: {part}',
  'ledger.verifier.step.later.holds':
    'Site, ilk {size} girdi arasında bu kişinin bu politikaya ilişkin daha sonraki bir kararı olmadığını imzalamış.',
  'ledger.verifier.step.later.warns':
    'Site, ilk {size} girdi arasında bu kişinin bu politikaya ilişkin daha sonraki bir kararı olduğunu imzalamış: bu son karar değil.',
  'ledger.verifier.step.later.open': 'Belge, daha sonraki bir karar olup olmadığını söylemiyor.',
  'ledger.verifier.step.later.fails':
    'Daha sonraki kararlar hakkında söyledikleri girdiğiniz bir anahtarla imzalanmamış: {part}',
  'ledger.verifier.step.noted.holds': 'Not ettiğiniz {size} girdilik denetim noktası aynı kayda ait.',
  'ledger.verifier.step.noted.open':
    'Not edilmiş bir denetim noktası girilmedi; bu yüzden herkesin aynı kaydı gördüğü gösterilmiş değil.',
  'ledger.verifier.step.noted.fails':
    'Belge, not edilmiş denetim noktasının kaydına ait değil ya da kanıt doğru kanıt değil. Doğruysa site iki kayıt tutuyor: ikisini de delil olarak saklayın. {part}',
  'ledger.verifier.step.consistency.open':
    'Not edilmiş denetim noktasında {noted}, belgeninkinde {size} girdi var. Tutarlılık kanıtı olarak sitenin /ledger/consistency.json?from={from}&to={to} adresinde verdiği yanıtı girin.',
};
