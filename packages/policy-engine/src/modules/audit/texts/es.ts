import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'nav.audit': 'Registro de auditoría',
  'audit.title': 'Registro de auditoría',
  'audit.lead':
    'Todas las acciones de los administradores: quién hizo qué y cuándo. Las entradas no se pueden cambiar.',
  'audit.all': 'Todas',
  'audit.none': 'No hay entradas',
  'audit.none_text': 'Ninguna entrada coincide con este filtro.',
  'audit.empty_text': 'Cada acción de un administrador aparecerá aquí.',
  'audit.action': 'Acción',
  'audit.actor': 'Administrador',
  'audit.rule': 'Política',
  'audit.host': 'El propio sitio',
  'audit.at': 'Hora',
  'audit.network': 'Dirección de red',
};
