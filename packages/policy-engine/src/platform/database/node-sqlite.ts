import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite';
import { PolicyEngineError } from '../../errors.ts';
import { databaseOver } from './database-over.ts';
import { joinedBy } from './joined.ts';
import type { Database, StatementResult } from './port.ts';
import type { ConnectionSource, DatabaseOptions, EncodedValue, TransactionConnection } from './source.ts';
import { isRowWrite, isWrite, SqliteConnection } from './sqlite-connection.ts';
import { CommitGroup } from './sqlite-group.ts';
import { inMemory, sqliteLocation } from './sqlite-location.ts';
import { Mutex } from './mutex.ts';

/** Milliseconds node:sqlite may block the event loop for a lock; the rest of the waiting is done by timers. */
const busyTimeout = 4;
/** While opening, blocking is right: nothing else can go on before the database is there. */
const openTimeout = 5000;

/**
 * A SQLite database by path, `file:` URL or `:memory:`, or over the host's own `DatabaseSync`.
 *
 * A file is opened with WAL, foreign keys and `synchronous = full`: with `normal` a power cut could take back consents
 * that were already confirmed to the person. Missing folders are made. Readers have their own connection and do not wait
 * for writers. A host's `DatabaseSync` is used as it is set up; while the host has a transaction open on it, calls wait
 * (`nodeSqliteTransaction` joins it).
 *
 * @throws {PolicyEngineError} `database_url_refused`; `database_misuse` for a handle of another driver.
 */
export function nodeSqliteDatabase(source: string | URL | DatabaseSync, options: DatabaseOptions = {}): Database {
  if (typeof source !== 'string' && !(source instanceof URL)) return databaseOver(hostSource(source), options);
  const location = sqliteLocation(source);
  return databaseOver(location === inMemory ? memorySource() : fileSource(location), options);
}

/**
 * Joins the transaction the host has open on its `DatabaseSync`. Use it only until that transaction ends.
 *
 * @throws {PolicyEngineError} `database_misuse`, also later from each call, if no transaction is open.
 */
export function nodeSqliteTransaction(handle: DatabaseSync): Database {
  const { connection } = hostConnection(handle);
  refuseWithoutTransaction(handle);
  return joinedBy('sqlite', async (sql, parameters) => {
    refuseWithoutTransaction(handle);
    return connection.run(sql, parameters);
  });
}

/** Loaded when first needed: on Node 22 it prints a warning, which a host on PostgreSQL has no use for. */
function openHandle(path: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  return new DatabaseSync(path, options);
}

function refuseWithoutTransaction(handle: DatabaseSync): void {
  if (handle.isTransaction) return;
  throw new PolicyEngineError('database_misuse', 'The host has no transaction open on this DatabaseSync.');
}

function fileSource(path: string): ConnectionSource {
  mkdirSync(dirname(path), { recursive: true });
  const handle = openHandle(path, { timeout: openTimeout });
  useWal(handle);
  handle.exec(`pragma synchronous = full; pragma busy_timeout = ${busyTimeout}`);
  const reader = new SqliteConnection(openHandle(path, { readOnly: true, timeout: busyTimeout }));
  return new SqliteSource(sharedConnection(handle, true), handle, {
    reader,
    owned: [reader.handle, handle],
  });
}

function memorySource(): ConnectionSource {
  const handle = openHandle(inMemory);
  return new SqliteSource(sharedConnection(handle, true), handle, { owned: [handle] });
}

function hostSource(handle: DatabaseSync): ConnectionSource {
  return new SqliteSource(hostConnection(handle), handle, { owned: [] });
}

/** Changing to WAL is refused at once, without the busy timeout, while another process does the same. */
function useWal(handle: DatabaseSync): void {
  const deadline = performance.now() + openTimeout;
  for (;;) {
    try {
      handle.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (performance.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 10);
    }
  }
}

interface SharedConnection {
  readonly connection: SqliteConnection;
  readonly mutex: Mutex;
  readonly group: CommitGroup;
}

function sharedConnection(handle: DatabaseSync, isOwned: boolean): SharedConnection {
  const mutex = new Mutex();
  return { connection: new SqliteConnection(handle), mutex, group: new CommitGroup(handle, mutex, !isOwned) };
}

/** A host may make several databases over one `DatabaseSync`; they must share its mutex. */
const hostConnections = new WeakMap<DatabaseSync, SharedConnection>();

function hostConnection(handle: DatabaseSync): SharedConnection {
  if (typeof handle?.prepare !== 'function' || typeof handle.isTransaction !== 'boolean') {
    throw new PolicyEngineError('database_misuse', 'Not a DatabaseSync of node:sqlite, nor a path or file: URL.');
  }
  let shared = hostConnections.get(handle);
  if (!shared) hostConnections.set(handle, (shared = sharedConnection(handle, false)));
  return shared;
}

class SqliteSource implements ConnectionSource {
  readonly dialect = 'sqlite';
  readonly key: object;
  readonly #connection: SqliteConnection;
  readonly #mutex: Mutex;
  readonly #group: CommitGroup;
  readonly #reader: SqliteConnection | undefined;
  readonly #owned: readonly DatabaseSync[];

  constructor(
    { connection, mutex, group }: SharedConnection,
    key: object,
    { reader, owned }: { reader?: SqliteConnection; owned: readonly DatabaseSync[] },
  ) {
    this.#connection = connection;
    this.#mutex = mutex;
    this.#group = group;
    this.key = key;
    this.#reader = reader;
    this.#owned = owned;
  }

  async execute(sql: string, parameters: readonly EncodedValue[], deadline: number): Promise<StatementResult> {
    if (this.#reader && !isWrite(sql)) return this.#reader.run(sql, parameters);
    const leave = await this.#enter(deadline);
    try {
      this.#refuseForeignTransaction();
      // Some statements, such as vacuum, refuse to be part of a transaction.
      if (isRowWrite(sql)) this.#group.add();
      else this.#group.commit();
      const result = this.#connection.run(sql, parameters);
      await leave();
      return result;
    } finally {
      void leave();
    }
  }

  async acquire(deadline: number): Promise<TransactionConnection> {
    const leave = await this.#enter(deadline);
    const connection = this.#connection;
    const group = this.#group;
    let isInside = false;
    return {
      execute: async (sql, parameters) => connection.run(sql, parameters),
      begin: async () => {
        this.#refuseForeignTransaction();
        group.join();
        isInside = true;
      },
      commit: async () => {
        group.keep();
        isInside = false;
        await leave();
      },
      rollback: async () => {
        // A commit that failed has undone everything.
        if (isInside) group.undo();
        isInside = false;
      },
      // Who gives the lock on without having been in the group may be the one the group was waiting for.
      release: () => void leave(),
    };
  }

  async close(): Promise<void> {
    const releaseMutex = await this.#mutex.acquire();
    this.#group.commit();
    for (const handle of this.#owned) if (handle.isOpen) handle.close();
    releaseMutex();
  }

  /** Takes the lock. What it resolves to gives it on, once, and resolves when all that was written is committed. */
  async #enter(deadline: number): Promise<() => Promise<void>> {
    const releaseMutex = await this.#mutex.acquire(deadline);
    let left: Promise<void> | undefined;
    return () => {
      if (left === undefined) {
        left = this.#group.leave();
        releaseMutex();
      }
      return left;
    };
  }

  /** With our lock taken, a transaction that is not our group's is the host's: whatever ran now would end up in it. Treated as a lock. */
  #refuseForeignTransaction(): void {
    if (this.#group.isOpen || !this.#connection.handle.isTransaction) return;
    const message = 'The host has a transaction open on this DatabaseSync; nodeSqliteTransaction() joins it.';
    throw Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
  }
}
