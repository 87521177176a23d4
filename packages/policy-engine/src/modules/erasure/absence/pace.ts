/** How long a search may take, and how many rows it reads at once. */

/** Limits of a search, in milliseconds. */
export interface SearchLimits {
  /** All tables together. */
  readonly all: number;
  readonly table: number;
  /** A statement, which may also wait for a lock. */
  readonly statement: number;
}

/** After an erasure. */
export const LONG_SEARCH: SearchLimits = { all: 3_600_000, table: 1_200_000, statement: 60_000 };
/** While an administrator waits for the plan. */
export const SHORT_SEARCH: SearchLimits = { all: 4000, table: 1500, statement: 1500 };

/** Milliseconds that one batch should take. SQLite reads in the process of the host, which waits for it. */
const AIM = { inProcess: 40, onServer: 250 };
const FIRST = 1000;
const MOST = 50_000;
const FEWEST = 50;

/** The time is over before everything was read. */
export class OutOfTime extends Error {
  override name: string = 'OutOfTime';
}

/** Measures a search of one table. */
export class Pace {
  /** Rows of the next batch. */
  rows: number = FIRST;
  readonly #limits: SearchLimits;
  readonly #end: number;
  readonly #aim: number;
  #begun = 0;

  constructor(limits: SearchLimits, total: Stopwatch, where: keyof typeof AIM) {
    this.#limits = limits;
    this.#aim = AIM[where];
    this.#end = Math.min(performance.now() + limits.table, total.begun + limits.all);
  }

  /** Milliseconds of the next statement. @throws {OutOfTime} */
  get left(): number {
    const left = this.#end - performance.now();
    if (left <= 0) throw new OutOfTime('The search took too long.');
    return Math.ceil(Math.min(left, this.#limits.statement));
  }

  begin(): void {
    this.#begun = performance.now();
  }

  /** Chooses the size of the next batch from the time of the last one. */
  learn(): void {
    const took = Math.max(1, performance.now() - this.#begun);
    const wanted = this.rows * Math.min(2, Math.max(0.25, this.#aim / took));
    this.rows = Math.round(Math.min(MOST, Math.max(FEWEST, wanted)));
  }
}

/** The beginning of a search. */
export class Stopwatch {
  readonly begun: number = performance.now();
}
