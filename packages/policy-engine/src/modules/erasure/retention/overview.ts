/** What administrators see of retention: which rules let data go, when the next of it goes, and the last runs. */
import type { Database } from '../../../platform/database/port.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { refusals } from '../../../refusals.ts';
import type { DataMap } from '../../data-map/data-map.ts';
import { retentionInWords } from '../../data-map/duration.ts';
import { hasTable } from '../../data-map/rule.ts';
import { scheduledRules } from './ageing.ts';
import type { RetentionEntry } from './report.ts';
import type { RetentionRun, RetentionRuns } from './runs.ts';

/** A rule that lets data go by itself. */
export interface RetentionRule extends Pick<RetentionEntry, 'rule' | 'action'> {
  readonly label: string;
  /** When, in words. */
  readonly when: string;
  /** ISO 8601: when the next of it goes, as far as the last run saw; null where none is known. */
  readonly next: string | null;
}

/** Reads what the page shows. */
export class RetentionOverview {
  readonly #options: { readonly database: Database; readonly dataMap: DataMap; readonly runs: RetentionRuns };

  constructor(options: { readonly database: Database; readonly dataMap: DataMap; readonly runs: RetentionRuns }) {
    this.#options = options;
  }

  /** Rules whose data goes by age or condition, and those that keep rows of forgotten people until their day. */
  async rules(language: Language): Promise<RetentionRule[]> {
    const { database, dataMap, runs } = this.#options;
    const last = await runs.lastEnded(database);
    const aged = scheduledRules(dataMap).map((rule) => ({
      rule: rule.name,
      action: 'aged' as const,
      label: rule.label(language.locale),
      when: retentionInWords(rule, language) ?? '',
    }));
    const kept = dataMap.rules.filter(hasTable).flatMap((rule) => {
      if (rule.erasure?.action !== 'keep') return [];
      const when = retentionInWords({ ...rule, retention: undefined }, language) ?? '';
      return [{ rule: rule.name, action: 'kept' as const, label: rule.label(language.locale), when }];
    });
    return [...aged, ...kept].map((rule) => {
      const seen = last?.entries.find((entry) => entry.rule === rule.rule && entry.action === rule.action);
      return { ...rule, next: seen?.next ?? null };
    });
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
