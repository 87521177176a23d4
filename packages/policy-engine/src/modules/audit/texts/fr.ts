import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'nav.audit': 'Journal d’audit',
  'audit.title': 'Journal d’audit',
  'audit.lead': 'Tout ce que les administrateurs ont changé, qui l’a fait et quand. Rien ici ne peut être changé.',
  'audit.all': 'Tout',
  'audit.none': 'Rien à montrer',
  'audit.none_text': 'Aucun changement de ce genre.',
  'audit.action': 'Action',
  'audit.actor': 'Par',
  'audit.rule': 'Politique',
  'audit.host': 'L’application',
  'audit.at': 'Quand',
  'audit.network': 'Réseau',
};
