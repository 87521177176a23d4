/** Results of pages that have lost most of their text, such as those whose data did not load: a second render must confirm them. */
import { LRUCache } from 'lru-cache';
import type { CacheKey } from '../keys/key.ts';
import type { Rendered } from './flight-end.ts';
import type { CachedResult } from '../stores/store.ts';

/** Keys whose last render was suspiciously small, and could not be repeated. */
const SUSPECTS = 1_000;

/** See the head of the file. */
export class ShrunkResults {
  readonly #threshold: number;
  readonly #suspects = new LRUCache<string, true>({ max: SUSPECTS });
  #count = 0;

  /** @param threshold `shrinkThreshold`: the part of its text that a page keeps at least */
  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** Number of results that had to be confirmed. */
  get count(): number {
    return this.#count;
  }

  /** Whether a second render must confirm a result. */
  isShrunk(previous: CachedResult | undefined, { status, textLength }: CachedResult): boolean {
    const before = previous?.status === 200 ? previous.textLength : null;
    return before !== null && textLength !== null && status === 200 && textLength < before * this.#threshold;
  }

  /**
   * The result of a page that has lost most of its text is that of a second render. If that fails, the small result
   * is served, and replaces the last good one if the next render gives the same.
   */
  async confirm(
    key: CacheKey,
    small: CachedResult,
    renderAgain: () => Promise<Rendered>,
  ): Promise<{ result: CachedResult; isHeldBack: boolean }> {
    this.#count += 1;
    const second = await renderAgain().catch(() => undefined);
    const isSuspect = this.#suspects.delete(key.id);
    if (second && 'result' in second) return { result: second.result, isHeldBack: false };
    if (!isSuspect) this.#suspects.set(key.id, true);
    return { result: small, isHeldBack: !isSuspect };
  }
}
