import type { TextsLike } from '../../i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'mail.reason.admin':
    'riceve questa email perché questa è la casella di posta per le questioni relative alla privacy.',
  'mail.sign_in': 'Acceda a {sender} per continuare.',
  'jobs.name.mail': 'Email',
  'jobs.name.mail_purge': 'Eliminazione delle email inviate',
};
