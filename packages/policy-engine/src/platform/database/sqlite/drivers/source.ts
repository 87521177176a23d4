/** Common parts of both drivers of SQLite: one connection that writes, the queue for it, and one that reads. */
import type { StatementResult } from '../../port.ts';
import type { ConnectionSource, EncodedValue, TransactionConnection } from '../../connection/source.ts';
import { isRowWrite, isWrite, SqliteConnection, type SqliteHandle } from './connection.ts';
import { CommitGroup } from './commit-group.ts';
import { Mutex } from '../../connection/mutex.ts';

/** Milliseconds that the driver may block the event loop for a lock; timers do the rest of the waiting. */
export const busyTimeout = 4;
/** Blocking is acceptable while opening: nothing else can run before the database is open. */
export const openTimeout = 5000;

/**
 * A file, on two connections of the engine's. They wait for locks as {@link openTimeout} and {@link busyTimeout} say.
 *
 * @param alone whether each transaction commits by itself, so that none stays open while other code of the process
 * runs: a connection of the host's to the same file would block the event loop until its timeout, and with it the
 * commit that it waits for
 */
export function fileSource(
  key: object | null,
  handle: SqliteHandle,
  openReader: () => SqliteHandle,
  alone = false,
): ConnectionSource {
  useWal(handle);
  handle.exec(`pragma synchronous = full; pragma busy_timeout = ${busyTimeout}`);
  const reader = new SqliteConnection(openReader());
  return new SqliteSource(sharedConnection(handle, alone), key ?? handle, { reader, owned: [reader.handle, handle] });
}

/** A database in memory on a connection of the engine's. */
export function memorySource(handle: SqliteHandle): ConnectionSource {
  return new SqliteSource(sharedConnection(handle, false), handle, { owned: [handle] });
}

/**
 * A database on the connection of a host.
 *
 * @param joinedBy name of the function that joins a transaction of the host's, for the error message
 */
export function hostSource(key: object, handle: SqliteHandle, joinedBy: string): ConnectionSource {
  return new SqliteSource(hostConnection(key, handle), key, { owned: [], joinedBy });
}

/** Switching to WAL fails at once, without the busy timeout, while another process does the same. */
function useWal(handle: SqliteHandle): void {
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

/** A connection, and the callers that wait for it. */
export interface SharedConnection {
  readonly connection: SqliteConnection;
  readonly mutex: Mutex;
  readonly group: CommitGroup;
}

function sharedConnection(handle: SqliteHandle, alone: boolean): SharedConnection {
  const mutex = new Mutex();
  return { connection: new SqliteConnection(handle), mutex, group: new CommitGroup(handle, mutex, alone) };
}

/** A host may create several databases over one handle; they must share its mutex. */
const hostConnections = new WeakMap<object, SharedConnection>();

/** The connection of a host's handle, which the host uses, too. */
export function hostConnection(key: object, handle: SqliteHandle): SharedConnection {
  let shared = hostConnections.get(key);
  if (!shared) hostConnections.set(key, (shared = sharedConnection(handle, true)));
  return shared;
}

interface SqliteSourceOptions {
  readonly reader?: SqliteConnection;
  readonly owned: readonly SqliteHandle[];
  readonly joinedBy?: string;
}

/** A SQLite database on one connection that writes and, for a file, one that reads. */
class SqliteSource implements ConnectionSource {
  readonly dialect = 'sqlite';
  readonly key: object;
  readonly #connection: SqliteConnection;
  readonly #mutex: Mutex;
  readonly #group: CommitGroup;
  readonly #reader: SqliteConnection | undefined;
  readonly #owned: readonly SqliteHandle[];
  readonly #joinedBy: string;

  constructor(
    { connection, mutex, group }: SharedConnection,
    key: object,
    { reader, owned, joinedBy = 'fromTransaction' }: SqliteSourceOptions,
  ) {
    this.#connection = connection;
    this.#mutex = mutex;
    this.#group = group;
    this.key = key;
    this.#reader = reader;
    this.#owned = owned;
    this.#joinedBy = joinedBy;
  }

  async execute(sql: string, parameters: readonly EncodedValue[], deadline: number): Promise<StatementResult> {
    if (this.#reader && !isWrite(sql)) return this.#reader.run(sql, parameters);
    const leave = await this.#enter(deadline);
    try {
      this.#refuseForeignTransaction();
      // Some statements, such as vacuum, cannot be part of a transaction.
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
      handle: connection.driverHandle,
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
        // A failed commit has undone everything.
        if (isInside) group.undo();
        isInside = false;
      },
      // The group may have been waiting for a caller that releases the lock without joining.
      release: () => void leave(),
    };
  }

  async close(): Promise<void> {
    const releaseMutex = await this.#mutex.acquire();
    this.#group.commit();
    for (const handle of this.#owned) if (handle.isOpen) handle.close();
    releaseMutex();
  }

  /** Takes the lock. The result releases it, once, and resolves when everything written is committed. */
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

  /**
   * With the lock held, a transaction that is not the group's is the host's: statements would run inside it. Treated as
   * a lock.
   */
  #refuseForeignTransaction(): void {
    if (this.#group.isOpen || !this.#connection.handle.isTransaction) return;
    const message = `The host has a transaction open on this connection; ${this.#joinedBy}() joins it.`;
    throw Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
  }
}
