import type { Counts } from './counts.ts';
import { addCounts, emptyCounts } from './counts.ts';

/** The counters of one step of time. */
export interface Step {
  /** Milliseconds since 1970. */
  readonly begin: number;
  /** Undefined if nothing was counted. */
  readonly counts: Counts | undefined;
}

/** The counters of the last steps of time. An old step makes room for a new one. */
export class Ring {
  readonly step: number;
  readonly #places: Array<{ number: number; counts: Counts } | undefined>;

  /** @param step milliseconds */
  constructor(step: number, length: number) {
    this.step = step;
    this.#places = Array.from({ length });
  }

  /** Adds what was counted at a time, in milliseconds since 1970. */
  add(counts: Counts, at: number): void {
    const number = Math.floor(at / this.step);
    const place = number % this.#places.length;
    let known = this.#places[place];
    // Late counts of another process are left out when their step has made room.
    if (known && known.number > number) return;
    if (known?.number !== number) this.#places[place] = known = { number, counts: emptyCounts() };
    addCounts(known.counts, counts);
  }

  /** All steps up to a time, in milliseconds since 1970; the last one is not over yet. */
  until(now: number): Step[] {
    const last = Math.floor(now / this.step);
    return this.#places.map((_, index) => {
      const number = last - this.#places.length + 1 + index;
      const known = this.#places[number % this.#places.length];
      return { begin: number * this.step, counts: known?.number === number ? known.counts : undefined };
    });
  }
}
