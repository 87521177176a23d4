import type { TextsLike } from '../catalogue.ts';
import type { terms as english } from '../en/terms.ts';

export const terms: TextsLike<typeof english> = {
  'error.term_published':
    'Ce texte est publié et ne change plus : les décisions portent sur ces mots précis. Rédigez plutôt une nouvelle version.',
  'error.term_changed':
    'Le brouillon a été modifié après que vous l’avez ouvert : rien n’a été publié. Relisez-le, puis publiez-le.',
};
