/**
 * Drizzle ORM over `node-postgres`, `mysql2` and `better-sqlite3`: the engine on its connections, and in its transactions.
 *
 * @module
 */
import { PolicyEngineError } from '../errors/errors.ts';
import { isBetterSqlite3 } from '../platform/database/sqlite/drivers/better-sqlite3.ts';
import { databaseOfHandle, transactionOfHandle } from '../platform/database/connection/host-handles.ts';
import type { Database } from '../platform/database/port.ts';

/** A database created by `drizzle(…)`. */
export interface DrizzleDatabase {
  readonly $client: unknown;
}

/**
 * The engine's database over the pool that Drizzle uses. For a file of better-sqlite3 it opens connections of its own,
 * with the same copy of SQLite.
 *
 * @throws {PolicyEngineError} `database_misuse` for a driver that the engine does not support
 */
export async function databaseOf(db: DrizzleDatabase): Promise<Database> {
  return databaseOfHandle(db.$client);
}

/**
 * The engine's database in a transaction of Drizzle's, until that ends.
 *
 * @throws {PolicyEngineError} `database_misuse` for anything that is not a transaction, and for one of better-sqlite3:
 * it ends before anything awaited runs. There, begin it with the engine: `engine.database.transaction(…)` with
 * `connectionOf`.
 *
 * @example
 * ```ts
 * const recorded = await db.transaction(async (tx) => {
 *   await tx.insert(users).values({ id, email });
 *   return engine.recordPolicies(transactionOf(tx), id, form);
 * });
 * ```
 */
export function transactionOf(tx: object): Database {
  // Drizzle keeps the connection of a transaction in its session, which its types do not show.
  const { client } = (Reflect.get(tx, 'session') ?? {}) as { client?: object };
  if (isBetterSqlite3(client)) {
    throw new PolicyEngineError(
      'database_misuse',
      'A transaction of Drizzle over better-sqlite3 is synchronous and ends before anything awaited has run. Begin it with ' +
        'engine.database.transaction(async (transaction) => …) and write with drizzle({ client: connectionOf(transaction) }).',
    );
  }
  if (client === undefined || 'getConnection' in client || 'totalCount' in client) {
    throw new PolicyEngineError('database_misuse', 'Not a transaction of Drizzle over node-postgres or mysql2.');
  }
  return transactionOfHandle('beginTransaction' in client ? 'mysql' : 'postgres', client);
}
