import { LRUCache } from 'lru-cache';

/** Clients that are remembered. Those that asked longest ago are forgotten first. */
const MOST_CLIENTS = 10_000;

/** So many requests a minute for each client, in windows that begin with a client's first request. */
export class ClientLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #windows = new LRUCache<string, { readonly since: number; count: number }>({ max: MOST_CLIENTS });

  /** @param now milliseconds on a clock that never goes back */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** How many clients are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  /**
   * Counts requests.
   *
   * @param count how many at once; one that has asked for nothing yet may always have them
   * @returns 0 where they may be made, or in how many seconds the next ones may
   */
  take(client: string, count = 1): number {
    const now = this.#now();
    const window = this.#windows.get(client);
    if (window === undefined || now - window.since >= 60_000) {
      this.#windows.set(client, { since: now, count });
      return 0;
    }
    window.count += count;
    return window.count <= this.#perMinute ? 0 : Math.ceil((window.since + 60_000 - now) / 1000);
  }
}
