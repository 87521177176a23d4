/**
 * How the rows of an erasure can be deleted although they refer to each other.
 *
 * Children go before the rows that they refer to. Where that is a circle, the columns that allow null are emptied first; where none
 * does, the rows of the circle are deleted in one transaction: in an order that the keys allow, else with their check deferred to its
 * end, else row by row, what nothing refers to first. Foreign keys and triggers stay on throughout. Rows that refer to each other in a
 * circle that none of this solves are refused before, with the change of the schema that would solve it.
 */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { DataRule, TableRule } from '../rules/rule.ts';
import { hasTable } from '../rules/rule.ts';
import { type Circle, inOrder, togetherIn } from './circles.ts';
import { detachable, emptiesItself, inWords, type Reference, referencesIn, refuses } from './keys.ts';

/** How the rows of a rule are deleted. */
export interface RuleSolution {
  /** Keys by which rows of the person still refer to these: their columns become null first, in the same transaction. */
  readonly detached: readonly Reference[];
  /** Keys by which rows refer to rows of the same table and that cannot be null: what nothing refers to goes first. */
  readonly leavesBy: readonly Reference[];
  /** The rules whose rows are deleted in one transaction with these, in this order; null if each has its own. */
  readonly together: Together | null;
}

/** Rules whose rows are deleted in one transaction. */
export interface Together {
  readonly rules: readonly TableRule[];
  /** Whether foreign keys are checked at its end. */
  readonly isDeferred: boolean;
  /**
   * Keys by which rows refer to each other so that no order of the rules is right: they are deleted row by row, what nothing refers to
   * first. Rows in a circle cannot be. Empty if the order of the rules is enough.
   */
  readonly byRow: readonly Reference[];
}

/** The solution for all rules. */
export interface Solution {
  /** The names of the rules in their order. */
  readonly order: readonly string[];
  /** Names of the rules that must be done before a rule. */
  readonly before: (name: string) => ReadonlySet<string>;
  readonly of: (name: string) => RuleSolution;
  /** What cannot be solved, in sentences for a developer. */
  readonly faults: readonly string[];
  /** What cannot be solved for people whose rows are concerned; their plan says so. */
  readonly risks: readonly string[];
}

const NOTHING: RuleSolution = { detached: [], leavesBy: [], together: null };

/** What {@link solve} needs. */
export interface SolveOptions {
  readonly schema: LiveSchema;
  /** All rules in the preferred order, children first. */
  readonly rules: readonly DataRule[];
  readonly isPeople: (rule: DataRule) => boolean;
}

/** Finds out in which order, and how, the rows of rules can be erased. */
export function solve({ schema, rules, isPeople }: SolveOptions): Solution {
  const erased = rules.filter((rule) => rule.erasure !== undefined);
  const located = new Map(
    erased.filter(hasTable).flatMap((rule) => {
      const live = schema.find(rule.table);
      return live === undefined ? [] : [[rule, live] as const];
    }),
  );
  const references = referencesIn(schema);
  const graph = new Graph([...located.keys()]);
  const faults: string[] = [];
  const risks: string[] = [];
  // A rule that leads to another one finds its rows by the other's.
  for (const rule of located.keys()) {
    for (const { person } of rule.table.sides) {
      const parent = [...located.keys()].find(({ name }) => person.kind === 'reference' && name === person.rule);
      if (parent !== undefined && parent !== rule) graph.must(rule, parent);
    }
  }
  for (const reference of references) {
    for (const [child, from] of located) {
      if (from !== reference.from) continue;
      for (const [parent, to] of located) {
        if (to !== reference.to || to === from || !deletes(parent)) continue;
        if (deletes(child)) connect(child, parent, reference, graph);
        else {
          if (empties(child, reference) || child.erasure?.action === 'run') graph.must(child, parent);
          else graph.better(child, parent);
          const fault = blocking(child, parent, { reference, schema, located });
          if (fault !== null) faults.push(fault);
        }
      }
    }
  }
  findersFirst(located, references, graph);
  // The table of people is last: what its rows cannot do without is deleted together with them.
  for (const people of [...located.keys()].filter(isPeople)) {
    for (const rule of located.keys()) if (!isPeople(rule)) graph.must(rule, people);
  }
  const { order, circles } = inOrder([...located.keys()], graph);
  const together = new Map<TableRule, Together>();
  for (const circle of circles) {
    const keys = keysWithin(circle, located, references);
    const found = circle.every(deletes) ? inOneTransaction(circle, keys, schema) : null;
    if (found === null) {
      faults.push(unsolvable(circle, located, references, schema));
      continue;
    }
    if (found.byRow.length > 0) risks.push(unsolvable(circle, located, references, schema));
    for (const rule of circle) together.set(rule, found);
  }
  faults.push(...keptCircles([...located.keys()], located, references, schema));
  const position = new Map(order.map((rule, index) => [rule, index]));
  const solutions = new Map(
    [...located].map(([rule, live]) => {
      if (!deletes(rule)) return [rule.name, NOTHING] as const;
      const own = together.get(rule) ?? null;
      const isLater = (other: TableRule) =>
        (own?.rules.includes(other) ?? false)
          ? own!.rules.indexOf(other) > own!.rules.indexOf(rule)
          : (position.get(other) ?? 0) > (position.get(rule) ?? 0);
      const into = references.filter(({ to }) => to === live);
      const detached = into.filter((reference) => {
        if (emptiesItself(reference) || detachable(reference) === null) return false;
        if (reference.from === live) return true;
        return [...located].some(([other, from]) => from === reference.from && deletes(other) && isLater(other));
      });
      const leavesBy = into.filter(
        (reference) => reference.from === live && !emptiesItself(reference) && detachable(reference) === null,
      );
      return [rule.name, { detached, leavesBy, together: own }] as const;
    }),
  );
  const names = order.map(({ name }) => name);
  return {
    order: [...erased.filter((rule) => !located.has(rule as TableRule)).map(({ name }) => name), ...names],
    before: (name) => {
      const rule = order.find((one) => one.name === name);
      if (rule === undefined) return new Set();
      const group = together.get(rule)?.rules ?? [rule];
      const needed = group.flatMap((one) => [...graph.before(one)]);
      return new Set(needed.filter((one) => !group.includes(one)).map((one) => one.name));
    },
    of: (name) => solutions.get(name) ?? NOTHING,
    faults: [...new Set(faults)],
    risks: [...new Set(risks)],
  };
}

/** Rules of which all rows of a condition are deleted, in groups whose rows need each other; children first. */
export function deletedInGroups(rules: readonly TableRule[], schema: LiveSchema): Together[] {
  const located = new Map(
    rules.flatMap((rule) => {
      const live = schema.find(rule.table);
      return live === undefined ? [] : [[rule, live] as const];
    }),
  );
  const references = referencesIn(schema);
  const graph = new Graph(rules);
  for (const { child, parent } of keysWithin(rules, located, references)) graph.must(child, parent);
  const { order, circles } = inOrder(rules, graph);
  return order.flatMap((rule) => {
    const circle = circles.find((one) => one.includes(rule));
    if (circle === undefined) return [{ rules: [rule], isDeferred: false, byRow: [] }];
    return circle[0] === rule ? [inOneTransaction(circle, keysWithin(circle, located, references), schema)] : [];
  });
}

/** How the rows of rules that each need the others' are deleted. */
function inOneTransaction(circle: Circle, keys: ReturnType<typeof keysWithin>, { dialect }: LiveSchema): Together {
  const found = togetherIn(circle, keys, dialect);
  if (found !== null) return { ...found, byRow: [] };
  const byRow = [...new Set(keys.map(({ reference }) => reference))];
  return { rules: circle, isDeferred: false, byRow };
}

/** What must be, and what had better be, done before a rule. */
export class Graph {
  readonly #must = new Map<TableRule, Set<TableRule>>();
  readonly #better = new Map<TableRule, Set<TableRule>>();

  constructor(rules: readonly TableRule[]) {
    for (const rule of rules) {
      this.#must.set(rule, new Set());
      this.#better.set(rule, new Set());
    }
  }

  must(first: TableRule, then: TableRule): void {
    if (first !== then) this.#must.get(then)?.add(first);
  }

  better(first: TableRule, then: TableRule): void {
    if (first !== then) this.#better.get(then)?.add(first);
  }

  before(rule: TableRule): ReadonlySet<TableRule> {
    return this.#must.get(rule) ?? new Set();
  }

  betterBefore(rule: TableRule): ReadonlySet<TableRule> {
    return this.#better.get(rule) ?? new Set();
  }
}

/** Whether all rows of the person are deleted, at once. */
export function deletes({ erasure }: DataRule): boolean {
  return erasure?.action === 'delete';
}

/**
 * Children go first if they refer to the parent to the end: else the database refuses, or deletes them although others still refer to
 * them.
 */
function connect(child: TableRule, parent: TableRule, reference: Reference, graph: Graph): void {
  const columns = detachable(reference);
  const findsBy = new Set(child.table.sides.map(({ person }) => person.column));
  const isFound = columns !== null && columns.some(({ name }) => findsBy.has(name));
  if (isFirm(reference) || (refuses(reference) && isFound)) graph.must(child, parent);
  else graph.better(child, parent);
}

/** A column that becomes null before a rule deletes its rows may be the one by which another rule finds its own. */
function findersFirst(
  located: ReadonlyMap<TableRule, LiveTable>,
  references: readonly Reference[],
  graph: Graph,
): void {
  for (const { from, key, to } of references) {
    for (const [rule, live] of located) {
      if (live !== to || !deletes(rule)) continue;
      for (const [finder] of located) {
        for (const { person } of finder.table.sides) {
          if (finder === rule || person.kind !== 'reference' || !key.columns.includes(person.references)) continue;
          const parent = [...located].find(([{ name }]) => name === person.rule);
          if (parent?.[1] === from) graph.must(finder, rule);
        }
      }
    }
  }
}

/** Whether a rule that leaves its rows makes them refer to nothing, or may do so. */
function empties({ erasure, table }: TableRule, { key }: Reference): boolean {
  if (table.sides.length > 1 && table.sides.some(({ person }) => key.columns.includes(person.column))) return true;
  const set = erasure?.action === 'keep' ? erasure.meanwhile : erasure?.action === 'set' ? erasure : undefined;
  if (set === undefined) return false;
  return key.columns.some((name) => set.columns[name] === null || typeof set.columns[name] === 'function');
}

/** Rows that stay refer to rows that go. */
function blocking(
  child: TableRule,
  parent: TableRule,
  {
    reference,
    schema,
    located,
  }: { reference: Reference; schema: LiveSchema; located: ReadonlyMap<TableRule, LiveTable> },
): string | null {
  if (empties(child, reference) || child.erasure?.action === 'run') return null;
  const isTheirs = child.table.sides.some(({ person }) => {
    if (!reference.key.columns.includes(person.column)) return false;
    return person.kind === 'id' || [...located].some(([{ name }, to]) => name === person.rule && to === reference.to);
  });
  // Other rows of the table may refer to these: the plan counts them.
  if (!isTheirs) return null;
  const column = inWords(reference, schema);
  const advice = `set it to null in the columns of data rule "${child.name}"${detachable(reference) === null ? ', and let it be null in the schema' : ''}`;
  if (refuses(reference)) {
    return `data rule "${child.name}" leaves rows that refer to those that "${parent.name}" deletes (${column}), which the database refuses: ${advice}`;
  }
  if (reference.key.onDelete === 'cascade') {
    return `data rule "${child.name}" leaves rows that the database deletes with those of "${parent.name}" (${column}, on delete cascade): ${advice}`;
  }
  return null;
}

/** Whether rows refer to others until they are deleted, and cannot stay without them. */
function isFirm(reference: Reference): boolean {
  return (refuses(reference) || reference.key.onDelete === 'cascade') && detachable(reference) === null;
}

/** The keys between the rules of a circle that do not allow null. */
function keysWithin(
  circle: Circle,
  located: ReadonlyMap<TableRule, LiveTable>,
  references: readonly Reference[],
): Array<{ readonly child: TableRule; readonly parent: TableRule; readonly reference: Reference }> {
  return references
    .filter((reference) => isFirm(reference) && reference.from !== reference.to)
    .flatMap((reference) =>
      circle.flatMap((child) =>
        circle.flatMap((parent) =>
          located.get(child) === reference.from && located.get(parent) === reference.to
            ? [{ child, parent, reference }]
            : [],
        ),
      ),
    );
}

/** Kept rows of which none could be deleted at the end of their period, since each needs another; in sentences. */
function keptCircles(
  rules: readonly TableRule[],
  located: ReadonlyMap<TableRule, LiveTable>,
  references: readonly Reference[],
  schema: LiveSchema,
): string[] {
  const ending = rules.filter(({ erasure }) => erasure?.action === 'keep' && erasure.end.action === 'delete');
  const graph = new Graph(ending);
  for (const { child, parent } of keysWithin(ending, located, references)) graph.must(child, parent);
  return inOrder(ending, graph).circles.map((circle) => {
    const keys = keysWithin(circle, located, references).map(({ reference }) => inWords(reference, schema));
    const names = circle.map(({ name }) => `"${name}"`).join(', ');
    return `the rows that the data rules ${names} keep refer to each other in a circle in which no column may be null, so none of them could be deleted at the end of their period: let one of ${[...new Set(keys)].join(', ')} be null`;
  });
}

function unsolvable(
  circle: Circle,
  located: ReadonlyMap<TableRule, LiveTable>,
  references: readonly Reference[],
  schema: LiveSchema,
): string {
  const names = circle.map(({ name }) => `"${name}"`).join(', ');
  const stays = circle.filter((rule) => !deletes(rule)).map(({ name }) => `"${name}"`);
  if (stays.length > 0) {
    return `the data rules ${names} must each be done before the others: delete the rows of ${stays.join(', ')}, or let the columns between their tables be null`;
  }
  const keys = keysWithin(circle, located, references).map(({ reference }) => reference);
  const columns = [...new Set(keys.map((reference) => inWords(reference, schema)))];
  const deferred =
    dialectNamed(schema.dialect).deferKeys === null
      ? ''
      : ', or declare its foreign key deferrable, without "restrict"';
  return `the rows of the data rules ${names} refer to each other in a circle in which no column may be null, so none of them can be deleted first: let one of ${columns.join(', ')} be null${deferred}`;
}
