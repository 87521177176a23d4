import type { TextsLike } from '../../web/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'mail.reason.admin': 'recibe este mensaje porque este es el buzón de privacidad.',
  'mail.sign_in': 'Inicie sesión en {sender} para continuar.',
  'jobs.name.mail': 'Correo',
  'jobs.name.mail_purge': 'Olvido de los correos enviados',
};
