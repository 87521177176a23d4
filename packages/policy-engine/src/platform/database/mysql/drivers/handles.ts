import { PolicyEngineError } from '../../../../errors/errors.ts';

/** A statement for mysql2, with the engine's conversion of values regardless of the pool's settings. */
export interface Mysql2Query {
  sql: string;
  values?: unknown[];
  rowsAsArray?: boolean;
  typeCast?: (field: { readonly type: string; buffer(): Buffer | null }, next: () => unknown) => unknown;
  nestTables?: boolean;
  supportBigNumbers?: boolean;
  bigNumberStrings?: boolean;
  dateStrings?: boolean | ('TIMESTAMP' | 'DATETIME' | 'DATE')[];
}

/** The part of a promise connection that is used. */
export interface Mysql2PromiseConnection {
  query(query: Mysql2Query): Promise<[unknown, unknown]>;
  /** The driver's connection under the wrapper. */
  readonly connection: object;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of a connection from a promise pool that is used. */
export interface Mysql2PromisePoolConnection extends Mysql2PromiseConnection {
  release(): void;
  destroy(): void;
  /** The driver's own connection, if this is only a wrapper. */
  readonly driverHandle?: object;
}

/** The part of a promise pool that is used. */
export interface Mysql2PromisePool {
  getConnection(): Promise<Mysql2PromisePoolConnection>;
}

/** A pool of `mysql2` or of `mysql2/promise`. */
export interface Mysql2Pool {
  getConnection(...parameters: never[]): unknown;
}

/** A connection of `mysql2` or of `mysql2/promise`. */
export interface Mysql2Connection {
  beginTransaction(...parameters: never[]): unknown;
}

/**
 * The promise interface of either kind of pool, and the object that identifies both. A promise pool that is called with
 * callbacks never answers, so the kind is determined before the first query.
 */
export function promisePool(pool: Mysql2Pool): { pool: Mysql2PromisePool; key: object } {
  const given = pool as { getConnection?: unknown; promise?: unknown; pool?: { promise?: unknown } } | null | undefined;
  if (typeof given?.getConnection === 'function') {
    if (typeof given.promise === 'function') return { pool: given.promise() as Mysql2PromisePool, key: pool };
    if (typeof given.pool?.promise === 'function') return { pool: pool as Mysql2PromisePool, key: given.pool };
  }
  throw new PolicyEngineError(
    'database_misuse',
    'mysql2Database() takes a pool of mysql2 or mysql2/promise; a connection with an open transaction goes to mysql2Transaction().',
  );
}

/** The promise interface of either kind of connection. */
export function promiseConnection(connection: Mysql2Connection): Mysql2PromiseConnection {
  const given = connection as
    | { beginTransaction?: unknown; promise?: unknown; connection?: { promise?: unknown } }
    | null
    | undefined;
  if (typeof given?.beginTransaction === 'function') {
    if (typeof given.promise === 'function') return given.promise() as Mysql2PromiseConnection;
    if (typeof given.connection?.promise === 'function') return connection as unknown as Mysql2PromiseConnection;
  }
  throw new PolicyEngineError(
    'database_misuse',
    'mysql2Transaction() takes a connection of mysql2 or mysql2/promise; a pool goes to mysql2Database().',
  );
}
