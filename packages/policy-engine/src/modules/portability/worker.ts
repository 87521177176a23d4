/**
 * Executes access requests. If a worker is killed, the next attempt starts over: it has its own number, which is recorded first, so
 * that the names of all possible files are known.
 */
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../errors/errors.ts';
import type { Database } from '../../platform/database/port.ts';
import type { ModuleJob } from '../../kernel/module.ts';
import type { JobOptions, Jobs, RunningJob } from '../../platform/jobs/job.ts';
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { WebhookService } from '../webhooks/index.ts';
import type { ExportExtras, ExportProgress, ExportRequest, ExportSummary } from '../export/index.ts';
import { DISCARD, type DiscardPayload, EXPORT, type ExportPayload, PURGE } from './job-names.ts';
import { legacyName } from './attachments/legacy.ts';
import type { PortabilityMails } from './notices/mails.ts';
import type { DataSubject } from './data-subject.ts';
import type { PortabilityRequest } from './requests/request.ts';
import type { PortabilityStore } from './requests/store.ts';
import { notifyOfRequest } from '../requests/index.ts';

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
  /** IANA name of their time zone; undefined if it is unknown. */
  readonly timeZoneOf: (user: unknown) => string | undefined;
  /** What the engine itself knows about a user. */
  readonly ownData: (person: DataSubject) => Promise<ExportExtras>;
  /** Language for people whose language is unknown. */
  readonly defaultLocale: string;
  /** Days for which an export can be downloaded. */
  readonly keepDays: number;
  /** Whether files are stored in the legacy way. */
  readonly legacyAttachments: boolean;
  /** Whether files may have been stored in the legacy way. */
  readonly hasLegacyFolder: boolean;
  readonly now: () => Date;
}

/** Exports are the largest jobs of the engine: few run at once, and one that hangs does not prevent others from starting. */
const AT_ONCE = 2;
/** Milliseconds without a row or a byte after which an attempt is abandoned: a host's query may hang forever. */
const STALLED = 30 * 60 * 1000;
/** Milliseconds that a storage may take to notice an aborted transfer. */
const BREAKING_OFF = 10_000;
/** Over two or three hours, with the pauses between them: enough for moving a database. */
const EXPORT_ATTEMPTS = 12;
const DAY = 86_400_000;
/** With pauses of up to an hour, a storage may be unavailable for a week: the files must still be deleted. */
const DISCARD_ATTEMPTS = 240;
const MAX_ERROR_LENGTH = 2000;
/** Expired exports per query. */
const PURGED = 100;

/** Name of the file of an attempt. */
function attachmentName(requestId: string, attempt: number): string {
  return `portability/${requestId}-${attempt}.zip`;
}

/** Name of the file of an attempt in the storage. */
export function storedName(
  requestId: string,
  { attempt, isLegacy }: { readonly attempt: number; readonly isLegacy: boolean },
): string {
  const name = attachmentName(requestId, attempt);
  return isLegacy ? legacyName(name) : name;
}

const everyQuarter = (after: Date): Date => new Date((Math.floor(after.getTime() / 900_000) + 1) * 900_000);

/** Why an attempt ended: it is no longer needed. */
class NoLongerNeeded extends Error {}

/** Creates exports, and deletes expired ones. */
export class ExportWorker {
  readonly #options: ExportWorkerOptions;

  constructor(options: ExportWorkerOptions) {
    this.#options = options;
  }

  /** The handlers of the module's jobs. */
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
    try {
      await this.#deleteAttempts(id, attempt - 1);
      const { bytes } = await this.#write(job, request);
      await this.#finish(job, request, bytes);
    } catch (error) {
      await this.#cleanUp(request);
      if (error instanceof NoLongerNeeded) return;
      // An attempt that was aborted from outside has no result.
      if (!job.signal.aborted) await store.failure(database, id, attempt, messageOf(error));
      throw error;
    }
  }

  /** Locks the request under a new number. Null if it is missing, or no longer waits for an export. */
  async #begin(job: RunningJob<ExportPayload>): Promise<PortabilityRequest | null> {
    const { database, store, now } = this.#options;
    return database.transaction(async (transaction) => {
      await job.hold(transaction);
      const request = await store.lock(transaction, job.payload.requestId);
      // A failed request is started again with its job.
      if (request?.state !== 'progress' && request?.state !== 'failed') return null;
      const attempt = request.attempt + 1;
      await store.change(transaction, request, { state: 'progress', register: { attempt, progress: null } }, now());
      return { ...request, attempt, progress: null };
    });
  }

  async #write(job: RunningJob<ExportPayload>, request: PortabilityRequest): Promise<ExportSummary> {
    const { exporter, storage, findUser, timeZoneOf, ownData, defaultLocale } = this.#options;
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
    // An abort passes its reason to all waiting parts; a storage that has not started reading would let it end the process.
    out.on('error', () => {});
    const stored = storage.put(this.#name(id, attempt), out, { contentType: 'application/zip', signal });
    // Without a reader, the writer must stop.
    stored.catch((error: Error) => out.destroy(error));
    const written = exporter.write({
      userId,
      user,
      locale: language,
      timeZone: timeZoneOf(user),
      out,
      signal,
      onProgress: async (progress) => {
        watch.alive();
        if (!(await this.#tell(request, progress))) ending.abort(new NoLongerNeeded());
      },
      extras: known,
    });
    // The host's code may never respond, and does not observe the signal.
    const settled = Promise.allSettled([written, stored]);
    const results = await Promise.race([settled, aborted(signal)]).finally(() => watch.end());
    if (results === 'aborted') {
      out.destroy(signal.reason as Error);
      await Promise.race([stored.catch(() => {}), sleep(BREAKING_OFF, undefined, { ref: false })]);
      throw signal.reason;
    }
    const [writing, storing] = results;
    // The storage's own error is the cause; the writer only sees that its reader closed.
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

  /** Completes the request and the job, with the mail: all of it, or nothing. */
  async #finish(job: RunningJob<ExportPayload>, { id, attempt }: PortabilityRequest, bytes: number): Promise<void> {
    const { database, store, mails, keepDays, now } = this.#options;
    await database.transaction(async (transaction) => {
      const request = await store.lock(transaction, id);
      if (request?.state !== 'progress' || request.attempt !== attempt) throw new NoLongerNeeded();
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
      await notifyOfRequest(this.#options.webhooks, transaction, 'completed', { ...request, kind: 'portability' });
    });
  }

  /** Deletes what an attempt wrote, unless it was committed after all: the response to a commit may be lost. */
  async #cleanUp({ id, attempt }: PortabilityRequest): Promise<void> {
    const { database, store, storage } = this.#options;
    const name = this.#name(id, attempt);
    try {
      const request = await store.find(database, id);
      if (request?.file?.name !== name) await storage.delete(name);
    } catch {
      // The next attempt deletes it, or the job after the deletion of the request.
    }
  }

  #name(requestId: string, attempt: number): string {
    return storedName(requestId, { attempt, isLegacy: this.#options.legacyAttachments });
  }

  async #fail(transaction: Database, id: string, error: string): Promise<void> {
    const { jobs, store, now } = this.#options;
    const request = await store.lock(transaction, id);
    if (request?.state !== 'progress') return;
    const at = now();
    const register = { error: error.slice(0, MAX_ERROR_LENGTH), failed_at: at, progress: null };
    await store.change(transaction, request, { state: 'failed', register }, at);
    await notifyOfRequest(this.#options.webhooks, transaction, 'failed', { ...request, kind: 'portability' });
    // The last attempt may also have been killed: then no other one deletes what it left.
    const payload: DiscardPayload = { requestId: id, attempts: request.attempt, file: null };
    await jobs.enqueue({ name: DISCARD, payload }, transaction);
  }

  async #discard({ requestId, attempts, file }: DiscardPayload): Promise<void> {
    if (file !== null) await this.#options.storage.delete(file);
    await this.#deleteAttempts(requestId, attempts);
  }

  /** Deletes what attempts up to a number may have written, including before a switch of the storage mode. */
  async #deleteAttempts(requestId: string, last: number): Promise<void> {
    const { storage, hasLegacyFolder } = this.#options;
    for (let attempt = 1; attempt <= last; attempt += 1) {
      const name = attachmentName(requestId, attempt);
      await storage.delete(name);
      if (hasLegacyFolder) await storage.delete(legacyName(name));
    }
  }

  /** A file that cannot be deleted does not stop the others. */
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

  /** The file first: a request that is marked as expired must have no export. */
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

/** Detects that nothing happens any more. */
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
