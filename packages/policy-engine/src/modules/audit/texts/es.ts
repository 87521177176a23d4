import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'nav.audit': 'Registro de auditoría',
  'audit.title': 'Registro de auditoría',
  'audit.lead': 'Todo lo que han cambiado los administradores, quién lo hizo y cuándo. Aquí nada puede cambiarse.',
  'audit.all': 'Todo',
  'audit.none': 'Nada que mostrar',
  'audit.none_text': 'No se hizo ningún cambio así.',
  'audit.action': 'Acción',
  'audit.actor': 'Quién',
  'audit.rule': 'Política',
  'audit.host': 'La aplicación',
  'audit.at': 'Cuándo',
  'audit.network': 'Red',
};
