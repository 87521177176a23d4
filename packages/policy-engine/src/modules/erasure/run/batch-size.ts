/** How many rows a batch takes, so that others do not wait for the database. */

/** Milliseconds for which a batch may hold the writer of SQLite. */
const LONGEST = 20;
/** What is aimed at: the next batch may be slower than the last. */
const AIM = 8;
const FIRST = 25;
/** Parameters of a statement are few enough on every database. */
const MOST = 1000;

/** Adapts to the time that batches take. */
export class BatchSize {
  #rows = FIRST;
  #longest = 0;

  /** Rows of the next batch. */
  get rows(): number {
    return this.#rows;
  }

  /** Milliseconds of the longest batch so far. */
  get longest(): number {
    return this.#longest;
  }

  /** Runs the part of a batch that holds the database, and learns from the time it takes. */
  async measure<T>(rows: number, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await work();
    this.learn(rows, performance.now() - begun);
    return result;
  }

  /** Learns that so many rows took so many milliseconds. */
  learn(rows: number, milliseconds: number): void {
    this.#longest = Math.max(this.#longest, milliseconds);
    if (milliseconds > LONGEST) return this.#become(rows * (AIM / milliseconds));
    // Slowly upwards: what is cached now may not be so the next time.
    const wanted = rows * Math.min(2, AIM / Math.max(milliseconds, 0.5));
    if (rows >= this.#rows || wanted < this.#rows) this.#become(wanted);
  }

  #become(rows: number): void {
    this.#rows = Math.round(Math.min(MOST, Math.max(1, rows)));
  }
}
