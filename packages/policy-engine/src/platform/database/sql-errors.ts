/**
 * Each driver has the error code in a different property: pg and better-sqlite3 in `code`, mysql2 in `errno`,
 * node:sqlite in `errcode`.
 */
interface DriverError {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly errcode?: unknown;
  readonly message?: unknown;
}

const uniqueViolations = {
  postgres: new Set<unknown>(['23505']),
  mysql: new Set<unknown>([1062, 1586]),
  /** SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE, _ROWID. */
  sqlite: new Set<unknown>([1555, 2067, 2579]),
  sqliteNames: /^SQLITE_CONSTRAINT_(?:PRIMARYKEY|UNIQUE|ROWID)$/,
};

const conflicts = {
  /** Serialization failure, deadlock. */
  postgres: new Set<unknown>(['40001', '40P01']),
  /** Record changed since last read (MariaDB), lock wait timeout, deadlock. */
  mysql: new Set<unknown>([1020, 1205, 1213]),
  /** SQLITE_BUSY and SQLITE_LOCKED, whatever their extended code. */
  sqlite: new Set<unknown>([5, 6]),
  sqliteNames: /^SQLITE_(?:BUSY|LOCKED)/,
};

const missingTables = {
  /** Undefined table, column, schema. */
  postgres: new Set<unknown>(['42P01', '42703', '3F000']),
  /** No such table, unknown column. */
  mysql: new Set<unknown>([1146, 1054]),
  /** SQLite has no separate code for this error. */
  sqlite: /^no such (?:table|column)|has no column named/,
};

/**
 * PostgreSQL has classes for them (08; 57P for shutdowns); the others are codes of the drivers and of Node's sockets.
 */
const lost = {
  postgres: /^(?:08\w{3}|57P0[1-5]|53300)$/,
  /** Too many connections, shutdown, connection killed, gone away, lost. */
  mysql: new Set<unknown>([1040, 1053, 1927, 2006, 2013]),
  words: new Set<unknown>([
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_SEQUENCE_TIMEOUT',
  ]),
  /** pg and mysql2 have no code for these. */
  messages:
    /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Can't add new command when connection is in closed state|Connection lost)/,
};

const readOnly = {
  postgres: new Set<unknown>(['25006']),
  /** `--read-only`, a read-only transaction. */
  mysql: new Set<unknown>([1290, 1792, 1836]),
  /** SQLITE_READONLY, whatever its extended code, SQLITE_FULL. */
  sqlite: new Set<unknown>([8, 13]),
  sqliteNames: /^SQLITE_(?:READONLY|FULL)/,
};

/**
 * True if the error, or one it wraps, says that the connection to the database was lost, or could not be established.
 */
export function isConnectionLost(error: unknown): boolean {
  return someError(
    error,
    ({ code, errno, message }) =>
      (typeof code === 'string' && (lost.postgres.test(code) || lost.words.has(code))) ||
      lost.mysql.has(errno) ||
      (typeof message === 'string' && lost.messages.test(message)),
  );
}

/** True if the error, or one it wraps, says that nothing can be written to the database. */
export function isReadOnly(error: unknown): boolean {
  return someError(
    error,
    ({ code, errno, errcode }) =>
      readOnly.postgres.has(code) ||
      readOnly.mysql.has(errno) ||
      (typeof errcode === 'number' && readOnly.sqlite.has(errcode & 0xff)) ||
      isNamed(code, readOnly.sqliteNames),
  );
}

/**
 * True if the error, or one it wraps, says that a table, a column or the schema of a statement is missing. In a
 * statement of the host, the host must handle it.
 */
export function isMissingTable(error: unknown): boolean {
  return someError(
    error,
    ({ code, errno, errcode, message }) =>
      missingTables.postgres.has(code) ||
      missingTables.mysql.has(errno) ||
      ((errcode === 1 || code === 'SQLITE_ERROR') && missingTables.sqlite.test(String(message))),
  );
}

/**
 * True if the error, or one it wraps, says that a unique index rejected a row. Supports the errors of node:sqlite,
 * better-sqlite3, pg and mysql2, also inside the wrappers of ORMs (`cause`, `driverError`, `original`, `parent`).
 */
export function isUniqueViolation(error: unknown): boolean {
  return someError(
    error,
    ({ code, errno, errcode }) =>
      uniqueViolations.postgres.has(code) ||
      uniqueViolations.mysql.has(errno) ||
      uniqueViolations.sqlite.has(errcode) ||
      isNamed(code, uniqueViolations.sqliteNames),
  );
}

/** True if the transaction lost to another one, so that running it again from its start can succeed. */
export function isConflict(error: unknown): boolean {
  return someError(
    error,
    ({ code, errno, errcode }) =>
      conflicts.postgres.has(code) ||
      conflicts.mysql.has(errno) ||
      (typeof errcode === 'number' && conflicts.sqlite.has(errcode & 0xff)) ||
      isNamed(code, conflicts.sqliteNames),
  );
}

function isNamed(code: unknown, names: RegExp): boolean {
  return typeof code === 'string' && names.test(code);
}

/** Wrappers are nested a few levels at most; the limit also ends circular chains. */
function someError(error: unknown, matches: (error: DriverError) => boolean, depth = 6): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  if (matches(error)) return true;
  const wrapper = error as Record<string, unknown>;
  return ['cause', 'driverError', 'original', 'parent'].some((name) => someError(wrapper[name], matches, depth - 1));
}
