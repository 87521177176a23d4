import type { Age, Freshness } from './freshness.ts';
import type { FailsafeStore } from '../stores/failsafe-store.ts';
import type { CachedResult, ListedPart, Listing, Metadata } from '../stores/store.ts';

/** What is in a cache, for operators. */
export class StoredResults {
  readonly #store: FailsafeStore;
  readonly #freshness: Freshness;

  constructor(store: FailsafeStore, freshness: Freshness) {
    this.#store = store;
    this.#freshness = freshness;
  }

  /** One part of the list of results. @throws {RendererError} `cache-unavailable`; `invalid-parameter` for `after` */
  list(listing: Listing): Promise<ListedPart> {
    return this.#store.list(listing);
  }

  /** A result by its id, fresh or not; undefined if there is none, or if the store cannot say. Counts as a use. */
  async get(id: string): Promise<CachedResult | undefined> {
    return this.#store.get(id);
  }

  /** @param now milliseconds since 1970 */
  ageOf(result: Metadata, now: number): Age {
    return this.#freshness.ageOf(result, now);
  }

  /** When a result expires, in milliseconds since 1970; Infinity for one that is stored until it is removed. */
  freshUntil(result: Metadata): number {
    return this.#freshness.freshUntil(result);
  }
}
