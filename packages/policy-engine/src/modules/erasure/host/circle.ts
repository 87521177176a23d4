/** Rows of one table that refer to each other: what can be deleted first, and circles that a database cannot delete. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LiveTable } from '../../../platform/database/schema/live-schema.ts';
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
  const columns = columnsOf(rows.tables.locate(rule).live, checked);
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

/** As {@link circleIn}, for rules whose rows are deleted row by row; empty for all but the first of them. */
export async function circleAcross(
  rule: TableRule,
  given: {
    readonly dependents: Dependents;
    readonly rows: HostRows;
    readonly solutionOf: (name: string) => RuleSolution;
    readonly userId: string;
  },
): Promise<string[]> {
  const { dependents, rows, solutionOf, userId } = given;
  const { together } = solutionOf(rule.name);
  if (together === null || together.byRow.length === 0 || together.rules[0]?.name !== rule.name) return [];
  const references = [...together.byRow, ...together.rules.flatMap(({ name }) => solutionOf(name).leavesBy)];
  const placed: PlacedRow[] = [];
  for (const one of together.rules) {
    const { live } = rows.tables.locate(one);
    const columns = columnsOf(live, references);
    const found = await rows.page(one, goingOf(rows.tables, one, userId), { after: null, limit: MOST, columns });
    placed.push(...found.map((row) => ({ live, row })));
  }
  if (!generationsAcross(placed, references).some(({ isCircle }) => isCircle)) return [];
  const rules = together.rules.map(({ name }) => `"${name}"`).join(', ');
  const names = [...new Set(together.byRow.map((reference) => dependents.nameOf(reference)))].join(', ');
  return [
    `data rules ${rules}: rows of the person refer to each other in a circle in which no column may be null, which the database cannot delete: let one of ${names} be null`,
  ];
}

/** The columns of a table by which its rows refer, or are referred to. */
export function columnsOf(live: LiveTable, references: readonly Reference[]): string[] {
  const names = references.flatMap(({ from, key, to }) => [
    ...(from === live ? key.columns : []),
    ...(to === live ? key.toColumns : []),
  ]);
  return [...new Set(names)];
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
  const [reference] = references;
  if (reference === undefined) return [{ keys: rows.map(({ key }) => key), isCircle: false }];
  const placed = rows.map((row) => ({ live: reference.from, row }));
  return generationsAcross(placed, references).map((generation) => ({
    keys: generation.rows.map(({ row }) => row.key),
    isCircle: generation.isCircle,
  }));
}

/** A row with its table. */
export interface PlacedRow {
  readonly live: LiveTable;
  readonly row: FoundRow;
}

/** As {@link generations}, for rows of several tables. */
export function generationsAcross<Placed extends PlacedRow>(
  rows: readonly Placed[],
  references: readonly Reference[],
): Array<{ readonly rows: readonly Placed[]; readonly isCircle: boolean }> {
  /** The rows that each one refers to, without itself. */
  const parents = parentsOf(rows, references);
  const children = new Map<Placed, number>(rows.map((row) => [row, 0]));
  for (const parent of [...parents.values()].flat()) children.set(parent, children.get(parent)! + 1);
  const found: Array<{ readonly rows: readonly Placed[]; readonly isCircle: boolean }> = [];
  const left = new Set(rows);
  let free = rows.filter((row) => children.get(row) === 0);
  while (free.length > 0) {
    found.push({ rows: free, isCircle: false });
    const next: Placed[] = [];
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
  if (left.size > 0) found.push({ rows: [...left], isCircle: true });
  return found;
}

/** The rows among these that each one refers to, without itself; one for each reference. */
export function parentsOf<Placed extends PlacedRow>(
  rows: readonly Placed[],
  references: readonly Reference[],
): Map<Placed, Placed[]> {
  const parents = new Map<Placed, Placed[]>(rows.map((row) => [row, []]));
  for (const { from, key, to } of references) {
    const byKey = new Map(
      rows.filter(({ live }) => live === to).map((placed) => [valuesOf(placed.row, key.toColumns), placed]),
    );
    for (const placed of rows) {
      if (placed.live !== from) continue;
      const parent = byKey.get(valuesOf(placed.row, key.columns));
      if (parent !== undefined && parent.row !== placed.row) parents.get(placed)!.push(parent);
    }
  }
  return parents;
}

/** The values of columns, comparable. */
function valuesOf({ values }: FoundRow, columns: readonly string[]): string {
  return JSON.stringify(columns.map((name) => String(values[name])));
}

/** Whether a row refers to itself. */
export function isOwnParent(row: FoundRow, { key }: Reference): boolean {
  return valuesOf(row, key.columns) === valuesOf(row, key.toColumns);
}
