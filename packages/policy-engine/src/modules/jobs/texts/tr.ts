import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'nav.jobs': 'Arka plan işleri',
  'jobs.title': 'Arka plan işleri',
  'jobs.lead':
    'Dışa aktarma, e-posta ve silme işleri arka planda çalışır ve başarısız olduğunda yeniden denenir. Burada listelenen işler her seferinde başarısız oldu: nedeni giderildiğinde yeniden deneyin.',
  'jobs.none': 'Başarısız iş yok',
  'jobs.none_text':
    'Başarısız olan işler önce otomatik olarak yeniden denenir. Burada yalnızca sürekli başarısız olan işler listelenir.',
  'jobs.late':
    'Zamanı geldiği hâlde arka plan işleri çalışmıyor; dışa aktarma, e-posta ve silme işleri gecikiyor. Bir geliştiriciye haber verin: bir sunucunun engine.start() çağırması veya “policy-engine work” çalıştırması gerekir. Bekleme başlangıcı:',
  'jobs.what': 'İş',
  'jobs.error': 'Hata iletisi',
  'jobs.reference': 'Referans',
  'jobs.attempts': 'Denemeler',
  'jobs.failed_at': 'Başarısız olduğu zaman',
  'jobs.retry': 'Yeniden dene',
  'jobs.delete.title': 'Bu iş silinsin mi?',
  'jobs.delete.text': 'İş yeniden denenmez. Yapacağı dışa aktarma veya e-posta gibi işlem yapılmamış kalır.',
  'notice.job_retried': 'İş yeniden deneniyor.',
  'notice.job_deleted': 'İş silindi.',
  'audit.action.job_retried': 'Arka plan işi yeniden denendi',
  'audit.action.job_deleted': 'Arka plan işi silindi',
  'check.open_jobs': 'Arka plan işlerini aç',
  'check.work_failed': 'Kalıcı olarak başarısız olan arka plan işleri: {subject}.',
  'check.work_failed.name': 'Arka plan işleri tamamlanır',
  'check.work_failed.advice': 'Hataları görmek ve işleri yeniden denemek için “Arka plan işleri” sayfasını açın.',
  'check.work_waiting': 'Arka plan işleri çalışmıyor; en eskisi {subject} tarihinden beri bekliyor.',
  'check.work_waiting.name': 'Arka plan işleri zamanında başlar',
  'check.work_waiting.advice': 'Sürekli çalışan bir süreçte engine.start() çağırın veya policy-engine work çalıştırın.',
};
