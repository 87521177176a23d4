/** Computes what an erasure would do: reads, and changes nothing. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { localText } from '../../export/index.ts';
import {
  type DataMap,
  type DataMapService,
  deletes,
  detachable,
  type ErasurePerson,
  hasTable,
  type KeepAction,
  type SetAction,
  type TableAction,
  type TableRule,
} from '../../data-map/index.ts';
import { circleAcross, circleIn } from '../host/circle.ts';
import { Dependents, goingOf, isSplit } from '../host/dependents.ts';
import { HostRows } from '../host/rows.ts';
import type { Sql } from '../host/sql.ts';
import { howText } from './how.ts';
import { type ErasedRule, isOfPeople, Layout } from './layout.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { type ForgottenPerson, type OwnErasureStep, ownRuleName } from '../../../kernel/erasure-step.ts';
import type { DatabaseChange, PlannedErasure } from './receipt.ts';
import { NoDate } from '../host/moments.ts';
import { forbiddenStop, hiddenStop, sharedStop, stopOf, undatedStop } from './stops.ts';
import { refusedWrites } from './trial.ts';
import type { ErasureActionName } from '../../../kernel/erasure-step.ts';
import { endOf } from '../run/rule-step.ts';
import type { Subjects } from '../identity/subject.ts';

/** What a planner reads. */
export interface PlannerOptions {
  readonly database: Database;
  readonly dataMap: DataMapService;
  /** The steps of modules of the engine; complete once all are created. */
  readonly ownSteps: () => readonly OwnErasureStep[];
  readonly subjects: Subjects;
  /** Whether a function of the host ends the sessions of the person. */
  readonly endsSessions: boolean;
  readonly language: (wishes: readonly string[]) => Language;
  readonly defaultLocale: string;
  readonly now: () => Date;
}

/** Makes plans, and descriptions of what was done. */
export class ErasurePlanner {
  readonly #options: PlannerOptions;

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  /** The rules that declare how their data is erased. */
  rules(): ErasedRule[] {
    return this.#options.dataMap.rules.filter((rule): rule is ErasedRule => rule.erasure !== undefined);
  }

  /** Resolves the rules against the current tables. @throws errors of the database */
  async layout(): Promise<Layout> {
    const { database, dataMap } = this.#options;
    const tables = await dataMap.tables();
    const solution = dataMap.solution(tables.schema);
    const rules = this.rules();
    const order = solution.order.flatMap((name) => rules.find((rule) => rule.name === name) ?? []);
    const own = this.ownSteps().map(ownRuleName);
    const isPeople = (rule: ErasedRule) => isOfPeople(rule, dataMap);
    const dependents = new Dependents(tables, dataMap, this.#options.endsSessions);
    return new Layout(new HostRows(database, tables), dependents, { order, solution, own, isPeople });
  }

  /**
   * Why the erasure of a user cannot begin, in sentences for a developer; empty if it can. What rules write is tried in transactions that
   * are undone.
   *
   * @throws errors of the database
   */
  async stops(userId: string): Promise<string[]> {
    const layout = await this.layout();
    const faults = this.#options.dataMap.erasureFaults(layout.schema);
    if (faults.length > 0) return faults;
    const several = await layout.rows.tables.severalPeople(this.#options.database, userId);
    if (several !== null) return [several];
    const hiding = await layout.schema.hiding(this.#options.database);
    const found = await Promise.all(
      this.rules().map(async (rule) => (hasTable(rule) ? this.#stopsOf(rule, layout, userId, hiding) : [])),
    );
    const stops = found.flat();
    if (stops.length > 0) return stops;
    const refused: string[] = [];
    const { database } = this.#options;
    const unseen = await layout.schema.unseen(database);
    for (const rule of this.rules()) {
      if (hasTable(rule)) refused.push(...(await refusedWrites(rule, { database, layout, userId, unseen })));
    }
    return refused;
  }

  async #stopsOf(
    rule: TableRule & ErasedRule,
    layout: Layout,
    userId: string,
    hiding: readonly LiveTable[],
  ): Promise<readonly string[]> {
    const { live } = layout.rows.tables.locate(rule);
    const table = layout.schema.shownName(live);
    if (hiding.includes(live)) return [hiddenStop(rule, table)];
    try {
      // Whether it may be read at all.
      await layout.rows.page(rule, layout.rows.of(rule, userId), { after: null, limit: 1, columns: undefined });
      return (await this.#besides(rule, layout, userId)).stops ?? [];
    } catch (error) {
      const stop = forbiddenStop(rule, table, error);
      if (stop === null) throw error;
      return [stop];
    }
  }

  /** The personal data that modules of the engine store. */
  ownSteps(): readonly OwnErasureStep[] {
    return this.#options.ownSteps();
  }

  /** What the erasure of a user would do. @throws errors of the host's functions and tables */
  async plan(userId: string, locale: string | null): Promise<PlannedErasure[]> {
    const { subjects } = this.#options;
    const person = await subjects.person(userId);
    const { address } = await subjects.identifiers(person);
    const rules = new Map(this.rules().map((rule) => [rule.name, rule]));
    const own = new Map(this.ownSteps().map((step) => [ownRuleName(step), step]));
    const planned: PlannedErasure[] = [];
    const layout = await this.layout();
    const faults = this.#options.dataMap.erasureFaults(layout.schema);
    const several = await layout.rows.tables.severalPeople(this.#options.database, userId);
    if (several !== null) faults.push(several);
    if (faults.length > 0) throw new PolicyEngineError('data_map_unfit', faults.join('; '));
    const hiding = await layout.schema.hiding(this.#options.database);
    for (const name of layout.steps()) {
      const [rule, step] = [rules.get(name), own.get(name)];
      if (rule !== undefined) planned.push(await this.#planned(rule, layout, { person, locale, hiding }));
      else if (step !== undefined) {
        const entry = await this.#planOwn(step, { userId, address, requestId: '' }, locale);
        if (entry.rows !== 0) planned.push(entry);
      }
    }
    return planned;
  }

  /** What a rule does, as text; the rows are those of the plan, or of the result. */
  entry(
    rule: ErasedRule,
    {
      rows,
      kept,
      until,
      changes = [],
    }: {
      readonly rows: number | null;
      readonly kept: boolean;
      readonly until: string | null;
      /** What the database does besides. */
      readonly changes?: readonly DatabaseChange[] | undefined;
    },
    locale: string | null,
  ): PlannedErasure {
    const { language, defaultLocale } = this.#options;
    const { t, locale: chosen } = language([locale ?? defaultLocale]);
    const action = actionName(rule, kept);
    const ground = rule.erasure.action === 'keep' && kept ? (localText(rule.erasure.ground, chosen) ?? null) : null;
    const also = [
      ...(hasTable(rule) && isSplit(rule) ? [t('erasure.reason.others')] : []),
      ...changes.map((one) => alsoText(one, t)),
    ];
    const reason =
      action === 'pseudonymise' ? t('erasure.reason.pseudonymised') : (ground ?? (also.join('\n') || null));
    return { rule: rule.name, label: rule.label(chosen), action, rows, reason, until };
  }

  /** What a part of the engine does, as text. */
  ownEntry(step: OwnErasureStep, rows: number, locale: string | null): PlannedErasure {
    const { language, defaultLocale } = this.#options;
    const { text } = language([locale ?? defaultLocale]);
    const reason = step.reason === undefined ? null : text(step.reason);
    return { rule: ownRuleName(step), label: text(step.label), action: step.action, rows, reason, until: null };
  }

  async #planOwn(step: OwnErasureStep, person: ForgottenPerson, locale: string | null): Promise<PlannedErasure> {
    return this.ownEntry(step, await step.count(person), locale);
  }

  /** The plan of a rule; of a table that cannot be read, or not as a whole, why it stops. */
  async #planned(
    rule: ErasedRule,
    layout: Layout,
    {
      hiding,
      ...of
    }: { readonly person: ErasurePerson; readonly locale: string | null; readonly hiding: readonly LiveTable[] },
  ): Promise<PlannedErasure> {
    if (!hasTable(rule)) return this.#planRule(rule, layout, of);
    const { live } = layout.rows.tables.locate(rule);
    const table = layout.schema.shownName(live);
    try {
      const entry = await this.#planRule(rule, layout, of);
      return hiding.includes(live) ? { ...entry, stops: [...(entry.stops ?? []), hiddenStop(rule, table)] } : entry;
    } catch (error) {
      const stop = forbiddenStop(rule, table, error);
      if (stop === null) throw error;
      return { ...this.entry(rule, { rows: null, kept: false, until: null }, of.locale), stops: [stop] };
    }
  }

  async #planRule(
    rule: ErasedRule,
    layout: Layout,
    { person, locale }: { readonly person: ErasurePerson; readonly locale: string | null },
  ): Promise<PlannedErasure> {
    const { erasure } = rule;
    if (erasure.action === 'run') {
      const signal = AbortSignal.timeout(COUNTING);
      const counted = (await erasure.count?.(person, { signal })) ?? null;
      return this.entry(rule, { rows: counted, kept: false, until: null }, locale);
    }
    if (!hasTable(rule)) throw new Error(`the rule ${rule.name} has no table`);
    const { rows } = layout;
    const where = rows.of(rule, person.id);
    if (erasure.action !== 'keep') {
      const count = await rows.count(rule, where);
      const besides = await this.#besides(rule, layout, person.id);
      return {
        ...this.entry(rule, { rows: count, kept: false, until: null, changes: besides.database }, locale),
        ...besides,
      };
    }
    try {
      const { count, until } = await this.#keeping(rule, erasure, rows, where);
      return this.entry(rule, { rows: count, kept: until !== null, until }, locale);
    } catch (error) {
      if (!(error instanceof NoDate)) throw error;
      const entry = this.entry(rule, { rows: await rows.count(rule, where), kept: true, until: null }, locale);
      return { ...entry, stops: [undatedStop(rule, error)] };
    }
  }

  /** What the database does besides, how the rows are deleted, and what prevents it. */
  async #besides(
    rule: TableRule,
    { dependents, rows, solution }: Layout,
    userId: string,
  ): Promise<Pick<PlannedErasure, 'database' | 'how' | 'stops'>> {
    const { database } = this.#options;
    const { erasure } = rule;
    const acceptsOthers =
      erasure === undefined || erasure.action === 'run' || (erasure.action === 'delete' && erasure.others === 'delete');
    const shared = acceptsOthers ? 0 : await rows.countShared(rule, userId);
    const ofOthers = shared === 0 ? [] : [sharedStop(rule, shared)];
    const going = goingOf(rows.tables, rule, userId);
    const reached = await dependents.reached(database, rule, going, userId);
    ofOthers.push(...reached.flatMap((one) => stopOf(rule, one, false) ?? []));
    if (!deletes(rule)) {
      return {
        ...(reached.length > 0 && { database: reached }),
        ...(ofOthers.length > 0 && { stops: ofOthers }),
      };
    }
    const own = solution.of(rule.name);
    rows.requireFit(rule);
    const found = await dependents.of(database, rule, going, userId);
    const byDatabase = found.map(({ reference, change, rows: count, others }) => {
      return { column: dependents.nameOf(reference), change, rows: count, others };
    });
    const changes = [...reached, ...byDatabase];
    const circle = await circleIn(database, rule, { dependents, rows, solution: own, userId });
    const stops = [
      ...ofOthers,
      ...found.flatMap(({ reference }, at) => stopOf(rule, byDatabase[at]!, detachable(reference) !== null) ?? []),
      ...circle,
      ...(await circleAcross(rule, { dependents, rows, solutionOf: solution.of, userId })),
    ];
    const how = howText(rule, own, dependents);
    return {
      ...(changes.length > 0 && { database: changes }),
      ...(how !== null && { how }),
      ...(stops.length > 0 && { stops }),
    };
  }

  /** How many rows are kept until when; null if the period of all is over. */
  async #keeping(
    rule: TableRule,
    keep: KeepAction,
    hostRows: HostRows,
    where: Sql,
  ): Promise<{ readonly count: number; readonly until: string | null }> {
    const now = this.#options.now();
    const { rows: count, latest, undated } = await hostRows.span(rule, where, keep.until);
    if (count === 0) return { count, until: null };
    const ends = [
      ...(latest === null ? [] : [endOf(latest, keep, now)]),
      ...(undated > 0 ? [endOf(null, keep, now)] : []),
    ];
    const until = new Date(Math.max(...ends.map(Number)));
    return { count, until: until > now ? until.toISOString() : null };
  }
}

/** Milliseconds that a function of the host may take to count for a plan. */
const COUNTING = 30_000;

/** The rule of a name, with its table. @throws {Error} if it is no longer declared */
export function tableRule(dataMap: DataMap, name: string): TableRule {
  const rule = dataMap.rule(name);
  if (rule !== undefined && hasTable(rule)) return rule;
  throw new Error(`no rule ${name} with a table is declared`);
}

function actionName(rule: ErasedRule, isKept: boolean): ErasureActionName {
  const { erasure } = rule;
  if (erasure.action === 'run') return 'run';
  if (erasure.action === 'keep') return isKept ? 'keep' : nameOf(erasure.end);
  if (hasTable(rule) && isSplit(rule)) return 'erase_fields';
  return nameOf(erasure);
}

/** What the database does besides, as text. */
function alsoText({ column, change, rows }: DatabaseChange, t: Language['t']): string {
  return t(`erasure.reason.also_${change}`, { column, rows });
}

function nameOf(action: TableAction | SetAction): ErasureActionName {
  if (action.action === 'delete') return 'delete';
  return action.pseudonymised ? 'pseudonymise' : 'erase_fields';
}
