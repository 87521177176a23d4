/** The table of jobs. */
import type { Insertable } from 'kysely';
import type { JobsTable } from './tables.ts';
import { createId } from '../database/statements/ids.ts';
import type { Naming } from '../database/schema/names.ts';
import type { Database } from '../database/port.ts';
import { createQueries, type Queries } from '../database/statements/queries.ts';
import { isUniqueViolation } from '../database/connection/sql-errors.ts';
import { type TimeText, timeText } from '../database/statements/times.ts';
import { countOf } from '../database/statements/values.ts';
import type { FailedFrom, FailedJob, JobPayload } from './job.ts';

/** A job that may start. */
export interface DueJob {
  readonly id: string;
  readonly name: string;
  /** Token of the previous attempt. */
  readonly token: number;
}

/** One process's claim to a job. */
export interface Claim {
  readonly id: string;
  readonly name: string;
  readonly payload: JobPayload;
  readonly token: number;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly holder: string;
  /** Why the previous attempt failed; null if its process died. */
  readonly error: string | null;
}

/** A row to be added. */
export interface JobRow {
  readonly name: string;
  readonly payload: JobPayload;
  readonly key: string | null;
  readonly dueAt: Date;
  readonly maxAttempts: number;
}

interface FailedRow {
  readonly id: string;
  readonly name: string;
  readonly payload: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly updated_at: TimeText;
}

function failedJobOf({ id, name, payload, attempts, error, updated_at: failedAt }: FailedRow): FailedJob {
  return { id, name, payload: JSON.parse(payload) as JobPayload, attempts, error: error ?? '', failedAt };
}

/** Jobs in one database, or inside one transaction of it. */
export class JobStore {
  readonly #database: Database;
  readonly #queries: Queries;
  readonly #naming: Naming;

  constructor(database: Database, naming: Naming) {
    this.#database = database;
    this.#queries = createQueries(database, naming);
    this.#naming = naming;
  }

  /** Adds a job, unless one with its key exists; a failed one is restarted. */
  async add({ name, payload, key, dueAt, maxAttempts }: JobRow, now: Date): Promise<void> {
    const text = JSON.stringify(payload);
    const row = {
      id: createId(),
      name,
      payload: text,
      unique_key: key,
      state: 'waiting',
      due_at: dueAt,
      attempts: 0,
      max_attempts: maxAttempts,
      token: 0,
      created_at: now,
      updated_at: now,
    };
    if (key === null) return void (await this.#queries.insertInto('jobs').values(row).execute());
    try {
      // A transaction of its own, since a failed statement would end the surrounding one.
      await this.#database.transaction(
        async (inner) => void (await createQueries(inner, this.#naming).insertInto('jobs').values(row).execute()),
        { isolation: 'read committed' },
      );
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await this.#queries
        .updateTable('jobs')
        .set({ state: 'waiting', payload: text, due_at: dueAt, offered_at: null, attempts: 0, updated_at: now })
        .where('unique_key', '=', key)
        .where('state', '=', 'failed')
        .execute();
    }
  }

  /**
   * Jobs of these names that wait and may start, and those whose process has died; the longest due first.
   *
   * @param offeredBefore omits jobs that were offered to a queue since then
   */
  async due(names: readonly string[], now: Date, limit: number, offeredBefore?: Date): Promise<DueJob[]> {
    if (names.length === 0) return [];
    return this.#queries
      .selectFrom('jobs')
      .select(['id', 'name', 'token'])
      .where('due_at', '<=', timeText(now))
      .where('name', 'in', names)
      .$if(offeredBefore !== undefined, (query) =>
        query.where((where) =>
          where.or([where('offered_at', 'is', null), where('offered_at', '<', timeText(offeredBefore!))]),
        ),
      )
      .orderBy('due_at')
      .limit(limit)
      .execute();
  }

  /** Records that a job was offered to a queue. */
  async offered({ id, token }: DueJob, now: Date): Promise<void> {
    await this.#queries
      .updateTable('jobs')
      .set({ offered_at: now })
      .where('id', '=', id)
      .where('token', '=', token)
      .execute();
  }

  /** Takes a job if it may start. @returns null if another process was faster */
  async claim({ id, token }: DueJob, now: Date, until: Date): Promise<Claim | null> {
    const holder = createId();
    const { numUpdatedRows } = await this.#queries
      .updateTable('jobs')
      .set((set) => ({
        state: 'running',
        holder,
        token: set('token', '+', 1),
        attempts: set('attempts', '+', 1),
        due_at: until,
        offered_at: null,
        updated_at: now,
      }))
      .where('id', '=', id)
      .where('token', '=', token)
      .where('due_at', '<=', timeText(now))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    const row = await this.#queries
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .where('holder', '=', holder)
      .executeTakeFirst();
    if (row === undefined) return null;
    const payload = JSON.parse(row.payload) as JobPayload;
    const { name, attempts, max_attempts: maxAttempts, error } = row;
    return { id, name, payload, token: row.token, attempts, maxAttempts, holder, error };
  }

  /**
   * Extends a claim, and in a transaction keeps others from the job until it ends.
   *
   * @param attempts the number of attempts that count if the process dies; default: unchanged
   * @returns false if the job is lost
   */
  async extend(claim: Claim, until: Date, attempts?: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#held(claim)
      .set({ due_at: until, ...(attempts !== undefined && { attempts }) })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Removes a completed job. @returns false if it is lost */
  async done({ id, holder, token }: Claim): Promise<boolean> {
    const { numDeletedRows } = await this.#queries
      .deleteFrom('jobs')
      .where('id', '=', id)
      .where('holder', '=', holder)
      .where('token', '=', token)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Puts a job back for its next attempt. @param attempts the number of attempts that count so far */
  async postpone(claim: Claim, dueAt: Date, { error, attempts, now }: FailedAttempt): Promise<boolean> {
    const { numUpdatedRows } = await this.#held(claim)
      .set({ state: 'waiting', due_at: dueAt, offered_at: null, holder: null, error, attempts, updated_at: now })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Marks a job as failed permanently. */
  async fail(claim: Claim, { error, attempts, now }: FailedAttempt): Promise<boolean> {
    const { numUpdatedRows } = await this.#held(claim)
      .set({ state: 'failed', due_at: null, offered_at: null, holder: null, error, attempts, updated_at: now })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Jobs that have failed permanently, the newest first. */
  async failed(limit: number, { skip = 0, before }: FailedFrom): Promise<FailedJob[]> {
    const rows = await this.#queries
      .selectFrom('jobs')
      .selectAll()
      .where('state', '=', 'failed')
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(skip)
      .execute();
    return rows.map(failedJobOf);
  }

  /** A job that has failed permanently; null if there is none of this ID. */
  async failedOne(id: string): Promise<FailedJob | null> {
    const row = await this.#queries
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .executeTakeFirst();
    return row === undefined ? null : failedJobOf(row);
  }

  /** Restarts a failed job. */
  async retry(id: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#queries
      .updateTable('jobs')
      .set({ state: 'waiting', due_at: now, attempts: 0, updated_at: now })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Deletes a failed job. */
  async discard(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#queries
      .deleteFrom('jobs')
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Deletes a failed job. @returns its row; null if there was none */
  async take(id: string): Promise<object | null> {
    const row = await this.#queries
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .executeTakeFirst();
    return row !== undefined && (await this.discard(id)) ? row : null;
  }

  /** Puts back the row of a failed job. @param taken from `take`, also after it was written as JSON */
  async putBack(taken: object): Promise<void> {
    await this.#queries
      .insertInto('jobs')
      .values(taken as Insertable<JobsTable>)
      .execute();
  }

  /** Deletes the job of a key unless it is running. */
  async withdraw(key: string): Promise<void> {
    await this.#queries.deleteFrom('jobs').where('unique_key', '=', key).where('state', '!=', 'running').execute();
  }

  async failedCount(): Promise<number> {
    const { total } = await this.#queries
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    return countOf(total);
  }

  /** The due time of the oldest job that should have started before a time; null if there is none. */
  async lateSince(before: Date): Promise<TimeText | null> {
    const row = await this.#queries
      .selectFrom('jobs')
      .select('due_at')
      .where('due_at', '<=', timeText(before))
      .orderBy('due_at')
      .executeTakeFirst();
    return row?.due_at ?? null;
  }

  #held({ id, holder, token }: Claim) {
    return this.#queries
      .updateTable('jobs')
      .where('id', '=', id)
      .where('holder', '=', holder)
      .where('token', '=', token)
      .where('state', '=', 'running');
  }
}

/** The result of an unsuccessful attempt. */
export interface FailedAttempt {
  readonly error: string | null;
  readonly attempts: number;
  readonly now: Date;
}
