/** The administrators' view of retention: rules that erase automatically, the next dates, and the last runs. */
import type { Database } from '../../../platform/database/port.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { DataMapService, DataRule } from '../../data-map/index.ts';
import { scheduledRules } from './due.ts';
import type { RetentionEntry } from './report.ts';
import type { RetentionRun, RetentionRuns } from './runs.ts';

/** A rule that erases automatically. */
export interface RetentionRule extends Pick<RetentionEntry, 'rule' | 'action'> {
  readonly label: string;
  /** When, as text. */
  readonly when: string;
  /** ISO 8601: when the next rows are erased, according to the last run; null if none is known. */
  readonly next: string | null;
  /** Whether the last run has counted the rows of this rule. */
  readonly isCounted: boolean;
}

interface OverviewOptions {
  readonly database: Database;
  readonly dataMap: DataMapService;
  readonly runs: RetentionRuns;
}

/** Reads what the page shows. */
export class RetentionOverview {
  readonly #options: OverviewOptions;

  constructor(options: OverviewOptions) {
    this.#options = options;
  }

  /** Rules that erase by age or condition, and those that keep rows of erased people until a date. */
  async rules(language: Language): Promise<RetentionRule[]> {
    const { database, dataMap, runs } = this.#options;
    const last = await runs.lastEnded(database);
    const shown = (rule: DataRule, action: RetentionEntry['action'], when: string | undefined): RetentionRule => {
      const counted = last?.entries.find((entry) => entry.rule === rule.name && entry.action === action);
      const next = counted?.next ?? null;
      const label = rule.label(language.locale);
      return { rule: rule.name, action, label, when: when ?? '', next, isCounted: counted !== undefined };
    };
    const kept = dataMap.rules.filter(({ erasure }) => erasure?.action === 'keep');
    return [
      ...scheduledRules(dataMap).map((rule) => shown(rule, 'aged', dataMap.retentionInWords(rule, language))),
      ...kept.map((rule) => {
        // As text of the legal ground, not of a schedule.
        const alone = { ...rule, retention: undefined };
        return shown(rule, 'kept', dataMap.retentionInWords(alone, language));
      }),
    ];
  }

  /** The label of a rule; its name if it is no longer declared. */
  labelOf(rule: string, locale: string): string {
    return this.#options.dataMap.rules.find(({ name }) => name === rule)?.label(locale) ?? rule;
  }

  /** A page of the last runs, the newest first. */
  list(page: number): Promise<{ readonly runs: RetentionRun[]; readonly pages: number; readonly total: number }> {
    return this.#options.runs.list(this.#options.database, page);
  }

  /** Runs older than a given one, the newest first. @param last null for the first ones */
  before(last: RetentionRun | null, limit: number): Promise<RetentionRun[]> {
    return this.#options.runs.before(this.#options.database, last, limit);
  }

  /** @throws {PolicyEngineError} `not_found` */
  async find(id: string): Promise<RetentionRun> {
    const run = await this.#options.runs.find(this.#options.database, id);
    if (run === undefined) throw refusals.notFound();
    return run;
  }
}
