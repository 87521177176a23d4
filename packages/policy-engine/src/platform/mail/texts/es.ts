import type { TextsLike } from '../../i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'mail.reason.admin': 'recibe este correo porque este es el buzón para asuntos de privacidad.',
  'mail.sign_in': 'Inicie sesión en {sender} para continuar.',
  'jobs.name.mail': 'Correo',
  'jobs.name.mail_purge': 'Eliminación de correos enviados',
};
