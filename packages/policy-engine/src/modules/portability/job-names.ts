/** Jobs of the module, and what they are about. */

/** Puts an export together. */
export const EXPORT = 'portability-export';
/** Deletes what was written for a request that is gone or was refused. */
export const DISCARD = 'portability-discard';
/** Deletes exports that had their time. */
export const PURGE = 'portability-purge';

/** What {@link EXPORT} is about. */
export type ExportPayload = { readonly requestId: string };
/** What {@link DISCARD} is about: the files of all attempts up to a token, and the one that was finished. */
export type DiscardPayload = { readonly requestId: string; readonly attempts: number; readonly file: string | null };

/** One job per request at a time. */
export function exportKey(requestId: string): string {
  return `${EXPORT}:${requestId}`;
}
