/** Number of renders that are remembered, and from which on their times say something about the next ones. */
const REMEMBERED = { most: 64, least: 8 };
/** Assumed until then, in milliseconds. */
const ASSUMED = 2_000;

/** How long the last renders have occupied their slots, in milliseconds. */
export class SlotTimes {
  readonly #times: number[] = [];
  #next = 0;

  add(time: number): void {
    this.#times[this.#next] = time;
    this.#next = (this.#next + 1) % REMEMBERED.most;
  }

  /** The mean of the last ones. */
  get mean(): number {
    const count = this.#times.length;
    return count === 0 ? ASSUMED : this.#times.reduce((sum, time) => sum + time, 0) / count;
  }

  /** What three of four have exceeded; 0 if too few are known. */
  get least(): number {
    const count = this.#times.length;
    if (count < REMEMBERED.least) return 0;
    return this.#times.toSorted((a, b) => a - b)[Math.floor(count / 4)] ?? 0;
  }
}
