import { PolicyEngineError } from '../../errors/errors.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import { refusals } from '../../errors/refusals.ts';
import {
  type Elsewhere,
  notifyOfRequest,
  RequestRegister,
  type RequestRegisterOptions,
  type RequestStep,
} from '../requests/index.ts';
import type { WebhookService } from '../webhooks/index.ts';
import { DISCARD, type DiscardPayload, EXPORT, exportKey } from './job-names.ts';
import type { PortabilityMails } from './notices/mails.ts';
import { type PortabilityRequest, reopenableStates, type RequestState, states } from './requests/request.ts';
import type { PortabilityStore, RequestChange } from './requests/store.ts';
import type { RequestTakeovers } from './requests/taken-over.ts';

/** The message of the original; programs may look for it. */
const OPEN_NOTICE = "You have one pending information request, you can't create another one yet.";
/** Milliseconds after which a worker that lost its request has certainly stopped. */
const SETTLED = 15 * 60 * 1000;

/** What the service needs. */
export interface PortabilityServiceOptions extends Pick<
  RequestRegisterOptions<PortabilityRequest>,
  'database' | 'naming' | 'audit' | 'timeZone' | 'now'
> {
  readonly store: PortabilityStore;
  readonly jobs: Jobs;
  readonly mails: PortabilityMails;
  readonly webhooks: WebhookService;
  /** Whether requests are confirmed automatically. */
  readonly autoConfirm: boolean;
  /** See {@link RequestTakeovers}. */
  readonly takeovers: RequestTakeovers;
  /** The missing option without which no export can be created; null if none is missing. */
  readonly lacking: 'userResource.find' | 'portabilityRules' | null;
  /** Deletes notes, messages and whatever else is stored about a request. */
  readonly forget: (transaction: Database, id: string) => Promise<void>;
  /** Writes the person a message about their request. */
  readonly write: (transaction: Database, request: PortabilityRequest, body: string) => Promise<void>;
  /** Whether the host no longer has such a user. */
  readonly isGone: (userId: string) => Promise<boolean>;
}

/** What people and administrators do with access requests. Each change, its mail and its job are one transaction. */
export class PortabilityService {
  /** What it shares with other kinds of request. */
  readonly register: RequestRegister<PortabilityRequest>;
  /** Takes over requests of another installation. */
  readonly takeovers: RequestTakeovers;
  readonly #options: PortabilityServiceOptions;

  constructor(options: PortabilityServiceOptions) {
    const { store, ...shared } = options;
    this.#options = options;
    this.takeovers = options.takeovers;
    this.register = new RequestRegister({
      ...shared,
      tables: store,
      states,
      actions: { denied: 'request_denied', extended: 'request_extended' },
      whileOpen: { text: 'error.request_open', notice: OPEN_NOTICE },
      reopenable: { states: reopenableStates, text: 'error.request_not_answered' },
    });
  }

  /**
   * Requests a copy of a user's data.
   *
   * @throws {PolicyEngineError} 422 `request_open` while the user has an open request, 429 for too many requests in a day
   */
  create(userId: string, locale: string, elsewhere?: Elsewhere): Promise<PortabilityRequest> {
    const { store, mails, autoConfirm } = this.#options;
    return this.register.create(
      userId,
      async (transaction, received) => {
        await store.insert(transaction, { ...received, locale });
        const created = await this.register.find(received.id, transaction);
        await mails.created(transaction, created, autoConfirm);
        await this.#tell(transaction, 'created', created);
        if (autoConfirm) await this.#begin(transaction, created);
      },
      { elsewhere },
    );
  }

  /** Deletes a user's own request, together with its export. @throws {PolicyEngineError} 404 */
  deleteOwn(userId: string, id: string): Promise<PortabilityRequest> {
    return this.#options.database.transaction(async (transaction) => {
      const request = await this.register.lock(transaction, id);
      if (request.userId !== userId) throw refusals.notFound();
      await this.#delete(transaction, request);
      return request;
    });
  }

  /** The missing option of the host without which no export can be created; null if none is missing. */
  get lacking(): string | null {
    return this.#options.lacking;
  }

  /** Starts the export. @throws {PolicyEngineError} 404; 409 `request_not_pending`, `export_impossible`, `user_gone` */
  async confirm(id: string): Promise<PortabilityRequest> {
    await this.#requireUser(id, 'pending');
    return this.register.act(id, 'request_confirmed', async (transaction, request) => {
      if (request.state !== 'pending') throw refusals.conflict('request_not_pending', 'error.request_not_pending');
      this.#requirePossible();
      await this.#begin(transaction, request);
    });
  }

  /** Denies a request, and deletes its export. @throws {PolicyEngineError} 404; 409 `request_closed` */
  deny(id: string, reason: string): Promise<PortabilityRequest> {
    return this.register.deny(id, reason, async (transaction, request) => {
      await this.#options.jobs.withdraw(exportKey(id), transaction);
      await this.#discard(transaction, request);
      await this.#tell(transaction, 'denied', request);
    });
  }

  /**
   * Extends the deadline by two months (GDPR Art. 12(3)). @throws {PolicyEngineError} as {@link RequestRegister.extend}
   */
  extend(id: string, reason: string): Promise<PortabilityRequest> {
    return this.register.extend(id, reason, (transaction, extended) => this.#tell(transaction, 'extended', extended));
  }

  /**
   * Reopens a request that was denied, or whose export lacks something, deletes that export, and writes the person why.
   * @throws {PolicyEngineError} as {@link RequestRegister.reopen}
   */
  reopen(id: string, reason: string): Promise<PortabilityRequest> {
    return this.register.reopen(id, async (transaction, request) => {
      if (request.file !== null) {
        await this.#discard(transaction, request);
        await this.#change(transaction, request, { file: null });
      }
      await this.#options.write(transaction, request, reason);
      await this.#tell(transaction, 'reopened', request);
    });
  }

  /**
   * Retries a failed export. @throws {PolicyEngineError} 404; 409 `request_not_failed`, `export_impossible`,
   * `user_gone`
   */
  async retry(id: string): Promise<PortabilityRequest> {
    await this.#requireUser(id, 'failed');
    return this.register.act(id, 'request_retried', async (transaction, request) => {
      if (request.state !== 'failed') throw refusals.conflict('request_not_failed', 'error.request_not_failed');
      this.#requirePossible();
      await this.#change(transaction, request, { state: 'progress', register: { error: null, progress: null } });
      await this.#enqueue(transaction, request);
    });
  }

  /** Deletes any request, together with its export. @throws {PolicyEngineError} 404 */
  async delete(id: string): Promise<PortabilityRequest> {
    return this.#options.database.transaction(async (transaction) => {
      const request = await this.register.lock(transaction, id);
      await this.#delete(transaction, request);
      await this.register.note(transaction, 'request_deleted', request);
      return request;
    });
  }

  /** Deletes a request of an erased person, in the transaction of that step. @returns the number of requests */
  async erase(transaction: Database, id: string): Promise<number> {
    const request = await this.#options.store.lock(transaction, id);
    if (request === undefined) return 0;
    await this.#delete(transaction, request);
    return 1;
  }

  /** Looks up the user of a request in the host; outside of the transaction, which the host's own queries could wait for. */
  async #requireUser(id: string, before: RequestState): Promise<void> {
    const { state, userId } = await this.register.find(id);
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
    await this.#options.forget(transaction, request.id);
    await this.#tell(transaction, 'deleted', request);
    await this.#options.jobs.withdraw(exportKey(request.id), transaction);
    await this.#discard(transaction, request);
  }

  /** Deletes what was written: immediately, and again when a worker that was writing it has certainly stopped. */
  async #discard(transaction: Database, { id, attempt, state, file }: PortabilityRequest): Promise<void> {
    if (attempt === 0 && file === null && state !== 'progress') return;
    const payload: DiscardPayload = { requestId: id, attempts: attempt, file: file?.name ?? null };
    await this.#options.jobs.enqueue({ name: DISCARD, payload }, transaction);
    if (state !== 'progress') return;
    const later = new Date(this.#options.now().getTime() + SETTLED);
    await this.#options.jobs.enqueue({ name: DISCARD, payload, runAt: later }, transaction);
  }

  async #tell(transaction: Database, step: RequestStep, request: PortabilityRequest): Promise<void> {
    await notifyOfRequest(this.#options.webhooks, transaction, step, { ...request, kind: 'portability' });
  }

  async #change(transaction: Database, request: PortabilityRequest, change: RequestChange): Promise<void> {
    await this.#options.store.change(transaction, request, change, this.#options.now());
  }
}
