import type { TextsLike } from '../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: TextsLike<typeof english> = {
  'nav.audit': 'Journal',
  'audit.title': 'Ce qu’ont fait les administrateurs',
  'audit.lead': 'Tout ce que les administrateurs ont changé, qui l’a fait et quand. Rien ici ne peut être changé.',
  'audit.filter': 'Montrer seulement',
  'audit.all': 'Tout montrer',
  'audit.none': 'Rien à montrer',
  'audit.none_text': 'Aucun changement de ce genre.',
  'audit.action': 'Changement',
  'audit.actor': 'Par',
  'audit.host': 'L’application',
  'audit.at': 'Quand',
  'audit.network': 'Réseau',
  'audit.action.term_created': 'Brouillon écrit',
  'audit.action.term_changed': 'Brouillon changé',
  'audit.action.term_published': 'Publié',
  'audit.action.term_scheduled': 'Programmé',
  'audit.action.term_taken_back': 'Repris',
  'audit.action.term_deleted': 'Brouillon supprimé',
  'audit.action.translation_written': 'Traduction rédigée',
  'audit.action.translation_removed': 'Traduction retirée',
  'audit.action.translation_added_late': 'Traduction ajoutée après la publication',
  'audit.action.decisions_imported': 'Décisions d’un autre système reprises',
  'audit.action.ledger_erased': 'Personne effacée du registre',
  'audit.action.ledger_suspected': 'Registre : une entrée d’origine inconnue a été scellée',
};
