/** Jobs of the module, and their subjects. */

/** Starts a request whose grace period is over, and runs its steps. */
export const ERASE = 'erasure';
/** Erases rows whose retention period has ended, by date, age or condition. */
export const DAILY = 'erasure-daily';
/** Counts what that would erase. */
export const COUNT = 'retention-count';

/** Searches again, some days after an erasure. */
export const SEARCH_AGAIN = 'erasure-search-again';
/** Erases what such a search has found, because an administrator asked for it. */
export const ERASE_FOUND = 'erasure-erase-found';

/** The subject of {@link ERASE}. */
export type ErasePayload = { readonly requestId: string };

/** One job per request at a time. */
export function eraseKey(requestId: string): string {
  return `${ERASE}:${requestId}`;
}
