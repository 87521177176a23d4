import type { TextsLike } from '../../web/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'mail.reason.admin': 'bu adres gizlilik konularının gelen kutusu olduğu için bu iletiyi alıyorsunuz.',
  'mail.sign_in': 'Devam etmek için {sender} hesabınızda oturum açın.',
  'jobs.name.mail': 'E-posta',
  'jobs.name.mail_purge': 'Gönderilmiş e-postaların unutulması',
};
