import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'erasure.error.open': 'Unutulmayı zaten istediniz ve bu talep hâlâ açık.',
  'erasure.error.impossible': 'Burada kendiliğinden silinebilecek bir şey yok. Lütfen bu sitenin işletmecisine yazın.',
  'erasure.error.identity_unconfirmed': 'Siz olduğunuzu doğrulayamadık. Hiçbir şey talep edilmedi.',
  'erasure.error.not_pending': 'Bu talep zaten onaylandı veya yanıtlandı.',
  'erasure.error.grace_not_waived':
    'Kişi bunu hâlâ geri alabilir ve daha önce başlamasını kabul etmedi. Acele etmeden onaylayın.',
  'erasure.error.closed': 'Bu talep başladı veya zaten yanıtlandı.',
  'erasure.error.not_held': 'Yalnızca bekletilen bir talep serbest bırakılabilir.',
  'erasure.error.extended': 'Süre zaten bir kez uzatıldı; yasa ikinci kez izin vermez.',
  'erasure.error.overdue': 'Süre doldu, artık uzatılamaz. En kısa sürede yanıtlayın.',
  'erasure.error.not_failed': 'Yalnızca başarısız olan bir silme yeniden başlatılabilir.',
  'erasure.reason.pseudonymised':
    'Kalanlarla kişi hâlâ ayırt edilebilir (GDPR md. 4(5)): bu silme değil, takma adlandırmadır.',
  'erasure.own.ledger': 'Kararların kanıtı',
  'erasure.own.ledger_reason':
    'Kayıtlar kimseye ait olmayan sayılar olarak kalır, böylece diğerlerinin kanıtı geçerliliğini korur; kimin karar verdiği silinir.',
  'erasure.own.portability': 'Verilerin kopyası için talepler ve kopyalar',
  'erasure.own.mails': 'Henüz gönderilmemiş e-postalar',
  'erasure.own.jobs': 'Kişiyle ilgili arka plan işleri',
  'erasure.own.requests': 'Önceki unutulma talepleri',
  'erasure.own.audit': 'Kişinin yönetici olarak yaptıkları',
  'erasure.own.audit_reason': 'Kayıt, yasal yükümlülüklerin yerine getirildiğini gösterir (GDPR md. 5(2)).',
  'audit.action.erasure_confirmed': 'Silme onaylandı',
  'audit.action.erasure_denied': 'Silme reddedildi',
  'audit.action.erasure_held': 'Silme bekletildi',
  'audit.action.erasure_released': 'Silmenin bekletilmesi sona erdi',
  'audit.action.erasure_extended': 'Silme süresi uzatıldı',
  'audit.action.erasure_cancelled': 'Unutulma talebi kişi adına geri alındı',
  'audit.action.erasure_retried': 'Başarısız silme yeniden başlatıldı',
  'audit.action.erasure_replayed': 'Geri yüklenen yedekten sonra silme yeniden yapıldı',
  'audit.action.retention_applied': 'Süresi dolan veriler silindi',
  'jobs.name.erasure': 'Bir kişinin verilerinin silinmesi',
  'jobs.name.erasure-daily': 'Süresi dolan verilerin silinmesi',
};
