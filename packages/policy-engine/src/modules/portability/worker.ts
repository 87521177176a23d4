/**
 * The work behind requests for a copy. Whatever kills a worker, the next attempt starts over: it has a number of its own, written down
 * before anything else is, so that all files there may be have names that can be told.
 */
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../errors.ts';
import type { Database } from '../../platform/database/port.ts';
import type { ModuleJob } from '../../module.ts';
import type { JobOptions, Jobs, RunningJob } from '../../platform/jobs/job.ts';
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { WebhookService } from '../webhooks/service.ts';
import type { ExportExtras, ExportProgress, ExportRequest, ExportSummary } from '../export/export-request.ts';
import { DISCARD, type DiscardPayload, EXPORT, type ExportPayload, PURGE } from './job-names.ts';
import { legacyName } from './legacy.ts';
import type { PortabilityMails } from './mails.ts';
import type { DataSubject } from './data-subject.ts';
import type { PortabilityRequest } from './request.ts';
import type { PortabilityStore } from './store.ts';
import { tellRequest } from '../requests/webhook-events.ts';

/** What the worker needs. */
export interface ExportWorkerOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly store: PortabilityStore;
  readonly mails: PortabilityMails;
  readonly webhooks: WebhookService;
  readonly storage: AttachmentStorage;
  readonly exporter: { write(request: ExportRequest): Promise<ExportSummary> };
  /** The host's record of a user; null if there is none. */
  readonly findUser: (id: string) => Promise<unknown>;
  /** What the engine itself knows of a user. */
  readonly ownData: (person: DataSubject) => Promise<ExportExtras>;
  /** Language of those who never told theirs. */
  readonly defaultLocale: string;
  /** Days for which an export can be fetched. */
  readonly keepDays: number;
  /** Files are stored the legacy way. */
  readonly legacyAttachments: boolean;
  /** Files may have been stored the legacy way. */
  readonly hasLegacyFolder: boolean;
  readonly now: () => Date;
}

/** Exports are the largest thing the engine does: not many at once, and one that hangs does not keep others from beginning. */
const AT_ONCE = 2;
/** Milliseconds without a row or a byte after which an attempt is abandoned: a host's query may hang for ever. */
const STALLED = 30 * 60 * 1000;
/** Milliseconds for which a storage may take to notice that its transfer was broken off. */
const BREAKING_OFF = 10_000;
/** Over two or three hours, with the pauses between them: a database that is being moved is back by then. */
const EXPORT_ATTEMPTS = 12;
const DAY = 86_400_000;
/** With pauses of up to an hour, a storage may be away for a week: what was to go must not stay. */
const DISCARD_ATTEMPTS = 240;
const MAX_ERROR_LENGTH = 2000;
/** Expired exports that are read at once. */
const PURGED = 100;

/** Name of what an attempt writes. */
function attachmentName(requestId: string, attempt: number): string {
  return `portability/${requestId}-${attempt}.zip`;
}

const everyQuarter = (after: Date): Date => new Date((Math.floor(after.getTime() / 900_000) + 1) * 900_000);

/** Why an attempt ended: nobody waits for it any more. */
class Unwanted extends Error {}

/** Puts exports together, and deletes them when their time is over. */
export class ExportWorker {
  readonly #options: ExportWorkerOptions;

  constructor(options: ExportWorkerOptions) {
    this.#options = options;
  }

  /** How the jobs of the module are done. */
  jobs(): ModuleJob[] {
    const exporting: JobOptions<ExportPayload> = {
      concurrency: AT_ONCE,
      maxAttempts: EXPORT_ATTEMPTS,
      timeLimitSeconds: 6 * 3600,
      onFailed: ({ payload, error }, transaction) => this.#fail(transaction, payload.requestId, error),
    };
    return [
      { name: EXPORT, run: (job: RunningJob<ExportPayload>) => this.#export(job), options: exporting },
      {
        name: DISCARD,
        run: ({ payload }: RunningJob<DiscardPayload>) => this.#discard(payload),
        options: { maxAttempts: DISCARD_ATTEMPTS },
      },
      { name: PURGE, every: everyQuarter, run: () => this.#purge() },
    ];
  }

  async #export(job: RunningJob<ExportPayload>): Promise<void> {
    const request = await this.#begin(job);
    if (request === null) return;
    const { id, attempt } = request;
    const { store, database } = this.#options;
    await this.#deleteAttempts(id, attempt - 1);
    try {
      const { bytes } = await this.#write(job, request);
      await this.#finish(job, request, bytes);
    } catch (error) {
      await this.#cleanUp(request);
      if (error instanceof Unwanted) return;
      // An attempt that was ended from outside says nothing about the export.
      if (!job.signal.aborted) await store.failure(database, id, attempt, messageOf(error));
      throw error;
    }
  }

  /** Takes the request under a new number. Null if it is gone, or no longer waits for an export. */
  async #begin(job: RunningJob<ExportPayload>): Promise<PortabilityRequest | null> {
    const { database, store, now } = this.#options;
    return database.transaction(async (transaction) => {
      await job.hold(transaction);
      const request = await store.lock(transaction, job.payload.requestId);
      // One that has failed is begun again with its job.
      if (request?.state !== 'progress' && request?.state !== 'failed') return null;
      const attempt = request.attempt + 1;
      await store.change(transaction, request, { state: 'progress', register: { attempt, progress: null } }, now());
      return { ...request, attempt, progress: null };
    });
  }

  async #write(job: RunningJob<ExportPayload>, request: PortabilityRequest): Promise<ExportSummary> {
    const { exporter, storage, findUser, ownData, defaultLocale } = this.#options;
    const { id, userId, attempt, locale } = request;
    const user = await findUser(userId);
    if (user === null || user === undefined) throw new Error(`userResource.find returned no user ${userId}`);
    const language = locale ?? defaultLocale;
    const known = await ownData({ userId, user, locale: language });
    job.signal.throwIfAborted();
    const ending = new AbortController();
    const signal = AbortSignal.any([job.signal, ending.signal]);
    const watch = new Watch(STALLED, () => ending.abort(new Error('The export made no progress for half an hour.')));
    const out = new Transform({ transform: (chunk: Buffer, _encoding, done) => (watch.alive(), done(null, chunk)) });
    // Whoever breaks off says why to those who wait below; a storage that has not begun to read would let it end the process.
    out.on('error', () => {});
    const stored = storage.put(this.#name(id, attempt), out, { contentType: 'application/zip', signal });
    // Who reads is gone, so who writes has to stop.
    stored.catch((error: Error) => out.destroy(error));
    const written = exporter.write({
      userId,
      user,
      locale: language,
      out,
      signal,
      onProgress: async (progress) => {
        watch.alive();
        if (!(await this.#tell(request, progress))) ending.abort(new Unwanted());
      },
      extras: known,
    });
    // What the host is asked for may never answer, and does not look at the signal.
    const settled = Promise.allSettled([written, stored]);
    const results = await Promise.race([settled, aborted(signal)]).finally(() => watch.end());
    if (results === 'aborted') {
      out.destroy(signal.reason as Error);
      await Promise.race([stored.catch(() => {}), sleep(BREAKING_OFF, undefined, { ref: false })]);
      throw signal.reason;
    }
    const [writing, storing] = results;
    // The storage's own failure is the cause; the writer only hears that its reader is gone.
    if (storing.status === 'rejected' && !out.readableEnded && writing.status === 'fulfilled') throw storing.reason;
    if (writing.status === 'rejected') throw writing.reason;
    if (storing.status === 'rejected') throw storing.reason;
    return writing.value;
  }

  #tell(request: PortabilityRequest, progress: ExportProgress): Promise<boolean> {
    const { rowsDone: rows, rowsExpected: expectedRows = null, files, bytes } = progress;
    const { database, store } = this.#options;
    return store.progress(database, request.id, request.attempt, { rows, expectedRows, files, bytes });
  }

  /** Completes the request and the job, with the mail that says so: all of it, or nothing. */
  async #finish(job: RunningJob<ExportPayload>, { id, attempt }: PortabilityRequest, bytes: number): Promise<void> {
    const { database, store, mails, keepDays, now } = this.#options;
    await database.transaction(async (transaction) => {
      const request = await store.lock(transaction, id);
      if (request?.state !== 'progress' || request.attempt !== attempt) throw new Unwanted();
      await job.complete(transaction);
      const at = now();
      const expireAt = new Date(at.getTime() + keepDays * DAY);
      const register = {
        closed_at: at,
        progress: null,
        error: null,
      };
      const file = { name: this.#name(id, attempt), bytes };
      await store.change(transaction, request, { state: 'completed', expireAt, file, register }, at);
      await mails.completed(transaction, { ...request, expireAt: expireAt.toISOString() });
      await tellRequest(this.#options.webhooks, transaction, 'completed', { ...request, kind: 'portability' });
    });
  }

  /** Deletes what an attempt wrote, unless it counts after all: the answer to a commit may be lost on its way. */
  async #cleanUp({ id, attempt }: PortabilityRequest): Promise<void> {
    const { database, store, storage } = this.#options;
    const name = this.#name(id, attempt);
    try {
      const request = await store.find(database, id);
      if (request?.file?.name !== name) await storage.delete(name);
    } catch {
      // The next attempt deletes it, or the job that follows the deletion of the request.
    }
  }

  #name(requestId: string, attempt: number): string {
    const name = attachmentName(requestId, attempt);
    return this.#options.legacyAttachments ? legacyName(name) : name;
  }

  async #fail(transaction: Database, id: string, error: string): Promise<void> {
    const { jobs, store, now } = this.#options;
    const request = await store.lock(transaction, id);
    if (request?.state !== 'progress') return;
    const register = { error: error.slice(0, MAX_ERROR_LENGTH), progress: null };
    await store.change(transaction, request, { state: 'failed', register }, now());
    await tellRequest(this.#options.webhooks, transaction, 'failed', { ...request, kind: 'portability' });
    // The last attempt may have been killed too: no other one will delete what it left.
    const payload: DiscardPayload = { requestId: id, attempts: request.attempt, file: null };
    await jobs.enqueue({ name: DISCARD, payload }, transaction);
  }

  async #discard({ requestId, attempts, file }: DiscardPayload): Promise<void> {
    if (file !== null) await this.#options.storage.delete(file);
    await this.#deleteAttempts(requestId, attempts);
  }

  /** Deletes what attempts up to a number may have written, also before a switch of the way files are stored. */
  async #deleteAttempts(requestId: string, last: number): Promise<void> {
    const { storage, hasLegacyFolder } = this.#options;
    for (let attempt = 1; attempt <= last; attempt += 1) {
      const name = attachmentName(requestId, attempt);
      await storage.delete(name);
      if (hasLegacyFolder) await storage.delete(legacyName(name));
    }
  }

  /** A file that can't be deleted keeps no other from it. */
  async #purge(): Promise<void> {
    const { database, store, now } = this.#options;
    const failures: unknown[] = [];
    for (;;) {
      const past = await store.pastExpiry(database, now(), { limit: PURGED, offset: failures.length });
      for (const request of past) await this.#expire(request).catch((error: unknown) => failures.push(error));
      if (past.length < PURGED || failures.length >= PURGED) break;
    }
    if (failures.length > 0)
      throw new Error(`${failures.length} exports could not be deleted: ${messageOf(failures[0])}`);
  }

  /** The file first: a request that says its copy is gone must be right. */
  async #expire({ id, file }: PortabilityRequest): Promise<void> {
    const { database, store, storage, now } = this.#options;
    if (file !== null) await storage.delete(file.name);
    await database.transaction(async (transaction) => {
      const request = await store.lock(transaction, id);
      if (request?.state !== 'completed') return;
      await store.change(transaction, request, { state: 'expired', file: null }, now());
    });
  }
}

/** Notices when nothing happens any more. */
class Watch {
  readonly #milliseconds: number;
  readonly #stalled: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, stalled: () => void) {
    this.#milliseconds = milliseconds;
    this.#stalled = stalled;
    this.alive();
  }

  alive(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#stalled, this.#milliseconds).unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Resolves when a signal is aborted. */
function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}

function messageOf(error: unknown): string {
  return reasonOf(error).slice(0, MAX_ERROR_LENGTH);
}
