/** Jobs of the module, and their subjects. */

/** Creates an export. */
export const EXPORT = 'portability-export';
/** Deletes the files of a request that was deleted or denied. */
export const DISCARD = 'portability-discard';
/** Deletes expired exports. */
export const PURGE = 'portability-purge';

/** The subject of {@link EXPORT}. */
export type ExportPayload = { readonly requestId: string };
/** The subject of {@link DISCARD}: the files of all attempts up to a token, and the finished one. */
export type DiscardPayload = { readonly requestId: string; readonly attempts: number; readonly file: string | null };

/** One job per request at a time. */
export function exportKey(requestId: string): string {
  return `${EXPORT}:${requestId}`;
}
