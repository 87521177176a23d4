/** Erases again what a restored backup brought back. */
import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { Jobs } from '../../../platform/jobs/job.ts';
import type { Audit } from '../../audit/index.ts';
import { deadlineAfter, MONTHS } from '../../requests/index.ts';
import { ERASE, eraseKey } from '../job-names.ts';
import type { ErasureState } from '../requests/request.ts';
import type { ErasureRunner } from '../run/runner.ts';
import type { ErasureStore } from '../requests/store.ts';
import type { ErasureJournal } from './journal.ts';
import type { JournalEntry } from './line.ts';

/** What a replay needs. */
export interface ReplayOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly store: ErasureStore;
  readonly jobs: Jobs;
  readonly audit: Audit;
  readonly runner: Pick<ErasureRunner, 'run'>;
  /** Null if the host has none. */
  readonly journal: ErasureJournal | null;
  /** Days for which the host keeps backups; undefined: not declared. */
  readonly backupRetentionDays: number | undefined;
  readonly timeZone: string;
  readonly now: () => Date;
}

/** The result of a replay. */
export interface ReplayReport {
  /** Erasures in the journal. */
  readonly entries: number;
  /** Those that the database lacked, or had not completed, and that are done now. */
  readonly replayed: number;
  /** Those that were withdrawn or denied in the restored database: they are skipped. */
  readonly withdrawn: number;
  /** Those that failed; a job retries them. */
  readonly failed: readonly { readonly requestId: string; readonly error: string }[];
  /** Lines that cannot be read: they have another key, or were changed. */
  readonly unreadable: number;
}

/** What the database lacks of the journal. */
export interface Left {
  /** Erasures that have not started according to the database: it was restored from a backup. */
  readonly entries: readonly JournalEntry[];
  readonly unreadable: number;
}

/** Requests per query. */
const BATCH = 500;
const DAY = 86_400_000;
/** Milliseconds after which a job continues what this process did not complete. */
const LATER = 5 * 60_000;
/** States in which the erasure has not started according to the database. */
const NOT_BEGUN: ReadonlySet<ErasureState | undefined> = new Set([undefined, 'pending', 'held'] as const);

/** Compares the database with the journal. */
export class Replay {
  readonly #options: ReplayOptions;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  /** Whether there is a journal, so that a restored backup can be detected. */
  get isPossible(): boolean {
    return this.#options.journal !== null;
  }

  /** What the database lacks. Changes nothing. @throws if the journal cannot be read at all */
  async left(): Promise<Left> {
    const { entries, unreadable } = await this.#journal().read();
    const states = await this.#statesOf(entries);
    return { entries: entries.filter(({ requestId }) => NOT_BEGUN.has(states.get(requestId))), unreadable };
  }

  /** Number of requests that the journal lacks although the database has recorded them: it was deleted or replaced. */
  async missing(): Promise<number> {
    const { entries } = await this.#journal().read();
    const noted = new Set(entries.map(({ requestId }) => requestId));
    const expected = (await this.#noted()).filter(({ isOver }) => !isOver);
    return expected.filter(({ id }) => !noted.has(id)).length;
  }

  /**
   * Deletes lines of the journal that no backup contains any more: erasures completed longer ago than backups are kept.
   */
  async forget(): Promise<void> {
    const { journal, backupRetentionDays } = this.#options;
    if (journal === null || backupRetentionDays === undefined) return;
    const { entries } = await journal.read();
    const over = new Set((await this.#noted()).flatMap(({ id, isOver }) => (isOver ? [id] : [])));
    await journal.forget(new Set(entries.map(({ requestId }) => requestId).filter((id) => over.has(id))));
  }

  /** The requests that are in the journal according to the database, and whether no backup contains their data any more. */
  async #noted(): Promise<{ readonly id: string; readonly isOver: boolean }[]> {
    const { database, naming, backupRetentionDays: days = Infinity, now } = this.#options;
    const rows = await createQueries(database, naming)
      .selectFrom('erasure_requests')
      .select(['id', 'closed_at'])
      .where('journaled_at', 'is not', null)
      .execute();
    const before = now().getTime() - days * DAY;
    return rows.map(({ id, closed_at: at }) => ({ id, isOver: at !== null && new Date(at).getTime() < before }));
  }

  /**
   * Repeats what the database lacks or has not completed, one after another.
   *
   * @throws {PolicyEngineError} `configuration_invalid` without a journal
   * @throws if the journal cannot be read at all
   */
  async run(signal: AbortSignal = new AbortController().signal): Promise<ReplayReport> {
    const { entries, unreadable } = await this.#journal().read();
    const states = await this.#statesOf(entries);
    const failed: { requestId: string; error: string }[] = [];
    let [replayed, withdrawn] = [0, 0];
    for (const entry of entries) {
      const state = states.get(entry.requestId);
      if (state === 'completed') continue;
      if (state === 'cancelled' || state === 'denied') withdrawn += 1;
      else {
        const error = await this.#again(entry, signal);
        if (error === null) replayed += 1;
        else failed.push({ requestId: entry.requestId, error });
      }
    }
    return { entries: entries.length, replayed, withdrawn, failed, unreadable };
  }

  /** @returns why it failed; null for a completed erasure */
  async #again(entry: JournalEntry, signal: AbortSignal): Promise<string | null> {
    const { database, store, runner } = this.#options;
    try {
      await database.transaction((transaction) => this.#bringBack(transaction, entry));
      await runner.run(entry.requestId, { signal });
      const request = await store.find(database, entry.requestId);
      return request?.state === 'completed' ? null : `it is ${request?.state ?? 'gone'}`;
    } catch (error) {
      if (signal.aborted) throw error;
      return reasonOf(error);
    }
  }

  /** The request as it was when its first step started, with a job that continues if this process does not complete it. */
  async #bringBack(transaction: Database, entry: JournalEntry): Promise<void> {
    const { store, jobs, audit, timeZone, now } = this.#options;
    const { requestId, userId, at } = entry;
    const request = await store.lock(transaction, requestId);
    if (request === undefined) {
      const dueAt = deadlineAfter(at, MONTHS, timeZone);
      await store.insertBegun(transaction, { id: requestId, userId, dueAt, at }, now());
    } else if (request.state !== 'running') {
      const change = {
        state: 'running',
        confirmed_at: request.confirmedAt ?? at,
        journaled_at: at,
        error: null,
      } as const;
      await store.change(transaction, request, change, now());
    } else return;
    const runAt = new Date(now().getTime() + LATER);
    await jobs.enqueue({ name: ERASE, payload: { requestId }, key: eraseKey(requestId), runAt }, transaction);
    await audit.record(transaction, { action: 'erasure_replayed', rule: null, subject: requestId });
  }

  async #statesOf(entries: readonly JournalEntry[]): Promise<Map<string, ErasureState>> {
    const { database, store } = this.#options;
    const states = new Map<string, ErasureState>();
    for (let begin = 0; begin < entries.length; begin += BATCH) {
      const ids = entries.slice(begin, begin + BATCH).map(({ requestId }) => requestId);
      for (const [id, state] of await store.statesOf(database, ids)) states.set(id, state);
    }
    return states;
  }

  #journal(): ErasureJournal {
    const { journal } = this.#options;
    if (journal !== null) return journal;
    throw new PolicyEngineError('configuration_invalid', 'erasure.journal: there is no journal to replay');
  }
}
