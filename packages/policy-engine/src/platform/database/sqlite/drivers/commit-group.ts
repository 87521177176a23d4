/**
 * Transactions of one SQLite connection, committed together. A commit waits for the disk, which takes longer than all
 * the work before it; transactions that wait for the lock at that moment can share the commit. So can those of requests
 * that have arrived but were not read yet: the commit comes after them, in the same round of the event loop.
 *
 * Each transaction of a group is a savepoint: one that fails undoes only its own part, and none is reported as stored
 * before the disk has confirmed it. They run one after another, so each sees what those before it wrote. If the commit
 * fails, none of them is stored: each is retried alone, so that only the one that caused the failure fails.
 */
import type { Mutex } from '../../connection/mutex.ts';
import type { SqliteHandle } from './connection.ts';

/** A group is committed at this size, and at this age in milliseconds, even if others still wait. */
const MOST = 64;
const OLDEST = 10;

interface Group {
  size: number;
  readonly since: number;
  readonly committed: PromiseWithResolvers<void>;
}

/** The open group of a connection. Callers must hold its mutex. */
export class CommitGroup {
  readonly #handle: SqliteHandle;
  readonly #mutex: Mutex;
  readonly #most: number;
  #open: Group | undefined;
  /** How many of the next transactions commit alone. */
  #alone = 0;

  /** @param alone whether every transaction commits alone, as required if a host uses the connection, too */
  constructor(handle: SqliteHandle, mutex: Mutex, alone: boolean) {
    this.#handle = handle;
    this.#mutex = mutex;
    this.#most = alone ? 1 : MOST;
  }

  /** Whether the open transaction of the connection is the engine's. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Commits now. Does nothing if no group is open. */
  commit(): void {
    const group = this.#open;
    if (group !== undefined) this.#commit(group);
  }

  /** Begins a transaction: the group's first, or one more in it. */
  join(): void {
    if (this.#open === undefined) {
      this.#handle.exec('begin immediate');
      this.#open = { size: 0, since: performance.now(), committed: Promise.withResolvers() };
      // Each waiting caller gets the error; a group whose transactions were all undone has no caller to report to.
      this.#open.committed.promise.catch(() => {});
    }
    this.#open.size += 1;
    this.#handle.exec('savepoint policy_engine_member');
  }

  /** Counts a single statement that becomes part of the group, if one is open. */
  add(): void {
    if (this.#open !== undefined) this.#open.size += 1;
  }

  /** Keeps what the transaction wrote. Then it must leave. */
  keep(): void {
    this.#handle.exec('release savepoint policy_engine_member');
  }

  /** Undoes what the transaction wrote. Then it must leave. */
  undo(): void {
    // A full disk, for example, has already rolled back the whole group.
    if (!this.#handle.isTransaction) return;
    this.#handle.exec('rollback to savepoint policy_engine_member');
    this.#handle.exec('release savepoint policy_engine_member');
  }

  /**
   * Ends a transaction's part, before the lock is released.
   *
   * @returns once the group is committed
   */
  leave(): Promise<void> {
    const group = this.#open;
    if (group === undefined) return Promise.resolve();
    const { size, since, committed } = group;
    const isFull = size >= this.#most || this.#alone > 0 || performance.now() - since > OLDEST;
    if (isFull || !this.#handle.isTransaction) this.#commit(group);
    else if (this.#mutex.waiting === 0) setImmediate(() => this.#commitIfIdle(group));
    return committed.promise;
  }

  /** A holder of the lock in the meantime may still join, and handles the group when it leaves. */
  #commitIfIdle(group: Group): void {
    if (this.#open === group && !this.#mutex.isLocked) this.#commit(group);
  }

  #commit({ size, committed }: Group): void {
    this.#open = undefined;
    this.#alone = Math.max(0, this.#alone - 1);
    try {
      this.#handle.exec('commit');
      committed.resolve();
    } catch (error) {
      if (this.#handle.isTransaction) this.#handle.exec('rollback');
      if (size > 1) this.#alone = size;
      committed.reject(size > 1 ? rolledBack(error) : error);
    }
  }
}

/** The failure of another transaction is, like a lock, a reason to retry. */
function rolledBack(cause: unknown): Error {
  const message = 'The transactions that shared a commit were rolled back.';
  return Object.assign(new Error(message, { cause }), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
}
