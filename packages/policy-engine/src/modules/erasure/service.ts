import { PolicyEngineError } from '../../errors/errors.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Approvals } from '../approvals/index.ts';
import { paths } from './views/pages.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { CurrentUser } from '../../platform/users/current-user.ts';
import { type UserResource, userWithId } from '../../platform/users/resource.ts';
import { refusals } from '../../errors/refusals.ts';
import { type Elsewhere, RequestRegister, type RequestRegisterOptions } from '../requests/index.ts';
import type { SearchesAgain } from './again/again.ts';
import type { IdentityLinks } from './identity/links.ts';
import { MailedIdentity } from './identity/mailed-identity.ts';
import { ERASE, eraseKey } from './job-names.ts';
import type { ErasureNotices } from './notices/notices.ts';
import type { ReadErasureSettings } from './options.ts';
import type { AbsenceProof, PlannedErasure } from './plan/receipt.ts';
import { awaitsIdentity, type ErasureRequest, mayCancelErasure, states } from './requests/request.ts';
import type { StepProgressShown } from './run/shown.ts';
import type { ErasureChange, ErasureStore } from './requests/store.ts';

const DAY = 86_400_000;

/** What the service needs. */
export interface ErasureServiceOptions extends Pick<
  RequestRegisterOptions<ErasureRequest>,
  'database' | 'naming' | 'audit' | 'timeZone' | 'now'
> {
  readonly store: ErasureStore;
  readonly links: IdentityLinks;
  readonly users: UserResource;
  readonly jobs: Jobs;
  readonly notices: ErasureNotices;
  readonly settings: ReadErasureSettings;
  /** What an erasure of a user would do. Reads only. */
  readonly plan: (userId: string, locale: string | null) => Promise<readonly PlannedErasure[]>;
  /** Why the erasure of a user cannot begin; empty if it can. Reads only. */
  readonly stops: (userId: string) => Promise<readonly string[]>;
  /** What of the user is in tables that no rule names. Reads only. */
  readonly undeclared: (userId: string) => Promise<AbsenceProof>;
  /** The status of the steps of a request. */
  readonly progress: (requestId: string, locale: string) => Promise<readonly StepProgressShown[]>;
  /** The searches that are repeated. */
  readonly again: SearchesAgain;
  /** A second administrator may be required. */
  readonly approvals: Pick<Approvals, 'isApproved' | 'forget'>;
  /** Whether the host has declared what can be erased. */
  readonly hasRules: boolean;
  /** Tells the person, and other systems, that a denied request is pending again. */
  readonly reopened: (transaction: Database, request: ErasureRequest, reason: string) => Promise<void>;
}

/** See {@link ErasureService.identity}. */
export type IdentityMeans = 'none' | 'host' | 'mail';

/** How a request is made. */
export interface ErasureAsked {
  readonly locale: string | null;
  /** Whether the person agrees that it starts before the end of the grace period. Default: false. */
  readonly waivesGrace?: boolean;
  /** What the person sent to verify their identity; null if the host's own code is responsible for it. */
  readonly proof: Readonly<Record<string, unknown>> | null;
  /** How the request arrived, if an administrator enters it. */
  readonly elsewhere?: Elsewhere;
}

/**
 * What people and administrators do with erasure requests. Each change, its mail, its audit log entry and its job are one
 * transaction, which locks the request: a request that was withdrawn or denied never starts.
 */
export class ErasureService {
  /** What it shares with other kinds of request. */
  readonly register: RequestRegister<ErasureRequest>;
  /** Verifies identities by a mailed link. */
  readonly mailedIdentity: MailedIdentity;
  readonly #options: ErasureServiceOptions;

  constructor(options: ErasureServiceOptions) {
    const { store, notices, ...shared } = options;
    this.#options = options;
    this.register = new RequestRegister({
      ...shared,
      tables: store,
      mails: notices,
      states,
      actions: { denied: 'erasure_denied', extended: 'erasure_extended' },
      whileOpen: { text: 'erasure.error.open' },
      deniable: { test: mayCancelErasure, text: 'erasure.error.closed' },
      // One that the person withdrew is theirs to make again, and data that is erased is gone.
      reopenable: { states: ['denied'], text: 'error.request_not_denied' },
    });
    this.mailedIdentity = new MailedIdentity({ ...options, register: this.register });
  }

  /** Whether the host has declared what can be erased. */
  get isPossible(): boolean {
    return this.#options.hasRules;
  }

  /** Days in which a person can withdraw their request. */
  get graceDays(): number {
    return this.#options.settings.graceDays;
  }

  /** How a person verifies their identity: not at all, by data for the host's function, or by a mailed link. */
  get identity(): IdentityMeans {
    const { identify } = this.#options.settings;
    if (identify === undefined) return 'none';
    return identify === 'mail' ? 'mail' : 'host';
  }

  /** Minutes for which a mailed link works. */
  get linkMinutes(): number {
    return this.#options.settings.linkMinutes;
  }

  /** Days for which the host keeps backups; null if it is not declared. */
  get backupDays(): number | null {
    return this.#options.settings.backupRetentionDays ?? null;
  }

  /**
   * Requests the erasure of a user.
   *
   * If people verify their identity by a mailed link, the request waits until they have followed it; administrators are notified
   * only then.
   *
   * @throws {PolicyEngineError} 422 `request_open` while the user has an open request; 422 `identity_unconfirmed`; 429 for too many
   * attempts in a day; 409 `erasure_impossible` if no rule declares an erasure
   */
  async create(user: CurrentUser, asked: ErasureAsked): Promise<ErasureRequest> {
    const { store, notices, hasRules, settings } = this.#options;
    if (!hasRules) throw refusals.conflict('erasure_impossible', 'erasure.error.impossible');
    // Failed verifications count as well: a password must not be found by trying.
    this.register.count(user.id);
    // With an open request, the response does not reveal whether a password is correct.
    if (!(await this.register.mayCreate(user.id))) throw this.register.openRequest();
    const identifiedAt = await this.#identify(user, asked.proof);
    const linksAsked = asked.proof !== null && this.identity === 'mail' ? 1 : 0;
    const { locale, waivesGrace = false } = asked;
    return this.register.create(
      user.id,
      async (transaction, received) => {
        // From now, when the person is told of it, regardless of when the request was sent.
        const graceUntil = new Date(this.#options.now().getTime() + settings.graceDays * DAY);
        const asking = { identifiedAt, linksAsked, graceUntil, locale, waivesGrace };
        await store.insert(transaction, { ...received, ...asking });
        const request = await this.register.find(received.id, transaction);
        await (awaitsIdentity(request)
          ? notices.identify(transaction, request, settings.linkMinutes)
          : notices.created(transaction, request));
      },
      { counted: true, elsewhere: asked.elsewhere },
    );
  }

  /**
   * The completed request of somebody who no longer exists, for a session that has outlived them; null for others, and once the last
   * search is over: after it nothing says whose request it was.
   */
  async ofErased(userId: string): Promise<ErasureRequest | null> {
    const { users, again } = this.#options;
    if (users.find === undefined || (await userWithId(users, userId)) !== null) return null;
    const id = await again.requestOf(userId);
    return id === null ? null : this.register.find(id);
  }

  /** What the erasure of a user would do: which rows are erased, which are kept and why. Reads only. */
  plan(userId: string, locale: string | null = null): Promise<readonly PlannedErasure[]> {
    return this.#options.plan(userId, locale);
  }

  /** What of a user is in tables that no data rule names, from which nothing is erased. Searches for a few seconds. Reads only. */
  undeclared(userId: string): Promise<AbsenceProof> {
    return this.#options.undeclared(userId);
  }

  /** The same for the person of a request; null once it has begun, and for one that is closed. */
  async undeclaredOf(request: ErasureRequest): Promise<AbsenceProof | null> {
    const { userId, begunAt } = request;
    return userId === null || begunAt !== null || !this.register.isOpen(request) ? null : this.undeclared(userId);
  }

  /** The plan of a request; the result once it is completed; nothing for one that was denied or withdrawn. */
  async planOf(request: ErasureRequest, locale: string | null = request.locale): Promise<readonly PlannedErasure[]> {
    if (request.receipt !== null) return request.receipt.entries;
    if (request.userId === null || !this.register.isOpen(request)) return [];
    return this.plan(request.userId, locale);
  }

  /** The status of the steps of a request; empty before it has started. */
  progressOf({ id }: ErasureRequest, locale: string): Promise<readonly StepProgressShown[]> {
    return this.#options.progress(id, locale);
  }

  /** Whether an administrator must still confirm it. */
  mayConfirm(request: ErasureRequest): boolean {
    return request.state === 'pending' && request.confirmedAt === null && !awaitsIdentity(request);
  }

  /** Whether an administrator may start it before the end of the grace period: the person has agreed. */
  mayBeginAtOnce(request: ErasureRequest): boolean {
    return this.mayConfirm(request) && (request.waivesGrace || !this.hasGrace(request));
  }

  /** Whether the grace period is not over. */
  hasGrace({ graceUntil }: ErasureRequest): boolean {
    return graceUntil !== null && graceUntil > this.#options.now().toISOString();
  }

  /**
   * Confirms a request. It starts automatically at the end of the grace period, or immediately if that is over.
   *
   * If a second administrator is required, the first one only proposes it: the request is returned unconfirmed.
   *
   * @param atOnce starts before the end of the grace period, to which the person has agreed. Default: false
   * @throws {PolicyEngineError} 404; 409 `request_not_pending`; 409 `identity_awaited`; 409 `grace_not_waived`;
   * 409 `erasure_stopped` if rows could not be deleted, or those of others would be; the message says which
   */
  async confirm(id: string, { atOnce = false }: { readonly atOnce?: boolean } = {}): Promise<ErasureRequest> {
    await this.#requirePossible(id);
    return this.#options.database.transaction(async (transaction) => {
      const request = await this.register.lock(transaction, id);
      if (awaitsIdentity(request)) throw refusals.conflict('identity_awaited', 'erasure.error.identity_awaited');
      if (!this.mayConfirm(request)) throw refusals.conflict('request_not_pending', 'erasure.error.not_pending');
      if (atOnce && !this.mayBeginAtOnce(request)) {
        throw refusals.conflict('grace_not_waived', 'erasure.error.grace_not_waived');
      }
      const { approvals } = this.#options;
      const proposal = { act: 'erase', subject: id, path: paths.one(id), rule: null, content: { atOnce } } as const;
      if (!(await approvals.isApproved(transaction, proposal))) return request;
      const confirmedAt = this.#options.now().toISOString();
      const begins = atOnce || !this.hasGrace(request) ? { state: 'running' as const } : {};
      await this.#change(transaction, request, { confirmed_at: confirmedAt, ...begins });
      await this.#options.notices.confirmed(transaction, { ...request, confirmedAt, ...begins });
      await this.#enqueue(transaction, request, atOnce);
      await this.register.note(transaction, 'erasure_confirmed', request);
      return this.register.find(id, transaction);
    });
  }

  /** Denies a request, and tells the person why (GDPR Art. 12(4)). @throws {PolicyEngineError} 404; 409 `request_closed` */
  deny(id: string, reason: string): Promise<ErasureRequest> {
    return this.register.deny(id, reason, (transaction) => this.#options.approvals.forget(transaction, 'erase', id));
  }

  /**
   * Puts a request on hold while a legal ground requires the data (Art. 17(3)), and tells the person why.
   *
   * @throws {PolicyEngineError} 404; 409 `request_closed` for one that is running or closed
   */
  hold(id: string, reason: string): Promise<ErasureRequest> {
    return this.register.act(id, 'erasure_held', async (transaction, request) => {
      if (request.state !== 'pending') throw refusals.conflict('request_closed', 'erasure.error.closed');
      await this.#change(transaction, request, { state: 'held', hold_reason: reason });
      await this.#options.approvals.forget(transaction, 'erase', id);
      await this.#options.notices.held(transaction, { ...request, holdReason: reason });
    });
  }

  /**
   * Reopens a denied request, and writes the person why. @throws {PolicyEngineError} as {@link RequestRegister.reopen}
   */
  reopen(id: string, reason: string): Promise<ErasureRequest> {
    return this.register.reopen(id, (transaction, request) => this.#options.reopened(transaction, request, reason));
  }

  /** Ends a hold. A confirmed request continues automatically. @throws {PolicyEngineError} 404; 409 `request_not_held` */
  release(id: string): Promise<ErasureRequest> {
    return this.register.act(id, 'erasure_released', async (transaction, request) => {
      if (request.state !== 'held') throw refusals.conflict('request_not_held', 'erasure.error.not_held');
      await this.#change(transaction, request, { state: 'pending', hold_reason: null });
      await this.#options.notices.released(transaction, { ...request, state: 'pending', holdReason: null });
      if (request.confirmedAt !== null) await this.#enqueue(transaction, request, false);
    });
  }

  /** Withdraws a user's own request. @throws {PolicyEngineError} 404; 409 `request_closed` once it has started */
  cancelOwn(userId: string, id: string): Promise<ErasureRequest> {
    return this.#cancel(id, userId);
  }

  /**
   * Withdraws a request in the person's name. @throws {PolicyEngineError} 404; 409 `request_closed` once it has begun
   */
  cancel(id: string): Promise<ErasureRequest> {
    return this.#cancel(id, null);
  }

  /** Retries a failed erasure from where it stopped. @throws {PolicyEngineError} 404; 409 `request_not_failed` */
  retry(id: string): Promise<ErasureRequest> {
    return this.register.act(id, 'erasure_retried', async (transaction, request) => {
      if (request.state !== 'failed') throw refusals.conflict('request_not_failed', 'erasure.error.not_failed');
      await this.#change(transaction, request, { state: 'running', error: null });
      await this.#enqueue(transaction, request, true);
    });
  }

  /** What would prevent the erasure is found out before it is confirmed. */
  async #requirePossible(id: string): Promise<void> {
    const request = await this.register.find(id);
    if (request.userId === null || !this.mayConfirm(request)) return;
    const stops = await this.#options.stops(request.userId);
    if (stops.length === 0) return;
    const reason = stops.join('; ');
    throw new PolicyEngineError('erasure_stopped', reason, {
      text: { key: 'erasure.error.stopped', params: { reason } },
    });
  }

  /** Whether an administrator may have erased what a later search found. */
  mayEraseFound(request: ErasureRequest): boolean {
    return this.#options.again.mayErase(request);
  }

  /** Erases what a later search found, in the background. @throws {PolicyEngineError} 404; 409 `nothing_found_again` */
  eraseFound(id: string): Promise<ErasureRequest> {
    return this.register.act(id, 'erasure_found_erased', (transaction, request) =>
      this.#options.again.erase(transaction, request),
    );
  }

  /** Closes a request that a later search reopened: what it found stays. @throws {PolicyEngineError} 404; 409 `nothing_found_again` */
  settle(id: string, reason: string): Promise<ErasureRequest> {
    return this.register.act(id, 'erasure_settled', (transaction, request) =>
      this.#options.again.settle(transaction, request, reason),
    );
  }

  async #cancel(id: string, userId: string | null): Promise<ErasureRequest> {
    return this.#options.database.transaction(async (transaction) => {
      const request = await this.register.lock(transaction, id);
      if (userId !== null && request.userId !== userId) throw refusals.notFound();
      if (!mayCancelErasure(request)) throw refusals.conflict('request_closed', 'erasure.error.closed');
      await this.#change(transaction, request, { state: 'cancelled', closed_at: this.#options.now() });
      await this.#options.approvals.forget(transaction, 'erase', id);
      await this.#options.notices.cancelled(transaction, request);
      if (userId === null) await this.register.note(transaction, 'erasure_cancelled', request);
      return this.register.find(id, transaction);
    });
  }

  /**
   * @returns when the host verified the identity; null if it has no way to, or a link is mailed @throws {PolicyEngineError} 422
   */
  async #identify(user: CurrentUser, fields: ErasureAsked['proof']): Promise<Date | null> {
    const { settings, now } = this.#options;
    if (fields === null) return now();
    if (settings.identify === undefined) return null;
    if (settings.identify === 'mail') {
      await this.mailedIdentity.requireAddress(user.id);
      return null;
    }
    // Only an explicit `true`.
    const answer: unknown = await settings.identify({ user, fields });
    if (answer === true) return now();
    throw new PolicyEngineError('identity_unconfirmed', 'identity_unconfirmed', {
      text: { key: 'erasure.error.identity_unconfirmed' },
    });
  }

  async #enqueue(transaction: Database, request: ErasureRequest, atOnce: boolean): Promise<void> {
    const runAt = atOnce || request.graceUntil === null ? {} : { runAt: new Date(request.graceUntil) };
    const job = { name: ERASE, payload: { requestId: request.id }, key: eraseKey(request.id), ...runAt };
    await this.#options.jobs.enqueue(job, transaction);
  }

  async #change(transaction: Database, request: ErasureRequest, change: ErasureChange): Promise<void> {
    await this.#options.store.change(transaction, request, change, this.#options.now());
  }
}
