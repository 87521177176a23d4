import { PolicyEngineError } from '../../../errors/errors.ts';
import * as mysql from '../mysql/connect.ts';
import type { Database } from '../port.ts';
import * as postgres from '../postgres/connect.ts';
import type { DatabaseOptions } from './source.ts';
import * as sqlite from '../sqlite/connect.ts';

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
  const found = [postgres, mysql, sqlite].find(({ schemes }) => schemes.includes(scheme));
  if (found !== undefined) return found.connect(url, options);
  throw new PolicyEngineError(
    'database_url_refused',
    `No database driver for ${scheme}: URLs. There are postgres:, postgresql:, mysql: and mariadb:, and file: or a path for SQLite.`,
  );
}

/** Empty for a path. */
function schemeOf(url: string): string {
  return /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

/**
 * Rejects a SQLite file that does not exist, which opening would create: for code that only reads a database. Servers
 * report a missing database themselves.
 *
 * @throws {PolicyEngineError} `database_url_refused`
 */
export function requireExisting(url: string): void {
  if (sqlite.schemes.includes(schemeOf(url))) sqlite.requireFile(url);
}
