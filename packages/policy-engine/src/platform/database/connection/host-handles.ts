/** Databases over driver objects of a host or its ORM, for any supported driver. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { betterSqlite3Database, betterSqlite3Statements, isBetterSqlite3 } from '../sqlite/drivers/better-sqlite3.ts';
import { joinedBy } from '../statements/joined.ts';
import { mysql2Database, mysql2Statements } from '../mysql/drivers/mysql2.ts';
import {
  type Mysql2Connection,
  type Mysql2Pool,
  type Mysql2PromisePool,
  promiseConnection,
} from '../mysql/drivers/handles.ts';
import { isDatabaseSync, nodeSqliteDatabase, nodeSqliteStatements } from '../sqlite/drivers/node-sqlite.ts';
import { type PgClient, pgDatabase, type PgPool, pgStatements } from '../postgres/drivers/pg.ts';
import type { Database, Dialect } from '../port.ts';
import type { Execute } from './source.ts';

/**
 * The engine's database over a pool of pg or mysql2, or a connection of better-sqlite3 or node:sqlite.
 *
 * @throws {PolicyEngineError} `database_misuse` for anything else
 */
export function databaseOfHandle(handle: unknown): Database {
  if (isBetterSqlite3(handle)) return betterSqlite3Database(handle);
  if (isDatabaseSync(handle)) return nodeSqliteDatabase(handle);
  if (hasMethod(handle, 'getConnection')) return mysql2Database(handle as Mysql2Pool);
  if (hasMethod(handle, 'connect') && 'totalCount' in handle) return pgDatabase(handle as unknown as PgPool);
  throw unknownDriver();
}

/**
 * The engine's database in the open transaction of a driver's connection, which may be a promise.
 *
 * @param isOver whether the transaction has ended; another one may have begun on the connection since
 */
export function transactionOfHandle(dialect: Dialect, handle: unknown, isOver: () => boolean = () => false): Database {
  let statements: Promise<Execute> | undefined;
  return joinedBy(dialect, async (sql, parameters) => {
    if (isOver()) throw new PolicyEngineError('database_misuse', 'The transaction of the ORM is over.');
    statements ??= Promise.resolve(handle).then(statementsOn);
    return (await statements)(sql, parameters);
  });
}

function statementsOn(handle: unknown): Execute {
  if (isBetterSqlite3(handle)) return betterSqlite3Statements(handle);
  if (isDatabaseSync(handle)) return nodeSqliteStatements(handle);
  if (hasMethod(handle, 'beginTransaction')) return mysql2Statements(handle as Mysql2Connection);
  if (hasMethod(handle, 'query')) return pgStatements(handle as unknown as PgClient);
  throw unknownDriver();
}

/** An ORM's own pool, which lends connections of a driver. */
export interface HostPool {
  acquire(): Promise<unknown>;
  release(connection: unknown): void | Promise<void>;
  /** Closes a broken connection instead of lending it again. */
  destroy(connection: unknown): void | Promise<void>;
}

/** The engine's database over an ORM's own pool. @throws {PolicyEngineError} `database_misuse` for an unknown driver */
export async function databaseOfPool(pool: HostPool): Promise<Database> {
  const first = await pool.acquire();
  await pool.release(first);
  if (isBetterSqlite3(first)) return betterSqlite3Database(first);
  if (hasMethod(first, 'beginTransaction')) return mysql2Database(mysql2PoolOver(pool));
  if (hasMethod(first, 'query')) return pgDatabase(pgPoolOver(pool));
  throw unknownDriver();
}

function pgPoolOver(pool: HostPool): PgPool {
  return {
    totalCount: 0,
    async connect() {
      const client = (await pool.acquire()) as PgClient;
      return {
        driverHandle: client,
        query: (query) => client.query(query),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
        release: (broken) => void (broken ? pool.destroy(client) : pool.release(client)),
      };
    },
  };
}

function mysql2PoolOver(pool: HostPool): Mysql2Pool {
  const lent: Mysql2PromisePool = {
    async getConnection() {
      const raw = (await pool.acquire()) as Mysql2Connection;
      const promised = promiseConnection(raw);
      return {
        driverHandle: raw,
        connection: promised.connection,
        query: (query) => promised.query(query),
        on: (event, listener) => promised.on(event, listener),
        removeListener: (event, listener) => promised.removeListener(event, listener),
        release: () => void pool.release(raw),
        destroy: () => void pool.destroy(raw),
      };
    },
  };
  return { ...lent, promise: () => lent } as Mysql2Pool;
}

function hasMethod(value: unknown, name: string): value is object {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';
}

function unknownDriver(): PolicyEngineError {
  return new PolicyEngineError(
    'database_misuse',
    'The engine supports the drivers pg, mysql2, better-sqlite3 and node:sqlite; this is another one. fromTransaction() joins a transaction of any driver.',
  );
}
