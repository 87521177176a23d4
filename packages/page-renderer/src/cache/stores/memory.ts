import { LRUCache } from 'lru-cache';
import type { Place } from './listing.ts';
import { firstInOrder, isBefore, isListed, placeText, readPlace } from './listing.ts';
import type { CachedResult, CacheStore, ListedPart, Listing, Removal, Selection, StoreLimits } from './store.ts';
import { isLater, isSelected, SHOWN } from './store.ts';

/** Estimated size of a result without its bodies, in bytes. */
const OVERHEAD = 1_024;

/** Stores results in the memory of the process: the fastest store, lost when the process ends. */
export class MemoryStore implements CacheStore {
  readonly #results: LRUCache<string, CachedResult>;
  readonly #maxEntries: number;

  constructor({ maxEntries, maxBytes }: StoreLimits) {
    this.#maxEntries = maxEntries === -1 ? Infinity : maxEntries;
    this.#results = new LRUCache({
      maxSize: maxBytes === -1 ? Number.MAX_SAFE_INTEGER : maxBytes,
      sizeCalculation: bytesOf,
    });
  }

  get(id: string): CachedResult | undefined {
    return this.#results.get(id);
  }

  async put(id: string, result: CachedResult): Promise<boolean> {
    if (isLater(this.#results.peek(id)?.begunAt, result.begunAt)) return false;
    this.#results.set(id, result);
    // With `max`, the library would reserve memory for all entries at once.
    while (this.#results.size > this.#maxEntries) this.#results.pop();
    return this.#results.has(id);
  }

  async remove(selection: Selection, dryRun: boolean): Promise<Removal> {
    const selected = [...this.#results.entries()].filter(([id, result]) => isSelected(selection, id, result));
    if (!dryRun) for (const [id] of selected) this.#results.delete(id);
    return { count: selected.length, urls: selected.slice(0, SHOWN).map(([, { url }]) => url) };
  }

  async count(): Promise<number> {
    return this.#results.size;
  }

  /** Sorted by URL; looks at all URLs for each part. */
  async list(listing: Listing): Promise<ListedPart> {
    const after = readPlace(listing.after);
    const found = firstInOrder(this.#places(listing, after), listing.limit + 1);
    const last = found[listing.limit - 1];
    return {
      results: found.slice(0, listing.limit).map(({ id, result: { bodies, inputs, ...metadata } }) => {
        const bytes = Object.values(bodies).reduce((sum, { byteLength }) => sum + byteLength, inputs.byteLength);
        return { id, metadata, bytes, usedAt: null };
      }),
      next: last && found.length > listing.limit ? placeText(last) : null,
    };
  }

  *#places(listing: Listing, after: Place | undefined): Iterable<Place & { result: CachedResult }> {
    for (const [id, result] of this.#results.entries()) {
      const { url } = result;
      if ((!after || isBefore(after, { url, id })) && isListed(listing, id, result)) yield { id, url, result };
    }
  }

  async close(): Promise<void> {
    this.#results.clear();
  }
}

/** Includes room for the decoded body, which is stored when it is first requested. */
export function bytesOf({ bodies, size, key, url, inputs }: CachedResult): number {
  const kept = Object.values(bodies).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return OVERHEAD + 2 * (key.length + url.length) + inputs.byteLength + kept + (bodies.identity ? 0 : size);
}
