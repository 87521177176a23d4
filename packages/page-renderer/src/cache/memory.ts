import { LRUCache } from 'lru-cache';
import type { CachedResult, CacheStore, Removal, Selection, StoreLimits } from './store.ts';
import { isLater, isSelected, SHOWN } from './store.ts';

/** What a result takes besides its bodies, in bytes, by guess. */
const OVERHEAD = 1_024;

/** Keeps results in the process: fastest, and gone with it. */
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
    // `max` of the library would set aside room for all entries at once.
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

  async close(): Promise<void> {
    this.#results.clear();
  }
}

/** With room for the body without any coding, which is decoded and kept once it is asked for. */
export function bytesOf({ bodies, size, key, url, inputs }: CachedResult): number {
  const kept = Object.values(bodies).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return OVERHEAD + 2 * (key.length + url.length) + inputs.byteLength + kept + (bodies.identity ? 0 : size);
}
