import { PolicyEngineError } from '../../../../errors/errors.ts';
import { databaseOver } from '../../connection/database-over.ts';
import { joinedBy } from '../../statements/joined.ts';
import type { Database } from '../../port.ts';
import type { ConnectionSource, DatabaseOptions, Execute } from '../../connection/source.ts';
import type { SqliteHandle, SqliteStatement } from './connection.ts';
import { busyTimeout, fileSource, hostConnection, hostSource, openTimeout } from './source.ts';

/** The part of a connection of better-sqlite3 that is used. */
export interface BetterSqlite3Handle {
  readonly name: string;
  readonly open: boolean;
  readonly memory: boolean;
  readonly inTransaction: boolean;
  prepare(sql: string): BetterSqlite3Statement;
  exec(sql: string): unknown;
  close(): unknown;
}

/** The part of a statement of better-sqlite3 that is used. */
export interface BetterSqlite3Statement {
  /** Whether it returns rows. */
  readonly reader: boolean;
  safeIntegers(on: boolean): unknown;
  raw(on: boolean): unknown;
  columns(): Array<{ readonly name: string }>;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { readonly changes: number | bigint };
}

/**
 * SQLite over the host's better-sqlite3, also one that an ORM has opened. For a file the engine opens two connections
 * of its own with the same copy of SQLite, so that it does not write into unrelated transactions of the host; a second
 * copy in one process, as of node:sqlite, could destroy the file. A database in memory has one connection, the host's.
 *
 * @throws {PolicyEngineError} `database_misuse` for anything but an open connection of better-sqlite3
 */
export function betterSqlite3Database(handle: BetterSqlite3Handle, options: DatabaseOptions = {}): Database {
  refuseOther(handle);
  return databaseOver(
    handle.memory ? hostSource(handle, shared(handle), 'betterSqlite3Transaction') : opened(handle),
    options,
  );
}

/**
 * Joins the transaction that the host has open on its connection of better-sqlite3. Use it only until that transaction
 * ends.
 *
 * `handle.transaction(fn)` and its wrappers in ORMs end before anything that is awaited has run: start with
 * `begin immediate`, or let the engine start the transaction and write on {@link connectionOf}.
 *
 * @throws {PolicyEngineError} `database_misuse`, also later from each call, if no transaction is open.
 */
export function betterSqlite3Transaction(handle: BetterSqlite3Handle): Database {
  refuseOther(handle);
  refuseWithoutTransaction(handle);
  return joinedBy('sqlite', betterSqlite3Statements(handle));
}

/** Runs statements in the transaction that is open on a connection. */
export function betterSqlite3Statements(handle: BetterSqlite3Handle): Execute {
  const { connection } = hostConnection(handle, shared(handle));
  return async (sql, parameters) => {
    refuseWithoutTransaction(handle);
    return connection.run(sql, parameters);
  };
}

/** Whether it is a connection of better-sqlite3. */
export function isBetterSqlite3(handle: unknown): handle is BetterSqlite3Handle {
  const { prepare, inTransaction, memory } = (handle ?? {}) as Partial<BetterSqlite3Handle>;
  return typeof prepare === 'function' && typeof inTransaction === 'boolean' && typeof memory === 'boolean';
}

function opened(handle: BetterSqlite3Handle): ConnectionSource {
  const Connection = handle.constructor as new (
    name: string,
    options: { timeout: number; readonly?: boolean },
  ) => BetterSqlite3Handle;
  const writer = new Connection(handle.name, { timeout: openTimeout });
  const reader = () => new Handle(new Connection(handle.name, { timeout: busyTimeout, readonly: true }));
  return fileSource(handle, new Handle(writer), reader, true);
}

const handles = new WeakMap<BetterSqlite3Handle, Handle>();

function shared(handle: BetterSqlite3Handle): Handle {
  let known = handles.get(handle);
  if (!known) handles.set(handle, (known = new Handle(handle)));
  return known;
}

function refuseOther(handle: BetterSqlite3Handle): void {
  if (isBetterSqlite3(handle) && handle.open) return;
  throw new PolicyEngineError('database_misuse', 'Not an open connection of better-sqlite3.');
}

function refuseWithoutTransaction(handle: BetterSqlite3Handle): void {
  if (handle.inTransaction) return;
  throw new PolicyEngineError(
    'database_misuse',
    'The host has no transaction open on this connection of better-sqlite3; those of transaction(fn) end before anything awaited has run.',
  );
}

/** Adapts a connection of better-sqlite3 to the interface of node:sqlite. */
class Handle implements SqliteHandle {
  readonly driverHandle: BetterSqlite3Handle;

  constructor(handle: BetterSqlite3Handle) {
    this.driverHandle = handle;
  }

  get isTransaction(): boolean {
    return this.driverHandle.inTransaction;
  }

  get isOpen(): boolean {
    return this.driverHandle.open;
  }

  prepare(sql: string): SqliteStatement {
    const statement = this.driverHandle.prepare(sql);
    const { reader } = statement;
    return {
      setReadBigInts: (on) => void statement.safeIntegers(on),
      setReturnArrays: (on) => reader && void statement.raw(on),
      columns: () => (reader ? statement.columns() : []),
      all: (...parameters) => statement.all(...parameters),
      run: (...parameters) => statement.run(...parameters),
    };
  }

  exec(sql: string): void {
    this.driverHandle.exec(sql);
  }

  close(): void {
    this.driverHandle.close();
  }
}
