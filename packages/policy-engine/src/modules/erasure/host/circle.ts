/** Rows of one table that refer to each other: what can be deleted first, and circles that a database cannot delete. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { Reference, RuleSolution, TableRule } from '../../data-map/index.ts';
import { type Dependents, goingOf } from './dependents.ts';
import type { Key } from './key.ts';
import type { FoundRow, HostRows } from './rows.ts';

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
  const { dependents, rows, solution, userId } = given;
  const { keysPerRow } = dialectNamed(database.dialect);
  const checked = solution.leavesBy.filter(
    ({ key }) => keysPerRow === 'all' || (keysPerRow === 'restrict' && key.onDelete === 'refuse' && !key.isDeferrable),
  );
  if (checked.length === 0) return [];
  const columns = [...new Set(checked.flatMap(({ key }) => [...key.columns, ...key.toColumns]))];
  const found = await rows.page(rule, goingOf(rows.tables, rule, userId), { after: null, limit: MOST, columns });
  const isCircle = (references: readonly Reference[]) =>
    generations(found, references).some((generation) => generation.isCircle) ||
    (keysPerRow === 'all' && references.some((reference) => found.some((row) => isOwnParent(row, reference))));
  const alone = checked.filter((reference) => isCircle([reference]));
  const needed = alone.length > 0 ? alone.map((reference) => [reference]) : isCircle(checked) ? [checked] : [];
  return needed.map((references) => {
    const names = references.map((reference) => dependents.nameOf(reference)).join(', ');
    const one = references.length > 1 ? 'one of ' : '';
    return `data rule "${rule.name}": rows of the person refer to each other in a circle (${names}), which the database cannot delete: let ${one}${names} be null`;
  });
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
  /** The rows that each one refers to, without itself. */
  const parents = new Map<FoundRow, FoundRow[]>(rows.map((row) => [row, []]));
  const children = new Map<FoundRow, number>(rows.map((row) => [row, 0]));
  for (const { key } of references) {
    const byKey = new Map(rows.map((row) => [valuesOf(row, key.toColumns), row]));
    for (const row of rows) {
      const parent = byKey.get(valuesOf(row, key.columns));
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

/** The values of columns, comparable. */
function valuesOf({ values }: FoundRow, columns: readonly string[]): string {
  return JSON.stringify(columns.map((name) => String(values[name])));
}

function isOwnParent(row: FoundRow, { key }: Reference): boolean {
  return valuesOf(row, key.columns) === valuesOf(row, key.toColumns);
}
