import type { TextsLike } from '../catalogue.ts';
import type { guard as english } from '../en/guard.ts';

export const guard: TextsLike<typeof english> = {
  'error.policies_pending': 'Devam etmeden önce kabul edilmesi gereken politikalar var.',
};
