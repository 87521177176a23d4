/** Why a table could not be read: from the error of its database. */
import { PolicyEngineError } from '../../../errors.ts';
import { outageOf } from '../../../platform/database/sql-outages.ts';
import { OutOfTime } from './pace.ts';

/** `gone`: the table no longer exists. */
export type ReadFailure = {
  readonly reason: 'time' | 'permission' | 'failed' | 'gone';
  /** The code of the error; its message may name a person. */
  readonly code: string | null;
};

type Reasons = ReadonlyMap<unknown, ReadFailure['reason']>;

/** SQLSTATE of PostgreSQL: canceled by a time limit, lock not available, no permission, undefined table. */
const postgres: Reasons = new Map<unknown, ReadFailure['reason']>([
  ['57014', 'time'],
  ['55P03', 'time'],
  ['42501', 'permission'],
  ['42P01', 'gone'],
]);
/** Time limits of MariaDB and MySQL, lock wait; access denied to a database, table, column, routine; no such table. */
const mysql: Reasons = new Map<unknown, ReadFailure['reason']>([
  [1969, 'time'],
  [3024, 'time'],
  [1205, 'time'],
  [1317, 'time'],
  [1044, 'permission'],
  [1142, 'permission'],
  [1143, 'permission'],
  [1370, 'permission'],
  [1146, 'gone'],
]);

/** @returns null for an error after which nothing else can be read either: an outage of the database, a mistake of the engine */
export function readFailureOf(error: unknown): ReadFailure | null {
  if (error instanceof OutOfTime) return { reason: 'time', code: null };
  if (error instanceof PolicyEngineError) {
    if (error.code === 'database_busy') return { reason: 'time', code: null };
    if (error.code === 'database_name_refused') return { reason: 'failed', code: error.code };
    return error.cause === undefined ? null : readFailureOf(error.cause);
  }
  if (!(error instanceof Error)) return null;
  const { code, errno, errcode } = error as { code?: unknown; errno?: unknown; errcode?: unknown };
  const isMysql = typeof errno === 'number' && errno >= 1000;
  const isSqlite = typeof errcode === 'number' || (typeof code === 'string' && code.startsWith('SQLITE_'));
  // A limit on one statement ends that statement alone; for a request it would be an outage.
  const reason = isMysql ? mysql.get(errno) : postgres.get(code);
  if (reason !== undefined) return { reason, code: String(isMysql ? errno : code) };
  if (outageOf(error) !== null) return null;
  if (isMysql) return { reason: 'failed', code: String(errno) };
  if (isSqlite) {
    const isGone = error.message.startsWith('no such table');
    return { reason: isGone ? 'gone' : 'failed', code: `SQLITE ${String(errcode ?? code)}` };
  }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? { reason: 'failed', code } : null;
}
