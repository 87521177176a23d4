import { dialectNamed } from '../dialects.ts';
import type {
  Capabilities,
  Database,
  Dialect,
  Row,
  StatementOptions,
  StatementResult,
  TransactionOptions,
} from '../port.ts';
import { Attempts, defaultWaitLimit } from './retry.ts';
import { inScopeOf, ownScope, refuseInsideScopeOf } from './scope.ts';
import type { ConnectionSource, DatabaseOptions, TransactionConnection } from './source.ts';
import { newTransactionState, TransactionDatabase } from './transaction-database.ts';
import { encodeParameters } from '../statements/values.ts';

/** Implements the port on top of an adapter: retries, transactions, values. */
export function databaseOver(source: ConnectionSource, options: DatabaseOptions = {}): Database {
  return new RootDatabase(source, options.waitLimit ?? defaultWaitLimit);
}

class RootDatabase implements Database {
  readonly dialect: Dialect;
  readonly capabilities: Capabilities;
  readonly inTransaction = false;
  readonly #source: ConnectionSource;
  readonly #waitLimit: number;

  constructor(source: ConnectionSource, waitLimit: number) {
    this.dialect = source.dialect;
    this.capabilities = dialectNamed(source.dialect).capabilities;
    this.#source = source;
    this.#waitLimit = waitLimit;
    ownScope(this, source.key);
  }

  async execute<R = Row>(
    sql: string,
    parameters: readonly unknown[] = [],
    options: StatementOptions = {},
  ): Promise<StatementResult<R>> {
    refuseInsideScopeOf(this.#source.key);
    const encoded = encodeParameters(parameters);
    const attempts = new Attempts(this.#waitLimit);
    for (;;) {
      try {
        const { rows, affectedRows } = await this.#source.execute(sql, encoded, attempts.deadline, options);
        return { rows: rows as R[], affectedRows };
      } catch (error) {
        await attempts.next(error);
      }
    }
  }

  async transaction<T>(callback: (tx: Database) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    refuseInsideScopeOf(this.#source.key);
    const attempts = new Attempts(this.#waitLimit);
    for (;;) {
      try {
        const connection = await this.#source.acquire(attempts.deadline);
        let broken = true;
        try {
          await connection.begin(options.isolation ?? 'serializable');
          const outcome = await this.#attempt(connection, callback);
          broken = outcome.broken;
          if ('error' in outcome) throw outcome.error;
          return outcome.value;
        } finally {
          connection.release(broken);
        }
      } catch (error) {
        await attempts.next(error);
      }
    }
  }

  async close(): Promise<void> {
    refuseInsideScopeOf(this.#source.key);
    await this.#source.close?.();
  }

  /** Callback and commit, or rollback. A connection whose rollback fails is broken. */
  async #attempt<T>(
    connection: TransactionConnection,
    callback: (tx: Database) => Promise<T>,
  ): Promise<{ broken: boolean; value: T } | { broken: boolean; error: unknown }> {
    const state = newTransactionState(connection.handle);
    const transaction = new TransactionDatabase(this.dialect, connection.execute, state, true);
    try {
      const value = await inScopeOf(this.#source.key, () => callback(transaction));
      await transaction.finish();
      await connection.commit();
      return { broken: false, value };
    } catch (error) {
      transaction.abandon();
      const broken = await connection.rollback().then(
        () => false,
        () => true,
      );
      // A callback may have wrapped or replaced the conflict that ended its transaction; the conflict determines
      // whether to retry.
      return { broken, error: state.conflict ?? error };
    }
  }
}
