/** Optional drivers, which the host installs, and the pools that are opened with them. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type mysql2 from 'mysql2';
import type pg from 'pg';
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Database } from '../port.ts';

/**
 * Loads a driver that is installed beside this package or in the working directory of the host. Not a static import: a
 * bundler would fail if it is not installed, and include it if it is.
 *
 * @throws {PolicyEngineError} `database_driver_missing` naming the npm package to install
 */
export function loadDriver(name: 'pg'): typeof pg;
export function loadDriver(name: 'mysql2'): typeof mysql2;
export function loadDriver(name: keyof typeof SERVERS): unknown {
  const here = import.meta.url as string | undefined;
  let missing: unknown;
  for (const from of [here, path.join(process.cwd(), 'package.json')]) {
    try {
      // A bundle that is not a module has no URL.
      if (from !== undefined) return createRequire(from)(name);
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      if (code !== 'MODULE_NOT_FOUND' || !String(message).includes(`'${name}'`)) throw error;
      missing = error;
    }
  }
  throw new PolicyEngineError(
    'database_driver_missing',
    `${SERVERS[name]} needs the npm package ${name}: npm install ${name}`,
    { cause: missing },
  );
}

const SERVERS = { pg: 'PostgreSQL', mysql2: 'MySQL and MariaDB' } as const;

/** URL parsers include the URL, with its password, in their message. */
export function parsedUrl(url: string): URL {
  if (URL.canParse(url)) return new URL(url);
  throw new PolicyEngineError(
    'database_url_refused',
    'The database URL cannot be parsed; are special characters of the password percent-encoded?',
  );
}

/** The adapters do not close pools; their owner does, which is who opened them. */
export function owning(database: Database, end: () => Promise<void>): Database {
  const refuseInsideTransaction = database.close.bind(database);
  let ended: Promise<void> | undefined;
  database.close = async () => {
    // Within a transaction, closing the pool would deadlock.
    await refuseInsideTransaction();
    await (ended ??= end());
  };
  return database;
}
