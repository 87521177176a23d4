import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'nav.audit': 'Log di audit',
  'audit.title': 'Log di audit',
  'audit.lead':
    'Tutte le azioni degli amministratori: chi ha fatto che cosa e quando. Le voci non possono essere modificate.',
  'audit.all': 'Tutte',
  'audit.none': 'Nessuna voce',
  'audit.none_text': 'Nessuna voce corrisponde a questo filtro.',
  'audit.empty_text': 'Ogni azione di un amministratore comparirà qui.',
  'audit.action': 'Azione',
  'audit.actor': 'Amministratore',
  'audit.rule': 'Policy',
  'audit.host': 'Il sito stesso',
  'audit.at': 'Data e ora',
  'audit.network': 'Indirizzo di rete',
};
