import type { DriverErrors, Outage } from '../dialect.ts';
import { type DriverError, isNamed } from '../connection/driver-error.ts';

/** Codes as node:sqlite and better-sqlite3 report them: as numbers, and by name. */
type Codes = readonly [codes: readonly number[], names: RegExp];

const uniqueViolations: Codes = [[1555, 2067, 2579], /^SQLITE_CONSTRAINT_(?:PRIMARYKEY|UNIQUE|ROWID)$/];

/** Primary result codes; extended ones have them in their last byte. */
const conflicts: Codes = [[5, 6], /^SQLITE_(?:BUSY|LOCKED)/];
const outages: { readonly [outage in Outage]?: Codes } = {
  full: [[7, 10, 13], /^SQLITE_(?:NOMEM|IOERR|FULL)/],
  readOnly: [[8], /^SQLITE_READONLY/],
  /** A lock that was lost in a race. */
  busy: [[15], /^SQLITE_PROTOCOL/],
  /** The folder is gone, no more open files. */
  cut: [[14], /^SQLITE_CANTOPEN/],
};

export const errors: DriverErrors = {
  isUniqueViolation: ({ errcode, code }) => has(uniqueViolations, errcode, code),
  // A key that restricts has the code of a trigger.
  isKeyViolation: ({ message }) => String(message).includes('FOREIGN KEY constraint failed'),
  isConflict: (error) => hasPrimary(conflicts, error),
  // There is no separate code for this error.
  isMissingTable: ({ errcode, code, message }) =>
    (errcode === 1 || code === 'SQLITE_ERROR') && /^no such (?:table|column)|has no column named/.test(String(message)),
  readFailure({ errcode, code, message }) {
    if (typeof errcode !== 'number' && !isNamed(code, /^SQLITE_/)) return null;
    const isGone = String(message).startsWith('no such table');
    return { reason: isGone ? 'gone' : 'failed', code: `SQLITE ${String(errcode ?? code)}` };
  },
  isOutage: (error, outage) => outages[outage] !== undefined && hasPrimary(outages[outage], error),
};

function hasPrimary(known: Codes, { errcode, code }: DriverError): boolean {
  return has(known, typeof errcode === 'number' ? errcode & 0xff : undefined, code);
}

function has([codes, names]: Codes, errcode: unknown, code: unknown): boolean {
  return (codes as readonly unknown[]).includes(errcode) || isNamed(code, names);
}
