import { loadDriver, owning, parsedUrl } from '../connection/drivers.ts';
import type { Database } from '../port.ts';
import type { DatabaseOptions } from '../connection/source.ts';
import { mysql2Database } from './drivers/mysql2.ts';

export const schemes: readonly string[] = ['mysql', 'mariadb'];

/** Required session settings, set at its start; the host's own pools are only checked. */
const session =
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', " +
  "time_zone = '+00:00'";

/** Opens a pool, which the database closes. */
export function connect(url: string, options: DatabaseOptions): Database {
  const { href } = parsedUrl(url);
  const { createPool } = loadDriver('mysql2');
  const pool = createPool({
    uri: href.replace(/^mariadb:/i, 'mysql:'),
    charset: 'utf8mb4',
    timezone: 'Z',
    connectTimeout: 10_000,
  });
  pool.on('connection', (connection) => {
    const fail = (error: unknown): void => {
      if (error) connection.destroy();
    };
    connection.query(session, fail);
    connection.query('set session transaction isolation level read committed', fail);
  });
  return owning(mysql2Database(pool, options), () => pool.promise().end());
}
