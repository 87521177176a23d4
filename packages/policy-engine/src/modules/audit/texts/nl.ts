import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'nav.audit': 'Auditlog',
  'audit.title': 'Auditlog',
  'audit.lead':
    'Alle acties van beheerders: wie wat heeft gedaan en wanneer. Vermeldingen kunnen niet worden gewijzigd.',
  'audit.all': 'Alle',
  'audit.none': 'Geen vermeldingen',
  'audit.none_text': 'Geen vermeldingen voldoen aan dit filter.',
  'audit.empty_text': 'Elke actie van een beheerder verschijnt hier.',
  'audit.action': 'Actie',
  'audit.actor': 'Beheerder',
  'audit.rule': 'Verklaring',
  'audit.host': 'De site zelf',
  'audit.at': 'Tijd',
  'audit.network': 'Netwerkadres',
};
