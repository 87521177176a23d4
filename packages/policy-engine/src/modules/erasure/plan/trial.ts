/**
 * Tries what an erasure writes into rows that stay, in transactions that are undone. Only the database can say whether a check, a type, a
 * length, an enumeration, a unique index over an expression or over some rows, or a trigger refuses a value. Of rows that go, one is tried
 * where a trigger, a rule or a policy of the table may refuse, or keep it: a ledger that nothing may be deleted from.
 */
import { reasonOf } from '../../../errors/errors.ts';
import { isConflict, isKeyViolation, isUniqueViolation } from '../../../platform/database/connection/sql-errors.ts';
import { outageOf } from '../../../platform/database/connection/sql-outages.ts';
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LiveTable, Unseen } from '../../../platform/database/schema/live-schema.ts';
import { deletes, type SetAction, type TableAction, type TableRule } from '../../data-map/index.ts';
import { readFailureOf } from '../absence/read-errors.ts';
import { goingOf } from '../host/dependents.ts';
import { asksTheHost, type FoundRow, type SetValues } from '../host/rows.ts';
import { momentOf, NoDate } from '../host/moments.ts';
import { sql } from '../host/sql.ts';
import { type Part, partsOf } from '../run/parts.ts';
import { changesOf } from '../run/rule-step.ts';
import type { ErasedRule, Layout } from './layout.ts';
import { undatedStop } from './stops.ts';

/** Rows that one transaction tries. */
const AT_ONCE = 500;
/** Rows of a person that are tried for each rule: an administrator waits for it. */
const MOST = 20_000;
/** Rows of others that are tried with one of the person's: values that fit one row may not fit two. */
const OTHERS = 20;

/** What a trial needs. */
export interface TrialOptions {
  readonly database: Database;
  readonly layout: Layout;
  readonly userId: string;
  /** Triggers, and what else may refuse to delete rows, by table. */
  readonly unseen: readonly Unseen[];
}

/**
 * What the database refuses of what a rule writes, in sentences for a developer. Tables without transactions are not tried.
 *
 * @throws errors of a database that does not answer
 */
export async function refusedWrites(rule: TableRule & ErasedRule, options: TrialOptions): Promise<string[]> {
  const { layout, database, userId } = options;
  const { live } = layout.rows.tables.locate(rule);
  const table = layout.schema.shownName(live);
  if ((await outsideTransactions(database, live.schema)).includes(live.table)) return [];
  for (const part of writesOf(rule, options)) {
    const error = (await refusedFor(rule, part, options)) ?? (await refusedForTwo(rule, part, options));
    if (error !== null) return [`data rule "${rule.name}": what it writes is refused in ${table}: ${error}`];
  }
  const undated = await refusedDate(rule, options);
  if (undated !== null) return [undatedStop(rule, undated)];
  const kept = await refusedDeletion(rule, live, options);
  if (kept !== null) return [`data rule "${rule.name}": rows of ${table} cannot be deleted: ${kept}`];
  if (!deletes(rule)) return [];
  const detaching = await undone(database, (transaction) =>
    layout.dependents.detach(transaction, rule, {
      going: goingOf(layout.rows.tables, rule, userId),
      userId,
      solution: layout.solution.of(rule.name),
    }),
  );
  return detaching === null
    ? []
    : [
        `data rule "${rule.name}": the database refuses null in a column that refers to its rows: ${refusalOf(detaching)}`,
      ];
}

/** Why the end of a period cannot be told from a row; null if it can. */
async function refusedDate(
  rule: TableRule & ErasedRule,
  { layout: { rows }, userId }: TrialOptions,
): Promise<NoDate | null> {
  const { erasure } = rule;
  if (erasure.action !== 'keep') return null;
  let tried = 0;
  for (let last: Parameters<typeof rows.page>[2]['after'] = null; tried < MOST;) {
    const begin = erasure.until;
    const found = await rows.page(rule, rows.of(rule, userId), { after: last, limit: AT_ONCE, columns: [], begin });
    try {
      for (const { date } of found) momentOf(date, begin.from);
    } catch (error) {
      if (error instanceof NoDate) return error;
      throw error;
    }
    const end = found.at(-1);
    if (end === undefined) return null;
    tried += found.length;
    last = end.key;
  }
  return null;
}

/** Why a row cannot be deleted, now or at the end of its period; null if it can. What refers to it is not looked at here. */
async function refusedDeletion(
  rule: TableRule & ErasedRule,
  live: LiveTable,
  { layout: { rows }, database, userId, unseen }: TrialOptions,
): Promise<string | null> {
  const { erasure } = rule;
  const goes = deletes(rule) || (erasure.action === 'keep' && erasure.end.action === 'delete');
  if (!goes) return null;
  const none = await undone(database, async (transaction) => {
    await rows.deleteAll(transaction, rule, sql`1 = 0`);
  });
  if (none !== null) return refusalOf(none);
  if (!unseen.some(({ schema, table }) => schema === live.schema && table === live.table)) return null;
  const [own] = await rows.page(rule, goingOf(rows.tables, rule, userId), { after: null, limit: 1, columns: [] });
  if (own === undefined) return null;
  let isKept = false;
  const error = await undone(database, async (transaction) => {
    await rows.delete(transaction, rule, [own.key], null);
    isKept =
      (await rows.page(rule, rows.among(rule, [own.key]), { after: null, limit: 1, columns: [], within: transaction }))
        .length > 0;
  });
  if (isKept) return `the row is still there: look at its triggers, rules and policies`;
  return error === null || isKeyViolation(error) ? null : refusalOf(error);
}

type Setting = Part & { readonly action: SetAction };

/** What is written into rows that stay: at once, while they are kept, and at the end of their period. */
function writesOf(rule: TableRule & ErasedRule, { layout: { rows }, userId }: TrialOptions): Setting[] {
  const { erasure } = rule;
  if (erasure.action === 'run') return [];
  const actions: Array<TableAction | undefined> =
    erasure.action === 'keep' ? [erasure.meanwhile, erasure.end] : [erasure];
  const parts = actions.flatMap((action) => (action === undefined ? [] : partsOf(rule, action, { rows, userId })));
  return parts.filter((part): part is Setting => part.action.action === 'set');
}

/** Why the values are refused in the person's rows; null if they are not. */
async function refusedFor(
  rule: TableRule,
  { where, action, own }: Setting,
  { database, layout: { rows }, unseen }: TrialOptions,
): Promise<string | null> {
  const { live } = rows.tables.locate(rule);
  // A trigger may put back what was there.
  const isWatched = unseen.some(({ schema, table }) => schema === live.schema && table === live.table);
  const set = Object.keys(action.columns);
  const columns = asksTheHost(action.columns) ? undefined : isWatched ? set : [];
  let tried = 0;
  for (let last: Parameters<typeof rows.page>[2]['after'] = null; tried < MOST;) {
    const found = await rows.page(rule, where, { after: last, limit: AT_ONCE, columns });
    const end = found.at(-1);
    if (end === undefined) return null;
    let changes: Awaited<ReturnType<typeof changesOf>>;
    try {
      changes = await changesOf(found.map((row) => ({ row, action, keptUntil: null })));
    } catch (error) {
      return refusalOf(error);
    }
    let unchanged: string | undefined;
    const error = await undone(database, async (transaction) => {
      for (const change of changes) await rows.set(transaction, rule, change, own);
      if (!isWatched) return;
      const where = rows.among(
        rule,
        found.map(({ key }) => key),
      );
      const after = await rows.page(rule, where, { after: null, limit: AT_ONCE, columns: set, within: transaction });
      unchanged = unchangedIn(found, after, changes);
    });
    if (error !== null) return refusalOf(error);
    if (unchanged !== undefined) {
      return `${unchanged} still has its value after it was set: look at its triggers, rules and policies`;
    }
    tried += found.length;
    last = end.key;
  }
  return null;
}

/** A column that has its old value although another one was set; undefined if none has. */
function unchangedIn(
  before: readonly FoundRow[],
  after: readonly FoundRow[],
  changes: Awaited<ReturnType<typeof changesOf>>,
): string | undefined {
  const old = new Map(before.map(({ key, values }) => [JSON.stringify(key), values]));
  const set = new Map(changes.flatMap(({ keys, values }) => keys.map((key) => [JSON.stringify(key), values])));
  for (const { key, values } of after) {
    const [was, wanted] = [old.get(JSON.stringify(key)), set.get(JSON.stringify(key))];
    if (was === undefined || wanted === undefined) continue;
    const found = Object.keys(wanted).find((name) => isKept(was[name], values[name], wanted[name]));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a value is what it was, and not what was written. A constant is compared with values of its own type alone. */
function isKept(was: unknown, is: unknown, wanted: unknown): boolean {
  if (was === null || was === undefined || wanted === undefined) return false;
  const isSame = typeof was === 'object' ? JSON.stringify(was) === JSON.stringify(is) : was === is;
  return isSame && (wanted === null || (typeof was === typeof wanted && was !== wanted));
}

/** Whether a unique key refuses the same constants in rows of two people, who may be erased on the same day. */
async function refusedForTwo(
  rule: TableRule,
  { where, action }: Setting,
  { database, layout: { rows }, userId }: TrialOptions,
): Promise<string | null> {
  const values: SetValues = Object.fromEntries(
    Object.entries(action.columns).flatMap(([name, value]) =>
      value === null || typeof value === 'function' ? [] : [[name, value]],
    ),
  );
  if (Object.keys(values).length === 0) return null;
  const [own] = await rows.page(rule, where, { after: null, limit: 1, columns: [] });
  if (own === undefined) return null;
  const others = await rows.page(rule, rows.ofOthers(rule, userId), { after: null, limit: OTHERS, columns: [] });
  for (const other of others) {
    const error = await undone(database, async (transaction) => {
      for (const { key } of [own, other]) await rows.set(transaction, rule, { keys: [key], values }, null);
    });
    if (error !== null && isUniqueViolation(error)) {
      return `${Object.keys(values).join(', ')} cannot be the same in the rows of two people: set a value by a function (${refusalOf(error)})`;
    }
  }
  return null;
}

/** Runs statements, and undoes them. @returns the error of the statement that the database refused; null if it refused none */
async function undone(database: Database, run: (transaction: Database) => Promise<void>): Promise<unknown> {
  const { checkKeys } = dialectNamed(database.dialect);
  const undo = new Error('undone');
  try {
    await database.transaction(
      async (transaction) => {
        await run(transaction);
        if (checkKeys !== null) await transaction.execute(checkKeys);
        throw undo;
      },
      { isolation: 'read committed' },
    );
  } catch (error) {
    if (error === undo) return null;
    if (isConflict(error) || outageOf(error) !== null) throw error;
    return error;
  }
  return null;
}

/** Tables whose changes could not be undone. */
async function outsideTransactions(database: Database, schema: string): Promise<string[]> {
  const { untransactional } = dialectNamed(database.dialect).liveSchema;
  if (untransactional === null) return [];
  const { rows } = await database.execute<{ readonly table_name: string }>(...untransactional(schema));
  return rows.map(({ table_name: name }) => name);
}

/** Why a statement was refused; of a missing permission, what to do about it. */
function refusalOf(error: unknown): string {
  const isForbidden = readFailureOf(error)?.reason === 'permission';
  return isForbidden ? `${reasonOf(error)} (grant it to the engine's database user)` : reasonOf(error);
}
