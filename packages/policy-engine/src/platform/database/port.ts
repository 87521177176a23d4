/** The SQL dialect of a database. That of MariaDB is `mysql`. */
export type Dialect = 'sqlite' | 'postgres' | 'mysql';

/** Capabilities of a dialect that not all three share. Check these instead of comparing dialect names. */
export interface Capabilities {
  /** `insert … returning`. If false, what an insert stores has to be known before: IDs are generated in JavaScript everywhere. */
  readonly returning: boolean;
  /** `select … for update` locks rows. If false, write transactions are exclusive anyway, and a long one stops all other writers. */
  readonly rowLocks: boolean;
  /** `for update skip locked`. If false, those who take work from a queue wait for each other. */
  readonly skipLocked: boolean;
  /** Tables can be in a named schema (MySQL: a named database). If false, the option `schema` is rejected. */
  readonly schemas: boolean;
  /** `with … insert … returning`. If false, writes to several tables need a transaction around them, which takes more round trips. */
  readonly writableCte: boolean;
  /** `create table` and the like roll back with their transaction. If false, they commit it, and must not run in one of a host. */
  readonly transactionalDdl: boolean;
}

/** A row as returned by the port: plain object, text, numbers, bytes (`Uint8Array`) or null. */
export type Row = Record<string, unknown>;

/** Result of a statement. */
export interface StatementResult<R = Row> {
  readonly rows: R[];
  /**
   * Rows that an insert, update or delete affected; an update counts the rows it *found*, including those it did not
   * change. 0 for a select. Not comparable for upserts (MySQL counts an updated row twice).
   */
  readonly affectedRows: number;
}

/** What an adapter may assume about a statement. */
export interface StatementOptions {
  /**
   * The text recurs, and values of its parameters cannot change what it means, so that PostgreSQL may keep a plan that was made
   * without them. Not true of `on conflict (email) where active = $1`: only a plan for one value finds the partial index.
   * Never set for statements of a host. Default false.
   */
  readonly isRepeated?: boolean;
}

/** Isolation level of a write transaction. */
export interface TransactionOptions {
  /**
   * `serializable` (default): as if transactions ran one after another, so reading and then writing is safe; a conflict
   * runs the callback again. `read committed` is faster if the callback only inserts, or locks the rows it read with
   * `for update`. SQLite is always serializable.
   */
  readonly isolation?: 'serializable' | 'read committed';
}

/**
 * The port between the engine and a host's database.
 *
 * Parameters may be text, finite numbers, bigints of 64 bits, booleans (stored as 1 and 0), `Date` (stored as UTC text,
 * see `timeText`), bytes and null; anything else is rejected, because drivers bind it wrongly or differently. Rows
 * contain text, numbers (bigint only beyond 2^53), `Uint8Array` and null.
 */
export interface Database {
  readonly dialect: Dialect;
  readonly capabilities: Capabilities;
  /** True for the handle inside a transaction, the host's or the engine's. */
  readonly inTransaction: boolean;

  /**
   * Runs one statement with the dialect's own placeholders (`?`, on PostgreSQL `$1`).
   *
   * @throws {PolicyEngineError} `database_misuse` if called on an outer handle while a transaction of it is open in the
   * same call chain: use the handle given to the callback. `database_busy` after the wait limit. Otherwise the driver's
   * own error; see `isUniqueViolation`.
   */
  execute<R = Row>(
    sql: string,
    parameters?: readonly unknown[],
    options?: StatementOptions,
  ): Promise<StatementResult<R>>;

  /**
   * Runs `callback` in a write transaction and commits; rolls back if it throws.
   *
   * The callback may run several times: a deadlock or serialization failure rolls back and starts it again until the
   * wait limit, so it must have no effects outside the database. Inside a transaction this opens a savepoint, whose
   * failure undoes only its own part. After a failed statement the transaction accepts no other one, on every dialect
   * as on PostgreSQL; run statements that may fail in an inner transaction.
   */
  transaction<T>(callback: (transaction: Database) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /**
   * Closes the connections that this database opened itself, after open transactions have ended. Never closes a pool or
   * connection of the host.
   */
  close(): Promise<void>;
}
