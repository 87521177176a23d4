import { PolicyEngineError } from '../../errors.ts';
import type { Audit } from '../audit/service.ts';
import type { WebhookService } from '../webhooks/service.ts';
import type { AdminAction } from '../../module.ts';
import { createId } from '../../platform/database/ids.ts';
import type { Database } from '../../platform/database/port.ts';
import { isUniqueViolation } from '../../platform/database/sql-errors.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import { WriteLimiter } from '../../platform/web/limits/write-limiter.ts';
import type { CurrentUser } from '../../platform/users/current-user.ts';
import { refusals } from '../../refusals.ts';
import { deadlineAfter, MONTHS, MONTHS_EXTENDED } from './deadline.ts';
import { DISCARD, type DiscardPayload, EXPORT, exportKey } from './job-names.ts';
import type { RequestMails } from './mails.ts';
import { isOpen, isOverdue, type PortabilityRequest, type RequestState } from './request.ts';
import type { RequestChange, RequestFilter, RequestStore } from './store.ts';
import { type RequestStep, tellRequest } from './webhook-events.ts';

/** The longest reason there may be, in UTF-16 code units. */
export const MAX_REASON_LENGTH = 2000;
/** Requests on a page of the administrators. */
export const REQUESTS_PER_PAGE = 20;
/** What the original said; programs may look for it. */
const OPEN_NOTICE = "You have one pending information request, you can't create another one yet.";
/** Milliseconds after which a worker that lost its request has noticed, wherever it was. */
const SETTLED = 15 * 60 * 1000;

/** What the service works with. */
export interface RequestServiceOptions {
  readonly database: Database;
  readonly store: RequestStore;
  readonly jobs: Jobs;
  readonly mails: RequestMails;
  readonly audit: Audit;
  readonly webhooks: WebhookService;
  /** Requests are confirmed as they come. */
  readonly autoConfirm: boolean;
  /** The option without which no export can be made; null where none is missing. */
  readonly lacking: 'userResource.find' | 'portabilityRules' | null;
  /** Whether the host has no such user any more. */
  readonly isGone: (userId: string) => Promise<boolean>;
  /** IANA name of the zone whose days count for deadlines. */
  readonly timeZone: string;
  readonly now: () => Date;
}

/** A page of requests. */
export interface RequestsPage {
  readonly requests: readonly PortabilityRequest[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** How many are overdue, on all pages. */
  readonly overdue: number;
}

const DAY = 24 * 60 * 60_000;
/** Requests a user may begin in a day, in one process: each is a mail to the administrators, deleted again or not. */
const MOST_A_DAY = 20;

/** What people and administrators do with requests. Each change, its mail and its job are one transaction. */
export class RequestService {
  readonly #options: RequestServiceOptions;
  readonly #begun: WriteLimiter;

  constructor(options: RequestServiceOptions) {
    this.#options = options;
    this.#begun = new WriteLimiter(MOST_A_DAY, () => options.now().getTime(), DAY);
  }

  /**
   * Asks for a copy of a user's data.
   *
   * @throws {PolicyEngineError} 422 `request_open` while the user has an open request, 429 for one who begins too many in a day
   */
  async create(user: Pick<CurrentUser, 'id'>, locale: string): Promise<PortabilityRequest> {
    const { database, store, mails, timeZone, now } = this.#options;
    const at = now();
    const request = { id: createId(), userId: user.id, locale, at, dueAt: deadlineAfter(at, MONTHS, timeZone) };
    let isCounted = false;
    try {
      await database.transaction(async (transaction) => {
        if (await store.hasOpen(transaction, user.id)) throw openRequest();
        // Once, however often the transaction has to run.
        if (!isCounted) this.#count(user.id);
        isCounted = true;
        await store.insert(transaction, request);
        const created = await this.#required(transaction, request.id);
        await mails.created(transaction, created, this.#options.autoConfirm);
        await this.#tell(transaction, 'created', created);
        if (this.#options.autoConfirm) await this.#begin(transaction, created);
      });
    } catch (error) {
      // Nobody got a mail for it.
      if (isCounted) this.#begun.giveBack(user.id);
      if (isUniqueViolation(error)) throw openRequest();
      throw error;
    }
    return this.#required(database, request.id);
  }

  /** @throws {PolicyEngineError} 429 */
  #count(userId: string): void {
    const seconds = this.#begun.take(userId);
    if (seconds > 0) throw refusals.tooManyRequests(seconds);
  }

  /** All requests of a user, the newest first. */
  ofUser(userId: string): Promise<PortabilityRequest[]> {
    return this.#options.store.ofUser(this.#options.database, userId);
  }

  /** Whether a user has no open request. */
  async mayCreate(userId: string): Promise<boolean> {
    return !(await this.ofUser(userId)).some(isOpen);
  }

  /** A user's own request. @throws {PolicyEngineError} 404, also for a request of somebody else */
  async findOwn(userId: string, id: string): Promise<PortabilityRequest> {
    const request = await this.find(id);
    if (request.userId !== userId) throw refusals.notFound();
    return request;
  }

  /** Deletes a user's own request, with what was exported for it. @throws {PolicyEngineError} 404 */
  async deleteOwn(userId: string, id: string): Promise<PortabilityRequest> {
    return this.#options.database.transaction(async (transaction) => {
      const request = await this.#options.store.lock(transaction, id);
      if (request?.userId !== userId) throw refusals.notFound();
      await this.#delete(transaction, request);
      return request;
    });
  }

  /** @throws {PolicyEngineError} 404 */
  find(id: string): Promise<PortabilityRequest> {
    return this.#required(this.#options.database, id);
  }

  /** Overdue requests first, then the newest. @param page counted from 1 */
  async list(filter: RequestFilter | undefined, page: number): Promise<RequestsPage> {
    const { database, store } = this.#options;
    const now = this.#options.now();
    const place = { filter, now, limit: REQUESTS_PER_PAGE, offset: (page - 1) * REQUESTS_PER_PAGE };
    const [requests, total, overdue] = await Promise.all([
      store.list(database, place),
      store.count(database, filter, now),
      store.count(database, 'overdue', now),
    ]);
    return { requests, page, pages: Math.max(1, Math.ceil(total / REQUESTS_PER_PAGE)), total, overdue };
  }

  isOverdue(request: PortabilityRequest): boolean {
    return isOverdue(request, this.#options.now());
  }

  /** Whether the time may still be extended: once, and within the first month (GDPR Art. 12(3)). */
  mayExtend(request: PortabilityRequest): boolean {
    return isOpen(request) && request.extendedAt === null && !this.isOverdue(request);
  }

  /** The deadline a request would have with the one extension there may be. */
  extendedDeadline({ createdAt }: PortabilityRequest): Date {
    return deadlineAfter(new Date(createdAt), MONTHS_EXTENDED, this.#options.timeZone);
  }

  /** The option of the host's without which no export can be made; null where none is missing. */
  get lacking(): string | null {
    return this.#options.lacking;
  }

  /** Begins the export. @throws {PolicyEngineError} 404; 409 `request_not_pending`, `export_impossible`, `user_gone` */
  async confirm(id: string): Promise<PortabilityRequest> {
    await this.#requireUser(id, 'pending');
    return this.#act(id, 'request_confirmed', async (transaction, request) => {
      if (request.state !== 'pending') throw refusals.conflict('request_not_pending', 'error.request_not_pending');
      this.#requirePossible();
      await this.#begin(transaction, request);
    });
  }

  /** Refuses a request, telling the person why (GDPR Art. 12(4)). @throws {PolicyEngineError} 404; 409 `request_closed` */
  deny(id: string, reason: string): Promise<PortabilityRequest> {
    return this.#act(id, 'request_denied', async (transaction, request) => {
      if (!isOpen(request)) throw refusals.conflict('request_closed', 'error.request_closed');
      await this.#change(transaction, request, {
        state: 'denied',
        register: { reason, closed_at: this.#options.now(), progress: null, error: null },
      });
      await this.#options.jobs.withdraw(exportKey(id), transaction);
      await this.#discard(transaction, request);
      await this.#options.mails.denied(transaction, { ...request, reason });
      await this.#tell(transaction, 'denied', request);
    });
  }

  /**
   * Takes two more months, telling the person why (GDPR Art. 12(3)).
   *
   * @throws {PolicyEngineError} 404; 409 `request_closed`, `request_extended`, `request_overdue`
   */
  extend(id: string, reason: string): Promise<PortabilityRequest> {
    return this.#act(id, 'request_extended', async (transaction, request) => {
      if (!isOpen(request)) throw refusals.conflict('request_closed', 'error.request_closed');
      if (request.extendedAt !== null) throw refusals.conflict('request_extended', 'error.request_extended');
      if (this.isOverdue(request)) throw refusals.conflict('request_overdue', 'error.request_overdue');
      const dueAt = this.extendedDeadline(request);
      const register = { due_at: dueAt, extended_at: this.#options.now(), extension_reason: reason };
      await this.#change(transaction, request, { register });
      const extended = { ...request, dueAt: dueAt.toISOString(), extensionReason: reason };
      await this.#options.mails.extended(transaction, extended);
      await this.#tell(transaction, 'extended', extended);
    });
  }

  /** Begins a failed export anew. @throws {PolicyEngineError} 404; 409 `request_not_failed`, `export_impossible`, `user_gone` */
  async retry(id: string): Promise<PortabilityRequest> {
    await this.#requireUser(id, 'failed');
    return this.#act(id, 'request_retried', async (transaction, request) => {
      if (request.state !== 'failed') throw refusals.conflict('request_not_failed', 'error.request_not_failed');
      this.#requirePossible();
      await this.#change(transaction, request, { state: 'progress', register: { error: null, progress: null } });
      await this.#enqueue(transaction, request);
    });
  }

  /** Deletes any request, with what was exported for it. @throws {PolicyEngineError} 404 */
  async delete(id: string): Promise<PortabilityRequest> {
    return this.#options.database.transaction(async (transaction) => {
      const request = await this.#options.store.lock(transaction, id);
      if (request === undefined) throw refusals.notFound();
      await this.#delete(transaction, request);
      await this.#note(transaction, 'request_deleted', request);
      return request;
    });
  }

  /** Deletes a request of a person who is forgotten, in the transaction of that step. @returns how many there were */
  async erase(transaction: Database, id: string): Promise<number> {
    const request = await this.#options.store.lock(transaction, id);
    if (request === undefined) return 0;
    await this.#delete(transaction, request);
    return 1;
  }

  async #act(
    id: string,
    action: AdminAction,
    change: (transaction: Database, request: PortabilityRequest) => Promise<void>,
  ): Promise<PortabilityRequest> {
    return this.#options.database.transaction(async (transaction) => {
      const request = await this.#options.store.lock(transaction, id);
      if (request === undefined) throw refusals.notFound();
      await change(transaction, request);
      await this.#note(transaction, action, request);
      return this.#required(transaction, id);
    });
  }

  /** Asks the host for the user of a request; not in the transaction, in which the host's own queries could wait for it. */
  async #requireUser(id: string, before: RequestState): Promise<void> {
    const { state, userId } = await this.find(id);
    if (state !== before || !(await this.#options.isGone(userId))) return;
    throw refusals.conflict('user_gone', 'error.user_gone');
  }

  #requirePossible(): void {
    const { lacking } = this;
    if (lacking === null) return;
    throw new PolicyEngineError('export_impossible', 'export_impossible', {
      text: { key: 'error.export_impossible', params: { option: lacking } },
    });
  }

  async #begin(transaction: Database, request: PortabilityRequest): Promise<void> {
    await this.#change(transaction, request, {
      state: 'progress',
      register: { confirmed_at: this.#options.now(), error: null, progress: null },
    });
    await this.#options.mails.confirmed(transaction, request);
    await this.#tell(transaction, 'confirmed', request);
    await this.#enqueue(transaction, request);
  }

  async #enqueue(transaction: Database, { id }: PortabilityRequest): Promise<void> {
    await this.#options.jobs.enqueue({ name: EXPORT, payload: { requestId: id }, key: exportKey(id) }, transaction);
  }

  async #delete(transaction: Database, request: PortabilityRequest): Promise<void> {
    await this.#options.store.delete(transaction, request.id);
    await this.#tell(transaction, 'deleted', request);
    await this.#options.jobs.withdraw(exportKey(request.id), transaction);
    await this.#discard(transaction, request);
  }

  /** Has what was written deleted: at once, and again when a worker that was in the middle of it is surely gone. */
  async #discard(transaction: Database, { id, attempt, state, file }: PortabilityRequest): Promise<void> {
    if (attempt === 0 && file === null && state !== 'progress') return;
    const payload: DiscardPayload = { requestId: id, attempts: attempt, file: file?.name ?? null };
    await this.#options.jobs.enqueue({ name: DISCARD, payload }, transaction);
    if (state !== 'progress') return;
    const later = new Date(this.#options.now().getTime() + SETTLED);
    await this.#options.jobs.enqueue({ name: DISCARD, payload, runAt: later }, transaction);
  }

  async #change(transaction: Database, request: PortabilityRequest, change: RequestChange): Promise<void> {
    await this.#options.store.change(transaction, request, change, this.#options.now());
  }

  async #tell(transaction: Database, step: RequestStep, request: PortabilityRequest): Promise<void> {
    await tellRequest(this.#options.webhooks, transaction, step, request);
  }

  async #note(transaction: Database, action: AdminAction, { id }: PortabilityRequest): Promise<void> {
    await this.#options.audit.record(transaction, { action, rule: null, subject: id });
  }

  async #required(database: Database, id: string): Promise<PortabilityRequest> {
    const request = await this.#options.store.find(database, id);
    if (request === undefined) throw refusals.notFound();
    return request;
  }
}

function openRequest(): PolicyEngineError {
  return new PolicyEngineError('request_open', 'request_open', {
    text: { key: 'error.request_open' },
    notice: OPEN_NOTICE,
  });
}
