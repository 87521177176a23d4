import { PolicyEngineError } from '../../../../errors/errors.ts';
import { databaseOver } from '../../connection/database-over.ts';
import { joinedBy } from '../../statements/joined.ts';
import { promiseConnection, promisePool } from './handles.ts';
import type { Mysql2Connection, Mysql2Pool, Mysql2PromiseConnection, Mysql2PromisePool } from './handles.ts';
import { checkedSession, startTransaction } from './session.ts';
import type { Mysql2Session } from './session.ts';
import { asSent, type Field, readerOf } from './types.ts';
import type { Database, StatementResult } from '../../port.ts';
import type { ConnectionSource, DatabaseOptions, Execute, TransactionConnection } from '../../connection/source.ts';
import { connecting } from '../../connection/sql-outages.ts';
import { rowsOf } from '../../statements/values.ts';

/**
 * MySQL or MariaDB over the host's pool, of `mysql2` or `mysql2/promise`. The pool still belongs to the host: it is
 * never closed, and its sessions keep their settings.
 *
 * @throws {PolicyEngineError} `database_misuse` if given anything else. Calls fail with `database_session_refused` if
 * the session is not strict, not utf8mb4, or has NO_BACKSLASH_ESCAPES.
 */
export function mysql2Database(pool: Mysql2Pool, options: DatabaseOptions = {}): Database {
  return databaseOver(new Mysql2Source(pool), options);
}

/**
 * Joins the transaction that the host has open on a connection, of `mysql2` or `mysql2/promise`. Use it only until that
 * transaction ends.
 *
 * @throws {PolicyEngineError} `database_misuse`; calls fail with it if the connection has no transaction open.
 */
export function mysql2Transaction(connection: Mysql2Connection): Database {
  return joinedBy('mysql', mysql2Statements(connection));
}

/** Runs statements in the transaction that is open on a connection. @throws {PolicyEngineError} `database_misuse` */
export function mysql2Statements(connection: Mysql2Connection): Execute {
  const client = promiseConnection(connection);
  return async (sql, parameters) => {
    await checkedSession(client.connection, client);
    await refuseWithoutTransaction(client);
    return query(client, sql, parameters);
  };
}

const inTransactionFlag = 1;
const autocommitFlag = 2;

/** Checked each time: a deadlock, a DDL statement or the host may have ended the transaction since then. */
async function refuseWithoutTransaction(client: Mysql2PromiseConnection): Promise<void> {
  const [answer] = await client.query({ sql: 'do 0' });
  const status = (answer as { serverStatus?: number }).serverStatus ?? 0;
  if (status & inTransactionFlag || !(status & autocommitFlag)) return;
  throw new PolicyEngineError('database_misuse', 'The host has no transaction open on this connection.');
}

class Mysql2Source implements ConnectionSource {
  readonly dialect = 'mysql';
  readonly key: object;
  readonly #pool: Mysql2PromisePool;

  constructor(pool: Mysql2Pool) {
    const told = promisePool(pool);
    this.key = told.key;
    this.#pool = told.pool;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    const { client, session, release } = await this.#checkOut();
    let broken = true;
    try {
      const result = await query(client, sql, parameters);
      await endTransaction(client, session, result);
      broken = false;
      return result;
    } catch (error) {
      broken = !isAnswer(error) || !session.autocommits;
      throw error;
    } finally {
      release(broken);
    }
  }

  async acquire(): Promise<TransactionConnection> {
    const { client, handle, session, release } = await this.#checkOut();
    return {
      handle,
      execute: (sql, parameters) => query(client, sql, parameters),
      begin: (isolation) => startTransaction(client, session, isolation),
      commit: async () => void (await client.query({ sql: 'commit' })),
      rollback: async () => void (await client.query({ sql: 'rollback' })),
      release,
    };
  }

  async #checkOut(): Promise<CheckedOut> {
    const client = await connecting(() => this.#pool.getConnection());
    const release = (broken: boolean): void => {
      client.removeListener('error', ignore);
      if (broken) client.destroy();
      else client.release();
    };
    client.on('error', ignore);
    try {
      const handle = client.driverHandle ?? client;
      return { client, handle, session: await checkedSession(client.connection, client), release };
    } catch (error) {
      release(!(error instanceof PolicyEngineError));
      throw error;
    }
  }
}

/**
 * Commits a single statement if the session of the host does not. The server says so after each write; a host may have changed it.
 *
 * @throws {PolicyEngineError} `database_misuse` if the statement became part of a transaction of the host. The connection must
 * be closed, which undoes both
 */
async function endTransaction(
  client: Mysql2PromiseConnection,
  { autocommits }: Mysql2Session,
  { status }: Mysql2Result,
): Promise<void> {
  const isOpen = (status & inTransactionFlag) !== 0;
  if (isOpen && autocommits && status & autocommitFlag) {
    throw new PolicyEngineError(
      'database_misuse',
      'The host has put a connection back into its pool with a transaction open on it.',
    );
  }
  if (isOpen || !autocommits) await client.query({ sql: 'commit' });
}

interface CheckedOut {
  readonly client: Mysql2PromiseConnection;
  readonly handle: object;
  readonly session: Mysql2Session;
  readonly release: (broken: boolean) => void;
}

/** The next statement on the connection reports the loss. */
function ignore(): void {}

/**
 * Text protocol: prepared statements would be counted against a limit of the whole server (max_prepared_stmt_count) in
 * each connection. Values are only text, numbers, bytes and null, which mysql2 escapes safely in a checked session.
 */
async function query(client: Mysql2PromiseConnection, sql: string, values: readonly unknown[]): Promise<Mysql2Result> {
  const [answer, fields] = await client.query({
    sql,
    values: [...values],
    rowsAsArray: true,
    nestTables: false,
    typeCast: asSent,
    // For times with a zone, which only the driver knows.
    dateStrings: ['DATETIME'],
  });
  if (!Array.isArray(answer)) {
    const header = answer as ResultHeader;
    return { rows: [], affectedRows: foundRows(sql, header), status: header.serverStatus ?? 0 };
  }
  const readers = (fields as Field[]).map(readerOf);
  const rows = (answer as unknown[][]).map((row) =>
    row.map((value, index) => (value instanceof Uint8Array ? readers[index]!(value as Buffer) : value)),
  );
  const names = (fields as Field[]).map(({ name }) => name);
  return { rows: rowsOf(names, rows), affectedRows: 0, status: 0 };
}

interface Mysql2Result extends StatementResult {
  /** Flags of the server after a statement that returns no rows; otherwise 0. */
  readonly status: number;
}

interface ResultHeader {
  readonly affectedRows: number;
  /** For an update `Rows matched: 1  Changed: 0  Warnings: 0`, in the language of the server. */
  readonly info?: string;
  readonly serverStatus?: number;
}

/** If the host disabled FOUND_ROWS, the server counts only the rows that an update changed. */
function foundRows(sql: string, { affectedRows, info = '' }: ResultHeader): number {
  const found = /^\s*update\b/i.test(sql) ? /^\D*(\d+)\D+\d+\D+\d+/.exec(info) : null;
  return found ? Number(found[1]) : affectedRows;
}

/** True if the server refused the statement, false if the connection is gone. */
function isAnswer(error: unknown): boolean {
  const { sqlState, fatal } = error as { sqlState?: unknown; fatal?: unknown };
  return typeof sqlState === 'string' && fatal !== true;
}
