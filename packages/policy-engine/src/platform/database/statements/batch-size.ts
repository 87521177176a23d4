/** Chooses how many rows a batch processes, so that others do not wait for the database. */
import { setImmediate as yieldToOthers, setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../port.ts';

/** Milliseconds for which a batch may hold the writer of SQLite. */
const LONGEST = 20;
/** The target: the next batch may be slower than the last. */
const AIM = 5;
const FIRST = 25;
/** Keeps the parameters of a statement below the limit of every database. */
const MOST = 500;

/** Short transactions, one after another. */
export interface Batches {
  /** Rows that the next one may process. */
  readonly rows: number;
  /** Runs one. @param rows that it processes @returns how many it deleted or changed */
  readonly record: (work: (transaction: Database) => Promise<number>, rows?: number) => Promise<number>;
}

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

  /**
   * Runs a batch in a transaction of its own, measures how long it held the database, and then lets others write: if
   * one writer locks the whole database, it pauses for as long.
   */
  async inTransaction<T>(database: Database, rows: number, work: (transaction: Database) => Promise<T>): Promise<T> {
    let begun = 0;
    const begin = (transaction: Database) => {
      begun = performance.now();
      return work(transaction);
    };
    const result = await database.transaction(begin, { isolation: 'read committed' });
    const held = performance.now() - begun;
    this.learn(rows, held);
    if (database.capabilities.rowLocks) await yieldToOthers();
    else await sleep(Math.ceil(held));
    return result;
  }

  /** Batches of a database, as large as earlier measurements allow. */
  batches(database: Database): Batches {
    const rows = () => this.#rows;
    return {
      get rows() {
        return rows();
      },
      record: (work, count = rows()) => this.inTransaction(database, count, work),
    };
  }

  /** Takes in a measurement: so many rows took so many milliseconds. */
  learn(rows: number, milliseconds: number): void {
    this.#longest = Math.max(this.#longest, milliseconds);
    if (milliseconds > LONGEST) return this.#become(rows * (AIM / milliseconds));
    // Grows slowly: data that is cached now may not be next time.
    const wanted = rows * Math.min(1.5, AIM / Math.max(milliseconds, 0.5));
    if (rows >= this.#rows || wanted < this.#rows) this.#become(wanted);
  }

  #become(rows: number): void {
    this.#rows = Math.round(Math.min(MOST, Math.max(1, rows)));
  }
}
