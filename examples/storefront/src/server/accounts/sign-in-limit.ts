const ATTEMPTS = 10;
const WINDOW_MS = 60_000;
/** Maximum number of addresses that are remembered. */
const MOST_KEYS = 10_000;

/** Slows down password guessing: limits the failures per address and minute, in the memory of this process. */
export class SignInLimit {
  readonly #times = new Map<string, number[]>();

  /**
   * Counts an attempt before its password is checked: otherwise many parallel attempts would be checked before the first fails.
   *
   * @returns number of seconds to wait; 0 if the attempt is allowed
   */
  attempt(key: string): number {
    const now = Date.now();
    const recent = (this.#times.get(key) ?? []).filter((time) => time > now - WINDOW_MS);
    // Deleting and setting moves the key to the end: the map is in the order of the last attempts.
    this.#times.delete(key);
    this.#times.set(key, recent);
    if (recent.length >= ATTEMPTS) return Math.ceil(((recent[0] ?? now) + WINDOW_MS - now) / 1000);
    recent.push(now);
    const [oldest] = this.#times.keys();
    if (this.#times.size > MOST_KEYS && oldest !== undefined) this.#times.delete(oldest);
    return 0;
  }

  /** Resets the count after a successful attempt. */
  succeeded(key: string): void {
    this.#times.delete(key);
  }
}
