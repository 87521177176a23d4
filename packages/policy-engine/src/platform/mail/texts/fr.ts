import type { TextsLike } from '../../i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'mail.reason.admin':
    'vous recevez cet e-mail parce que cette boîte est celle des questions de protection des données.',
  'mail.sign_in': 'Connectez-vous à {sender} pour continuer.',
  'jobs.name.mail': 'E-mail',
  'jobs.name.mail_purge': 'Suppression des e-mails envoyés',
};
