import type { TextsLike } from '../../i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'mail.reason.admin': 'u ontvangt deze e-mail omdat dit de mailbox voor privacyzaken is.',
  'mail.sign_in': 'Log in bij {sender} om door te gaan.',
  'jobs.name.mail': 'E-mail',
  'jobs.name.mail_purge': 'Verwijdering van verzonden e-mails',
};
