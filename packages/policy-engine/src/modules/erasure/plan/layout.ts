/** The order of the steps of an erasure, with the rules resolved against the current tables. */
import type { LiveSchema } from '../../../platform/database/schema/live-schema.ts';
import type { DataMap, DataRule, Solution } from '../../data-map/index.ts';
import type { Dependents } from '../host/dependents.ts';
import type { HostRows } from '../host/rows.ts';

/** A rule that declares how its data is erased. */
export type ErasedRule = DataRule & { readonly erasure: NonNullable<DataRule['erasure']> };

/** What the order is computed from. */
interface Ordered {
  /** Rules with their children first. */
  readonly order: readonly ErasedRule[];
  readonly solution: Solution;
  /** The engine's own steps. */
  readonly own: readonly string[];
  readonly isPeople: (rule: ErasedRule) => boolean;
}

/** The steps of an erasure. */
export class Layout {
  readonly rows: HostRows;
  readonly schema: LiveSchema;
  readonly dependents: Dependents;
  readonly solution: Solution;
  readonly #ordered: Ordered;

  constructor(rows: HostRows, dependents: Dependents, ordered: Ordered) {
    this.rows = rows;
    this.schema = rows.tables.schema;
    this.dependents = dependents;
    this.solution = ordered.solution;
    this.#ordered = ordered;
  }

  /**
   * The names of all steps in order: rules with their children first, then what the engine itself stores, and the table of users
   * last, with what is deleted together with its rows.
   */
  steps(): string[] {
    const { order, own } = this.#ordered;
    const named = (rules: readonly ErasedRule[]) => rules.map(({ name }) => name);
    const isLast = (rule: ErasedRule) => this.#isLast(rule);
    return [...named(order.filter((rule) => !isLast(rule))), ...own, ...named(order.filter(isLast))];
  }

  /** Steps that must be done before the step of a rule: its children; before the table of users, all of them. */
  needs(name: string): ReadonlySet<string> {
    const rule = this.#ordered.order.find((one) => one.name === name);
    if (rule === undefined) return new Set();
    const steps = this.steps();
    const group = this.#groupOf(rule);
    const first = Math.min(...group.map((one) => steps.indexOf(one.name)));
    const before = steps.slice(0, first);
    if (this.#isLast(rule)) return new Set(before);
    const needed = this.solution.before(name);
    return new Set(before.filter((one) => needed.has(one)));
  }

  #isLast(rule: ErasedRule): boolean {
    return this.#groupOf(rule).some((one) => this.#ordered.isPeople(one));
  }

  #groupOf(rule: ErasedRule): readonly ErasedRule[] {
    const names = this.solution.of(rule.name).together?.rules.map(({ name }) => name);
    return names === undefined ? [rule] : this.#ordered.order.filter(({ name }) => names.includes(name));
  }
}

/** Whether a rule is about the table of users, which is erased last. */
export function isOfPeople({ table }: DataRule, { people }: Pick<DataMap, 'people'>): boolean {
  return table !== undefined && people?.table === table.table && (people.schema ?? table.schema) === table.schema;
}
