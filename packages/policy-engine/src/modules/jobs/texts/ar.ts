import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const ar: TextsLike<typeof en> = {
  'nav.jobs': 'مهام الخلفية',
  'jobs.title': 'مهام الخلفية',
  'jobs.lead':
    'تعمل عمليات التصدير والحذف ورسائل البريد الإلكتروني في الخلفية، وتعاد محاولتها عند الفشل. المهام المدرجة هنا فشلت في كل مرة: تعاد محاولتها بعد معالجة السبب.',
  'jobs.none': 'لا توجد مهام فاشلة',
  'jobs.none_text': 'تعاد محاولة المهام الفاشلة تلقائيًا في البداية. تُعرض هنا فقط المهام التي يستمر فشلها.',
  'jobs.late':
    'مهام الخلفية لا تعمل رغم حلول موعدها، فتتأخر عمليات التصدير والحذف ورسائل البريد الإلكتروني. يرجى إبلاغ المطور: يجب أن يستدعي أحد الخوادم \u2066engine.start()\u2069 أو يشغّل «policy-engine work». قيد الانتظار منذ:',
  'jobs.what': 'المهمة',
  'jobs.error': 'رسالة الخطأ',
  'jobs.reference': 'المرجع',
  'jobs.attempts': 'المحاولات',
  'jobs.failed_at': 'وقت الفشل',
  'jobs.retry': 'إعادة المحاولة',
  'jobs.delete.title': 'حذف هذه المهمة؟',
  'jobs.delete.text': 'لن تعاد محاولتها. ويبقى عملها، مثل تصدير أو رسالة بريد إلكتروني، دون تنفيذ.',
  'notice.job_retried': 'تجري إعادة محاولة المهمة.',
  'notice.job_deleted': 'تم حذف المهمة.',
  'audit.action.job_retried': 'إعادة محاولة مهمة خلفية',
  'audit.action.job_deleted': 'حذف مهمة خلفية',
  'check.open_jobs': 'فتح مهام الخلفية',
  'check.work_failed': 'مهام الخلفية التي فشلت نهائيًا: {subject}.',
  'check.work_failed.name': 'اكتمال مهام الخلفية',
  'check.work_failed.advice': 'يرجى فتح «مهام الخلفية» للاطلاع على الأخطاء وإعادة محاولة المهام.',
  'check.work_waiting': 'مهام الخلفية لا تعمل؛ أقدمها قيد الانتظار منذ {subject}.',
  'check.work_waiting.name': 'بدء مهام الخلفية في موعدها',
  'check.work_waiting.advice':
    'يرجى استدعاء \u2066engine.start()\u2069 في عملية دائمة التشغيل، أو تشغيل policy-engine work.',
};
