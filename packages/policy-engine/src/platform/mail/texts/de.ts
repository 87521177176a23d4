import type { TextsLike } from '../../i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'mail.reason.admin': 'Sie erhalten diese E-Mail, weil dies das Postfach für Datenschutzanliegen ist.',
  'mail.sign_in': 'Melden Sie sich bei {sender} an, um fortzufahren.',
  'jobs.name.mail': 'E-Mail',
  'jobs.name.mail_purge': 'Löschung gesendeter E-Mails',
};
