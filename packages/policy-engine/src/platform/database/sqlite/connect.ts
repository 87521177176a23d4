import { existsSync } from 'node:fs';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { inMemory, sqliteLocation } from './drivers/location.ts';

export { nodeSqliteDatabase as connect } from './drivers/node-sqlite.ts';

export const schemes: readonly string[] = ['file', ''];

/** @throws {PolicyEngineError} `database_url_refused` for a file that does not exist, which opening would create */
export function requireFile(url: string): void {
  const file = sqliteLocation(url);
  if (file === inMemory || existsSync(file)) return;
  throw new PolicyEngineError('database_url_refused', `no database at ${file}`);
}
