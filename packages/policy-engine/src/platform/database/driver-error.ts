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

/** Whether a code of a driver is one of these names. */
export function isNamed(code: unknown, names: RegExp): boolean {
  return typeof code === 'string' && names.test(code);
}
