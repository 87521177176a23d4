import type { TextsLike } from '../catalogue.ts';
import type { terms as english } from '../en/terms.ts';

export const terms: TextsLike<typeof english> = {
  'error.term_published':
    'Bu metin yayımlandı ve artık değişmez: verilen kararlar tam olarak bu sözlere dayanır. Bunun yerine yeni bir sürüm yazın.',
  'error.term_changed':
    'Taslak siz açtıktan sonra değişti, bu yüzden hiçbir şey yayımlanmadı. Yeniden okuyup yayımlayın.',
};
