/** Rows of one table that refer to each other in a circle, where the database checks foreign keys after each row. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { RuleSolution, TableRule } from '../../data-map/index.ts';
import { type Dependents, goingOf } from './dependents.ts';
import type { HostRows } from './rows.ts';
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
