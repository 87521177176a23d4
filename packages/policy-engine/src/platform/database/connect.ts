import { existsSync } from 'node:fs';
import { PolicyEngineError } from '../../errors.ts';
import { loadDriver } from './drivers.ts';
import { mysql2Database } from './mysql2.ts';
import { nodeSqliteDatabase } from './node-sqlite.ts';
import { pgDatabase } from './pg.ts';
import type { Database } from './port.ts';
import type { DatabaseOptions } from './source.ts';
import { inMemory, sqliteLocation } from './sqlite-location.ts';

/**
 * Opens the database a `DATABASE_URL` names: a path, `file:` URL or `:memory:` (SQLite), `postgres://`, `postgresql://`,
 * `mysql://` or `mariadb://`. The drivers `pg` and `mysql2` are loaded only when needed. `close()` ends what was opened.
 *
 * A server is not contacted before the first statement.
 *
 * @throws {PolicyEngineError} `database_url_refused`; `database_driver_missing` naming the npm package to install.
 *
 * @example
 * ```ts
 * const database = await connectDatabase(process.env.DATABASE_URL ?? 'data/app.db');
 * await migrate(database);
 * ```
 */
export async function connectDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const scheme = schemeOf(url);
  switch (scheme) {
    case 'postgres':
    case 'postgresql':
      return connectPostgres(parsed(url), options);
    case 'mysql':
    case 'mariadb':
      return connectMysql(parsed(url), options);
    case 'file':
    case undefined:
      return nodeSqliteDatabase(url, options);
    default:
      throw new PolicyEngineError(
        'database_url_refused',
        `No database driver for ${scheme}: URLs. There are postgres:, postgresql:, mysql: and mariadb:, and file: or a path for SQLite.`,
      );
  }
}

function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase();
}

/**
 * Rejects a SQLite file that does not exist, which opening would create: for code that only reads a database. Servers
 * report a missing database themselves.
 *
 * @throws {PolicyEngineError} `database_url_refused`
 */
export function requireExisting(url: string): void {
  const scheme = schemeOf(url);
  if (scheme !== undefined && scheme !== 'file') return;
  const file = sqliteLocation(url);
  if (file === inMemory || existsSync(file)) return;
  throw new PolicyEngineError('database_url_refused', `no database at ${file}`);
}

function connectPostgres(url: URL, options: DatabaseOptions): Database {
  const { Pool } = loadDriver('pg');
  const pool = new Pool({ connectionString: url.href, connectionTimeoutMillis: 10_000 });
  // An idle connection that the server closes is replaced at the next use; without a listener the error would end the
  // process.
  pool.on('error', () => {});
  return owning(pgDatabase(pool, options), () => pool.end());
}

/** Required session settings, set at its start; the host's own pools are only checked. */
const mysqlSession =
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', " +
  "time_zone = '+00:00'";

function connectMysql(url: URL, options: DatabaseOptions): Database {
  const { createPool } = loadDriver('mysql2');
  const pool = createPool({
    uri: url.href.replace(/^mariadb:/i, 'mysql:'),
    charset: 'utf8mb4',
    timezone: 'Z',
    connectTimeout: 10_000,
  });
  pool.on('connection', (connection) => {
    const fail = (error: unknown): void => {
      if (error) connection.destroy();
    };
    connection.query(mysqlSession, fail);
    connection.query('set session transaction isolation level read committed', fail);
  });
  return owning(mysql2Database(pool, options), () => pool.promise().end());
}

/** URL parsers include the URL, with its password, in their message. */
function parsed(url: string): URL {
  if (URL.canParse(url)) return new URL(url);
  throw new PolicyEngineError(
    'database_url_refused',
    'The database URL cannot be parsed; are special characters of the password percent-encoded?',
  );
}

/** The adapters do not close pools; their owner does, which is this file here. */
function owning(database: Database, end: () => Promise<void>): Database {
  const refuseInsideTransaction = database.close.bind(database);
  let ended: Promise<void> | undefined;
  database.close = async () => {
    // Within a transaction, closing the pool would deadlock.
    await refuseInsideTransaction();
    await (ended ??= end());
  };
  return database;
}
