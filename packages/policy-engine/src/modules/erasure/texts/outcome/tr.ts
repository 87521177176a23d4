import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'erasure.mine.completed': 'Verileriniz silindi',
  'erasure.mine.completed_text': 'Silinenler alındı belgesinde listelenmiştir.',
  'erasure.mine.completed.kept': 'Saklamak için hukuki dayanağımız olanlar dışında verileriniz silindi',
  'erasure.mine.completed.part': 'Verilerinizin bir kısmı silindi',
  'erasure.mine.left_text': 'Nelerin neden silinmediğini, bildiğimiz kadarıyla aşağıda görebilirsiniz.',
  'erasure.left': 'Silinmedi',
  'erasure.left.found':
    'Silme işleminden sonra, hiçbir kuralın saklamadığı yerlerde sizi tanımlayan veriler bulundu. Bu yerler sitenin işletmecisine gösterilir.',
  'erasure.mine.step.completed': 'Verileriniz silindi.',
  'erasure.mine.step.left': 'Silme işlemi sona erdi. Her şey silinmedi.',
  'erasure.done.run': 'Uygulamanın bildirdiğine göre silindi',
  'erasure.told.title': 'Alıcılar (GDPR md. 19)',
  'erasure.told.none':
    'Hiçbir alıcıya otomatik bildirim yapılmadı: bu olayı alan bir webhook yok. Bu kişinin verilerini başkalarına aktardıysanız, imkânsız olmadıkça veya orantısız çaba gerektirmedikçe silme işlemini her birine kendiniz bildirin.',
  'erasure.told.some':
    'Bu yazılım silme işlemini aşağıdaki webhook’lara bildirir. Bunların alıcılarının verileri silip silmediğini veya verileri başka kimin aldığını bilmez: diğer alıcılara kendiniz bildirin.',
  'erasure.told.at': 'Teslim edildiği veya vazgeçildiği zaman',
  'erasure.told.unknown': 'Kayıt silindi',
  'mail.erasure_receipt.told':
    'Silme işlemi şu webhook’lara bildirilir: {webhooks}. Teslim edilip edilmediği talebin sayfasında görünür. Diğer alıcılara kendiniz bildirin (GDPR md. 19).',
};
