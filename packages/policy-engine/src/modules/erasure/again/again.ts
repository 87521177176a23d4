/**
 * Searches again after an erasure, on the first, seventh and thirtieth day: a late job, an import or a restored table may have written the
 * person's data again. What is new reopens the request, for an administrator to have it erased, or to say why it stays.
 */
import { refusals } from '../../../errors/refusals.ts';
import type { ModuleJob } from '../../../kernel/module.ts';
import { randomHex } from '../../../platform/random.ts';
import type { Database } from '../../../platform/database/port.ts';
import { timeText } from '../../../platform/database/statements/times.ts';
import type { Jobs, RunningJob } from '../../../platform/jobs/job.ts';
import type { Audit } from '../../audit/index.ts';
import { deadlineAfter, MONTHS } from '../../requests/index.ts';
import type { Identifiers, Subjects } from '../identity/subject.ts';
import { ERASE_FOUND, type ErasePayload, SEARCH_AGAIN } from '../job-names.ts';
import type { ErasureNotices } from '../notices/notices.ts';
import {
  type ErasureReceipt,
  hasRemains,
  newTraces,
  type RepeatedSearch,
  type RepeatedSearches,
} from '../plan/receipt.ts';
import type { ErasureRequest } from '../requests/request.ts';
import type { ErasureStore } from '../requests/store.ts';
import { eraseRows, type EraseRowsOptions } from './erase-rows.ts';
import { type MarksOfPerson, marksOf } from './marks.ts';
import { MarksStore, type StoredMarks } from './marks-store.ts';
import { Matcher } from './matcher.ts';
import { searchAgain } from './search-again.ts';

const DAY = 86_400_000;
/** Marks that an ID is compared with: each takes some microseconds. */
const MOST_COMPARED = 500;
/** Days after which marks are destroyed even if the last search never succeeded. */
const DAYS_TOO_LATE = 7;
const LIMIT = { timeLimitSeconds: 6 * 3600, concurrency: 1 } as const;

/** What searching again needs. */
export interface AgainOptions extends EraseRowsOptions {
  readonly store: ErasureStore;
  readonly subjects: Subjects;
  readonly notices: ErasureNotices;
  readonly jobs: Jobs;
  readonly audit: Pick<Audit, 'record'>;
  /** Days after an erasure; empty: never. */
  readonly days: readonly number[];
  readonly timeZone: string;
}

/** What is stored when an erasure ends. */
export interface Planned extends StoredMarks {
  readonly times: readonly Date[];
}

/** A search as its result is written. */
type Result = Omit<RepeatedSearch, 'at' | 'erased'>;

/** Repeats the search after erasures. */
export class SearchesAgain {
  readonly #options: AgainOptions;
  readonly #marks: MarksStore;

  constructor(options: AgainOptions) {
    this.#options = options;
    this.#marks = new MarksStore(options.naming);
  }

  /** Makes the marks of a person, before the transaction that ends their erasure. @returns null if nothing is searched again */
  async prepare(userId: string, { address, words }: Identifiers): Promise<Planned | null> {
    const { days, subjects, now } = this.#options;
    if (days.length === 0) return null;
    const times = [...new Set(days)]
      .toSorted((one, other) => one - other)
      .map((day) => new Date(now().getTime() + day * DAY));
    const marks = marksOf(randomHex(32), { userId, address, words });
    return { times, sealed: await subjects.sealText(JSON.stringify(marks)), lastAt: timeText(times.at(-1)!) };
  }

  /** Stores the marks and plans the searches, in the transaction that ends the erasure. */
  async plan(transaction: Database, requestId: string, { times, ...marks }: Planned): Promise<RepeatedSearches> {
    await this.#marks.write(transaction, requestId, marks);
    for (const [nth, runAt] of times.entries()) {
      const job = { name: SEARCH_AGAIN, payload: { requestId }, key: `${SEARCH_AGAIN}:${requestId}:${nth}`, runAt };
      await this.#options.jobs.enqueue(job, transaction);
    }
    const plannedAt = times.map((time) => timeText(time));
    return { plannedAt, marksUntil: marks.lastAt, searches: [], settled: [] };
  }

  /** The request by which a person was erased, recognised by the marks; null once these are destroyed, and for anybody else. */
  async requestOf(userId: string): Promise<string | null> {
    const { database, subjects } = this.#options;
    for (const { requestId, sealed } of await this.#marks.newest(database, MOST_COMPARED)) {
      const marks = JSON.parse(await subjects.openText(sealed)) as MarksOfPerson;
      if (new Matcher(marks).isId(userId)) return requestId;
    }
    return null;
  }

  jobs(): ModuleJob[] {
    return [
      {
        name: SEARCH_AGAIN,
        options: LIMIT,
        run: (job: RunningJob<ErasePayload>) =>
          this.#work(job, (_, matcher) => this.#search(matcher, job.signal), false),
      },
      {
        name: ERASE_FOUND,
        options: LIMIT,
        run: (job: RunningJob<ErasePayload>) =>
          this.#work(
            job,
            async (requestId, matcher) => {
              const left = await eraseRows(this.#options, { requestId, matcher, signal: job.signal });
              return { ...(await this.#search(matcher, job.signal)), left };
            },
            true,
          ),
      },
    ];
  }

  /** Whether what was found can be erased: the marks still exist. */
  mayErase({ state, receipt }: Pick<ErasureRequest, 'state' | 'receipt'>): boolean {
    if (receipt?.repeated === undefined || receipt.repeated.marksUntil === null) return false;
    return state === 'reopened' || (state === 'completed' && hasRemains(receipt));
  }

  /** Has what was found erased, in the background. @throws {PolicyEngineError} 409 `nothing_found_again` */
  async erase(transaction: Database, request: ErasureRequest): Promise<void> {
    if (!this.mayErase(request)) throw refusals.conflict('nothing_found_again', 'erasure.error.nothing_found');
    if (request.state === 'completed') await this.#reopen(transaction, request);
    const { id: requestId } = request;
    const job = { name: ERASE_FOUND, payload: { requestId }, key: `${ERASE_FOUND}:${requestId}` };
    await this.#options.jobs.enqueue(job, transaction);
  }

  /** Closes a reopened request: what was found stays, for a reason. @throws {PolicyEngineError} 409 `nothing_found_again` */
  async settle(transaction: Database, request: ErasureRequest, reason: string): Promise<void> {
    const { receipt, state } = request;
    const repeated = receipt?.repeated;
    if (state !== 'reopened' || receipt === null || repeated === undefined) {
      throw refusals.conflict('nothing_found_again', 'erasure.error.nothing_found');
    }
    const found = repeated.searches.at(-1)?.found ?? [];
    const settled = found.map(({ table, column, rows }) => ({ table, column, rows, reason }));
    await this.#complete(transaction, request, { ...receipt, repeated: { ...repeated, settled } });
  }

  /** Destroys marks whose last search failed, or was lost. */
  async forget(): Promise<void> {
    const { database, store, now } = this.#options;
    for (const id of await this.#marks.overdue(database, new Date(now().getTime() - DAYS_TOO_LATE * DAY))) {
      await database.transaction(async (transaction) => {
        const request = await store.lock(transaction, id);
        if (request?.state === 'reopened') return;
        await this.#marks.destroy(transaction, id);
        if (request?.receipt?.repeated === undefined) return;
        await this.#write(transaction, request, withoutMarks(request.receipt, request.receipt.repeated));
      });
    }
  }

  async #search(matcher: Matcher, signal: AbortSignal): Promise<Result> {
    return { ...(await searchAgain(this.#options, matcher, signal)), left: [] };
  }

  async #work(
    job: RunningJob<ErasePayload>,
    search: (requestId: string, matcher: Matcher) => Promise<Result>,
    isErasing: boolean,
  ): Promise<void> {
    const { database, subjects, store, now } = this.#options;
    const { requestId } = job.payload;
    const stored = await this.#marks.find(database, requestId);
    // Destroyed, or deleted with the request.
    if (stored === null) return;
    const marks = JSON.parse(await subjects.openText(stored.sealed)) as MarksOfPerson;
    const result = await search(requestId, new Matcher(marks));
    await database.transaction(async (transaction) => {
      await job.complete(transaction);
      const request = await store.lock(transaction, requestId);
      const before = request?.receipt;
      if (request === undefined || before?.repeated === undefined) return;
      const at = timeText(now());
      const erased = isErasing ? await this.#marks.takeCount(transaction, requestId) : null;
      const searches = [...before.repeated.searches, { ...result, erased, at }];
      const receipt = { ...before, repeated: { ...before.repeated, searches } };
      if (newTraces(before, result.found).length > 0) {
        await this.#write(transaction, request, receipt);
        if (request.state === 'completed') await this.#reopen(transaction, request);
      } else if (request.state === 'reopened') await this.#complete(transaction, request, receipt);
      else await this.#end(transaction, request, receipt, stored);
    });
  }

  /** The key is destroyed with the last search. */
  async #end(
    transaction: Database,
    request: ErasureRequest,
    receipt: ErasureReceipt & { readonly repeated: RepeatedSearches },
    { lastAt }: Pick<StoredMarks, 'lastAt'>,
  ): Promise<void> {
    const isLast = lastAt <= timeText(this.#options.now());
    if (isLast) await this.#marks.destroy(transaction, request.id);
    await this.#write(transaction, request, isLast ? withoutMarks(receipt, receipt.repeated) : receipt);
  }

  async #reopen(transaction: Database, request: ErasureRequest): Promise<void> {
    const { store, notices, audit, timeZone, now } = this.#options;
    const at = now();
    // The person's data is there again, and the time to erase it begins again.
    const dueAt = deadlineAfter(at, MONTHS, timeZone);
    await store.change(transaction, request, { state: 'reopened', due_at: dueAt, closed_at: null }, at);
    await audit.record(transaction, { action: 'erasure_reopened', rule: null, subject: request.id });
    await notices.reopened(transaction, { ...request, state: 'reopened', dueAt: dueAt.toISOString() });
  }

  async #complete(
    transaction: Database,
    request: ErasureRequest,
    receipt: ErasureReceipt & { readonly repeated: RepeatedSearches },
  ): Promise<void> {
    const { store, now } = this.#options;
    const at = now();
    await store.change(transaction, request, { state: 'completed', closed_at: at }, at);
    const stored = await this.#marks.find(transaction, request.id);
    const closed = { ...request, state: 'completed' } as const;
    if (stored !== null) await this.#end(transaction, closed, receipt, stored);
    else await this.#write(transaction, closed, receipt);
  }

  async #write(transaction: Database, request: ErasureRequest, receipt: ErasureReceipt): Promise<void> {
    const { store, now } = this.#options;
    await store.change(transaction, request, { receipt: JSON.stringify(receipt) }, now());
  }
}

function withoutMarks(receipt: ErasureReceipt, repeated: RepeatedSearches): ErasureReceipt {
  return { ...receipt, repeated: { ...repeated, marksUntil: null } };
}
