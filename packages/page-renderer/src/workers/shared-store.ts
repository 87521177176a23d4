import type { MemoryStore } from '../cache/stores/memory.ts';
import type { CachedResult, CacheStore, ListedPart, Listing, Removal, Selection } from '../cache/stores/store.ts';
import type { Outdated } from './messages.ts';

/** The `memory` cache whose results are copied to other processes: a removal is confirmed after it has happened there. */
export class SharedStore implements CacheStore {
  readonly #store: MemoryStore;
  readonly #forget: (what: Outdated) => Promise<void>;

  /** @param forget removes all copies */
  constructor(store: MemoryStore, forget: (what: Outdated) => Promise<void>) {
    this.#store = store;
    this.#forget = forget;
  }

  get(id: string): CachedResult | undefined {
    return this.#store.get(id);
  }

  async put(id: string, result: CachedResult): Promise<boolean> {
    const isKept = await this.#store.put(id, result);
    if (isKept) await this.#forget({ by: 'id', id });
    return isKept;
  }

  async remove(selection: Selection, dryRun: boolean): Promise<Removal> {
    const removal = await this.#store.remove(selection, dryRun);
    if (!dryRun) await this.#forget(selection);
    return removal;
  }

  count(): Promise<number> {
    return this.#store.count();
  }

  list(listing: Listing): Promise<ListedPart> {
    return this.#store.list(listing);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
