import type { TextsLike } from '../catalogue.ts';
import type { terms as english } from '../en/terms.ts';

export const terms: TextsLike<typeof english> = {
  'error.term_published':
    'Este texto está publicado y no cambia: las decisiones de las personas se refieren a sus palabras exactas. Escriba una versión nueva.',
  'error.term_changed':
    'El borrador cambió después de que usted lo abriera, así que no se publicó nada. Léalo de nuevo y publíquelo.',
};
