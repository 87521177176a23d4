import type { TextsLike } from '../../i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pt: TextsLike<typeof en> = {
  'mail.reason.admin': 'recebe este e-mail porque esta é a caixa de correio para assuntos de privacidade.',
  'mail.sign_in': 'Inicie sessão em {sender} para continuar.',
  'jobs.name.mail': 'E-mail',
  'jobs.name.mail_purge': 'Eliminação de e-mails enviados',
};
