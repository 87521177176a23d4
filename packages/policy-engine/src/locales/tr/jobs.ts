/** Texts of the page about background work. */
import type { TextsLike } from '../catalogue.ts';
import type { jobs as english } from '../en/jobs.ts';

export const jobs: TextsLike<typeof english> = {
  'nav.jobs': 'Arka plan',
  'jobs.title': 'Arka plan işleri',
  'jobs.lead':
    'Dışa aktarma, e-posta ve silme işleri arka planda yapılır, başarısız olursa yeniden denenir. Her denemede başarısız olanlar burada durur.',
  'jobs.none': 'Başarısız iş yok',
  'jobs.none_text': 'Başarısız olan iş önce yeniden denenir. Burada yalnızca hep başarısız olanlar görünür.',
  'jobs.late':
    'Başlamış olması gereken işler yapılmıyor. engine.start() çağıran ya da “policy-engine work” çalıştıran bir süreç var mı? Bekleme başlangıcı:',
  'jobs.what': 'Ne',
  'jobs.error': 'Ne dedi',
  'jobs.attempts': 'Deneme',
  'jobs.failed_at': 'Vazgeçildi',
  'jobs.retry': 'Yeniden dene',
  'jobs.delete.title': 'Bu işten vazgeçilsin mi?',
  'jobs.delete.text': 'Bir daha denenmez. E-posta gönderilmez, dosya silinmez.',
  'jobs.name.mail': 'E-posta',
  'jobs.name.mail_purge': 'Gönderilmiş e-postaların unutulması',
  'jobs.name.ledger_digest': 'Kayıt defteri hakkında günlük e-posta',
  'jobs.name.portability-export': 'Bir kişinin verilerinin kopyası',
  'jobs.name.portability-discard': 'Bir kopyanın silinmesi',
  'jobs.name.portability-purge': 'Süresi dolan kopyaların silinmesi',
  'jobs.name.portability-overdue': 'Geciken taleplerin hatırlatılması',
  'notice.job_retried': 'Yeniden deneniyor.',
  'notice.job_deleted': 'Vazgeçildi.',
  'audit.action.job_retried': 'Arka plan işi yeniden denendi',
  'audit.action.job_deleted': 'Arka plan işinden vazgeçildi',
};
