/**
 * Limits how often one subject may write. A sliding window of two counters per subject: the previous window's count is
 * weighted by the part of it that is still within the window's length. Stored in the memory of one process, for a
 * bounded number of subjects.
 */

const MINUTE = 60_000;

/** Maximum number of remembered subjects; beyond it the least recently active one is deleted. */
const MOST_SUBJECTS = 20_000;

interface Counter {
  /** Number of the window. */
  window: number;
  current: number;
  previous: number;
}

/** Counts writes per subject. */
export class WriteLimiter {
  readonly #most: number;
  readonly #window: number;
  readonly #now: () => number;
  readonly #counters = new Map<string, Counter>();

  /**
   * @param most writes that a subject may make in a window
   * @param window milliseconds. Default: a minute
   */
  constructor(most: number, now: () => number = Date.now, window: number = MINUTE) {
    this.#most = most;
    this.#window = window;
    this.#now = now;
  }

  /** The number of remembered subjects. */
  get size(): number {
    return this.#counters.size;
  }

  /** Counts a write. @returns 0 if it is allowed, else the whole seconds to wait; a rejected write does not count */
  take(subject: string): number {
    const now = this.#now();
    const counter = this.#counterOf(subject, Math.floor(now / this.#window));
    const passed = (now % this.#window) / this.#window;
    const used = counter.previous * (1 - passed) + counter.current;
    if (used + 1 > this.#most) return this.#secondsUntilFree(counter, passed);
    counter.current += 1;
    return 0;
  }

  /** Stops counting an accepted write that had no effect. */
  giveBack(subject: string): void {
    const counter = this.#counterOf(subject, Math.floor(this.#now() / this.#window));
    counter.current = Math.max(0, counter.current - 1);
  }

  #counterOf(subject: string, window: number): Counter {
    const known = this.#counters.get(subject);
    if (known?.window === window) return known;
    const previous = known?.window === window - 1 ? known.current : 0;
    const counter = { window, current: 0, previous };
    // Setting it again moves the subject to the end of the map: the first one is the least recently active.
    this.#counters.delete(subject);
    this.#counters.set(subject, counter);
    if (this.#counters.size > MOST_SUBJECTS) this.#forgetOldest();
    return counter;
  }

  #forgetOldest(): void {
    for (const subject of this.#counters.keys()) {
      this.#counters.delete(subject);
      return;
    }
  }

  #secondsUntilFree({ current, previous }: Counter, passed: number): number {
    const room = this.#most - 1;
    // Within this window only the weight of the previous one decreases; after it, that of this one does.
    const free = current <= room ? 1 - (room - current) / previous : 2 - room / current;
    return Math.max(1, Math.ceil(((free - passed) * this.#window) / 1000));
  }
}
