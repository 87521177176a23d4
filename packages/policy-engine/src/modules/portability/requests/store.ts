import { type AliasableExpression, expressionBuilder, sql, type Updateable } from 'kysely';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { Queries } from '../../../platform/database/statements/queries.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { PortabilityRegisterTable, PortabilityRequestsTable } from '../tables.ts';
import { timeText } from '../../../platform/database/statements/times.ts';
import {
  isOpen,
  deadlineAfter,
  type Denial,
  type Extension,
  MONTHS,
  overdueBefore,
  type RequestRow,
  type RequestTables,
} from '../../requests/index.ts';
import { fileOfColumns, legacyColumns, NO_ATTACHMENT } from '../attachments/legacy.ts';
import type { PortabilityRequest, RequestFile, RequestProgress, RequestState } from './request.ts';
import { states } from './request.ts';

/** A request to be written. */
export interface NewRequest {
  readonly id: string;
  readonly userId: string;
  readonly locale: string;
  readonly dueAt: Date;
  readonly at: Date;
  /** Whether it counts as the open one of its user. Default: true. */
  readonly isOpen?: boolean;
}

/** Changes to a request; unnamed fields stay. */
export interface RequestChange {
  readonly state?: RequestState;
  readonly expireAt?: Date;
  /** Null removes it. */
  readonly file?: RequestFile | null;
  readonly register?: Omit<
    Updateable<PortabilityRegisterTable>,
    'request_id' | 'open_user' | 'file_name' | 'file_bytes'
  >;
}

/** Requests whose files are read per query. */
const FILES_AT_ONCE = 500;

const COLUMNS = [
  'request.id',
  'request.user_id',
  'request.state',
  'request.expire_at',
  'request.created_at',
  'request.attachment',
  'request.attachment_file_size',
  'register.due_at',
  'register.locale',
  'register.extended_at',
  'register.extension_reason',
  'register.confirmed_at',
  'register.closed_at',
  'register.reason',
  'register.error',
  'register.failed_at',
  'register.attempt',
  'register.progress',
  'register.file_name',
  'register.file_bytes',
] as const;

interface Joined {
  request: PortabilityRequestsTable;
  register: { [column in keyof PortabilityRegisterTable]: PortabilityRegisterTable[column] | null };
}

type FoundRow = Awaited<ReturnType<ReturnType<typeof joined>['execute']>>[number];

/** Requests from an installation of the original have no row in the register. */
function joined(queries: Queries) {
  return queries
    .selectFrom('portability_requests as request')
    .leftJoin('portability_register as register', 'register.request_id', 'request.id')
    .select(COLUMNS);
}

/** The requests with their register. */
export class PortabilityStore implements RequestTables<PortabilityRequest> {
  readonly #naming: Naming;
  readonly #timeZone: string;

  constructor(naming: Naming, timeZone: string) {
    this.#naming = naming;
    this.#timeZone = timeZone;
  }

  /** @throws the driver's unique violation if the user has an open request */
  async insert(
    transaction: Database,
    { id, userId, locale, dueAt, at, isOpen: counts = true }: NewRequest,
  ): Promise<void> {
    const queries = createQueries(transaction, this.#naming);
    const row = { id, user_id: userId, state: 'pending', created_at: at, updated_at: at };
    await queries.insertInto('portability_requests').values(row).execute();
    const register = { request_id: id, open_user: counts ? userId : null, locale, due_at: dueAt };
    await queries.insertInto('portability_register').values(register).execute();
  }

  async find(database: Database, id: string): Promise<PortabilityRequest | undefined> {
    const row = await joined(createQueries(database, this.#naming)).where('request.id', '=', id).executeTakeFirst();
    return row && this.#requestOf(row);
  }

  /** A request, locked until the transaction ends. */
  async lock(transaction: Database, id: string): Promise<PortabilityRequest | undefined> {
    await createQueries(transaction, this.#naming)
      .selectFrom('portability_requests')
      .select('id')
      .where('id', '=', id)
      .$if(transaction.capabilities.rowLocks, (query) => query.forUpdate())
      .execute();
    return this.find(transaction, id);
  }

  /** Whether a user has an open request, including one without a row in the register. */
  async hasOpen(database: Database, userId: string): Promise<boolean> {
    const row = await createQueries(database, this.#naming)
      .selectFrom('portability_requests')
      .select('id')
      .where('user_id', '=', userId)
      .where('state', 'in', states.open)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The names of all files, in pages. */
  async *files(database: Database): AsyncGenerator<string> {
    for (let after = ''; ;) {
      const rows = await joined(createQueries(database, this.#naming))
        .where('request.id', '>', after)
        .where((where) => where.or([where('file_name', 'is not', null), where('attachment', 'is not', null)]))
        .orderBy('request.id')
        .limit(FILES_AT_ONCE)
        .execute();
      for (const row of rows) yield this.#requestOf(row).file!.name;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  /** All requests of a user, the newest first. */
  async ofUser(database: Database, userId: string): Promise<PortabilityRequest[]> {
    const rows = await joined(createQueries(database, this.#naming))
      .where('request.user_id', '=', userId)
      .orderBy('request.created_at', 'desc')
      .orderBy('request.id', 'desc')
      .execute();
    return rows.map((row) => this.#requestOf(row));
  }

  async load(database: Database, ids: readonly string[]): Promise<PortabilityRequest[]> {
    if (ids.length === 0) return [];
    const rows = await joined(createQueries(database, this.#naming)).where('request.id', 'in', ids).execute();
    return rows.map((row) => this.#requestOf(row));
  }

  /** A request without a row in the register is sorted by its creation, and overdue after one month. */
  rows(database: Database, now: Date | null): AliasableExpression<RequestRow> {
    const queries = createQueries(database, this.#naming);
    if (now === null) {
      return queries
        .selectFrom('portability_requests')
        .select(['id', 'user_id', 'state', 'created_at', 'created_at as due_at', sql<number>`0`.as('late')]);
    }
    return queries
      .selectFrom('portability_requests as request')
      .leftJoin('portability_register as register', (join) =>
        // Only open requests have a deadline: their few rows are found by an index.
        join.onRef('register.request_id', '=', 'request.id').on('register.open_user', 'is not', null),
      )
      .select(['request.id', 'request.user_id', 'request.state', 'request.created_at'])
      .select(sql<string>`coalesce(register.due_at, request.created_at)`.as('due_at'))
      .select(sql<number>`case when ${this.#isLate(now)} then 1 else 0 end`.as('late'));
  }

  /** Completed requests whose export has expired, the earliest first. */
  async pastExpiry(
    database: Database,
    now: Date,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<PortabilityRequest[]> {
    const rows = await joined(createQueries(database, this.#naming))
      .where('request.state', '=', 'completed')
      .where('request.expire_at', '<=', timeText(now))
      .orderBy('request.expire_at')
      .orderBy('request.id')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map((row) => this.#requestOf(row));
  }

  async move(transaction: Database, from: string, into: string): Promise<void> {
    await createQueries(transaction, this.#naming)
      .updateTable('portability_requests')
      .set({ user_id: into })
      .where('user_id', '=', from)
      .execute();
  }

  deny(transaction: Database, request: PortabilityRequest, { reason, at }: Denial): Promise<void> {
    const register = { reason, closed_at: at, progress: null, error: null };
    return this.change(transaction, request, { state: 'denied', register }, at);
  }

  reopen(transaction: Database, request: PortabilityRequest, at: Date): Promise<void> {
    const register = { reason: null, closed_at: null, confirmed_at: null };
    return this.change(transaction, request, { state: 'pending', register }, at);
  }

  extend(transaction: Database, request: PortabilityRequest, { reason, dueAt, at }: Extension): Promise<void> {
    const register = { due_at: dueAt, extended_at: at, extension_reason: reason };
    return this.change(transaction, request, { register }, at);
  }

  /** Changes a locked request. */
  async change(
    transaction: Database,
    request: PortabilityRequest,
    { state, expireAt, file, register = {} }: RequestChange,
    at: Date,
  ): Promise<void> {
    const queries = createQueries(transaction, this.#naming);
    const values = {
      updated_at: at,
      ...(state !== undefined && { state }),
      ...(expireAt && { expire_at: expireAt }),
      ...(file !== undefined && (file === null ? NO_ATTACHMENT : legacyColumns(file))),
    };
    await queries.updateTable('portability_requests').set(values).where('id', '=', request.id).execute();
    const isReopened = state !== undefined && isOpen({ state }, states) && !isOpen(request, states);
    const isClosed = state !== undefined && !isOpen({ state }, states);
    const open = isReopened || isClosed ? { open_user: isClosed ? null : request.userId } : {};
    const stored = file === undefined ? {} : { file_name: file?.name ?? null, file_bytes: file && String(file.bytes) };
    const entry = { ...register, ...open, ...stored };
    if (Object.keys(entry).length === 0) return;
    const { numUpdatedRows } = await queries
      .updateTable('portability_register')
      .set(entry)
      .where('request_id', '=', request.id)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    const added = { ...entry, request_id: request.id, due_at: entry.due_at ?? request.dueAt };
    await queries.insertInto('portability_register').values(added).execute();
  }

  /** Records the progress of an attempt. @returns whether the request still waits for this attempt */
  async progress(database: Database, id: string, attempt: number, progress: RequestProgress): Promise<boolean> {
    const { numUpdatedRows } = await createQueries(database, this.#naming)
      .updateTable('portability_register')
      .set({ progress: JSON.stringify(progress) })
      .where('request_id', '=', id)
      .where('attempt', '=', attempt)
      .where((where) => where.exists(this.#worked(database, id)))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Records why an attempt failed, unless another one has started. */
  async failure(database: Database, id: string, attempt: number, error: string): Promise<void> {
    await createQueries(database, this.#naming)
      .updateTable('portability_register')
      .set({ error })
      .where('request_id', '=', id)
      .where('attempt', '=', attempt)
      .where((where) => where.exists(this.#worked(database, id)))
      .execute();
  }

  async delete(transaction: Database, id: string): Promise<void> {
    const queries = createQueries(transaction, this.#naming);
    await queries.deleteFrom('portability_register').where('request_id', '=', id).execute();
    await queries.deleteFrom('portability_requests').where('id', '=', id).execute();
  }

  #worked(database: Database, id: string) {
    return createQueries(database, this.#naming)
      .selectFrom('portability_requests')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'progress');
  }

  #isLate(now: Date) {
    const before = overdueBefore(now, MONTHS, this.#timeZone);
    const where = expressionBuilder<Joined, 'request' | 'register'>();
    return where.and([
      where('request.state', 'in', [...states.open]),
      where.or([
        where('register.due_at', '<', timeText(now)),
        where.and([where('register.due_at', 'is', null), where('request.created_at', '<', timeText(before))]),
      ]),
    ]);
  }

  #requestOf(row: FoundRow): PortabilityRequest {
    const due = row.due_at ?? timeText(deadlineAfter(new Date(row.created_at), MONTHS, this.#timeZone));
    return {
      id: row.id,
      userId: row.user_id,
      // The column contains what this store writes; the original's three states are among the values.
      state: row.state as RequestState,
      locale: row.locale,
      createdAt: row.created_at,
      dueAt: due,
      extendedAt: row.extended_at,
      extensionReason: row.extension_reason,
      confirmedAt: row.confirmed_at,
      closedAt: row.closed_at,
      expireAt: row.expire_at,
      reason: row.reason,
      error: row.error,
      failedAt: row.failed_at,
      attempt: row.attempt ?? 0,
      progress: row.progress === null ? null : (JSON.parse(row.progress) as RequestProgress),
      file: row.file_name === null ? fileOfColumns(row) : { name: row.file_name, bytes: Number(row.file_bytes ?? 0) },
    };
  }
}
