import { dialectNamed } from '../dialects.ts';
import type { Database, Dialect, Row } from '../port.ts';
import type { Execute } from '../connection/source.ts';
import { newTransactionState, TransactionDatabase } from '../connection/transaction-database.ts';
import { decodeRow } from './values.ts';

/** A transaction that the host has started with its own driver or ORM and will end itself. */
export interface HostTransaction {
  readonly dialect: Dialect;
  /** Runs one statement of the dialect (`?` placeholders, on PostgreSQL `$1`) inside the host's transaction. */
  execute(sql: string, parameters: readonly unknown[]): Promise<{ rows: readonly Row[]; affectedRows?: number }>;
  /**
   * Set to true if `execute` can run `savepoint`: a failed inner transaction of the engine then undoes only itself.
   * Otherwise the host's transaction can only be rolled back after such a failure.
   */
  readonly savepoints?: boolean;
}

/**
 * A database whose every statement runs in the host's transaction: `transaction(fn)` runs `fn` in it without `begin` or
 * `commit`, and the engine's writes are committed or rolled back with the host's. Use it only until that transaction
 * ends. The host is responsible for the isolation level and for retries after a deadlock. On MySQL, set the driver to
 * UTC (`timezone: 'Z'`) or to text (`dateStrings`): in another zone, a time in the hour that is skipped in spring is
 * read an hour late.
 *
 * @example
 * ```ts
 * await client.query('begin');
 * const database = fromTransaction({
 *   dialect: 'postgres',
 *   async execute(sql, parameters) {
 *     const { rows, rowCount } = await client.query(sql, [...parameters]);
 *     return { rows, affectedRows: rowCount ?? 0 };
 *   },
 * });
 * … // the host's statements and the engine's
 * await client.query('commit');
 * ```
 */
export function fromTransaction(host: HostTransaction): Database {
  const readTimes = dialectNamed(host.dialect).supportsTimeZones ? null : timesOf(host);
  const execute: Execute = async (sql, parameters) => {
    const { rows, affectedRows = 0 } = await host.execute(sql, parameters);
    const read = readTimes === null ? rows : await readTimes(rows);
    return { rows: read.map(decodeRow), affectedRows };
  };
  return joinedBy(host.dialect, execute, host.savepoints ?? false);
}

/** The same for a driver that has an adapter. */
export function joinedBy(dialect: Dialect, execute: Execute, savepoints = true): Database {
  return new TransactionDatabase(dialect, execute, newTransactionState(), savepoints);
}

/**
 * A `datetime` of MySQL has no zone: a driver that converts it to a `Date` reads it in its configured zone, mysql2 in the
 * process's.
 */
function timesOf(host: HostTransaction): (rows: readonly Row[]) => Promise<readonly Row[]> {
  let zone: Promise<(date: Date) => Date> | undefined;
  return async (rows) => {
    if (!rows.some((row) => Object.values(row).some((value) => value instanceof Date))) return rows;
    const read = await (zone ??= zoneOf(host));
    const inUtc = (value: unknown) => (value instanceof Date ? read(value) : value);
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, inUtc(value)])));
  };
}

const probe = Date.UTC(2026, 6, 1, 12);

/** Determines how the host's driver reads a known time. */
async function zoneOf(host: HostTransaction): Promise<(date: Date) => Date> {
  const { rows } = await host.execute("select cast('2026-07-01 12:00:00' as datetime) as probe", []);
  const read = rows[0]?.['probe'];
  if (!(read instanceof Date) || read.getTime() === probe) return (date) => date;
  if (asLocal(read).getTime() === probe) return asLocal;
  const offset = probe - read.getTime();
  return (date) => new Date(date.getTime() + offset);
}

/** The time whose UTC fields equal the local fields of another time. */
function asLocal(date: Date): Date {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
}
