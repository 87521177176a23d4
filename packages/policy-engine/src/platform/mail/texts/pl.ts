import type { TextsLike } from '../../i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pl: TextsLike<typeof en> = {
  'mail.reason.admin': 'otrzymują Państwo tę wiadomość, ponieważ jest to skrzynka do spraw prywatności.',
  'mail.sign_in': 'Aby kontynuować, należy zalogować się w serwisie {sender}.',
  'jobs.name.mail': 'Wiadomość e-mail',
  'jobs.name.mail_purge': 'Usuwanie wysłanych wiadomości e-mail',
};
