import type { TextsLike } from '../../i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const ar: TextsLike<typeof en> = {
  'mail.reason.admin': 'تصلك هذه الرسالة لأن هذا هو صندوق البريد المخصص لشؤون الخصوصية.',
  'mail.sign_in': 'للمتابعة، يرجى تسجيل الدخول في {sender}.',
  'jobs.name.mail': 'رسالة بريد إلكتروني',
  'jobs.name.mail_purge': 'حذف رسائل البريد الإلكتروني المرسلة',
};
