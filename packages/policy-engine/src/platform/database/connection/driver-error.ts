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

/** Why a table could not be read. */
export interface ReadFailure {
  /** `gone`: the table no longer exists. `failed`: for any other reason. */
  readonly reason: 'time' | 'permission' | 'gone' | 'failed';
  /** The code of the error; its message may name a person. Null if there is none. */
  readonly code: string | null;
}

/** Why a table could not be read. @param codes for each reason that has some */
export function failureOf(code: string, codes: Readonly<Record<'time' | 'permission' | 'gone', RegExp>>): ReadFailure {
  const reason = (['time', 'permission', 'gone'] as const).find((one) => codes[one].test(code));
  return { reason: reason ?? 'failed', code };
}

/** Whether a code of a driver is one of these names. */
export function isNamed(code: unknown, names: RegExp): boolean {
  return typeof code === 'string' && names.test(code);
}
