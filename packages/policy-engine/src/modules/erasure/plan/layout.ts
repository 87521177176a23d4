/** The order of the steps of an erasure, with the rules resolved against the current tables. */
import type { LiveSchema } from '../../../platform/database/schema/live-schema.ts';
import type { DataMap, DataRule } from '../../data-map/index.ts';
import type { HostRows } from '../host/rows.ts';

/** A rule that declares how its data is erased. */
export type ErasedRule = DataRule & { readonly erasure: NonNullable<DataRule['erasure']> };

/** What the order is computed from. */
interface Ordered {
  /** Rules with their children first. */
  readonly order: readonly ErasedRule[];
  /** The engine's own steps. */
  readonly own: readonly string[];
  readonly isPeople: (rule: ErasedRule) => boolean;
}

/** The steps of an erasure. */
export class Layout {
  readonly rows: HostRows;
  readonly schema: LiveSchema;
  readonly #ordered: Ordered;

  constructor(rows: HostRows, schema: LiveSchema, ordered: Ordered) {
    this.rows = rows;
    this.schema = schema;
    this.#ordered = ordered;
  }

  /**
   * The names of all steps in order: rules with their children first, then what the engine itself stores, and the table of users
   * last.
   */
  steps(): string[] {
    const { order, own, isPeople } = this.#ordered;
    const named = (rules: readonly ErasedRule[]) => rules.map(({ name }) => name);
    return [...named(order.filter((rule) => !isPeople(rule))), ...own, ...named(order.filter(isPeople))];
  }

  /** Steps that must be done before the step of a rule: its children; before the table of users, all of them. */
  needs(name: string): ReadonlySet<string> {
    const { order, isPeople } = this.#ordered;
    const rule = order.find((one) => one.name === name);
    if (rule === undefined) return new Set();
    // If tables refer to each other in a cycle, the order decides.
    const steps = this.steps();
    const before = new Set(steps.slice(0, steps.indexOf(name)));
    if (isPeople(rule)) return before;
    const children = order.filter((child) => before.has(child.name) && this.#leadsTo(child, rule));
    return new Set(children.map((child) => child.name));
  }

  #leadsTo(child: ErasedRule, parent: ErasedRule): boolean {
    if (child.table === undefined || parent.table === undefined) return false;
    if (child.table.person.kind === 'reference' && child.table.person.rule === parent.name) return true;
    const [from, to] = [this.schema.find(child.table), this.schema.find(parent.table)];
    return from !== to && from?.foreignKeys.some((key) => to !== undefined && this.schema.target(key) === to) === true;
  }
}

/** The foreign keys of a database, by which the map orders rules. */
export function referencesOf({ tables }: LiveSchema): Parameters<DataMap['order']>[0] {
  return tables.flatMap(({ schema, table, foreignKeys }) =>
    foreignKeys.map(({ to }) => ({ from: { schema, table }, to })),
  );
}

/** Whether a rule is about the table of users, which is erased last. */
export function isOfPeople({ table }: DataRule, { people }: Pick<DataMap, 'people'>): boolean {
  return table !== undefined && people?.table === table.table && (people.schema ?? table.schema) === table.schema;
}
