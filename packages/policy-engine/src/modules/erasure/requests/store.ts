/** The table of erasure requests: queries, and no decisions except which state may follow which. */
import { type AliasableExpression, expressionBuilder, sql, type Updateable } from 'kysely';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import type { Tables } from '../../../platform/database/schema/tables.ts';
import { timeText } from '../../../platform/database/statements/times.ts';
import type { Denial, Extension, RequestFilter, RequestRow, RequestTables } from '../../requests/index.ts';
import { IdentityLinks } from '../identity/links.ts';
import type { ErasureReceipt } from '../plan/receipt.ts';
import { type ErasureRequest, type ErasureState, leadsTo, states } from './request.ts';
import type { ErasureRequestsTable } from '../tables.ts';

/** Which requests an administrator lists. */
export type ErasureFilter = RequestFilter<ErasureState>;

/** A request to be written. */
export interface NewErasure {
  readonly id: string;
  readonly userId: string;
  readonly locale: string | null;
  readonly dueAt: Date;
  readonly graceUntil: Date;
  readonly waivesGrace: boolean;
  readonly identifiedAt: Date | null;
  readonly linksAsked: number;
  readonly at: Date;
}

/** Changes to a request; unnamed fields stay. */
export type ErasureChange = Omit<Updateable<ErasureRequestsTable>, 'id' | 'open_user' | 'state' | 'updated_at'> & {
  readonly state?: ErasureState;
};

const COLUMNS = [
  'id',
  'user_id',
  'state',
  'locale',
  'due_at',
  'extended_at',
  'extension_reason',
  'identified_at',
  'links',
  'grace_until',
  'waives_grace',
  'confirmed_at',
  'hold_reason',
  'begun_at',
  'closed_at',
  'reason',
  'error',
  'attempt',
  'receipt',
  'created_at',
] as const;

type FoundRow = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

function selected(queries: Queries) {
  return queries.selectFrom('erasure_requests').select(COLUMNS);
}

/** A transition to a state that may not follow: a mistake of the engine, found before it is written. */
export class WrongState extends Error {
  override name: string = 'WrongState';
}

/** Erasure requests. */
export class ErasureStore implements RequestTables<ErasureRequest> {
  readonly #naming: Naming;

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  /** @throws the driver's unique violation if the user has an open request */
  async insert(transaction: Database, request: NewErasure): Promise<void> {
    const { id, userId, locale, dueAt, graceUntil, waivesGrace, identifiedAt, linksAsked, at } = request;
    const row = {
      id,
      user_id: userId,
      open_user: userId,
      state: 'pending',
      locale,
      due_at: dueAt,
      grace_until: graceUntil,
      waives_grace: waivesGrace,
      identified_at: identifiedAt,
      links: linksAsked,
      created_at: at,
      updated_at: at,
    };
    await createQueries(transaction, this.#naming).insertInto('erasure_requests').values(row).execute();
  }

  /**
   * Adds a request that started before a backup was restored, and that the restored database lacks. It does not prevent its user
   * from requesting again.
   */
  async insertBegun(
    transaction: Database,
    { id, userId, dueAt, at }: Pick<NewErasure, 'id' | 'userId' | 'dueAt' | 'at'>,
    now: Date,
  ): Promise<void> {
    const row = {
      id,
      user_id: userId,
      state: 'running',
      due_at: dueAt,
      grace_until: at,
      confirmed_at: at,
      begun_at: at,
      journaled_at: at,
      created_at: at,
      updated_at: now,
    };
    await createQueries(transaction, this.#naming).insertInto('erasure_requests').values(row).execute();
  }

  /** The states of requests; missing ones are left out. */
  async statesOf(database: Database, ids: readonly string[]): Promise<Map<string, ErasureState>> {
    if (ids.length === 0) return new Map();
    const rows = await createQueries(database, this.#naming)
      .selectFrom('erasure_requests')
      .select(['id', 'state'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, state }) => [id, state as ErasureState]));
  }

  async find(database: Database, id: string): Promise<ErasureRequest | undefined> {
    const row = await selected(createQueries(database, this.#naming)).where('id', '=', id).executeTakeFirst();
    return row && requestOf(row);
  }

  /** A request, locked until the transaction ends. */
  async lock(transaction: Database, id: string): Promise<ErasureRequest | undefined> {
    const row = await selected(createQueries(transaction, this.#naming))
      .where('id', '=', id)
      .$if(transaction.capabilities.rowLocks, (query) => query.forUpdate())
      .executeTakeFirst();
    return row && requestOf(row);
  }

  /** All requests of a user, the newest first. */
  async ofUser(database: Database, userId: string): Promise<ErasureRequest[]> {
    const rows = await selected(createQueries(database, this.#naming))
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(requestOf);
  }

  async load(database: Database, ids: readonly string[]): Promise<ErasureRequest[]> {
    if (ids.length === 0) return [];
    const rows = await selected(createQueries(database, this.#naming)).where('id', 'in', ids).execute();
    return rows.map(requestOf);
  }

  rows(database: Database, now: Date | null): AliasableExpression<RequestRow> {
    return (
      createQueries(database, this.#naming)
        .selectFrom('erasure_requests')
        .select(['id', 'user_id', 'state', 'created_at'])
        // An expression, so that no database searches all requests in the order of deadlines for the few open ones.
        .select(sql<string>`coalesce(due_at, created_at)`.as('due_at'))
        .select((now === null ? sql<number>`0` : sql<number>`case when ${isLate(now)} then 1 else 0 end`).as('late'))
    );
  }

  /** Whether a user has an open request. */
  async hasOpen(database: Database, userId: string): Promise<boolean> {
    const row = await createQueries(database, this.#naming)
      .selectFrom('erasure_requests')
      .select('id')
      .where('open_user', '=', userId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async move(transaction: Database, from: string, into: string): Promise<void> {
    await createQueries(transaction, this.#naming)
      .updateTable('erasure_requests')
      .set({ user_id: into })
      .where('user_id', '=', from)
      .execute();
  }

  deny(transaction: Database, request: ErasureRequest, { reason, at }: Denial): Promise<void> {
    return this.change(transaction, request, { state: 'denied', reason, closed_at: at }, at);
  }

  async reopen(transaction: Database, request: ErasureRequest, at: Date): Promise<void> {
    const change = { state: 'pending', reason: null, closed_at: null, confirmed_at: null } as const;
    await this.change(transaction, request, change, at);
    const { id, userId } = request;
    const queries = createQueries(transaction, this.#naming);
    await queries.updateTable('erasure_requests').set({ open_user: userId }).where('id', '=', id).execute();
  }

  extend(transaction: Database, request: ErasureRequest, { reason, dueAt, at }: Extension): Promise<void> {
    return this.change(transaction, request, { due_at: dueAt, extended_at: at, extension_reason: reason }, at);
  }

  /** Ids of users whose data is held for a legal reason. */
  async heldUsers(database: Database): Promise<string[]> {
    const rows = await createQueries(database, this.#naming)
      .selectFrom('erasure_requests')
      .select('user_id')
      .where('state', '=', 'held')
      .execute();
    return rows.flatMap(({ user_id: id }) => id ?? []);
  }

  /** When the last row that a request keeps is erased, by rule. */
  async keptUntil(database: Database, requestId: string): Promise<Map<string, string>> {
    const rows = await createQueries(database, this.#naming)
      .selectFrom('erasure_kept')
      .select(({ fn }) => ['rule', fn.max('kept_until').as('kept_until')])
      .where('request_id', '=', requestId)
      .groupBy('rule')
      .execute();
    return new Map(rows.map(({ rule, kept_until: until }) => [rule, until]));
  }

  /** Confirmed requests whose grace period is over and that have not started. */
  async due(database: Database, now: Date): Promise<string[]> {
    const rows = await createQueries(database, this.#naming)
      .selectFrom('erasure_requests')
      .select('id')
      .where('state', '=', 'pending')
      .where('confirmed_at', 'is not', null)
      .where('grace_until', '<=', timeText(now))
      .execute();
    return rows.map(({ id }) => id);
  }

  /**
   * Changes a request that is locked.
   *
   * @throws {WrongState} if the new state may not follow
   */
  async change(
    transaction: Database,
    request: Pick<ErasureRequest, 'id' | 'state'>,
    change: ErasureChange,
    at: Date,
  ): Promise<void> {
    const { state } = change;
    if (state !== undefined && !leadsTo(request.state, state)) {
      throw new WrongState(`A request that is ${request.state} can't become ${state}.`);
    }
    const isClosing = state !== undefined && !states.open.includes(state);
    const { numUpdatedRows } = await createQueries(transaction, this.#naming)
      .updateTable('erasure_requests')
      .set({ ...change, ...(isClosing && { open_user: null }), updated_at: at })
      .where('id', '=', request.id)
      // Also if somebody changed it without the lock.
      .where('state', '=', request.state)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new WrongState(`The request ${request.id} is no longer ${request.state}.`);
    if (isClosing) await new IdentityLinks(this.#naming).end(transaction, request.id);
  }
}

function isLate(now: Date) {
  const where = expressionBuilder<Tables, 'erasure_requests'>();
  return where.and([where('state', 'in', [...states.open]), where('due_at', '<', timeText(now))]);
}

function requestOf(row: FoundRow): ErasureRequest {
  return {
    id: row.id,
    userId: row.user_id,
    // Written by this file only.
    state: row.state as ErasureState,
    locale: row.locale,
    createdAt: row.created_at,
    dueAt: row.due_at,
    extendedAt: row.extended_at,
    extensionReason: row.extension_reason,
    identifiedAt: row.identified_at,
    linksAsked: row.links,
    graceUntil: row.links > 0 && row.identified_at === null ? null : row.grace_until,
    waivesGrace: row.waives_grace !== 0,
    confirmedAt: row.confirmed_at,
    holdReason: row.hold_reason,
    begunAt: row.begun_at,
    closedAt: row.closed_at,
    reason: row.reason,
    error: row.error,
    attempt: row.attempt,
    receipt: row.receipt === null ? null : (JSON.parse(row.receipt) as ErasureReceipt),
  };
}
