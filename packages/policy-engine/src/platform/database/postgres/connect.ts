import { loadDriver, owning, parsedUrl } from '../connection/drivers.ts';
import type { Database } from '../port.ts';
import type { DatabaseOptions } from '../connection/source.ts';
import { pgDatabase } from './drivers/pg.ts';

export const schemes: readonly string[] = ['postgres', 'postgresql'];

/** Opens a pool, which the database closes. */
export function connect(url: string, options: DatabaseOptions): Database {
  const connectionString = parsedUrl(url).href;
  const { Pool } = loadDriver('pg');
  const pool = new Pool({ connectionString, connectionTimeoutMillis: 10_000 });
  // An idle connection that the server closes is replaced at the next use; without a listener the error would end the
  // process.
  pool.on('error', () => {});
  return owning(pgDatabase(pool, options), () => pool.end());
}
