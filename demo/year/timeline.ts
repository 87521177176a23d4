/** The clock and the events of the sample. */

/** A clock that is set explicitly. */
export class SampleClock {
  #at: number;

  constructor(at: number) {
    this.#at = at;
  }

  /** For the option `now` of the engine. */
  readonly now = (): Date => new Date(this.#at);

  set(at: number): void {
    this.#at = at;
  }
}

interface Act {
  readonly at: number;
  readonly act: () => Promise<unknown>;
}

/** Actions in the order of their times; an action may add later ones. */
export class Timeline {
  readonly #clock: SampleClock;
  readonly #end: number;
  readonly #acts: Act[] = [];

  /** @param end milliseconds since 1970; later actions are dropped */
  constructor(clock: SampleClock, end: number) {
    this.#clock = clock;
    this.#end = end;
  }

  /** @param at milliseconds since 1970 */
  add(at: number, act: () => Promise<unknown>): void {
    if (at > this.#end) return;
    let [low, high] = [0, this.#acts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#acts[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    this.#acts.splice(low, 0, { at, act });
  }

  /** Runs all actions, each with the clock set to its time. */
  async play(): Promise<void> {
    for (let next = this.#acts.shift(); next !== undefined; next = this.#acts.shift()) {
      this.#clock.set(Math.max(next.at, this.#clock.now().getTime()));
      await next.act();
    }
    this.#clock.set(this.#end);
  }
}
