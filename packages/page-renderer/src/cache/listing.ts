/** The list of stored results, in parts: no store reads all of its results for one of them. */
import { RendererError } from '../errors.ts';
import type { Listing } from './store.ts';

/** Maximum number of results that are read for one part, whether they match or not. */
export const LOOKED_AT = 1_000;

/** Whether a result with this URL is in the list. */
export function isListed({ prefix, text }: Listing, url: string): boolean {
  return url.startsWith(prefix) && (text === '' || url.toLowerCase().includes(text.toLowerCase()));
}

/** A place in a list that is sorted by URL, and for the same URL by id. */
export interface Place {
  readonly url: string;
  readonly id: string;
}

/** Whether `a` comes before `b`. */
export function isBefore(a: Place, b: Place): boolean {
  return a.url === b.url ? a.id < b.id : a.url < b.url;
}

/** A place as text, for `next` of a part. */
export function placeText({ url, id }: Place): string {
  return Buffer.from(JSON.stringify([url, id])).toString('base64url');
}

/** Reads `after` of a listing. @throws {RendererError} `invalid-parameter` */
export function readPlace(after: string | null): Place | undefined {
  if (after === null) return undefined;
  try {
    const [url, id, ...more] = JSON.parse(Buffer.from(after, 'base64url').toString('utf8')) as unknown[];
    if (typeof url === 'string' && typeof id === 'string' && more.length === 0) return { url, id };
  } catch {
    // It is reported in the same way.
  }
  throw unknownPlace();
}

/** The error for a text that is no place in the list of this store. */
export function unknownPlace(): RendererError {
  return new RendererError('invalid-parameter', 'after: not a place in this list; begin with its first part');
}

/** The first places of a list, in order, without sorting or copying all of it. */
export function firstInOrder<P extends Place>(places: Iterable<P>, most: number): P[] {
  const first: P[] = [];
  for (const place of places) {
    const last = first.at(-1);
    if (first.length === most && last && !isBefore(place, last)) continue;
    const index = first.findIndex((other) => isBefore(place, other));
    first.splice(index === -1 ? first.length : index, 0, place);
    if (first.length > most) first.pop();
  }
  return first;
}
