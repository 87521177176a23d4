/** In which order an erasure goes, with the rules held against the tables as they are now. */
import type { LiveSchema } from '../../platform/database/live-schema.ts';
import type { DataMap } from '../data-map/data-map.ts';
import type { DataRule } from '../data-map/rule.ts';
import type { HostRows } from './host/rows.ts';

/** A rule that says how its data goes. */
export type ErasedRule = DataRule & { readonly erasure: NonNullable<DataRule['erasure']> };

/** What an order is made of. */
interface Ordered {
  /** Rules with their children first. */
  readonly order: readonly ErasedRule[];
  /** Steps of the engine's own. */
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
   * The names of all steps in their order: rules with their children first, then what the engine itself stores, and the table
   * of people at the end.
   */
  steps(): string[] {
    const { order, own, isPeople } = this.#ordered;
    const named = (rules: readonly ErasedRule[]) => rules.map(({ name }) => name);
    return [...named(order.filter((rule) => !isPeople(rule))), ...own, ...named(order.filter(isPeople))];
  }

  /** Steps that have to be done before the step of a rule: its children; before that of the people all. */
  needs(name: string): ReadonlySet<string> {
    const { order, isPeople } = this.#ordered;
    const rule = order.find((one) => one.name === name);
    if (rule === undefined) return new Set();
    // Where tables refer to each other in a circle, the order decides.
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

/** The foreign keys of a database, as the map orders rules by them. */
export function referencesOf({ tables }: LiveSchema): Parameters<DataMap['order']>[0] {
  return tables.flatMap(({ schema, table, foreignKeys }) =>
    foreignKeys.map(({ to }) => ({ from: { schema, table }, to })),
  );
}

/** Whether a rule is about the table of people, which goes last. */
export function isOfPeople({ table }: DataRule, { people }: Pick<DataMap, 'people'>): boolean {
  return table !== undefined && people?.table === table.table && (people.schema ?? table.schema) === table.schema;
}
