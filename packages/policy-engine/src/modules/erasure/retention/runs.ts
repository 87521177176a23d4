/** The table of runs: the results of the last ones, for administrators. */
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import type { RetentionEntry } from './report.ts';

/**
 * `waiting`: requested; `failed`: it ended, but something could not be erased; `stopped`: its end was not recorded, for example
 * after a killed process.
 */
export const runStates = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;

/** See {@link runStates}. */
export type RunState = (typeof runStates)[number];

/** A run. */
export interface RetentionRun {
  readonly id: string;
  /** Whether it only counted. */
  readonly isDry: boolean;
  readonly state: RunState;
  readonly createdAt: string;
  readonly begunAt: string | null;
  readonly endedAt: string | null;
  /** What was erased by each rule; for a run in progress, so far. */
  readonly entries: readonly RetentionEntry[];
  /** Why the run as a whole failed. */
  readonly error: string | null;
}

/** Most runs that are kept: of those that erase, and of those that only count. */
const KEPT_RUNS = 90;
/** Runs on a page. */
const RUNS_PER_PAGE = 20;
const COLUMNS = ['id', 'dry_run', 'state', 'report', 'error', 'created_at', 'begun_at', 'ended_at'] as const;

/** Runs in one database, or inside one transaction of it. */
export class RetentionRuns {
  readonly #naming: Naming;
  readonly #now: () => Date;

  constructor(naming: Naming, now: () => Date) {
    this.#naming = naming;
    this.#now = now;
  }

  /** Adds a run, and deletes the oldest of its kind. @returns its ID */
  async add(transaction: Database, { isDry, state }: Pick<RetentionRun, 'isDry' | 'state'>): Promise<string> {
    const queries = createQueries(transaction, this.#naming);
    const [id, at] = [createId(), this.#now()];
    const row = { id, dry_run: isDry, state, created_at: at, begun_at: state === 'running' ? at : null };
    await queries.insertInto('retention_runs').values(row).execute();
    const [last] = await this.#ofKind(queries, isDry).offset(KEPT_RUNS).limit(1).execute();
    if (last !== undefined) {
      const old = queries.deleteFrom('retention_runs').where('dry_run', '=', Number(isDry));
      await old.where('id', '<=', last.id).execute();
    }
    return id;
  }

  /** Starts a run, including one that was started before by a process that was killed. */
  async begin(database: Database, id: string): Promise<void> {
    const change = { state: 'running', report: null, begun_at: this.#now() };
    await createQueries(database, this.#naming)
      .updateTable('retention_runs')
      .set(change)
      .where('id', '=', id)
      .execute();
  }

  /** Marks runs that erase and are still in progress as stopped. */
  async stopOthers(transaction: Database): Promise<void> {
    await createQueries(transaction, this.#naming)
      .updateTable('retention_runs')
      .set({ state: 'stopped' })
      .where('dry_run', '=', 0)
      .where('state', '=', 'running')
      .execute();
  }

  /** Records the result of a run so far. */
  async save(
    transaction: Database,
    id: string,
    { state, entries, error }: Pick<RetentionRun, 'state' | 'entries' | 'error'>,
  ): Promise<void> {
    const ended = state === 'done' || state === 'failed' ? { ended_at: this.#now() } : {};
    await createQueries(transaction, this.#naming)
      .updateTable('retention_runs')
      .set({ state, report: JSON.stringify(entries), error, ...ended })
      .where('id', '=', id)
      .execute();
  }

  /** A page of runs, the newest first. */
  async list(
    database: Database,
    page: number,
  ): Promise<{ readonly runs: RetentionRun[]; readonly pages: number; readonly total: number }> {
    const queries = createQueries(database, this.#naming);
    const count = queries.selectFrom('retention_runs').select(({ fn }) => fn.countAll().as('total'));
    const { total } = await count.executeTakeFirstOrThrow();
    const rows = await selected(queries)
      .orderBy('id', 'desc')
      .limit(RUNS_PER_PAGE)
      .offset((page - 1) * RUNS_PER_PAGE)
      .execute();
    const all = countOf(total);
    return { runs: rows.map(runOf), pages: Math.max(1, Math.ceil(all / RUNS_PER_PAGE)), total: all };
  }

  /** Runs older than a given one, the newest first. @param last null for the first ones */
  async before(database: Database, last: RetentionRun | null, limit: number): Promise<RetentionRun[]> {
    let query = selected(createQueries(database, this.#naming)).orderBy('id', 'desc').limit(limit);
    if (last !== null) query = query.where('id', '<', last.id);
    return (await query.execute()).map(runOf);
  }

  /** The newest run that has ended, of either kind. */
  async lastEnded(database: Database): Promise<RetentionRun | undefined> {
    const row = await selected(createQueries(database, this.#naming))
      .where('ended_at', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && runOf(row);
  }

  async find(database: Database, id: string): Promise<RetentionRun | undefined> {
    const row = await selected(createQueries(database, this.#naming)).where('id', '=', id).executeTakeFirst();
    return row && runOf(row);
  }

  /** The oldest run that only counts and has not ended; the process that started it may have been killed. */
  async openDry(database: Database): Promise<RetentionRun | undefined> {
    const row = await selected(createQueries(database, this.#naming))
      .where('dry_run', '=', 1)
      .where('state', 'in', ['waiting', 'running'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row && runOf(row);
  }

  #ofKind(queries: Queries, isDry: boolean) {
    return queries.selectFrom('retention_runs').select('id').where('dry_run', '=', Number(isDry)).orderBy('id', 'desc');
  }
}

function selected(queries: Queries) {
  return queries.selectFrom('retention_runs').select(COLUMNS);
}

type FoundRow = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

function runOf(row: FoundRow): RetentionRun {
  return {
    id: row.id,
    isDry: row.dry_run !== 0,
    // Written by this file only.
    state: row.state as RunState,
    createdAt: row.created_at,
    begunAt: row.begun_at,
    endedAt: row.ended_at,
    entries: row.report === null ? [] : (JSON.parse(row.report) as RetentionEntry[]),
    error: row.error,
  };
}
