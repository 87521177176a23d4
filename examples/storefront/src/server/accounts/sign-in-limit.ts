/** How many attempts there may be in which time. */
export interface SignInLimitOptions {
  readonly attempts?: number;
  readonly windowMs?: number;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/** So many addresses are remembered; whoever tries more has other ways to fill our memory. */
const MOST_KEYS = 10_000;

/** Slows down those who guess passwords: so many failures per address and minute, in this process's memory. */
export class SignInLimit {
  readonly #attempts: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #times = new Map<string, number[]>();

  constructor({ attempts = 10, windowMs = 60_000, now = Date.now }: SignInLimitOptions = {}) {
    this.#attempts = attempts;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /**
   * Counts an attempt before it is looked at: many at once would otherwise all be looked at before the first has failed.
   *
   * @returns seconds to wait, 0 where it may go on
   */
  attempt(key: string): number {
    const now = this.#now();
    const recent = (this.#times.get(key) ?? []).filter((time) => time > now - this.#windowMs);
    const [first = now] = recent;
    // Deleted and set again, the key moves to the end: the map is in the order of the last attempts.
    this.#times.delete(key);
    this.#times.set(key, recent);
    if (recent.length >= this.#attempts) return Math.ceil((first + this.#windowMs - now) / 1000);
    recent.push(now);
    const [oldest] = this.#times.keys();
    if (this.#times.size > MOST_KEYS && oldest !== undefined) this.#times.delete(oldest);
    return 0;
  }

  /** The attempt was no failure. */
  succeeded(key: string): void {
    this.#times.delete(key);
  }
}
