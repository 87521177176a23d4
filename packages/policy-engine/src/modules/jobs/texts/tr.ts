import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'nav.jobs': 'Arka plan işleri',
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
  'notice.job_retried': 'Yeniden deneniyor.',
  'notice.job_deleted': 'Vazgeçildi.',
  'audit.action.job_retried': 'Arka plan işi yeniden denendi',
  'audit.action.job_deleted': 'Arka plan işinden vazgeçildi',
  'check.open_jobs': 'Arka plandaki işi aç',
  'check.work_failed': 'Tamamen başarısız olan arka plan işi: {subject}.',
  'check.work_failed.advice': 'Arka plan işleri sayfasına bakın: nedeni orada yazar, yeniden denenebilir.',
  'check.work_waiting': 'Arka plan işleri yapılmıyor; en eskisi {subject} tarihinden beri bekliyor.',
  'check.work_waiting.advice': 'Kalıcı bir süreçte engine.start() çağırın ya da policy-engine work çalıştırın.',
};
