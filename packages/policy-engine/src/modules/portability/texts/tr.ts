import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'nav.my_data': 'Verilerim',
  'requests.mine.title': 'Verilerim',
  'requests.mine.lead':
    'Hakkınızda sakladığımız her şeyin bir kopyasını alabilirsiniz. Ücretsizdir, gerekçe göstermeniz gerekmez.',
  'requests.ask.title': 'Nasıl işler?',
  'requests.ask.again': 'Yeni bir kopya isteyin',
  'requests.ask.step1': 'Verilerinizi tek tıkla istersiniz.',
  'requests.ask.step2': 'Talebi inceler ve verilerinizi en geç bir ay içinde bir araya getiririz.',
  'requests.ask.step3':
    'Tek bir dosya indirirsiniz. Dosyayı açın, “index.html” sayfasını görüntüleyin; verilerinizi kendi bilgisayarınızda okuyun ve arayın.',
  'requests.ask.verb': 'Verilerimi iste',
  'requests.mine.pending': 'Talebiniz bize ulaştı',
  'requests.mine.pending_text': 'İnceleyip başlayacağız. Bir şey yapmanız gerekmez.',
  'requests.mine.told': 'Verileriniz hazır olunca size yazarız.',
  'requests.mine.untold': 'Buraya yeniden bakın: verileriniz bu sayfada olacak.',
  'requests.mine.progress': 'Verileriniz hazırlanıyor',
  'requests.mine.progress_text': 'Bu sayfadan ayrılabilirsiniz.',
  'requests.mine.failed': 'Verileriniz hazırlanıyor',
  'requests.mine.failed_text': 'Bizden kaynaklanan bir sorun oldu, ilgileniyoruz. Bir şey yapmanız gerekmez.',
  'requests.mine.completed': 'Verileriniz hazır',
  'requests.mine.completed_text':
    'Dosyayı açın ve “index.html” sayfasını görüntüleyin. Güvenli bir yerde saklayın: hakkınızdaki her şey içindedir.',
  'requests.mine.denied': 'Talebiniz reddedildi',
  'requests.mine.denied_text':
    'Nedenini aşağıda okuyabilirsiniz. Veri koruma makamına şikâyet edebilir ya da dava açabilirsiniz.',
  'requests.mine.expired': 'Kopyanızın süresi doldu',
  'requests.mine.expired_text': 'Dilediğiniz zaman yenisini isteyebilirsiniz.',
  'requests.size': 'Boyut',
  'requests.expires': 'Erişilebilir olduğu süre',
  'requests.download': 'Verilerimi indir',
  'requests.withdraw': 'Talebi geri çek',
  'requests.delete_copy': 'Bu kopyayı sil',
  'requests.withdraw.title': 'Talebiniz geri çekilsin mi?',
  'requests.withdraw.text': 'Üzerinde çalışmayı bırakırız. Dilediğiniz zaman yeniden isteyebilirsiniz.',
  'requests.delete_copy.title': 'Bu talep silinsin mi?',
  'requests.delete_copy.text':
    'Kopya hâlâ duruyorsa silinir ve talep burada görünmez. Verilerinizin kendisi olduğu gibi kalır.',
  'requests.rights_text':
    'Verilerinizin bir kopyasını alma (GDPR m. 15) ve bize verdiklerinizi programların okuyabileceği bir biçimde yanınıza alma (m. 20) hakkınız vardır. Talebinizden sonra bir ay içinde yanıt veririz. Talep karmaşıksa iki ay daha alabiliriz; nedenini ilk ay içinde bildiririz (m. 12/3). Reddedersek nedenini söyleriz ve veri koruma makamına şikâyet edebilirsiniz.',
  'requests.progress': 'İlerleme',
  'requests.progress.waiting': 'Başlamak üzere.',
  'requests.progress.worker':
    'Bir işlem bekleniyor: henüz hiçbir şey başlamadı. Böyle kalırsa arka plandaki işi yapan bir işlem yoktur. Geliştiriciniz engine.start() ya da policy-engine work ile bir tane başlatır.',
  'requests.mine.not_here':
    'Verilerinizin kopyası bu sayfada henüz hazırlanamıyor. Yine de buna hakkınız var: lütfen bize yazın.',
  'requests.progress.rows': 'Şimdiye kadar {rows} kayıt, {files} dosya, {size}',
  'requests.progress.of': 'Yaklaşık {expected} kayıttan {rows} tanesi, {files} dosya, {size}',
  'requests.state.progress': 'Hazırlanıyor',
  'requests.state.expired': 'Süresi doldu',
  'requests.kind': 'Verilerimin kopyası',
  'requests.all.title': 'Veri talepleri',
  'requests.all.lead': 'Verilerinin kopyasını isteyen kişiler. Her birine bir ay içinde yanıt verilmelidir.',
  'requests.all.none': 'Henüz talep yok',
  'requests.all.none_text': 'Biri verilerini istediğinde talep burada görünür.',
  'requests.filter.progress': 'Hazırlanan',
  'requests.filter.expired': 'Süresi dolan',
  'requests.one.title': 'Talep: {person}',
  'requests.delete': 'Sil',
  'requests.error': 'Dışa aktarma başarısız oldu ve kendiliğinden yinelenmeyecek. İleti:',
  'requests.error_retrying': 'Son deneme başarısız oldu; kendiliğinden yinelenecek. İleti:',
  'requests.confirm.title': 'Bu talep onaylansın mı?',
  'requests.confirm.text': '{person} adlı kişinin verileri bir araya getirilir ve yalnızca kendisi indirebilir.',
  'requests.deny.title': 'Bu talep reddedilsin mi?',
  'requests.deny.text': 'Gerekçe {person} adlı kişiye bildirilir; bir makama şikâyet edebileceği de söylenir.',
  'requests.deny.hint':
    'Yalın sözcüklerle, kişinin dilinde yazın. Ret gerekçeli olmalıdır: örneğin kimin istediği anlaşılamıyorsa ya da talepler durmadan yineleniyorsa (GDPR m. 12/4, 5 ve 6).',
  'requests.extend.title': 'İki ay daha alınsın mı?',
  'requests.extend.text':
    'Gerekçe ve yeni tarih {person} adlı kişiye bildirilir. Bu yalnızca bir kez, ilk ay içinde yapılabilir.',
  'requests.extend.hint':
    'Yalın sözcüklerle, kişinin dilinde yazın. Yasa buna karmaşık ya da çok sayıda talep için izin verir (GDPR m. 12/3).',
  'requests.delete.title': 'Bu talep silinsin mi?',
  'requests.delete.text':
    '{person} adlı kişinin talebi, hazırlanan dosyayla birlikte silinir. Kişi yeniden isteyebilir.',
  'notice.request_created': 'Talebiniz bize ulaştı.',
  'notice.request_deleted': 'Silindi.',
  'notice.request_confirmed': 'Onaylandı. Dışa aktarma başladı.',
  'notice.request_denied': 'Reddedildi. Gerekçe kişiye bildirilir.',
  'notice.request_extended': 'Uzatıldı. Gerekçe kişiye bildirilir.',
  'notice.request_retried': 'Yeniden deneniyor.',
  'error.request_open': 'Bekleyen bir talebiniz var; şimdilik yenisini oluşturamazsınız.',
  'error.export_impossible':
    'Kopya hazırlanamıyor: “{option}” seçeneği eksik. Geliştiricinizin ayarlaması gerekir. Talep bu arada bekler.',
  'error.user_gone': 'Bu talebin kullanıcısı artık yok, bu yüzden kopya oluşturulamaz. Talebi reddedin ya da silin.',
  'error.request_not_failed': 'Yalnızca başarısız olan bir dışa aktarma yeniden başlatılabilir.',
  'error.export_gone': 'Bu kopya artık yok. Yenisini isteyin.',
  'audit.action.request_confirmed': 'Veri talebi onaylandı',
  'audit.action.request_denied': 'Veri talebi reddedildi',
  'audit.action.request_extended': 'Süre uzatıldı',
  'audit.action.request_retried': 'Dışa aktarma yeniden denendi',
  'audit.action.request_deleted': 'Veri talebi silindi',
  'mail.reason.asked': 'verilerinizin bir kopyasını istediğiniz için bu iletiyi alıyorsunuz.',
  'mail.portability_requested.subject': 'Bir kullanıcı verilerinin kopyasını istedi',
  'mail.portability_requested.text':
    'Lütfen talebi {due} tarihine kadar onaylayın ya da gerekçesiyle reddedin. Yasal süre bir aydır.',
  'mail.portability_requested.confirmed':
    'Talep geldiği anda onaylandı, veriler bir araya getiriliyor. Bir şey yapmanız gerekmiyor.',
  'mail.portability_requested.action': 'Talebe bak',
  'mail.portability_progress.subject': 'Verilerinizi bir araya getiriyoruz',
  'mail.portability_progress.text':
    'Talebiniz onaylandı. Verileriniz indirilmeye hazır olduğunda size yeniden yazacağız; yapmanız gereken bir şey yok.',
  'mail.portability_progress.action': 'Ne durumda, göster',
  'mail.portability_completed.subject': 'Verileriniz hazır',
  'mail.portability_completed.text':
    'Verilerinizin kopyasını artık indirebilirsiniz. Kopyayı yalnızca siz, oturum açtıktan sonra açabilirsiniz.',
  'mail.portability_completed.until': 'Kopyayı {until} tarihine kadar indirebilirsiniz; sonra sileriz.',
  'mail.portability_completed.action': 'Verilerimi indir',
  'mail.portability_denied.subject': 'Veri talebinizi yerine getiremiyoruz',
  'mail.portability_denied.text':
    'Verilerinizin kopyası için yaptığınız talebi inceledik ve yerine getiremiyoruz. Gerekçe:',
  'mail.portability_extended.subject': 'Veri talebiniz daha uzun sürecek',
  'mail.portability_extended.text':
    'Verilerinizin kopyasını hazırlamak için daha fazla zamana ihtiyacımız var; en geç {due} tarihinde hazır olacak. Gerekçe:',
  'check.no_user_lookup':
    'Dışa aktarma ve e-postalar ilgili kişiyi bulamıyor, bu yüzden her veri talebi başarısız oluyor.',
  'check.no_user_lookup.advice': 'userResource.find ayarlayın.',
  'check.no_portability_rule':
    'Kişilerin neyi yanlarında götürebileceğini söyleyen kural yok; kimse verilerini burada isteyemiyor.',
  'check.no_portability_rule.advice': 'portabilityRules ayarlayın.',
  'jobs.name.portability-export': 'Bir kişinin verilerinin kopyası',
  'jobs.name.portability-discard': 'Bir kopyanın silinmesi',
  'jobs.name.portability-purge': 'Süresi dolan kopyaların silinmesi',
  'requests.retry.title': 'Bu dışa aktarma yeniden denensin mi?',
  'requests.retry.text': '{person} adlı kişinin verileri baştan toplanır.',
  'requests.timeline.copied': 'Kopya hazır',
  'requests.kind.portability': 'Veri kopyası',
  'requests.bulk.confirm.portability': 'veriler toplanır; yalnızca kişinin kendisi indirebilir.',
};
