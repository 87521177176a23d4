import type { TextsLike } from '../../i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'mail.reason.admin': 'bu adres gizlilik konularına ayrılmış posta kutusu olduğu için bu e-postayı alıyorsunuz.',
  'mail.sign_in': 'Devam etmek için {sender} sitesinde oturum açın.',
  'jobs.name.mail': 'E-posta',
  'jobs.name.mail_purge': 'Gönderilmiş e-postaların silinmesi',
};
