import type { Database, Dialect, Row } from './port.ts';
import { newFate, TransactionDatabase } from './transaction-database.ts';

/** A transaction the host has begun with its own driver or ORM and will end itself. */
export interface HostTransaction {
  readonly dialect: Dialect;
  /** Runs one statement of the dialect (`?` placeholders, on PostgreSQL `$1`) inside the host's transaction. */
  execute(sql: string, parameters: readonly unknown[]): Promise<{ rows: readonly Row[]; affectedRows?: number }>;
  /**
   * Set to true if `execute` can run `savepoint`: a failed inner transaction of the engine then undoes only itself.
   * Otherwise its failure leaves nothing but rolling back the host's transaction.
   */
  readonly savepoints?: boolean;
}

/**
 * A database whose every statement runs in the host's transaction: `transaction(fn)` runs `fn` in it without `begin` or
 * `commit`, and what the engine writes stands or falls with what the host writes. Use it only until that transaction ends.
 * The isolation is the host's, and so is trying again after a deadlock.
 *
 * @example
 * ```ts
 * await client.query('begin');
 * const database = fromTransaction({
 *   dialect: 'postgres',
 *   async execute(sql, parameters) {
 *     const { rows, rowCount } = await client.query(sql, [...parameters]);
 *     return { rows, affectedRows: rowCount ?? 0 };
 *   },
 * });
 * … // the host's statements and the engine's
 * await client.query('commit');
 * ```
 */
export function fromTransaction(host: HostTransaction): Database {
  return new TransactionDatabase(
    host.dialect,
    async (sql, parameters) => {
      const { rows, affectedRows = 0 } = await host.execute(sql, parameters);
      return { rows: [...rows], affectedRows };
    },
    newFate(),
    host.savepoints ?? false,
  );
}
