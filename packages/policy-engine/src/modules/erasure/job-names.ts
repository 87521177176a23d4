/** Jobs of the module, and what they are about. */

/** Begins a request whose grace period is over, and takes its steps. */
export const ERASE = 'erasure';
/** Erases what was kept until today, and what its rule lets go by age or condition. */
export const DAILY = 'erasure-daily';
/** Counts what that would erase. */
export const COUNT = 'retention-count';

/** What {@link ERASE} is about. */
export type ErasePayload = { readonly requestId: string };

/** One job per request at a time. */
export function eraseKey(requestId: string): string {
  return `${ERASE}:${requestId}`;
}
