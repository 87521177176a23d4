/** How often results are requested: recent requests count more, and what nobody requests any more is forgotten. */
import { LRUCache } from 'lru-cache';
import { monotonic } from '../../kernel/clock.ts';

/** Number of results that are remembered: those that were requested last. */
export const REMEMBERED = 20_000;
/** Milliseconds after which a request counts half. */
const HALF_LIFE = 24 * 60 * 60_000;

interface Count {
  /** Number of requests; a request counts less the longer ago it was. */
  readonly score: number;
  /** Number of requests since the start, or since it was forgotten. */
  readonly requests: number;
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
    const known = this.#counts.peek(key);
    const requests = (known?.requests ?? 0) + count;
    this.#counts.set(key, { score: this.#scoreOf(known) + count, requests, at: this.#now() });
  }

  /** Requests per day, from those of the last days. */
  perDay(key: string): number {
    return this.#scoreOf(this.#counts.peek(key)) * Math.LN2;
  }

  /** Number of requests since the start of the service; undefined if it does not remember any. */
  requestsOf(key: string): number | undefined {
    return this.#counts.peek(key)?.requests;
  }

  /** All remembered keys, the most requested first. */
  keys(): string[] {
    const scores = [...this.#counts.entries()].map(([key, count]) => ({ key, score: this.#scoreOf(count) }));
    return scores.toSorted((a, b) => b.score - a.score).map(({ key }) => key);
  }

  /** Removes and returns all counts, for another process. */
  take(): Array<[key: string, count: number]> {
    const counts = [...this.#counts.entries()].map(([key, { requests }]): [string, number] => [key, requests]);
    this.#counts.clear();
    return counts;
  }

  #scoreOf(count: Count | undefined): number {
    return count === undefined ? 0 : count.score * 2 ** ((count.at - this.#now()) / HALF_LIFE);
  }
}
