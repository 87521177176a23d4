import { allDialects } from '../dialects.ts';
import type { DriverError } from './driver-error.ts';

/**
 * True if the error, or one it wraps, says that a table, a column or the schema of a statement is missing. In a
 * statement of the host, the host must handle it.
 */
export function isMissingTable(error: unknown): boolean {
  return findError(error, (one) => allDialects.some(({ errors }) => errors.isMissingTable(one))) !== undefined;
}

/**
 * True if the error, or one it wraps, says that a unique index rejected a row. Supports the errors of node:sqlite,
 * better-sqlite3, pg and mysql2, also inside the wrappers of ORMs (`cause`, `driverError`, `original`, `parent`).
 */
export function isUniqueViolation(error: unknown): boolean {
  return findError(error, (one) => allDialects.some(({ errors }) => errors.isUniqueViolation(one))) !== undefined;
}

/** True if a foreign key rejected the statement. */
export function isKeyViolation(error: unknown): boolean {
  return findError(error, (one) => allDialects.some(({ errors }) => errors.isKeyViolation(one))) !== undefined;
}

/** True if the transaction lost to another one, so that running it again from its start can succeed. */
export function isConflict(error: unknown): boolean {
  return findError(error, (one) => allDialects.some(({ errors }) => errors.isConflict(one))) !== undefined;
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
