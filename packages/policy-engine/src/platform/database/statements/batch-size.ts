/** Chooses how many rows a batch processes, so that others do not wait for the database. */
import { setImmediate as yieldToOthers, setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../port.ts';

/** Milliseconds for which a batch should hold the writer of SQLite; 20 would be too long, and the next may be slower than the last. */
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
   *
   * @param rows - how many rows it processes, or how many a result is about
   */
  async inTransaction<T>(
    database: Database,
    rows: number | ((result: T) => number),
    work: (transaction: Database) => Promise<T>,
  ): Promise<T> {
    let begun = 0;
    const begin = (transaction: Database) => {
      begun = performance.now();
      return work(transaction);
    };
    const result = await database.transaction(begin, { isolation: 'read committed' });
    const held = performance.now() - begun;
    this.learn(typeof rows === 'number' ? rows : rows(result), held);
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

  /**
   * Takes in a measurement: so many rows took so many milliseconds. Of a batch that is smaller than allowed, much of the time may
   * be what every batch takes: it counts only if it was slow.
   */
  learn(rows: number, milliseconds: number): void {
    this.#longest = Math.max(this.#longest, milliseconds);
    if (rows === 0 || (rows < this.#rows && milliseconds <= AIM)) return;
    // Grows slowly: data that is cached now may not be next time.
    this.#become(rows * Math.min(1.5, AIM / Math.max(milliseconds, 0.5)));
  }

  #become(rows: number): void {
    this.#rows = Math.round(Math.min(MOST, Math.max(1, rows)));
  }
}
