/** Schedules recurring jobs. The table decides, so that only one of several processes adds the job. */
import type { Naming } from '../database/schema/names.ts';
import type { Database } from '../database/port.ts';
import { createQueries } from '../database/statements/queries.ts';
import { isUniqueViolation } from '../database/connection/sql-errors.ts';
import { timeText } from '../database/statements/times.ts';
import type { Recurrence } from './job.ts';

interface Entry {
  readonly name: string;
  readonly recurrence: Recurrence;
  /** Milliseconds; before this time the table need not be queried. */
  knownDue: number;
}

/** Adds a job that is due at a time. */
type Add = (name: string, now: Date, transaction: Database) => Promise<void>;

/** The recurring jobs; adds those that are due. */
export class Schedule {
  readonly #database: Database;
  readonly #naming: Naming;
  readonly #entries: Entry[] = [];
  readonly #add: Add;

  constructor(database: Database, naming: Naming, add: Add) {
    this.#database = database;
    this.#naming = naming;
    this.#add = add;
  }

  every(name: string, recurrence: Recurrence): void {
    this.#entries.push({ name, recurrence, knownDue: 0 });
  }

  /**
   * Adds a job for each schedule that is due. After a time without any process a job runs once, not once per missed
   * time.
   */
  async addDue(now: Date): Promise<void> {
    for (const entry of this.#entries) {
      if (now.getTime() >= entry.knownDue) await this.#addIfDue(entry, now);
    }
  }

  async #addIfDue(entry: Entry, now: Date): Promise<void> {
    const { name, recurrence } = entry;
    const next = recurrence(now);
    const row = await createQueries(this.#database, this.#naming)
      .selectFrom('job_schedules')
      .select('due_at')
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined) await this.#create(name, next);
    else if (row.due_at <= timeText(now)) await this.#advance({ name, due: row.due_at, next }, now);
    entry.knownDue = Math.min(next.getTime(), row === undefined ? Infinity : pending(row.due_at, now));
  }

  async #create(name: string, next: Date): Promise<void> {
    try {
      await createQueries(this.#database, this.#naming)
        .insertInto('job_schedules')
        .values({ name, due_at: next })
        .execute();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }

  async #advance({ name, due, next }: { name: string; due: string; next: Date }, now: Date): Promise<void> {
    await this.#database.transaction(
      async (transaction) => {
        const { numUpdatedRows } = await createQueries(transaction, this.#naming)
          .updateTable('job_schedules')
          .set({ due_at: next })
          .where('name', '=', name)
          .where('due_at', '=', due)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await this.#add(name, now, transaction);
      },
      { isolation: 'read committed' },
    );
  }
}

/** When a row that is not due yet will be due. */
function pending(due: string, now: Date): number {
  const time = Date.parse(due);
  return time > now.getTime() ? time : Infinity;
}
