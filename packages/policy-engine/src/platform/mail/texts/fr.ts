import type { TextsLike } from '../../web/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'mail.reason.admin':
    'vous recevez ce message parce que cette boîte est celle des questions de protection des données.',
  'mail.sign_in': 'Connectez-vous à {sender} pour continuer.',
  'jobs.name.mail': 'Message',
  'jobs.name.mail_purge': 'Oubli des messages envoyés',
};
