/** What goes by itself, once a day: rows that were kept until today, and rows that are older than their rule allows. */
import type { ModuleJob } from '../../../module.ts';
import { daily, type Jobs } from '../../../platform/jobs/job.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { Audit } from '../../audit/service.ts';
import { hasTable } from '../../data-map/rule.ts';
import type { HostRows } from '../host/rows.ts';
import { DAILY, ERASE, eraseKey } from '../job-names.ts';
import type { ErasureStore } from '../store.ts';
import { type AgeingOptions, letAgedGo } from './ageing.ts';
import { endKeeping, keepsAnything, type KeptOptions } from './kept.ts';
import type { RetentionEntry, RetentionReport } from './report.ts';

/** What is worked with. */
export interface RetentionOptions extends Omit<AgeingOptions, 'heldUsers' | 'rows'>, Omit<KeptOptions, 'rows'> {
  /** The tables that rules name, as the database has them now. */
  readonly openRows: () => Promise<HostRows>;
  readonly store: ErasureStore;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly logger: WebLogger;
  /** What else is done once a day: the journal forgets what no backup holds any more. */
  readonly alsoDaily: () => Promise<void>;
}

/** Hour of the day, UTC. */
const HOUR = 2;

/** Lets data go whose time is over. */
export class Retention {
  readonly #options: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** The daily job. */
  job(): ModuleJob {
    return {
      name: DAILY,
      every: daily(HOUR),
      run: async ({ signal }: { readonly signal: AbortSignal }) => {
        await this.#beginDue();
        const report = await this.apply({ signal });
        await this.#options.alsoDaily();
        const failed = report.filter(({ error }) => error !== undefined);
        if (failed.length === 0) return;
        throw new Error(failed.map(({ rule, error }) => `${rule}: ${error}`).join('; '));
      },
      options: { timeLimitSeconds: 6 * 3600 },
    };
  }

  /**
   * Lets everything go whose time is over, and notes it in the log of administrators.
   *
   * @param options.dryRun only counts what is older than its rule allows, and changes nothing. Default: false
   * @returns what went, by rule
   */
  async apply({
    dryRun = false,
    signal = new AbortController().signal,
  }: { readonly dryRun?: boolean; readonly signal?: AbortSignal } = {}): Promise<readonly RetentionEntry[]> {
    const { database, audit, store, logger, openRows, dataMap } = this.#options;
    // Where no table is declared there is no need to look at those that there are.
    if (!dataMap.rules.some(hasTable) && !(await keepsAnything(this.#options))) return [];
    const options = { ...this.#options, rows: await openRows() };
    const report: RetentionReport = [];
    if (!dryRun) await endKeeping(options, report, signal);
    const heldUsers = () => store.heldUsers(database);
    await letAgedGo({ ...options, heldUsers }, report, { dryRun, signal });
    if (dryRun) return report;
    for (const { rule, rows, error } of report) {
      if (error !== undefined) logger.error(`data of the rule ${rule} could not be erased in time`, { error });
      if (rows === 0) continue;
      const entry = { action: 'retention_applied', rule, subject: String(rows) } as const;
      await database.transaction((transaction) => audit.record(transaction, entry));
    }
    return report;
  }

  /** A request whose job was given up by mistake begins all the same. */
  async #beginDue(): Promise<void> {
    const { database, store, jobs, now } = this.#options;
    for (const requestId of await store.due(database, now())) {
      await jobs.enqueue({ name: ERASE, payload: { requestId }, key: eraseKey(requestId) });
    }
  }
}
