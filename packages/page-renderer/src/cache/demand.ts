/** How often results are requested: recent requests count more, and what nobody requests any more is forgotten. */
import { LRUCache } from 'lru-cache';
import { monotonic } from '../clock.ts';

/** Number of results that are remembered. */
const REMEMBERED = 20_000;
/** Milliseconds after which a request counts half. */
const HALF_LIFE = 24 * 60 * 60_000;

interface Count {
  readonly score: number;
  /** On the monotonic clock. */
  readonly at: number;
}

/** Counts by the texts of keys. */
export class Demand {
  readonly #counts = new LRUCache<string, Count>({ max: REMEMBERED });
  readonly #now: () => number;

  constructor(now: () => number = monotonic) {
    this.#now = now;
  }

  /** Counts requests. @param key text of the key */
  note(key: string, count = 1): void {
    this.#counts.set(key, { score: this.#scoreOf(this.#counts.peek(key)) + count, at: this.#now() });
  }

  /** Requests per day, from those of the last days. */
  perDay(key: string): number {
    return this.#scoreOf(this.#counts.peek(key)) * Math.LN2;
  }

  /** All remembered keys, the most requested first. */
  keys(): string[] {
    const scores = [...this.#counts.entries()].map(([key, count]) => ({ key, score: this.#scoreOf(count) }));
    return scores.toSorted((a, b) => b.score - a.score).map(({ key }) => key);
  }

  /** Removes and returns all counts, for another process. */
  take(): Array<[key: string, count: number]> {
    const counts = [...this.#counts.entries()].map(([key, { score }]): [string, number] => [key, score]);
    this.#counts.clear();
    return counts;
  }

  #scoreOf(count: Count | undefined): number {
    return count === undefined ? 0 : count.score * 2 ** ((count.at - this.#now()) / HALF_LIFE);
  }
}
