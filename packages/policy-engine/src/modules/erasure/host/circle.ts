/** Rows of one table that refer to each other: what can be deleted first, and circles that a database cannot delete. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { Reference, RuleSolution, TableRule } from '../../data-map/index.ts';
import { type Dependents, goingOf } from './dependents.ts';
import type { Key } from './key.ts';
import type { FoundRow, HostRows } from './rows.ts';
import { column, joined, run, sql, table } from './sql.ts';

/** More rows are not followed: they are found out by the erasure. */
const MOST = 100_000;

/** Why rows of a rule cannot be deleted; empty if they can. */
export async function circleIn(
  database: Database,
  rule: TableRule,
  given: {
    readonly dependents: Dependents;
    readonly rows: HostRows;
    readonly solution: RuleSolution;
    readonly userId: string;
  },
): Promise<string[]> {
  const { leavesBy } = given.solution;
  if (leavesBy.length === 0 || dialectNamed(database.dialect).supportsKeysPerStatement) return [];
  const where = goingOf(given.rows.tables, rule, given.userId);
  const reasons: string[] = [];
  for (const reference of leavesBy) {
    const { key, from } = reference;
    const names = [
      ...key.columns.map((name, at) => [name, `from_${at}`]),
      ...key.toColumns.map((name, at) => [name, `to_${at}`]),
    ];
    const what = names.map(([name = '', as = '']) => sql`${column(name)} as ${column(as)}`);
    const { rows } = await run(
      database,
      sql`select ${joined(what, ', ')} from ${table(from)} where ${where} limit ${MOST}`,
    );
    const textOf = (row: Readonly<Record<string, unknown>>, end: string) =>
      JSON.stringify(key.columns.map((_, at) => String(row[`${end}_${at}`])));
    const links = new Map(rows.map((row) => [textOf(row, 'to'), textOf(row, 'from')]));
    if (!hasCircle(links)) continue;
    const name = given.dependents.nameOf(reference);
    reasons.push(
      `data rule "${rule.name}": rows of the person refer to each other in a circle (${name}), which the database cannot delete: let ${name} be null`,
    );
  }
  return reasons;
}

/** Rows that can be deleted at once. */
interface Generation {
  readonly keys: readonly Key[];
  /** Whether they refer to each other in a circle, so that only one statement can delete them. */
  readonly isCircle: boolean;
}

/**
 * Rows in the order in which they can be deleted: each generation contains what no row of a later one refers to.
 *
 * @param rows with the columns of the references
 * @param references those of the table to itself
 */
export function generations(rows: readonly FoundRow[], references: readonly Reference[]): Generation[] {
  if (references.length === 0) return [{ keys: rows.map(({ key }) => key), isCircle: false }];
  const read = ({ values }: FoundRow, columns: readonly string[]) =>
    JSON.stringify(columns.map((name) => String(values[name])));
  /** The rows that each one refers to, without itself. */
  const parents = new Map<FoundRow, FoundRow[]>(rows.map((row) => [row, []]));
  const children = new Map<FoundRow, number>(rows.map((row) => [row, 0]));
  for (const { key } of references) {
    const byKey = new Map(rows.map((row) => [read(row, key.toColumns), row]));
    for (const row of rows) {
      const parent = byKey.get(read(row, key.columns));
      if (parent === undefined || parent === row) continue;
      parents.get(row)!.push(parent);
      children.set(parent, children.get(parent)! + 1);
    }
  }
  const found: Generation[] = [];
  const left = new Set(rows);
  let free = rows.filter((row) => children.get(row) === 0);
  while (free.length > 0) {
    found.push({ keys: free.map(({ key }) => key), isCircle: false });
    const next: FoundRow[] = [];
    for (const row of free) {
      left.delete(row);
      for (const parent of parents.get(row)!) {
        const still = children.get(parent)! - 1;
        children.set(parent, still);
        if (still === 0) next.push(parent);
      }
    }
    free = next;
  }
  if (left.size > 0) found.push({ keys: Array.from(left, ({ key }) => key), isCircle: true });
  return found;
}

/** Whether following the links leads back to the start. A row that refers to itself is a circle, too: MariaDB does not delete it. */
function hasCircle(links: ReadonlyMap<string, string>): boolean {
  const done = new Set<string>();
  for (const start of links.keys()) {
    const way = new Set<string>();
    for (let at: string | undefined = start; at !== undefined && !done.has(at);) {
      if (way.has(at)) return true;
      way.add(at);
      at = links.get(at);
    }
    for (const one of way) done.add(one);
  }
  return false;
}
