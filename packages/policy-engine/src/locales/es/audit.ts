import type { TextsLike } from '../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: TextsLike<typeof english> = {
  'nav.audit': 'Registro',
  'audit.title': 'Lo que hicieron los administradores',
  'audit.lead': 'Todo lo que han cambiado los administradores, quién lo hizo y cuándo. Aquí nada puede cambiarse.',
  'audit.filter': 'Mostrar solo',
  'audit.all': 'Mostrar todo',
  'audit.none': 'Nada que mostrar',
  'audit.none_text': 'No se hizo ningún cambio así.',
  'audit.action': 'Cambio',
  'audit.actor': 'Quién',
  'audit.host': 'La aplicación',
  'audit.at': 'Cuándo',
  'audit.network': 'Red',
  'audit.action.term_created': 'Borrador escrito',
  'audit.action.term_changed': 'Borrador cambiado',
  'audit.action.term_published': 'Publicado',
  'audit.action.term_scheduled': 'Programado',
  'audit.action.term_taken_back': 'Retirado',
  'audit.action.term_deleted': 'Borrador eliminado',
  'audit.action.translation_written': 'Traducción escrita',
  'audit.action.translation_removed': 'Traducción eliminada',
  'audit.action.translation_added_late': 'Traducción añadida tras la publicación',
  'audit.action.decisions_imported': 'Decisiones de otro sistema importadas',
  'audit.action.ledger_erased': 'Persona borrada del registro',
  'audit.action.ledger_suspected': 'Registro: se selló una entrada de origen desconocido',
};
