/** The list of stored results, in parts: no store reads all of its results for one of them. */
import { RendererError } from '../../kernel/errors.ts';
import type { CachedResult, ListedPart, ListedResult, Listing, Selection } from './store.ts';
import { isSelected } from './store.ts';

/** Maximum number of results that are read for one part, whether they match or not. */
export const LOOKED_AT = 1_000;

/** Whether a result is in the list. */
export function isListed(
  { selection, text }: Listing,
  id: string,
  result: Pick<CachedResult, 'url' | 'tags'>,
): boolean {
  if (!isSelected(selection, id, result)) return false;
  return text === '' || result.url.toLowerCase().includes(text.toLowerCase());
}

/** Whether a result of this id may be selected, as far as its id says. */
export function mayBeSelected(selection: Selection, id: string): boolean {
  return selection.by !== 'page' || isSelected(selection, id, { url: '', tags: [] });
}

/** All results of a selection, one part after the other. */
export async function* allListed(
  list: (listing: Listing) => Promise<ListedPart>,
  selection: Selection,
): AsyncIterable<ListedResult> {
  let after: string | null = null;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before ended
    const { results, next }: ListedPart = await list({ selection, text: '', after, limit: LOOKED_AT });
    yield* results;
    after = next;
  } while (after !== null);
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
    first.splice(indexFor(place, first), 0, place);
    if (first.length > most) first.pop();
  }
  return first;
}

/** Where a place belongs among sorted ones. */
function indexFor(place: Place, sorted: readonly Place[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other && isBefore(other, place)) low = middle + 1;
    else high = middle;
  }
  return low;
}
