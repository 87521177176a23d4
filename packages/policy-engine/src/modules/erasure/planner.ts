/** What an erasure would do: reads, and changes nothing. */
import type { Language } from '../../platform/i18n/language.ts';
import { localText } from '../export/host-function.ts';
import type { DataMap } from '../data-map/data-map.ts';
import type { DataRule, KeepAction, SetAction, TableAction, TableRule } from '../data-map/rule.ts';
import { hasTable } from '../data-map/rule.ts';
import { HostRows } from './host/rows.ts';
import type { Database } from '../../platform/database/port.ts';
import { type ForgottenPerson, type OwnErasureStep, ownRuleName } from './own-step.ts';
import type { ErasureActionName, PlannedErasure } from './receipt.ts';
import { endOf } from './run/rule-step.ts';
import type { Subjects } from './subject.ts';

/** What a planner reads. */
export interface PlannerOptions {
  readonly database: Database;
  readonly dataMap: DataMap;
  /** What modules of the engine store; complete once all are created. */
  readonly ownSteps: () => readonly OwnErasureStep[];
  readonly subjects: Subjects;
  readonly language: (wishes: readonly string[]) => Language;
  readonly defaultLocale: string;
  readonly now: () => Date;
}

/** A rule that says how its data goes. */
export type ErasedRule = DataRule & { readonly erasure: NonNullable<DataRule['erasure']> };

/** Makes plans, and words for what was done. */
export class ErasurePlanner {
  readonly #options: PlannerOptions;
  /** The tables that rules name. */
  readonly rows: HostRows;

  constructor(options: PlannerOptions) {
    this.#options = options;
    this.rows = new HostRows(options.database, (name) => tableRule(options.dataMap, name));
  }

  /** The rules in the order in which their rows go: children first, the people last. */
  rules(): ErasedRule[] {
    return this.#options.dataMap.order().filter((rule): rule is ErasedRule => rule.erasure !== undefined);
  }

  /** What modules of the engine store. */
  ownSteps(): readonly OwnErasureStep[] {
    return this.#options.ownSteps();
  }

  /** Whether a rule is about the table of people, which goes last. */
  isPeople({ table }: DataRule): boolean {
    const { people } = this.#options.dataMap;
    return table !== undefined && people?.table === table.table && (people.schema ?? table.schema) === table.schema;
  }

  /**
   * The names of all steps in their order: rules with their children first, then what the engine itself stores, and the table
   * of people at the end.
   */
  order(): string[] {
    const rules = this.rules();
    return [
      ...rules.filter((rule) => !this.isPeople(rule)).map(({ name }) => name),
      ...this.ownSteps().map(ownRuleName),
      ...rules.filter((rule) => this.isPeople(rule)).map(({ name }) => name),
    ];
  }

  /** Steps that have to be done before the step of a rule: its children; before that of the people all. */
  needs(name: string): ReadonlySet<string> {
    const rules = this.rules();
    const rule = rules.find((one) => one.name === name);
    if (rule === undefined) return new Set();
    if (this.isPeople(rule)) return new Set(this.order().filter((other) => other !== name));
    const isChild = ({ table }: DataRule) => table?.person.kind === 'reference' && table.person.rule === name;
    return new Set(rules.filter(isChild).map((child) => child.name));
  }

  /** What the erasure of a user would do. @throws what functions of the host and their tables throw */
  async plan(userId: string, locale: string | null): Promise<PlannedErasure[]> {
    const { subjects } = this.#options;
    const person = await subjects.person(userId);
    const { address } = await subjects.identifiers(person);
    const rules = new Map(this.rules().map((rule) => [rule.name, rule]));
    const own = new Map(this.ownSteps().map((step) => [ownRuleName(step), step]));
    const planned: PlannedErasure[] = [];
    for (const name of this.order()) {
      const [rule, step] = [rules.get(name), own.get(name)];
      if (rule !== undefined) planned.push(await this.#planRule(rule, person, locale));
      else if (step !== undefined) {
        const entry = await this.#planOwn(step, { userId, address, requestId: '' }, locale);
        if (entry.rows !== 0) planned.push(entry);
      }
    }
    return planned;
  }

  /** What a rule does, in words; the rows are of the plan, or of what was done. */
  entry(
    rule: ErasedRule,
    { rows, kept, until }: { readonly rows: number | null; readonly kept: boolean; readonly until: string | null },
    locale: string | null,
  ): PlannedErasure {
    const { language, defaultLocale } = this.#options;
    const { t, locale: chosen } = language([locale ?? defaultLocale]);
    const action = actionName(rule, kept);
    const ground = rule.erasure.action === 'keep' && kept ? (localText(rule.erasure.ground, chosen) ?? null) : null;
    const reason = action === 'pseudonymise' ? t('erasure.reason.pseudonymised') : ground;
    return { rule: rule.name, label: rule.label(chosen), action, rows, reason, until };
  }

  /** What a part of the engine does, in words. */
  ownEntry(step: OwnErasureStep, rows: number, locale: string | null): PlannedErasure {
    const { language, defaultLocale } = this.#options;
    const { text } = language([locale ?? defaultLocale]);
    const reason = step.reason === undefined ? null : text(step.reason);
    return { rule: ownRuleName(step), label: text(step.label), action: step.action, rows, reason, until: null };
  }

  async #planOwn(step: OwnErasureStep, person: ForgottenPerson, locale: string | null): Promise<PlannedErasure> {
    return this.ownEntry(step, await step.count(person), locale);
  }

  async #planRule(
    rule: ErasedRule,
    person: Awaited<ReturnType<Subjects['person']>>,
    locale: string | null,
  ): Promise<PlannedErasure> {
    const { erasure } = rule;
    if (erasure.action === 'run') {
      const signal = AbortSignal.timeout(COUNTING);
      const rows = (await erasure.count?.(person, { signal })) ?? null;
      return this.entry(rule, { rows, kept: false, until: null }, locale);
    }
    if (!hasTable(rule)) throw new Error(`the rule ${rule.name} has no table`);
    const where = this.rows.of(rule, person.id);
    if (erasure.action !== 'keep') {
      return this.entry(rule, { rows: await this.rows.count(rule, where), kept: false, until: null }, locale);
    }
    const { rows, until } = await this.#keeping(rule, erasure, person.id);
    return this.entry(rule, { rows, kept: until !== null, until }, locale);
  }

  /** How many rows are kept until when; until null where the time of all is over. */
  async #keeping(rule: TableRule, keep: KeepAction, userId: string): Promise<{ rows: number; until: string | null }> {
    const now = this.#options.now();
    const { rows, latest, undated } = await this.rows.span(rule, this.rows.of(rule, userId), keep.until.from);
    if (rows === 0) return { rows, until: null };
    const ends = [
      ...(latest === null ? [] : [endOf(latest, keep, now)]),
      ...(undated > 0 ? [endOf(null, keep, now)] : []),
    ];
    const until = new Date(Math.max(...ends.map(Number)));
    return { rows, until: until > now ? until.toISOString() : null };
  }
}

/** Milliseconds that a function of the host may count for a plan. */
const COUNTING = 30_000;

/** The rule of a name, with its table. @throws {Error} where it is not declared any more */
export function tableRule(dataMap: DataMap, name: string): TableRule {
  const rule = dataMap.rule(name);
  if (rule !== undefined && hasTable(rule)) return rule;
  throw new Error(`no rule ${name} with a table is declared`);
}

function actionName({ erasure }: ErasedRule, isKept: boolean): ErasureActionName {
  if (erasure.action === 'run') return 'run';
  if (erasure.action === 'keep') return isKept ? 'keep' : nameOf(erasure.end);
  return nameOf(erasure);
}

function nameOf(action: TableAction | SetAction): ErasureActionName {
  if (action.action === 'delete') return 'delete';
  return action.pseudonymised ? 'pseudonymise' : 'erase_fields';
}
