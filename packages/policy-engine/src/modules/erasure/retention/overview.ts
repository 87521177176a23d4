/** What administrators see of retention: which rules let data go, when the next of it goes, and the last runs. */
import type { Database } from '../../../platform/database/port.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { refusals } from '../../../refusals.ts';
import type { DataRule } from '../../data-map/rule.ts';
import type { DataMapService } from '../../data-map/service.ts';
import { scheduledRules } from './ageing.ts';
import type { RetentionEntry } from './report.ts';
import type { RetentionRun, RetentionRuns } from './runs.ts';

/** A rule that lets data go by itself. */
export interface RetentionRule extends Pick<RetentionEntry, 'rule' | 'action'> {
  readonly label: string;
  /** When, in words. */
  readonly when: string;
  /** ISO 8601: when the next of it goes, as far as the last run saw; null if none is known. */
  readonly next: string | null;
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

  /** Rules whose data goes by age or condition, and those that keep rows of erased people until their day. */
  async rules(language: Language): Promise<RetentionRule[]> {
    const { database, dataMap, runs } = this.#options;
    const last = await runs.lastEnded(database);
    const shown = (rule: DataRule, action: RetentionEntry['action'], when: string | undefined): RetentionRule => ({
      rule: rule.name,
      action,
      label: rule.label(language.locale),
      when: when ?? '',
      next: last?.entries.find((entry) => entry.rule === rule.name && entry.action === action)?.next ?? null,
    });
    const kept = dataMap.rules.filter(({ erasure }) => erasure?.action === 'keep');
    return [
      ...scheduledRules(dataMap).map((rule) => shown(rule, 'aged', dataMap.retentionInWords(rule, language))),
      ...kept.map((rule) => {
        // In the words of the ground, not of a schedule beside it.
        const alone = { ...rule, retention: undefined };
        return shown(rule, 'kept', dataMap.retentionInWords(alone, language));
      }),
    ];
  }

  /** The name of a rule as people read it; the plain one where it is declared no more. */
  labelOf(rule: string, locale: string): string {
    return this.#options.dataMap.rules.find(({ name }) => name === rule)?.label(locale) ?? rule;
  }

  /** A page of the last runs, the newest first. */
  list(page: number): Promise<{ readonly runs: RetentionRun[]; readonly pages: number }> {
    return this.#options.runs.list(this.#options.database, page);
  }

  /** @throws {PolicyEngineError} `not_found` */
  async find(id: string): Promise<RetentionRun> {
    const run = await this.#options.runs.find(this.#options.database, id);
    if (run === undefined) throw refusals.notFound();
    return run;
  }
}
