import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite';
import { PolicyEngineError } from '../../../../errors/errors.ts';
import { databaseOver } from '../../connection/database-over.ts';
import { joinedBy } from '../../statements/joined.ts';
import type { Database } from '../../port.ts';
import type { DatabaseOptions, Execute } from '../../connection/source.ts';
import { inMemory, sqliteLocation } from './location.ts';
import { busyTimeout, fileSource, hostConnection, hostSource, memorySource, openTimeout } from './source.ts';

/**
 * A SQLite database by path, `file:` URL or `:memory:`, or over the host's own `DatabaseSync`.
 *
 * A file is opened with WAL, foreign keys and `synchronous = full`: with `normal` a power failure could lose consents
 * that were already confirmed to the person. Missing folders are created. Readers have their own connection and do not
 * wait for writers. A host's `DatabaseSync` is used with its settings; while the host has a transaction open on it,
 * calls wait (`nodeSqliteTransaction` joins it).
 *
 * Don't open a file with it that the same process has open with another driver (better-sqlite3, sqlite3): two copies of
 * SQLite in one process release each other's locks, which can destroy the file (sqlite.org/howtocorrupt.html, 2.2).
 *
 * @throws {PolicyEngineError} `database_url_refused`; `database_misuse` for a handle of another driver.
 */
export function nodeSqliteDatabase(source: string | URL | DatabaseSync, options: DatabaseOptions = {}): Database {
  if (typeof source !== 'string' && !(source instanceof URL)) {
    refuseOther(source);
    return databaseOver(hostSource(source, source, 'nodeSqliteTransaction'), options);
  }
  const location = sqliteLocation(source);
  return databaseOver(location === inMemory ? memorySource(openHandle(inMemory)) : opened(location), options);
}

/**
 * Joins the transaction that the host has open on its `DatabaseSync`. Use it only until that transaction ends.
 *
 * @throws {PolicyEngineError} `database_misuse`, also later from each call, if no transaction is open.
 */
export function nodeSqliteTransaction(handle: DatabaseSync): Database {
  refuseOther(handle);
  refuseWithoutTransaction(handle);
  return joinedBy('sqlite', nodeSqliteStatements(handle));
}

/** Runs statements in the transaction that is open on a connection. */
export function nodeSqliteStatements(handle: DatabaseSync): Execute {
  const { connection } = hostConnection(handle, handle);
  return async (sql, parameters) => {
    refuseWithoutTransaction(handle);
    return connection.run(sql, parameters);
  };
}

function opened(path: string) {
  mkdirSync(dirname(path), { recursive: true });
  return fileSource(null, openHandle(path, { timeout: openTimeout }), () =>
    openHandle(path, { readOnly: true, timeout: busyTimeout }),
  );
}

/** Loaded when first needed: on Node 22 it prints a warning, which is irrelevant for a host on PostgreSQL. */
function openHandle(path: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  return new DatabaseSync(path, options);
}

function refuseOther(handle: DatabaseSync): void {
  if (isDatabaseSync(handle)) return;
  throw new PolicyEngineError('database_misuse', 'Not a DatabaseSync of node:sqlite, nor a path or file: URL.');
}

/** Whether it is a connection of node:sqlite. */
export function isDatabaseSync(handle: unknown): handle is DatabaseSync {
  const { prepare, isTransaction } = (handle ?? {}) as Partial<DatabaseSync>;
  return typeof prepare === 'function' && typeof isTransaction === 'boolean';
}

function refuseWithoutTransaction(handle: DatabaseSync): void {
  if (handle.isTransaction) return;
  throw new PolicyEngineError('database_misuse', 'The host has no transaction open on this DatabaseSync.');
}
