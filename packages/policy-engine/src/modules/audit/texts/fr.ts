import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'nav.audit': 'Journal d’audit',
  'audit.title': 'Journal d’audit',
  'audit.lead':
    'Toutes les actions des administrateurs : qui a fait quoi, et quand. Les entrées ne peuvent pas être modifiées.',
  'audit.all': 'Toutes',
  'audit.none': 'Aucune entrée',
  'audit.none_text': 'Aucune entrée ne correspond à ce filtre.',
  'audit.empty_text': 'Chaque action d’un administrateur apparaîtra ici.',
  'audit.action': 'Action',
  'audit.actor': 'Administrateur',
  'audit.rule': 'Politique',
  'audit.host': 'Le site lui-même',
  'audit.at': 'Heure',
  'audit.network': 'Adresse réseau',
};
