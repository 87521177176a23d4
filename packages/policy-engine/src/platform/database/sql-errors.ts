/**
 * Each driver has the error code in a different property: pg and better-sqlite3 in `code`, mysql2 in `errno`,
 * node:sqlite in `errcode`.
 */
export interface DriverError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly errcode?: unknown;
  readonly severity?: unknown;
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
  /** Record changed since last read (MariaDB), lock wait timeout, deadlock, conflict in a replication group. */
  mysql: new Set<unknown>([1020, 1205, 1213, 3101]),
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

/** Whether a code of a driver is one of these names. */
export function isNamed(code: unknown, names: RegExp): boolean {
  return typeof code === 'string' && names.test(code);
}

function someError(error: unknown, matches: (error: DriverError) => boolean): boolean {
  return findError(error, matches) !== undefined;
}

/** Where ORMs put the error of the driver; `meta` and `driverAdapterError` are Prisma's. */
const WRAPPED = ['cause', 'driverError', 'original', 'parent', 'meta', 'driverAdapterError'];
/** Wrappers are nested a few levels at most; the limit also ends circular chains. */
const DEEPEST = 6;

/** Prisma's adapters keep the code of the driver, as text. */
function originalOf({ originalCode: code }: { readonly originalCode?: unknown }): DriverError {
  return code === undefined ? {} : { code, errno: Number(code) };
}

/** The first error that matches, of an error and those it wraps: of ORMs, and of sockets that tried several addresses. */
export function findError(
  error: unknown,
  matches: (error: DriverError) => boolean,
  depth: number = DEEPEST,
): DriverError | undefined {
  if (typeof error !== 'object' || error === null || depth === 0) return undefined;
  if (matches(error) || matches(originalOf(error))) return error;
  const wrapper = error as Record<string, unknown>;
  const several = Array.isArray(wrapper['errors']) ? (wrapper['errors'] as unknown[]).slice(0, DEEPEST) : [];
  for (const inner of [...WRAPPED.map((name) => wrapper[name]), ...several]) {
    const found = findError(inner, matches, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
