import { PolicyEngineError, type PolicyEngineErrorCode } from '../../errors.ts';
import type { AdminAction } from '../../module.ts';
import { createId } from '../../platform/database/ids.ts';
import type { Database } from '../../platform/database/port.ts';
import { isUniqueViolation } from '../../platform/database/sql-errors.ts';
import type { TextKey } from '../../platform/i18n/language.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { CurrentUser } from '../../platform/users/current-user.ts';
import { WriteLimiter } from '../../platform/web/limits/write-limiter.ts';
import { refusals } from '../../refusals.ts';
import type { Audit } from '../audit/service.ts';
import { deadlineAfter, MONTHS, MONTHS_EXTENDED } from '../requests/deadline.ts';
import { ERASE, eraseKey } from './job-names.ts';
import type { ErasureNotices } from './notices.ts';
import type { PlannedErasure } from './receipt.ts';
import { type ErasureRequest, isOpenErasure, isOverdueErasure, mayCancelErasure } from './request.ts';
import type { ReadErasureSettings } from './options.ts';
import type { ErasureChange, ErasureFilter, ErasureStore } from './store.ts';

/** The longest reason there may be, in UTF-16 code units. */
export const MAX_ERASURE_REASON = 2000;
/** Requests on a page of the administrators. */
export const ERASURES_PER_PAGE = 20;
/** Times a user may ask, or try to confirm who they are, in a day, in one process. */
const MOST_A_DAY = 20;
const DAY = 86_400_000;

/** What the service works with. */
export interface ErasureServiceOptions {
  readonly database: Database;
  readonly store: ErasureStore;
  readonly jobs: Jobs;
  readonly notices: ErasureNotices;
  readonly audit: Audit;
  readonly settings: ReadErasureSettings;
  /** What an erasure of a user would do. Reads only. */
  readonly plan: (userId: string, locale: string | null) => Promise<readonly PlannedErasure[]>;
  /** Whether the host has declared what can be erased. */
  readonly hasRules: boolean;
  /** IANA name of the zone whose days count for deadlines. */
  readonly timeZone: string;
  readonly now: () => Date;
}

/** How somebody asks. */
export interface ErasureAsked {
  readonly locale: string | null;
  /** Whether the person agrees that it begins before the end of the grace period. Default: false. */
  readonly waivesGrace?: boolean;
  /** What the person sent along to confirm who they are; null where the host's own code vouches for them. */
  readonly proof: Readonly<Record<string, unknown>> | null;
}

/** A page of requests. */
export interface ErasuresPage {
  readonly requests: readonly ErasureRequest[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** How many are overdue, on all pages. */
  readonly overdue: number;
}

/**
 * What people and administrators do with requests to be forgotten. Each change, its mail, its entry in the log and its job are
 * one transaction, in which the request is locked: what was cancelled or denied never begins.
 */
export class ErasureService {
  readonly #options: ErasureServiceOptions;
  readonly #asked: WriteLimiter;

  constructor(options: ErasureServiceOptions) {
    this.#options = options;
    this.#asked = new WriteLimiter(MOST_A_DAY, () => options.now().getTime(), DAY);
  }

  /**
   * Asks for a user to be forgotten.
   *
   * @throws {PolicyEngineError} 422 `request_open` while the user has an open request; 422 `identity_unconfirmed`; 429 for one
   * who tries too often in a day; 409 `erasure_impossible` where the host has declared nothing that could be erased
   */
  async create(user: CurrentUser, asked: ErasureAsked): Promise<ErasureRequest> {
    const { database, store, notices, hasRules, now } = this.#options;
    if (!hasRules) throw refusals.conflict('erasure_impossible', 'erasure.error.impossible');
    const seconds = this.#asked.take(user.id);
    if (seconds > 0) throw refusals.tooManyRequests(seconds);
    // Whoever has one already learns nothing new of whether a password is right.
    if (!(await this.mayCreate(user.id))) throw openRequest();
    const identifiedAt = await this.#identify(user, asked.proof);
    const request = { ...this.#times(), id: createId(), userId: user.id, identifiedAt, locale: asked.locale };
    try {
      return await database.transaction(async (transaction) => {
        await store.insert(transaction, { ...request, waivesGrace: asked.waivesGrace ?? false, at: now() });
        const created = await this.#required(transaction, request.id);
        await notices.created(transaction, created);
        return created;
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw openRequest();
      throw error;
    }
  }

  /** All requests of a user, the newest first. */
  ofUser(userId: string): Promise<ErasureRequest[]> {
    return this.#options.store.ofUser(this.#options.database, userId);
  }

  /** Whether a user has no open request. */
  async mayCreate(userId: string): Promise<boolean> {
    return !(await this.ofUser(userId)).some(isOpenErasure);
  }

  /** A user's own request. @throws {PolicyEngineError} 404, also for a request of somebody else */
  async findOwn(userId: string, id: string): Promise<ErasureRequest> {
    const request = await this.find(id);
    if (request.userId !== userId) throw refusals.notFound();
    return request;
  }

  /** @throws {PolicyEngineError} 404 */
  find(id: string): Promise<ErasureRequest> {
    return this.#required(this.#options.database, id);
  }

  /** Overdue requests first, then the newest. @param page counted from 1 */
  async list(filter: ErasureFilter | undefined, page: number): Promise<ErasuresPage> {
    const { database, store } = this.#options;
    const now = this.#options.now();
    const place = { filter, now, limit: ERASURES_PER_PAGE, offset: (page - 1) * ERASURES_PER_PAGE };
    const [requests, total, overdue] = await Promise.all([
      store.list(database, place),
      store.count(database, filter, now),
      store.count(database, 'overdue', now),
    ]);
    return { requests, page, pages: Math.max(1, Math.ceil(total / ERASURES_PER_PAGE)), total, overdue };
  }

  /** What the erasure of a user would do: which rows go, which are kept and why. Reads only. */
  plan(userId: string, locale: string | null = null): Promise<readonly PlannedErasure[]> {
    return this.#options.plan(userId, locale);
  }

  /** The plan of a request; what was done, once it is completed; nothing for one that was refused or taken back. */
  async planOf(request: ErasureRequest, locale: string | null = request.locale): Promise<readonly PlannedErasure[]> {
    if (request.receipt !== null) return request.receipt.entries;
    if (request.userId === null || !isOpenErasure(request)) return [];
    return this.plan(request.userId, locale);
  }

  isOverdue(request: ErasureRequest): boolean {
    return isOverdueErasure(request, this.#options.now());
  }

  /** Whether an administrator still has to confirm it. */
  mayConfirm({ state, confirmedAt }: ErasureRequest): boolean {
    return state === 'pending' && confirmedAt === null;
  }

  /** Whether an administrator may let it begin before the end of the grace period: the person has agreed. */
  mayBeginAtOnce(request: ErasureRequest): boolean {
    return this.mayConfirm(request) && (request.waivesGrace || !this.#hasGrace(request));
  }

  /**
   * Confirms a request. It begins by itself at the end of the grace period, at once where that is over.
   *
   * @param atOnce begins before the end of the grace period, to which the person has agreed. Default: false
   * @throws {PolicyEngineError} 404; 409 `request_not_pending`; 409 `grace_not_waived`
   */
  confirm(id: string, { atOnce = false }: { readonly atOnce?: boolean } = {}): Promise<ErasureRequest> {
    return this.#act(id, 'erasure_confirmed', async (transaction, request) => {
      if (!this.mayConfirm(request)) throw refusals.conflict('request_not_pending', 'erasure.error.not_pending');
      if (atOnce && !this.mayBeginAtOnce(request)) {
        throw refusals.conflict('grace_not_waived', 'erasure.error.grace_not_waived');
      }
      const confirmed = { ...request, confirmedAt: this.#options.now().toISOString() };
      if (atOnce || !this.#hasGrace(request)) {
        await this.#change(transaction, request, { confirmed_at: confirmed.confirmedAt, state: 'running' });
      } else {
        await this.#change(transaction, request, { confirmed_at: confirmed.confirmedAt });
      }
      await this.#options.notices.confirmed(transaction, confirmed);
      await this.#enqueue(transaction, request, atOnce);
    });
  }

  /** Refuses a request, telling the person why (GDPR Art. 12(4)). @throws {PolicyEngineError} 404; 409 `request_closed` */
  deny(id: string, reason: string): Promise<ErasureRequest> {
    return this.#act(id, 'erasure_denied', async (transaction, request) => {
      if (!mayCancelErasure(request)) throw closed();
      await this.#change(transaction, request, { state: 'denied', reason, closed_at: this.#options.now() });
      await this.#options.notices.denied(transaction, { ...request, reason });
    });
  }

  /**
   * Keeps the data for as long as a legal ground asks for it (Art. 17(3)), telling the person why.
   *
   * @throws {PolicyEngineError} 404; 409 `request_closed` for one that is running or has its answer
   */
  hold(id: string, reason: string): Promise<ErasureRequest> {
    return this.#act(id, 'erasure_held', async (transaction, request) => {
      if (request.state !== 'pending') throw closed();
      await this.#change(transaction, request, { state: 'held', hold_reason: reason });
      await this.#options.notices.held(transaction, { ...request, holdReason: reason });
    });
  }

  /** Ends a hold. What was confirmed before goes on by itself. @throws {PolicyEngineError} 404; 409 `request_not_held` */
  release(id: string): Promise<ErasureRequest> {
    return this.#act(id, 'erasure_released', async (transaction, request) => {
      if (request.state !== 'held') throw refusals.conflict('request_not_held', 'erasure.error.not_held');
      await this.#change(transaction, request, { state: 'pending', hold_reason: null });
      await this.#options.notices.released(transaction, { ...request, state: 'pending', holdReason: null });
      if (request.confirmedAt !== null) await this.#enqueue(transaction, request, false);
    });
  }

  /**
   * Takes two more months, telling the person why (GDPR Art. 12(3)).
   *
   * @throws {PolicyEngineError} 404; 409 `request_closed`, `request_extended`, `request_overdue`
   */
  extend(id: string, reason: string): Promise<ErasureRequest> {
    return this.#act(id, 'erasure_extended', async (transaction, request) => {
      if (!isOpenErasure(request)) throw closed();
      if (request.extendedAt !== null) throw refusals.conflict('request_extended', 'erasure.error.extended');
      if (this.isOverdue(request)) throw refusals.conflict('request_overdue', 'erasure.error.overdue');
      const { now, timeZone, notices } = this.#options;
      const dueAt = deadlineAfter(new Date(request.createdAt), MONTHS_EXTENDED, timeZone);
      await this.#change(transaction, request, { due_at: dueAt, extended_at: now(), extension_reason: reason });
      await notices.extended(transaction, { ...request, dueAt: dueAt.toISOString(), extensionReason: reason });
    });
  }

  /** Takes a user's own request back. @throws {PolicyEngineError} 404; 409 `request_closed` once it has begun */
  cancelOwn(userId: string, id: string): Promise<ErasureRequest> {
    return this.#cancel(id, userId);
  }

  /** Takes a request back in the person's name. @throws {PolicyEngineError} 404; 409 `request_closed` once it has begun */
  cancel(id: string): Promise<ErasureRequest> {
    return this.#cancel(id, null);
  }

  /** Begins a failed erasure anew, where it stopped. @throws {PolicyEngineError} 404; 409 `request_not_failed` */
  retry(id: string): Promise<ErasureRequest> {
    return this.#act(id, 'erasure_retried', async (transaction, request) => {
      if (request.state !== 'failed') throw refusals.conflict('request_not_failed', 'erasure.error.not_failed');
      await this.#change(transaction, request, { state: 'running', error: null });
      await this.#enqueue(transaction, request, true);
    });
  }

  async #cancel(id: string, userId: string | null): Promise<ErasureRequest> {
    return this.#options.database.transaction(async (transaction) => {
      const request = await this.#options.store.lock(transaction, id);
      if (request === undefined || (userId !== null && request.userId !== userId)) throw refusals.notFound();
      if (!mayCancelErasure(request)) throw closed();
      await this.#change(transaction, request, { state: 'cancelled', closed_at: this.#options.now() });
      await this.#options.notices.cancelled(transaction, request);
      if (userId === null) await this.#note(transaction, 'erasure_cancelled', request);
      return this.#required(transaction, id);
    });
  }

  async #act(
    id: string,
    action: AdminAction,
    change: (transaction: Database, request: ErasureRequest) => Promise<void>,
  ): Promise<ErasureRequest> {
    return this.#options.database.transaction(async (transaction) => {
      const request = await this.#options.store.lock(transaction, id);
      if (request === undefined) throw refusals.notFound();
      await change(transaction, request);
      await this.#note(transaction, action, request);
      return this.#required(transaction, id);
    });
  }

  /** @returns when the host confirmed who it is; null where it has no way to @throws {PolicyEngineError} 422 */
  async #identify(user: CurrentUser, fields: ErasureAsked['proof']): Promise<Date | null> {
    const { settings, now } = this.#options;
    if (fields === null) return now();
    if (settings.identify === undefined) return null;
    // Only what is surely a yes.
    if ((await settings.identify({ user, fields })) === true) return now();
    throw new PolicyEngineError('identity_unconfirmed', 'identity_unconfirmed', {
      text: { key: 'erasure.error.identity_unconfirmed' },
    });
  }

  #times(): { readonly dueAt: Date; readonly graceUntil: Date } {
    const { settings, timeZone, now } = this.#options;
    const at = now();
    const graceUntil = new Date(at.getTime() + settings.graceDays * DAY);
    return { dueAt: deadlineAfter(at, MONTHS, timeZone), graceUntil };
  }

  #hasGrace({ graceUntil }: ErasureRequest): boolean {
    return graceUntil > this.#options.now().toISOString();
  }

  async #enqueue(transaction: Database, request: ErasureRequest, atOnce: boolean): Promise<void> {
    const runAt = atOnce ? {} : { runAt: new Date(request.graceUntil) };
    const job = { name: ERASE, payload: { requestId: request.id }, key: eraseKey(request.id), ...runAt };
    await this.#options.jobs.enqueue(job, transaction);
  }

  async #change(transaction: Database, request: ErasureRequest, change: ErasureChange): Promise<void> {
    await this.#options.store.change(transaction, request, change, this.#options.now());
  }

  async #note(transaction: Database, action: AdminAction, { id }: ErasureRequest): Promise<void> {
    await this.#options.audit.record(transaction, { action, rule: null, subject: id });
  }

  async #required(database: Database, id: string): Promise<ErasureRequest> {
    const request = await this.#options.store.find(database, id);
    if (request === undefined) throw refusals.notFound();
    return request;
  }
}

function refused(code: PolicyEngineErrorCode, key: TextKey): PolicyEngineError {
  return new PolicyEngineError(code, code, { text: { key } });
}

function openRequest(): PolicyEngineError {
  return refused('request_open', 'erasure.error.open');
}

function closed(): PolicyEngineError {
  return refused('request_closed', 'erasure.error.closed');
}
