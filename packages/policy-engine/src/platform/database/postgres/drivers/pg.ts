import { PolicyEngineError } from '../../../../errors/errors.ts';
import { databaseOver } from '../../connection/database-over.ts';
import { joinedBy } from '../../statements/joined.ts';
import { StatementNames } from './statement-names.ts';
import { pgTypes } from './types.ts';
import type { Database, StatementOptions, StatementResult } from '../../port.ts';
import type { ConnectionSource, DatabaseOptions, Execute, TransactionConnection } from '../../connection/source.ts';
import { connecting } from '../../connection/sql-outages.ts';
import { endsConnection } from '../errors.ts';
import { rowsOf } from '../../statements/values.ts';

/** The part of a `pg` client that is used; `PoolClient` and `Client` fit. */
export interface PgClient {
  query(query: { name?: string; text: string; values: unknown[]; types: typeof pgTypes; rowMode: 'array' }): Promise<{
    rows: unknown[][];
    fields: { readonly name: string }[];
    rowCount: number | null;
    command: string;
  }>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /** Distinguishes a pool, which also has `query`, from a client. */
  readonly totalCount?: never;
}

/** The part of a `pg` pool that is used. */
export interface PgPool {
  readonly totalCount: number;
  connect(): Promise<PgPoolClient>;
}

/** A client from a pool. */
export interface PgPoolClient extends PgClient {
  release(destroy?: boolean): void;
  /** The driver's own client, if this is only a wrapper. */
  readonly driverHandle?: object;
}

/**
 * PostgreSQL over the host's `pg` pool. The pool still belongs to the host: it is never closed here.
 *
 * @throws {PolicyEngineError} `database_misuse` if given a single client; `pgTransaction` is for that.
 */
export function pgDatabase(pool: PgPool, options: DatabaseOptions = {}): Database {
  if (typeof pool?.connect !== 'function' || typeof pool.totalCount !== 'number') {
    throw new PolicyEngineError(
      'database_misuse',
      'pgDatabase() takes a pool of pg; a client with an open transaction goes to pgTransaction().',
    );
  }
  return databaseOver(new PgSource(pool), options);
}

/**
 * Joins the transaction that the host has open on a `pg` client. Use it only until that transaction ends.
 *
 * @throws {PolicyEngineError} `database_misuse`, also later from each call, if the client has no transaction open.
 */
export function pgTransaction(client: PgClient): Database {
  if (typeof client?.query !== 'function' || 'totalCount' in client) {
    throw new PolicyEngineError(
      'database_misuse',
      'pgTransaction() takes a client of pg; a pool goes to pgDatabase().',
    );
  }
  refuseWithoutTransaction(client);
  return joinedBy('postgres', pgStatements(client));
}

/** Runs statements in the transaction that is open on a client. */
export function pgStatements(client: PgClient): Execute {
  return async (sql, parameters) => {
    refuseWithoutTransaction(client);
    return query(client, sql, parameters);
  };
}

/** pg reports it since 8.20; older versions are trusted. */
interface TellsStatus {
  getTransactionStatus?(): string | null;
}

function refuseWithoutTransaction(client: PgClient & TellsStatus): void {
  if (client.getTransactionStatus?.() !== 'I') return;
  throw new PolicyEngineError('database_misuse', 'The host has no transaction open on this client.');
}

class PgSource implements ConnectionSource {
  readonly dialect = 'postgres';
  readonly key: PgPool;
  readonly #names = new StatementNames();

  constructor(pool: PgPool) {
    this.key = pool;
  }

  async execute(
    sql: string,
    parameters: readonly unknown[],
    _deadline: number,
    options?: StatementOptions,
  ): Promise<StatementResult> {
    const connection = await this.#checkOut();
    let broken = false;
    try {
      return await this.#query(connection.client, sql, parameters, options);
    } catch (error) {
      // `pool.query()` would close the connection after each failed statement, even for a rejected row.
      broken = !isAnswer(error);
      throw error;
    } finally {
      connection.release(broken);
    }
  }

  async acquire(): Promise<TransactionConnection> {
    const { client, release } = await this.#checkOut();
    return {
      handle: client.driverHandle ?? client,
      execute: (sql, parameters, options) => this.#query(client, sql, parameters, options),
      begin: async (isolation) => void (await query(client, `begin isolation level ${isolation}`, [])),
      commit: () => commit(client),
      rollback: async () => void (await query(client, 'rollback', [])),
      release,
    };
  }

  async #query(
    client: PgClient,
    sql: string,
    parameters: readonly unknown[],
    { isRepeated = false }: StatementOptions = {},
  ): Promise<StatementResult> {
    const name = isRepeated ? this.#names.of(sql) : undefined;
    try {
      return await query(client, sql, parameters, name);
    } catch (error) {
      throw name === undefined ? error : this.#names.reasonOf(error);
    }
  }

  /** A connection without a transaction: the host may have put one back with its own still open, whose end is the host's. */
  async #free(): Promise<PgPoolClient> {
    for (;;) {
      const client: PgPoolClient = await this.key.connect();
      const driver = (client.driverHandle ?? client) as TellsStatus;
      if (!/^[TE]$/.test(driver.getTransactionStatus?.() ?? '')) return client;
      client.release(true);
    }
  }

  async #checkOut(): Promise<{ client: PgPoolClient; release: (broken: boolean) => void }> {
    const client = await connecting(() => this.#free());
    // The pool listens only to idle clients: a connection lost between two statements would end the process.
    client.on('error', ignore);
    return {
      client,
      release(broken) {
        client.removeListener('error', ignore);
        client.release(broken);
      },
    };
  }
}

/** The next statement on the client reports the loss. */
function ignore(): void {}

/** PostgreSQL answers the commit of a failed transaction with a rollback, without an error. */
async function commit(client: PgClient): Promise<void> {
  const { command } = await client.query({ text: 'commit', values: [], types: pgTypes, rowMode });
  if (command === 'ROLLBACK') {
    throw new PolicyEngineError(
      'database_transaction_failed',
      'PostgreSQL rolled the transaction back instead of committing it.',
    );
  }
}

/** As objects, each row would be created twice, by pg and by the engine. */
const rowMode = 'array';

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

async function query(
  client: PgClient,
  sql: string,
  parameters: readonly unknown[],
  name?: string,
): Promise<StatementResult> {
  const { rows, fields, rowCount, command } = await client.query({
    text: sql,
    values: [...parameters],
    types: pgTypes,
    rowMode,
    ...(name !== undefined && { name }),
  });
  const names = fields.map(({ name }) => name);
  return { rows: rowsOf(names, rows), affectedRows: writes.has(command) ? (rowCount ?? 0) : 0 };
}

/** True if the server refused the statement, false if the connection is gone. */
function isAnswer(error: unknown): boolean {
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  // The server writes the severity in its language.
  const isFatal = severity === 'FATAL' || severity === 'PANIC' || endsConnection(code);
  return typeof severity === 'string' && !isFatal;
}
