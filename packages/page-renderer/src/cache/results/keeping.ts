import type { CacheKey } from '../keys/key.ts';
import type { FailsafeStore } from '../stores/failsafe-store.ts';
import type { CachedResult } from '../stores/store.ts';
import type { FlightEnd } from './flight-end.ts';

/** Stores results of finished flights, for which no request waits. */
export class Keeping {
  readonly #store: FailsafeStore;
  readonly #underway = new Set<Promise<void>>();
  stored = 0;
  notStored = 0;
  changed = 0;

  constructor(store: FailsafeStore) {
    this.#store = store;
  }

  /** Stores what a flight has given, unless it comes from the store or must not replace a better result. */
  async keep(key: CacheKey, end: FlightEnd): Promise<void> {
    if (end.kind !== 'result' || end.isHeldBack) return;
    if (end.origin === 'other-node' || end.origin === 'failure') return;
    const kept = this.#put(key, end.result).then(end.kept.resolve);
    this.#underway.add(kept);
    try {
      await kept;
    } finally {
      this.#underway.delete(kept);
    }
  }

  /** Waits until all results are stored. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#underway);
  }

  async #put(key: CacheKey, result: CachedResult): Promise<boolean> {
    const isStored = await this.#store.put(key.id, result);
    if (isStored) this.stored += 1;
    else this.notStored += 1;
    if (isStored && result.changedAt === result.begunAt) this.changed += 1;
    return isStored;
  }
}
