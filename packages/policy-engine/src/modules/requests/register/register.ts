/**
 * The register of one kind of request: what is the same for every kind. The service of a kind has one, and adds its own parts:
 * confirming starts different work for each.
 */
import type { AdminAction } from '../../../kernel/module.ts';
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { isUniqueViolation } from '../../../platform/database/connection/sql-errors.ts';
import type { TextKey } from '../../../platform/i18n/language.ts';
import { WriteLimiter } from '../../../platform/web/limits/write-limiter.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { Audit } from '../../audit/index.ts';
import { daysUntil, deadlineAfter, MONTHS, MONTHS_EXTENDED } from '../deadlines/deadline.ts';
import type { Elsewhere, RequestTables } from './kind.ts';
import type { RequestCounts } from './counts.ts';
import { type ListableKind, RequestLists, type RequestQuery } from './lists.ts';
import { isOpen, isOverdue, type PersonRequest, type RequestFilter, type States } from './request.ts';

/** Maximum length of a reason, in UTF-16 code units. */
export const MAX_REASON_LENGTH = 2000;

const DAY = 24 * 60 * 60_000;
/** Requests of a kind that a user may make in a day, per process: each is a mail to the administrators, even if it is withdrawn. */
const MOST_A_DAY = 20;

/** Codes of why the deadline cannot be extended, by their texts. */
const EXTENSION_REFUSALS = {
  'error.request_closed': 'request_closed',
  'error.request_extended': 'request_extended',
  'error.request_overdue': 'request_overdue',
} as const;

/** What the register of a kind needs. */
export interface RequestRegisterOptions<Request extends PersonRequest> {
  readonly database: Database;
  readonly naming: Naming;
  readonly tables: RequestTables<Request>;
  readonly states: States<Request['state']>;
  readonly audit: Audit;
  /** Names of these actions in the audit log. */
  readonly actions: { readonly denied: AdminAction; readonly extended: AdminAction };
  readonly mails: {
    denied(transaction: Database, request: Request & { readonly reason: string }): Promise<void>;
    extended(transaction: Database, request: Request & { readonly extensionReason: string }): Promise<void>;
  };
  /** The message for a user who makes a request while another is open; `notice` is for programs. */
  readonly whileOpen: { readonly text: TextKey; readonly notice?: string };
  /** Whether a request can still be denied, and the message if not. Default: as long as it is open. */
  readonly deniable?: { readonly test: (request: Request) => boolean; readonly text: TextKey };
  /** In which states a request can be reopened, and the message in others. */
  readonly reopenable: { readonly states: readonly Request['state'][]; readonly text: TextKey };
  /** IANA name of the zone whose days count for deadlines. */
  readonly timeZone: string;
  readonly now: () => Date;
}

/** A new request, before its kind has stored it. */
export interface ReceivedRequest {
  readonly id: string;
  readonly userId: string;
  readonly at: Date;
  /** Last moment of the legal deadline. */
  readonly dueAt: Date;
}

/** A page of requests. */
export interface RequestsPage<Request> {
  readonly requests: readonly Request[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** Number of overdue ones, on all pages. */
  readonly overdue: number;
}

/** Changes a locked request, in the same transaction. */
export type RequestAct<Request> = (transaction: Database, request: Request) => Promise<void>;

/** Requests of one kind: find, list, receive, deny, extend. */
export class RequestRegister<Request extends PersonRequest> {
  readonly #options: RequestRegisterOptions<Request>;
  readonly #begun: WriteLimiter;
  readonly #lists: RequestLists;
  readonly #listable: ListableKind;

  constructor(options: RequestRegisterOptions<Request>) {
    this.#options = options;
    this.#lists = new RequestLists(options);
    this.#listable = { name: '', ...options };
    this.#begun = new WriteLimiter(MOST_A_DAY, () => options.now().getTime(), DAY);
  }

  /**
   * Receives a request: one at a time for each user, and a limited number per day.
   *
   * @param store writes it to the kind's tables, with its mails and jobs; throws the driver's unique violation if the user has an
   * open request
   * @param how.counted whether {@link count} has already counted it. Default: false
   * @param how.elsewhere how it arrived, if not from the person's own pages: the deadline counts from its receipt
   * @throws {PolicyEngineError} 422 `request_open` while the user has an open request, 429 for too many requests in a day
   */
  async create(
    userId: string,
    store: (transaction: Database, received: ReceivedRequest) => Promise<void>,
    { counted = false, elsewhere }: { readonly counted?: boolean; readonly elsewhere?: Elsewhere | undefined } = {},
  ): Promise<Request> {
    const { database, naming, tables, timeZone, now } = this.#options;
    const at = elsewhere?.receivedAt ?? now();
    const received = { id: createId(), userId, at, dueAt: deadlineAfter(at, MONTHS, timeZone) };
    let isCounted = counted;
    try {
      await database.transaction(async (transaction) => {
        await requireUnmerged(transaction, naming, userId);
        if (await tables.hasOpen(transaction, userId)) throw this.openRequest();
        // Once, even if the transaction is retried.
        if (!isCounted) this.count(userId);
        isCounted = true;
        await store(transaction, received);
        await elsewhere?.note(transaction, received.id);
      });
    } catch (error) {
      // No mail was sent for it.
      if (isCounted && !counted) this.#begun.giveBack(userId);
      if (isUniqueViolation(error)) throw this.openRequest();
      throw error;
    }
    return this.find(received.id);
  }

  /** Counts one of the requests that a user may make in a day. @throws {PolicyEngineError} 429 if there were too many */
  count(userId: string): void {
    const seconds = this.#begun.take(userId);
    if (seconds > 0) throw refusals.tooManyRequests(seconds);
  }

  /** All requests of a user, the newest first. */
  ofUser(userId: string): Promise<Request[]> {
    return this.#options.tables.ofUser(this.#options.database, userId);
  }

  /** Whether a user has no open request. */
  async mayCreate(userId: string): Promise<boolean> {
    return !(await this.ofUser(userId)).some((request) => this.isOpen(request));
  }

  /** A user's own request. @throws {PolicyEngineError} 404, also for a request of somebody else */
  async findOwn(userId: string, id: string): Promise<Request> {
    const request = await this.find(id);
    if (request.userId !== userId) throw refusals.notFound();
    return request;
  }

  /** @throws {PolicyEngineError} 404 */
  find(id: string, database: Database = this.#options.database): Promise<Request> {
    return this.#known(this.#options.tables.find(database, id));
  }

  /** A request, locked until the transaction ends. @throws {PolicyEngineError} 404 */
  lock(transaction: Database, id: string): Promise<Request> {
    return this.#known(this.#options.tables.lock(transaction, id));
  }

  /** Open ones first, by deadline; then the others, the newest first. @param page counted from 1 */
  async list(
    filter: RequestFilter<Request['state']> | undefined,
    page: number,
    query: Omit<RequestQuery, 'scope'> = {},
  ): Promise<RequestsPage<Request> & { readonly counts: RequestCounts }> {
    const { database, tables } = this.#options;
    const listed = await this.#lists.page([this.#listable], { ...query, scope: filter ?? 'all' }, page);
    const found = await tables.load(
      database,
      listed.ids.map(({ id }) => id),
    );
    const byId = new Map(found.map((request) => [request.id, request]));
    return { ...listed, requests: listed.ids.flatMap(({ id }) => byId.get(id) ?? []), overdue: listed.counts.overdue };
  }

  isOpen(request: Pick<Request, 'state'>): boolean {
    return isOpen(request, this.#options.states);
  }

  isOverdue(request: Request): boolean {
    return isOverdue(request, this.#options.states, this.#options.now());
  }

  /** Days until the deadline, negative after it; null for a closed request. */
  daysLeft(request: Request): number | null {
    const { now, timeZone } = this.#options;
    return this.isOpen(request) ? daysUntil(new Date(request.dueAt), now(), timeZone) : null;
  }

  /** Whether the deadline may still be extended: once, and within the first month (GDPR Art. 12(3)). */
  mayExtend(request: Request): boolean {
    return this.extensionRefused(request) === null;
  }

  /** Why the deadline cannot be extended; null if it can. */
  extensionRefused(
    request: Request,
  ): 'error.request_closed' | 'error.request_extended' | 'error.request_overdue' | null {
    if (!this.isOpen(request)) return 'error.request_closed';
    if (request.extendedAt !== null) return 'error.request_extended';
    return this.isOverdue(request) ? 'error.request_overdue' : null;
  }

  /** The deadline of a request after the one permitted extension. */
  extendedDeadline({ createdAt }: Pick<Request, 'createdAt'>): Date {
    return deadlineAfter(new Date(createdAt), MONTHS_EXTENDED, this.#options.timeZone);
  }

  /** An administrator's action on a request: lock, change, audit log. @throws {PolicyEngineError} 404; errors of `change` */
  act(id: string, action: AdminAction, change: RequestAct<Request>): Promise<Request> {
    return this.#options.database.transaction(async (transaction) => {
      const request = await this.lock(transaction, id);
      await change(transaction, request);
      await this.note(transaction, action, request);
      return this.find(id, transaction);
    });
  }

  /**
   * Denies a request, and tells the person why (GDPR Art. 12(4)).
   *
   * @param undo ends what was started for it. Default: nothing was
   * @throws {PolicyEngineError} 404; 409 `request_closed`
   */
  deny(id: string, reason: string, undo?: RequestAct<Request>): Promise<Request> {
    const { tables, actions, mails, now } = this.#options;
    return this.act(id, actions.denied, async (transaction, request) => {
      this.#requireDeniable(request);
      await tables.deny(transaction, request, { reason, at: now() });
      await undo?.(transaction, request);
      await mails.denied(transaction, { ...request, reason });
    });
  }

  /**
   * Extends the deadline by two months, and tells the person why (GDPR Art. 12(3)).
   *
   * @param also further changes, given the extended request. Default: none
   * @throws {PolicyEngineError} 404; 409 `request_closed`, `request_extended`, `request_overdue`
   */
  extend(id: string, reason: string, also?: RequestAct<Request>): Promise<Request> {
    const { tables, actions, mails, now } = this.#options;
    return this.act(id, actions.extended, async (transaction, request) => {
      const refused = this.extensionRefused(request);
      if (refused !== null) throw refusals.conflict(EXTENSION_REFUSALS[refused], refused);
      const dueAt = this.extendedDeadline(request);
      await tables.extend(transaction, request, { reason, dueAt, at: now() });
      const extended = { ...request, dueAt: dueAt.toISOString(), extensionReason: reason };
      await mails.extended(transaction, extended);
      await also?.(transaction, extended);
    });
  }

  /** Why a request cannot be reopened; null if it can: not once its person was erased. */
  whyNotReopened({ state, userId }: Request): TextKey | null {
    const { states, text } = this.#options.reopenable;
    return states.includes(state) && userId !== null ? null : text;
  }

  /**
   * Reopens a closed request: it is pending again. Its deadline still counts from its receipt (GDPR Art. 12(3)).
   *
   * @param also further changes, such as the message to the person, given the reopened request
   * @throws {PolicyEngineError} 404; 409 `request_reopen_refused`, also while the person has another open request
   */
  reopen(id: string, also: RequestAct<Request>): Promise<Request> {
    const { tables, now } = this.#options;
    const refused = (text: TextKey) => refusals.conflict('request_reopen_refused', text);
    return this.act(id, 'request_reopened', async (transaction, request) => {
      const why = this.whyNotReopened(request);
      if (why !== null) throw refused(why);
      if (await tables.hasOpen(transaction, request.userId ?? '')) throw refused('error.request_other_open');
      await tables.reopen(transaction, request, now());
      await also(transaction, await this.find(id, transaction));
    });
  }

  /** Whether a request can still be denied. */
  mayDeny(request: Request): boolean {
    return this.#options.deniable?.test(request) ?? this.isOpen(request);
  }

  #requireDeniable(request: Request): void {
    if (this.mayDeny(request)) return;
    throw refusals.conflict('request_closed', this.#options.deniable?.text ?? 'error.request_closed');
  }

  /** Records in the audit log what was done to a request. */
  async note(transaction: Database, action: AdminAction, { id }: Pick<Request, 'id'>): Promise<void> {
    await this.#options.audit.record(transaction, { action, rule: null, subject: id });
  }

  async #known(found: Promise<Request | undefined>): Promise<Request> {
    const request = await found;
    if (request === undefined) throw refusals.notFound();
    return request;
  }

  /** The error for a user who makes a request while another is open. */
  openRequest(): PolicyEngineError {
    const { text, notice } = this.#options.whileOpen;
    return new PolicyEngineError('request_open', 'request_open', {
      text: { key: text },
      ...(notice !== undefined && { notice }),
    });
  }
}

/** Whoever still signs in to an account that was merged must not receive the data of the other: they sign in to that one. */
async function requireUnmerged(transaction: Database, naming: Naming, userId: string): Promise<void> {
  const merged = await createQueries(transaction, naming)
    .selectFrom('ledger_accounts')
    .select('subject')
    .where('subject', '=', userId)
    .where('merged_into', 'is not', null)
    .executeTakeFirst();
  if (merged !== undefined) throw refusals.conflict('account_merged', 'ledger.error.account_merged');
}
