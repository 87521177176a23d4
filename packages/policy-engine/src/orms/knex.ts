/**
 * Knex over `pg`, `mysql2` and `better-sqlite3`: the engine on its connections, and in its transactions.
 *
 * @module
 */
import { PolicyEngineError } from '../errors/errors.ts';
import { databaseOfPool, transactionOfHandle } from '../platform/database/connection/host-handles.ts';
import type { Database, Dialect } from '../platform/database/port.ts';

/** The part of Knex that is used; a transaction has it, too. */
export interface KnexInstance {
  readonly isTransaction?: boolean;
  isCompleted?(): boolean;
  readonly client: KnexClient;
}

/** The part of a client of Knex that is used. */
export interface KnexClient {
  /** As in `pg`, `mysql2`, `better-sqlite3`. */
  readonly driverName: string;
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
}

/**
 * The engine's database over the pool that Knex uses. For a file of better-sqlite3 it opens connections of its own, with the same
 * copy of SQLite.
 *
 * @throws {PolicyEngineError} `database_misuse` for a driver that the engine does not support
 */
export async function databaseOf({ client }: KnexInstance): Promise<Database> {
  return databaseOfPool({
    acquire: () => client.acquireConnection(),
    release: (connection) => client.releaseConnection(connection),
    destroy: (connection) => {
      // Knex closes a connection with this mark instead of lending it again.
      if (typeof connection === 'object' && connection !== null)
        Reflect.set(connection, '__knex__disposed', new Error('broken'));
      return client.releaseConnection(connection);
    },
  });
}

/**
 * The engine's database in a transaction of Knex's, until that ends.
 *
 * @throws {PolicyEngineError} `database_misuse` for anything that is not a transaction, or for a driver that the engine
 * does not support
 *
 * @example
 * ```ts
 * const recorded = await knex.transaction(async (trx) => {
 *   await trx('users').insert({ id, email });
 *   return engine.recordPolicies(transactionOf(trx), id, form);
 * });
 * ```
 */
export function transactionOf(trx: KnexInstance): Database {
  const dialect = DIALECTS[trx.client.driverName];
  if (trx.isTransaction !== true || trx.isCompleted?.() || dialect === undefined) {
    throw new PolicyEngineError(
      'database_misuse',
      'Not an open transaction of Knex over pg, mysql2 or better-sqlite3.',
    );
  }
  // The client of a transaction provides its one connection and does not take it back.
  return transactionOfHandle(dialect, trx.client.acquireConnection(), () => trx.isCompleted?.() ?? false);
}

const DIALECTS: Readonly<Record<string, Dialect>> = { pg: 'postgres', mysql2: 'mysql', 'better-sqlite3': 'sqlite' };
