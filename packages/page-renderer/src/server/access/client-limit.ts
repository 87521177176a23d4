import { LRUCache } from 'lru-cache';

/** Maximum number of clients that are remembered. The least recently active ones are forgotten first. */
const MOST_CLIENTS = 10_000;

/** A limit of requests per minute and client, in windows that begin with the first request of a client. */
export class ClientLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #windows = new LRUCache<string, { readonly since: number; count: number }>({ max: MOST_CLIENTS });

  /** @param now milliseconds on a clock that never goes back */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Number of clients that are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  /**
   * Counts requests.
   *
   * @param count number of requests at once; always allowed for a client without other requests in this window
   * @returns 0 if they are allowed, otherwise the number of seconds until the next ones are
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
