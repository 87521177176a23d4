/** The table of steps: what a request does, and its progress. */
import type { Updateable } from 'kysely';
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { ErasureStepsTable } from '../tables.ts';

/** `waiting`: not started, or waiting for another step; `failed`: to be retried. */
export type StepState = 'waiting' | 'running' | 'done' | 'failed';

/** A step. */
export interface Step {
  readonly id: string;
  /** Name of the rule; `engine:…` for a part of the engine. */
  readonly rule: string;
  readonly state: StepState;
  readonly done: number;
  readonly kept: number;
  readonly note: string | null;
  readonly lastKey: string | null;
  readonly error: string | null;
  /** When it last changed. */
  readonly at: TimeText;
}

/** The current attempt of a request. */
export interface Attempt {
  readonly requestId: string;
  readonly attempt: number;
}

/** Why an attempt ends: another one has started, or the request is no longer running. */
export class AttemptLost extends Error {
  override name: string = 'AttemptLost';
}

/** Steps in one database, or inside one transaction of it. */
export class StepStore {
  readonly #naming: Naming;
  readonly #now: () => Date;

  constructor(naming: Naming, now: () => Date) {
    this.#naming = naming;
    this.#now = now;
  }

  /** The steps of a request, in their order. */
  async of(database: Database, requestId: string): Promise<Step[]> {
    const rows = await createQueries(database, this.#naming)
      .selectFrom('erasure_steps')
      .selectAll()
      .where('request_id', '=', requestId)
      .orderBy('position')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      rule: row.rule,
      // Written by this file only.
      state: row.state as StepState,
      done: row.rows_done,
      kept: row.rows_kept,
      note: row.note,
      lastKey: row.last_key,
      error: row.error,
      at: row.updated_at,
    }));
  }

  /**
   * Adds the missing steps: all of them at the start of a request, later those of rules that were declared in the meantime.
   */
  async add(transaction: Database, requestId: string, rules: readonly string[]): Promise<void> {
    const known = new Set((await this.of(transaction, requestId)).map(({ rule }) => rule));
    const rows = rules.flatMap((rule, position) => {
      if (known.has(rule)) return [];
      const at = this.#now();
      return [{ id: createId(), request_id: requestId, position, rule, state: 'waiting', updated_at: at }];
    });
    if (rows.length > 0)
      await createQueries(transaction, this.#naming).insertInto('erasure_steps').values(rows).execute();
  }

  /** Assigns a step to an attempt. @throws {AttemptLost} */
  async begin(database: Database, { id }: Step, { requestId, attempt }: Attempt): Promise<void> {
    const { numUpdatedRows } = await createQueries(database, this.#naming)
      .updateTable('erasure_steps')
      .set({ state: 'running', attempt, error: null, updated_at: this.#now() })
      .where('id', '=', id)
      .where((where) =>
        where.exists(
          where
            .selectFrom('erasure_requests')
            .select('id')
            .where('id', '=', requestId)
            .where('attempt', '=', attempt)
            .where('state', '=', 'running'),
        ),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AttemptLost('Another attempt has begun.');
  }

  /**
   * Records in the transaction of a batch what it did; the row is locked until the transaction ends, so that no other attempt takes
   * the step in between.
   *
   * @throws {AttemptLost}
   */
  async note(transaction: Database, { id }: Step, { attempt }: Attempt, progress: StepProgress): Promise<void> {
    const { done = 0, kept = 0, change = {} } = progress;
    const { numUpdatedRows } = await createQueries(transaction, this.#naming)
      .updateTable('erasure_steps')
      .set((set) => ({
        ...change,
        rows_done: set('rows_done', '+', done),
        rows_kept: set('rows_kept', '+', kept),
        updated_at: this.#now(),
      }))
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AttemptLost('Another attempt has begun.');
  }

  /** Deletes the position of the last processed row. */
  async forgetKeys(database: Database, requestId: string): Promise<void> {
    await createQueries(database, this.#naming)
      .updateTable('erasure_steps')
      .set({ last_key: null })
      .where('request_id', '=', requestId)
      .execute();
  }
}

/** What a batch did. */
export interface StepProgress {
  /** Number of rows that were deleted or changed. */
  readonly done?: number;
  /** Number of rows that are kept. */
  readonly kept?: number;
  readonly change?: Pick<Updateable<ErasureStepsTable>, 'state' | 'last_key' | 'error' | 'note'>;
}
