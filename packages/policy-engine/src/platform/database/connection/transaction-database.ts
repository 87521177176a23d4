import { PolicyEngineError } from '../../../errors/errors.ts';
import { dialectNamed } from '../dialects.ts';
import type { Capabilities, Database, Dialect, Row, StatementOptions, StatementResult } from '../port.ts';
import { inScopeOf, refuseInsideScopeOf } from './scope.ts';
import type { Execute } from './source.ts';
import { isConflict } from './sql-errors.ts';
import { Mutex } from './mutex.ts';
import { encodeParameters } from '../statements/values.ts';

/** State shared by one physical transaction and all its savepoints. */
export interface TransactionState {
  /** The conflict that ended the whole transaction, savepoints included. */
  conflict: unknown;
  savepoints: number;
  /** The driver's connection on which the engine started it; null for a transaction of the host. */
  readonly handle: object | null;
}

/** The state of a new transaction. */
export function newTransactionState(handle: object | null = null): TransactionState {
  return { conflict: undefined, savepoints: 0, handle };
}

/** The handle inside a transaction. */
export class TransactionDatabase implements Database {
  readonly dialect: Dialect;
  readonly capabilities: Capabilities;
  readonly inTransaction = true;
  readonly #execute: Execute;
  readonly #state: TransactionState;
  readonly #savepoints: boolean;
  /** Statements of parallel branches must neither share the connection nor run in another branch's savepoint. */
  readonly #mutex = new Mutex();
  #failure: unknown;
  #over = false;

  constructor(dialect: Dialect, execute: Execute, state: TransactionState, savepoints: boolean) {
    this.dialect = dialect;
    this.capabilities = dialectNamed(dialect).capabilities;
    this.#execute = execute;
    this.#state = state;
    this.#savepoints = savepoints;
  }

  async execute<R = Row>(
    sql: string,
    parameters: readonly unknown[] = [],
    options: StatementOptions = {},
  ): Promise<StatementResult<R>> {
    refuseInsideScopeOf(this);
    const encoded = encodeParameters(parameters);
    return await this.#locked(async () => {
      const { rows, affectedRows } = await this.#execute(sql, encoded, options);
      return { rows: rows as R[], affectedRows };
    });
  }

  async transaction<T>(callback: (transaction: Database) => Promise<T>): Promise<T> {
    refuseInsideScopeOf(this);
    const inner = new TransactionDatabase(this.dialect, this.#execute, this.#state, this.#savepoints);
    const releaseMutex = await this.#mutex.acquire();
    try {
      this.#refuseIfUnusable();
      return await (this.#savepoints ? this.#withSavepoint(inner, callback) : this.#inPlace(inner, callback));
    } finally {
      releaseMutex();
    }
  }

  async close(): Promise<void> {}

  /** See {@link connectionOf}. */
  get handle(): object | null {
    return this.#over ? null : this.#state.handle;
  }

  /** For what must run on the connection even after a statement failed, such as releasing a named lock. */
  async executeAfterFailure(sql: string, parameters: readonly unknown[]): Promise<void> {
    await this.#execute(sql, encodeParameters(parameters));
  }

  /**
   * Waits for statements that are still running, then refuses to commit if a statement failed and its error was caught.
   */
  async finish(): Promise<void> {
    const releaseMutex = await this.#mutex.acquire();
    try {
      this.#refuseIfUnusable();
    } finally {
      this.#over = true;
      releaseMutex();
    }
  }

  /** Rejects every later statement. */
  abandon(): void {
    this.#over = true;
  }

  async #locked<T>(statement: () => Promise<T>): Promise<T> {
    const releaseMutex = await this.#mutex.acquire();
    try {
      this.#refuseIfUnusable();
      return await statement();
    } catch (error) {
      this.#failed(error);
      throw error;
    } finally {
      releaseMutex();
    }
  }

  async #withSavepoint<T>(inner: TransactionDatabase, callback: (tx: Database) => Promise<T>): Promise<T> {
    this.#state.savepoints += 1;
    const name = `policy_engine_${this.#state.savepoints}`;
    await this.#execute(`savepoint ${name}`, []);
    try {
      const value = await inScopeOf(this, () => callback(inner));
      await inner.finish();
      await this.#execute(`release savepoint ${name}`, []);
      return value;
    } catch (error) {
      inner.abandon();
      await this.#undoSavepoint(name, error);
      throw error;
    }
  }

  async #undoSavepoint(name: string, error: unknown): Promise<void> {
    if (this.#state.conflict !== undefined) return;
    try {
      await this.#execute(`rollback to savepoint ${name}`, []);
      await this.#execute(`release savepoint ${name}`, []);
    } catch {
      this.#failed(error);
    }
  }

  async #inPlace<T>(inner: TransactionDatabase, callback: (tx: Database) => Promise<T>): Promise<T> {
    try {
      const value = await inScopeOf(this, () => callback(inner));
      await inner.finish();
      return value;
    } catch (error) {
      inner.abandon();
      // Without a savepoint its part cannot be undone alone, so the engine must not commit the whole.
      this.#failed(error);
      throw error;
    }
  }

  #failed(error: unknown): void {
    this.#failure ??= error;
    if (isConflict(error)) this.#state.conflict ??= error;
  }

  #refuseIfUnusable(): void {
    if (this.#over) {
      throw new PolicyEngineError(
        'database_misuse',
        'The transaction is over: a statement was not awaited in its callback.',
      );
    }
    const cause = this.#state.conflict ?? this.#failure;
    if (cause === undefined) return;
    throw new PolicyEngineError(
      'database_transaction_failed',
      'An earlier statement of this transaction failed; it can only be rolled back. Run statements that may fail in an inner transaction.',
      { cause },
    );
  }
}

/** Whether a transaction was started by the host, which also ends it. */
export function isOfHost(transaction: Database): boolean {
  return transaction instanceof TransactionDatabase && transaction.handle === null;
}

/**
 * The driver's connection on which a transaction of `engine.database.transaction(…)` runs, so that an ORM or a query
 * builder writes in it, too: a client of pg, a promise connection of mysql2, a connection of better-sqlite3, a
 * `DatabaseSync`. Write with it until the callback ends, and leave `begin`, `commit` and `release` to the engine. On
 * SQLite, await only database calls in that callback: while the transaction is open, a write on another connection of
 * the process blocks all of it, up to its busy timeout.
 *
 * @throws {PolicyEngineError} `database_misuse` for a database outside of a transaction, one whose transaction has
 * ended, and one that joins a transaction of the host, which already has the connection
 *
 * @example
 * ```ts
 * await engine.database.transaction(async (transaction) => {
 *   const tx = drizzle({ client: connectionOf(transaction) as Client, schema });
 *   tx.insert(users).values({ id, email }).run();
 *   await engine.recordPolicies(transaction, id, form);
 * });
 * ```
 */
export function connectionOf(transaction: Database): object {
  const handle = transaction instanceof TransactionDatabase ? transaction.handle : null;
  if (handle !== null) return handle;
  throw new PolicyEngineError(
    'database_misuse',
    'connectionOf() takes the database that the callback of engine.database.transaction() is given, until that ends.',
  );
}
