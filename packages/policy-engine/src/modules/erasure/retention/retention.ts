/**
 * What is erased automatically, once a day: rows that were kept until today, and rows that match the retention of their rule, by
 * age or condition.
 */
import { reasonOf } from '../../../errors/errors.ts';
import type { ModuleJob } from '../../../kernel/module.ts';
import { daily, type Jobs } from '../../../platform/jobs/job.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { Audit } from '../../audit/index.ts';
import type { Layout } from '../plan/layout.ts';
import { COUNT, DAILY, ERASE, eraseKey } from '../job-names.ts';
import type { ErasureStore } from '../requests/store.ts';
import { letAgedGo } from './ageing.ts';
import { type AgeingOptions, scheduledRules } from './due.ts';
import { countKept, endKeeping, keepsAnything, type KeptOptions } from './kept.ts';
import { RunRecord } from './record.ts';
import type { RetentionEntry } from './report.ts';
import type { RetentionRuns } from './runs.ts';

/** What it needs. */
export interface RetentionOptions
  extends Omit<AgeingOptions, 'heldUsers' | 'rows' | 'dependents'>, Omit<KeptOptions, 'rows' | 'dependents'> {
  /** The tables that rules name, as they currently are in the database. */
  readonly open: () => Promise<Pick<Layout, 'rows' | 'dependents'>>;
  readonly store: ErasureStore;
  readonly runs: RetentionRuns;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly logger: WebLogger;
  /** What else is done once a day: the journal deletes lines that no backup contains any more. */
  readonly alsoDaily: () => Promise<void>;
}

/** Hour of the day, UTC. */
const HOUR = 2;
const LIMIT = { timeLimitSeconds: 6 * 3600 } as const;

/** Erases data whose retention period has ended. */
export class Retention {
  readonly #options: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** The daily job, and the counting that administrators request. */
  jobs(): ModuleJob[] {
    return [
      {
        name: DAILY,
        every: daily(HOUR),
        run: ({ signal }: { signal: AbortSignal }) => this.#daily(signal),
        options: LIMIT,
      },
      { name: COUNT, run: ({ signal }: { signal: AbortSignal }) => this.#countAll(signal), options: LIMIT },
    ];
  }

  /**
   * Erases everything whose retention period has ended, and records it in the audit log.
   *
   * @param options.dryRun only counts what would be erased, without changing anything. Default: false
   * @returns what was erased, by rule
   */
  async apply({
    dryRun: isDry = false,
    signal = new AbortController().signal,
  }: { readonly dryRun?: boolean; readonly signal?: AbortSignal } = {}): Promise<readonly RetentionEntry[]> {
    const { database, runs, dataMap } = this.#options;
    // If nothing can be erased, the tables need not be read.
    if (scheduledRules(dataMap).length === 0 && !(await keepsAnything(this.#options))) return [];
    const id = await database.transaction(async (transaction) => {
      if (!isDry) await runs.stopOthers(transaction);
      return runs.add(transaction, { isDry, state: 'running' });
    });
    const record = new RunRecord(this.#options, { id, isDry });
    await this.#carryOut(record, signal);
    return record.entries.filter(({ rows, error }) => rows > 0 || error !== undefined);
  }

  /** @returns the ID of the run that counts: one that waits or is running already, or a new one */
  async askToCount(): Promise<string> {
    const { database, runs, jobs, audit } = this.#options;
    return database.transaction(async (transaction) => {
      const open = await runs.openDry(transaction);
      const id = open?.id ?? (await runs.add(transaction, { isDry: true, state: 'waiting' }));
      await audit.record(transaction, { action: 'retention_counted', rule: null, subject: id });
      await jobs.enqueue({ name: COUNT, key: COUNT }, transaction);
      return id;
    });
  }

  async #daily(signal: AbortSignal): Promise<void> {
    await this.#beginDue();
    const report = await this.apply({ signal });
    await this.#options.alsoDaily();
    const failed = report.filter(({ error }) => error !== undefined);
    if (failed.length === 0) return;
    throw new Error(failed.map(({ rule, error }) => `${rule}: ${error}`).join('; '));
  }

  /** Counts for all runs that wait for it, including those of a process that was killed. */
  async #countAll(signal: AbortSignal): Promise<void> {
    const { database, runs } = this.#options;
    for (;;) {
      const run = await runs.openDry(database);
      if (run === undefined) return;
      await runs.begin(database, run.id);
      await this.#carryOut(new RunRecord(this.#options, run), signal).catch(async (error: unknown) => {
        // The run records the failure; one that is still open is retried with the next attempt.
        if (signal.aborted || (await runs.openDry(database))?.id === run.id) throw error;
      });
    }
  }

  /** @throws the error that prevents the run as a whole, which is recorded */
  async #carryOut(record: RunRecord, signal: AbortSignal): Promise<void> {
    const { logger } = this.#options;
    try {
      await this.#goThrough(record, signal);
    } catch (error) {
      const state = signal.aborted ? (record.isDry ? 'running' : 'stopped') : 'failed';
      await record.save(state, reasonOf(error));
      throw error;
    }
    const failed = record.entries.filter((entry) => entry.error !== undefined);
    await record.save(failed.length > 0 ? 'failed' : 'done');
    if (record.isDry) return;
    for (const { rule, error } of failed) {
      logger.error(`data of the rule ${rule} could not be erased in time`, { error });
    }
  }

  async #goThrough(record: RunRecord, signal: AbortSignal): Promise<void> {
    const { store, open, database } = this.#options;
    const { rows, dependents } = await open();
    const options = { ...this.#options, rows, dependents };
    if (record.isDry) await countKept(options, record);
    else await endKeeping(options, record, signal);
    await record.save();
    await letAgedGo({ ...options, heldUsers: () => store.heldUsers(database) }, { record, signal });
  }

  /** Starts a request whose job was abandoned by mistake. */
  async #beginDue(): Promise<void> {
    const { database, store, jobs, now } = this.#options;
    for (const requestId of await store.due(database, now())) {
      await jobs.enqueue({ name: ERASE, payload: { requestId }, key: eraseKey(requestId) });
    }
  }
}
