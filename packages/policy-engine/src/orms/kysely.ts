/**
 * Kysely: the engine in its transactions. The pool belongs to the host: pass it to `pgDatabase`, `mysql2Database` or
 * `betterSqlite3Database`.
 *
 * @module
 */
import { CompiledQuery } from 'kysely';
import { PolicyEngineError } from '../errors/errors.ts';
import { fromTransaction } from '../platform/database/statements/joined.ts';
import type { Database, Dialect, Row } from '../platform/database/port.ts';

/** The part of Kysely, of any version, that runs queries. */
export interface KyselyConnection {
  executeQuery(query: object): Promise<{
    readonly rows: readonly unknown[];
    readonly numAffectedRows?: bigint;
  }>;
}

/** A transaction of Kysely. */
export interface KyselyTransaction extends KyselyConnection {
  readonly isTransaction: boolean;
  withoutPlugins(): KyselyConnection;
  getExecutor(): {
    readonly adapter: { readonly supportsReturning: boolean; readonly supportsTransactionalDdl: boolean };
  };
}

/**
 * The engine's database in a transaction of Kysely's, until that ends.
 *
 * @throws {PolicyEngineError} `database_misuse` for anything that is not a transaction
 *
 * @example
 * ```ts
 * const recorded = await db.transaction().execute(async (trx) => {
 *   await trx.insertInto('users').values({ id, email }).execute();
 *   return engine.recordPolicies(transactionOf(trx), id, form);
 * });
 * ```
 */
export function transactionOf(trx: KyselyTransaction): Database {
  if (!trx.isTransaction) {
    throw new PolicyEngineError(
      'database_misuse',
      'Not a transaction of Kysely: pass what db.transaction() gives you.',
    );
  }
  // Plugins of the host, such as one that changes the case of names, apply only to its own rows.
  return transactionOn(trx.withoutPlugins(), dialectOf(trx));
}

/** The same on the connection of a transaction. */
export function transactionOn(connection: KyselyConnection, dialect: Dialect): Database {
  return fromTransaction({
    dialect,
    savepoints: true,
    async execute(sql, parameters) {
      const query = CompiledQuery.raw(sql, [...parameters]);
      const { rows, numAffectedRows = 0n } = await connection.executeQuery(query);
      return { rows: rows as readonly Row[], affectedRows: Number(numAffectedRows) };
    },
  });
}

/** The dialect of a transaction. */
export function dialectOf(trx: KyselyTransaction): Dialect {
  const { supportsReturning, supportsTransactionalDdl } = trx.getExecutor().adapter;
  if (supportsTransactionalDdl) return 'postgres';
  return supportsReturning ? 'sqlite' : 'mysql';
}
