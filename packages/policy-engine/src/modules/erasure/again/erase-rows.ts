/**
 * Erases what a repeated search has found. Rows of the person are erased by their rules. In rows that belong to nobody, what identifies
 * the person is replaced. Rows of others are left: somebody may have signed up again with the same address.
 */
import { identifier, tableIdentifier } from '../../../platform/database/schema/identifiers.ts';
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LiveColumn } from '../../../platform/database/schema/live-schema.ts';
import { reasonOf } from '../../../errors/errors.ts';
import { hasTable, StatementText } from '../../data-map/index.ts';
import type { SearchedTable } from '../absence/table-search.ts';
import { valueOf } from '../absence/column-conditions.ts';
import type { ErasurePlanner } from '../plan/planner.ts';
import type { LeftReason, LeftTrace } from '../plan/receipt.ts';
import { carryOut, type RuleWork } from '../run/rule-step.ts';
import { eraseTogether } from '../run/together.ts';
import { MarksStore } from './marks-store.ts';
import type { Matcher } from './matcher.ts';
import { redacted } from './redacting.ts';
import type { FoundRow } from './scan.ts';
import { searchAgain } from './search-again.ts';
import type { SearchedDatabase } from '../absence/tables-to-search.ts';

/** What erasing needs. */
export interface EraseRowsOptions extends SearchedDatabase {
  readonly naming: Naming;
  readonly planner: ErasurePlanner;
  readonly now: () => Date;
}

interface Hit extends FoundRow {
  readonly table: SearchedTable;
}

/** Rows of one pass. */
const MOST_HITS = 10_000;
/** Longer values are left to an administrator. */
const LONGEST = 1_000_000;

/** Erases rows, and counts them with the marks. @returns what an administrator must do @throws if the connection is lost, or the signal is aborted */
export async function eraseRows(
  options: EraseRowsOptions,
  {
    requestId,
    matcher,
    signal,
  }: { readonly requestId: string; readonly matcher: Matcher; readonly signal: AbortSignal },
): Promise<readonly LeftTrace[]> {
  const failed = await eraseByRules(options, await hitsOf(options, matcher, signal), { requestId, signal });
  const left = new Map<string, LeftTrace & { rows: number }>();
  const marks = new MarksStore(options.naming);
  const counted = (transaction: Database) => marks.count(transaction, requestId, 1);
  const layout = await options.planner.layout();
  for (const hit of await hitsOf(options, matcher, signal)) {
    signal.throwIfAborted();
    const reasons = await redactRow(options, hit, matcher, {
      columnsOf: (table) => layout.schema.find(table)?.columns,
      counted,
    });
    for (const [column, reason] of reasons) {
      if (reason === null) continue;
      const key = JSON.stringify([hit.table.name, column, reason]);
      const known = left.get(key) ?? { table: hit.table.name, column, rows: 0, reason };
      left.set(key, { ...known, rows: known.rows + 1 });
    }
  }
  return [...left.values(), ...failed];
}

async function hitsOf(options: EraseRowsOptions, matcher: Matcher, signal: AbortSignal): Promise<Hit[]> {
  const hits: Hit[] = [];
  await searchAgain(options, matcher, signal, (table, row) => {
    if (hits.length < MOST_HITS) hits.push({ ...row, table });
  });
  return hits;
}

/** The rules of tables with rows of the person, in their order. */
async function eraseByRules(
  { database, naming, planner, now }: EraseRowsOptions,
  hits: readonly Hit[],
  { requestId, signal }: { readonly requestId: string; readonly signal: AbortSignal },
): Promise<readonly LeftTrace[]> {
  const ids = new Map<string, Set<string>>();
  for (const { table, userId } of hits) {
    if (userId === null) continue;
    for (const { rule } of table.host?.owners ?? []) ids.set(rule, (ids.get(rule) ?? new Set()).add(userId));
  }
  const failed: LeftTrace[] = [];
  if (ids.size === 0) return failed;
  const layout = await planner.layout();
  // Rows that refer to those of a rule go before them.
  const parents = [...ids.keys()];
  const everybody = new Set<string>();
  for (const some of ids.values()) for (const id of some) everybody.add(id);
  const wanted = layout.steps().filter((name) => ids.has(name) || parents.some((one) => layout.needs(one).has(name)));
  const { rows, dependents, solution } = layout;
  const marks = new MarksStore(naming);
  const note = (transaction: Database, { done = 0 }: { readonly done?: number }) =>
    marks.count(transaction, requestId, done);
  for (const name of wanted) {
    const rule = planner.rules().find((one) => one.name === name);
    if (rule === undefined || !hasTable(rule) || rule.erasure.action === 'run') continue;
    const people = ids.get(name) ?? everybody;
    for (const userId of people) {
      const shared = { database, naming, rows, dependents, userId, requestId, signal, now, lastKey: null, changed: [] };
      const workOf = (one: { readonly name: string }): RuleWork => ({
        ...shared,
        note,
        solution: solution.of(one.name),
      });
      const { together } = solution.of(name);
      try {
        if (together === null) await carryOut(rule, rule.erasure, workOf(rule));
        else await eraseTogether(together, workOf, database);
      } catch (error) {
        signal.throwIfAborted();
        const { table, person } = rule.table;
        failed.push({ table, column: person.column, rows: 1, reason: 'failed', note: reasonOf(error) });
      }
    }
  }
  return failed;
}

/** @returns by column why it is left; null if it is not */
async function redactRow(
  { database }: EraseRowsOptions,
  hit: Hit,
  matcher: Matcher,
  {
    columnsOf,
    counted,
  }: {
    readonly columnsOf: (table: {
      schema: string | undefined;
      table: string;
    }) => ReadonlyMap<string, LiveColumn> | undefined;
    readonly counted: (transaction: Database) => Promise<void>;
  },
): Promise<Map<string, LeftReason | null>> {
  const { table, key, columns, owner } = hit;
  const all = (reason: LeftReason) => new Map(columns.map((column) => [column, reason] as const));
  if (table.isKept) return all('kept');
  if (owner === 'other') return all('other_person');
  const { host } = table;
  if (host === null || key.length === 0) return all('no_key');
  const live = columnsOf({ schema: host.schema, table: host.table });
  if (live === undefined) return all('type');
  const { dialect } = database;
  const name = tableIdentifier(dialect, { schema: host.schema, table: host.table });
  const where = (text: StatementText) =>
    table.key.map((one, at) => `${identifier(dialect, one.name)} = ${text.value(key[at])}`).join(' and ');
  const owners = new Set(host.owners.map(({ column }) => column));
  const wanted = columns.flatMap((column) => live.get(column) ?? []);
  const outcome = new Map<string, LeftReason | null>(all('type'));
  try {
    await database.transaction(async (transaction) => {
      const read = new StatementText(dialect);
      const values = wanted.map((column, at) => {
        const holds = column.kind === 'bytes' ? 'bytes' : dialectNamed(dialect).supportsTypes ? 'text' : 'any';
        return `${valueOf(dialect, { name: column.name, holds }, 1, LONGEST + 1)} as c${at}`;
      });
      const lock = transaction.capabilities.rowLocks ? ' for update' : '';
      const statement = `select ${values.join(', ')} from ${name} where ${where(read)}${lock}`;
      const { rows } = await transaction.execute(statement, read.parameters);
      const [row] = rows;
      if (row === undefined) {
        for (const { name: column } of wanted) outcome.set(column, null);
        return;
      }
      const isAlone = (value: unknown) => !matcher.has(value);
      const change = new StatementText(dialect);
      const settings: string[] = [];
      for (const [at, column] of wanted.entries()) {
        const value = row[`c${at}`];
        // The ID in an owner's column is what a rule erases.
        if (value === null || column.isGenerated || table.key.some((one) => one.name === column.name)) continue;
        if (owners.has(column.name) && owner === 'own') continue;
        const text = typeof value === 'string' ? value : '';
        if (text.length > LONGEST) {
          outcome.set(column.name, 'long');
          continue;
        }
        const next = redacted(text, column, matcher, isAlone(value));
        if (next === 'unfit') continue;
        settings.push(`${identifier(dialect, column.name)} = ${cast(dialect, column, change.value(next.value))}`);
        outcome.set(column.name, null);
      }
      if (settings.length === 0) return;
      await transaction.execute(`update ${name} set ${settings.join(', ')} where ${where(change)}`, change.parameters);
      await counted(transaction);
    });
    return outcome;
  } catch (error) {
    // A constraint, a trigger, or a permission: an administrator must look at the row.
    if (error instanceof Error && error.name === 'AbortError') throw error;
    return all('failed');
  }
}

function cast(dialect: Database['dialect'], { kind, type }: LiveColumn, value: string): string {
  return kind === 'json' && dialectNamed(dialect).capabilities.transactionalDdl && dialectNamed(dialect).supportsTypes
    ? `cast(${value} as ${type})`
    : value;
}
