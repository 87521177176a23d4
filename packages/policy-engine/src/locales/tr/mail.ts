import type { TextsLike } from '../catalogue.ts';
import type { mail as english } from '../en/mail.ts';

export const mail: TextsLike<typeof english> = {
  'mail.reason.asked': 'verilerinizin bir kopyasını istediğiniz için bu iletiyi alıyorsunuz.',
  'mail.reason.admin': 'bu adres gizlilik konularının gelen kutusu olduğu için bu iletiyi alıyorsunuz.',
  'mail.sign_in': 'Devam etmek için {sender} hesabınızda oturum açın.',
  'mail.user': 'Kullanıcı',
  'mail.due': 'Son yanıt tarihi',
  'mail.see_request': 'Talebimi göster',
  'mail.complaint':
    'Katılmıyorsanız bir veri koruma kurumuna şikâyette bulunabilir veya mahkemeye başvurabilirsiniz. Bu iletiyi yanıtlamanız da yeterlidir.',
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
  'mail.requests_overdue.subject': 'Süresi geçen veri talepleri: {count}',
  'mail.requests_overdue.text': 'Bu talepler için yasal süre doldu. Lütfen bugün yanıtlayın.',
  'mail.requests_overdue.user': '{user} kullanıcısının talebi',
  'mail.requests_overdue.since': 'Son tarih: {due}',
  'mail.requests_overdue.action': 'Yanıtla',
  'mail.ledger_digest.subject': 'Karar kaydı: baş {head}',
  'mail.ledger_digest.text':
    'Bu iletiyi saklayın. Verilen kararlar aşağıdaki başa kadar birbirine zincirlidir; biri veritabanını yeniden yazarsa bu baş artık uymaz.',
  'mail.ledger_digest.how': 'Denetlemek için: policy-engine ledger verify --head {hash}',
  'mail.ledger_digest.rewritten':
    'Veritabanı yeniden yazıldıysa veya kesildiyse denetim “noted_head_missing” yazar ve başarısız olur. Önceki bir iletidekinden küçük bir numara da aynı anlama gelir.',
  'mail.ledger_digest.events': 'Kaydedilen kararlar',
  'mail.ledger_digest.head': 'En yeni baş',
  'mail.ledger_digest.at': 'Mühürlendi (UTC)',
  'mail.ledger_digest.hash': 'Başın özeti',
  'mail.ledger_digest.signature': 'İmza (Ed25519)',
  'mail.ledger_digest.unsigned': 'yok',
  'mail.ledger_digest.key': 'Anahtar',
  'mail.ledger_digest.action': 'Kaydı aç',
};
