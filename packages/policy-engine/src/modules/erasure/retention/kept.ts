/** Rows that were kept after an erasure for a legal reason are erased on their date. */
import { reasonOf } from '../../../errors/errors.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { timeText } from '../../../platform/database/statements/times.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import { type DataMap, hasTable, type TableAction, type TableRule } from '../../data-map/index.ts';
import type { Dependents } from '../host/dependents.ts';
import { keyFrom } from '../host/key.ts';
import type { HostRows } from '../host/rows.ts';
import { column, joined, type Sql, sql } from '../host/sql.ts';
import type { LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { tableRule } from '../plan/planner.ts';
import { BatchSize } from '../../../platform/database/statements/batch-size.ts';
import { apply } from './apply.ts';
import type { RunRecord } from './record.ts';
import { earlier } from './report.ts';

/** What finding kept rows needs. */
export interface KeptOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly dataMap: DataMap;
  readonly rows: HostRows;
  readonly dependents: Dependents;
  readonly now: () => Date;
}

interface Entry {
  readonly id: string;
  readonly rule: string;
  readonly row_key: string;
  readonly kept_until: string;
}

/**
 * Erases kept rows whose date has come. A row that cannot be erased does not stop the others: it is tried again as long as some are
 * erased, since others may refer to it.
 */
export async function endKeeping(options: KeptOptions, record: RunRecord, signal: AbortSignal): Promise<void> {
  const size = new BatchSize();
  const run: Run = { size, signal, record, failed: new Map() };
  for (let last = ''; ;) {
    signal.throwIfAborted();
    const page = await due(options, last, size.rows);
    const end = page.at(-1);
    if (end === undefined) break;
    last = end.id;
    await endPage(options, page, run);
  }
  for (let left = 0; run.failed.size > 0 && run.failed.size !== left;) {
    left = run.failed.size;
    const again = Array.from(run.failed.keys());
    run.failed.clear();
    await endPage(options, again, run);
  }
  for (const [{ rule }, error] of run.failed) {
    record.add({ rule, action: 'kept', rows: 0, oldest: null, next: null, error: reasonOf(error) });
  }
  await addNextDates(options, record);
}

async function endPage(options: KeptOptions, page: readonly Entry[], run: Run): Promise<void> {
  for (const [rule, entries] of Map.groupBy(page, (entry) => entry.rule))
    await endAll(options, rule, entries, page, run);
}

/** Counts what would be erased now, and changes nothing. */
export async function countKept(options: KeptOptions, record: RunRecord): Promise<void> {
  for (const { rule, rows, first } of await counted(options, '<=')) {
    record.add({ rule, action: 'kept', rows, oldest: first, next: null });
  }
  await addNextDates(options, record);
}

/** When the next rows are erased. */
async function addNextDates(options: KeptOptions, record: RunRecord): Promise<void> {
  for (const { rule, first } of await counted(options, '>')) {
    record.add({ rule, action: 'kept', rows: 0, oldest: null, next: first });
  }
}

/** Rows whose date has come, or has not, by rule; and the earliest of their dates. */
async function counted(
  { database, naming, now }: KeptOptions,
  day: '<=' | '>',
): Promise<{ readonly rule: string; readonly rows: number; readonly first: string }[]> {
  const found = await createQueries(database, naming)
    .selectFrom('erasure_kept')
    .select(({ fn }) => ['rule', fn.countAll().as('rows'), fn.min('kept_until').as('first')])
    .where('kept_until', day, timeText(now()))
    .groupBy('rule')
    .orderBy('rule')
    .execute();
  return found.map(({ rule, rows, first }) => ({ rule, rows: countOf(rows), first }));
}

/** Whether any rule keeps data of erased people. */
export async function keepsAnything({ database, naming }: Pick<KeptOptions, 'database' | 'naming'>): Promise<boolean> {
  const rows = createQueries(database, naming).selectFrom('erasure_kept').select('id').limit(1);
  return (await rows.executeTakeFirst()) !== undefined;
}

async function due({ database, naming, now }: KeptOptions, after: string, limit: number): Promise<Entry[]> {
  return createQueries(database, naming)
    .selectFrom('erasure_kept')
    .select(['id', 'rule', 'row_key', 'kept_until'])
    .where('kept_until', '<=', timeText(now()))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

interface Run {
  readonly size: BatchSize;
  readonly signal: AbortSignal;
  readonly record: RunRecord;
  /** Why entries could not be ended. */
  readonly failed: Map<Entry, unknown>;
}

/** In one transaction; if that fails, one by one. */
async function endAll(
  options: KeptOptions,
  name: string,
  entries: readonly Entry[],
  page: readonly Entry[],
  run: Run,
): Promise<void> {
  try {
    const rows = await endEntries(options, name, entries, page, run);
    const oldest = entries.map((entry): string | null => entry.kept_until).reduce(earlier);
    run.record.add({ rule: name, action: 'kept', rows, oldest, next: null });
  } catch (error) {
    if (run.signal.aborted) throw error;
    const [only] = entries;
    if (entries.length > 1) {
      for (const entry of entries) await endAll(options, name, [entry], page, run);
    } else if (only !== undefined) run.failed.set(only, error);
  }
}

/** @param page entries of the same time, whose rows go as well: what refers from one to another is emptied first */
async function endEntries(
  options: KeptOptions,
  name: string,
  entries: readonly Entry[],
  page: readonly Entry[],
  { size, signal }: Run,
): Promise<number> {
  const { database, naming, rows, dataMap, dependents } = options;
  const rule = tableRule(dataMap, name);
  const action = endOfKeeping(rule);
  const keysOf = (some: readonly Entry[]) => some.map((entry) => keyFrom(entry.row_key));
  const found = await rows.byKeys(rule, keysOf(entries));
  const ids = entries.map(({ id }) => id);
  const of = (live: LiveTable) => {
    const conditions = [...Map.groupBy(page, (entry) => entry.rule)].flatMap(([other, some]) => {
      const one = tableRule(dataMap, other);
      if (rows.tables.locate(one).live !== live || endOfKeeping(one).action !== 'delete') return [];
      return [sql`(${rows.among(one, keysOf(some))})`];
    });
    return conditions.length === 0 ? null : joined(conditions, ' or ');
  };
  const isDetaching = action.action === 'delete' && action.others === 'detach';
  const acceptsOthers = action.action === 'delete' && action.others === 'delete';
  const stays = (live: LiveTable) => (acceptsOthers ? null : ofSomebody(live, options, of(live)));
  const before = async (transaction: Database, going: Sql) => {
    const others = { isDetaching, atOnce: [], of, stays };
    if (await dependents.holdsBack(transaction, rule, going, others)) throw new Error(HELD_BACK);
    await dependents.free(transaction, rule, going, others);
    await dependents.shorten(transaction, rule, going);
  };
  return apply(rule, action, found, { database, rows, size, signal, before }, async (transaction) => {
    await createQueries(transaction, naming).deleteFrom('erasure_kept').where('id', 'in', ids).execute();
  });
}

const HELD_BACK =
  "with it, the database would delete rows about other people: set the column to null with afterwards: { action: 'delete', others: 'detach' }, or accept it with others: 'delete'";

/** Rows of a table that name somebody, and do not go as well: whoever was erased is named in none but kept ones. */
function ofSomebody(live: LiveTable, { dataMap, rows }: KeptOptions, going: Sql | null): Sql | null {
  const { schema } = rows.tables;
  const named = dataMap.rules
    .filter(hasTable)
    .filter((rule) => schema.find(rule.table) === live)
    .flatMap(({ table }) => table.sides.flatMap(({ person }) => (person.kind === 'id' ? [person.column] : [])));
  if (named.length === 0) return null;
  const isNamed = joined(
    [...new Set(named)].map((name) => sql`${column(name)} is not null`),
    ' or ',
  );
  return going === null ? sql`(${isNamed})` : sql`(${isNamed}) and (${going}) is not true`;
}

/** The date that was set when the rows were kept, or the one by the current rule. */
function endOfKeeping({ name, erasure }: TableRule): TableAction {
  if (erasure?.action === 'keep') return erasure.end;
  if (erasure?.action === 'delete' || erasure?.action === 'set') return erasure;
  throw new Error(`the rule ${name} no longer says how its rows are erased`);
}
