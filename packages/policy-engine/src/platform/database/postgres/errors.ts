import type { DriverErrors, Outage } from '../dialect.ts';
import { failureOf, isNamed } from '../connection/driver-error.ts';

const uniqueViolation = /^23505$/;
/** Serialization failure, deadlock. */
const conflict = /^(?:40001|40P01)$/;
/** Undefined table, column, schema. */
const missingTable = /^(?:42P01|42703|3F000)$/;

const outages: { readonly [outage in Outage]: RegExp } = {
  missing: /^3D000$/,
  denied: /^28[0-9A-Z]{3}$/,
  full: /^(?:53[0-24]00|58030)$/,
  readOnly: /^25006$/,
  /** Statement or lock timeout. */
  busy: /^(?:57014|55P03)$/,
  /** Class 08; shutdowns and idle timeouts; too many connections. */
  cut: /^(?:08\w{3}|57P0[1-5]|25P0[34]|53300)$/,
  notReady: /^55000$/,
};

/** Canceled by a time limit, lock not available, no permission, undefined table. */
const readFailures = { time: /^(?:57014|55P03)$/, permission: /^42501$/, gone: /^42P01$/ };

export const errors: DriverErrors = {
  isUniqueViolation: ({ code }) => isNamed(code, uniqueViolation),
  isKeyViolation: ({ code }) => isNamed(code, /^(?:23503|23001)$/),
  isConflict: ({ code }) => isNamed(code, conflict),
  isMissingTable: ({ code }) => isNamed(code, missingTable),
  isOutage: ({ code, severity, message }, outage) =>
    isNamed(code, outages[outage]) &&
    // `database "shop" is not currently accepting connections`; for a statement, the code has other meanings.
    (outage !== 'notReady' || severity === 'FATAL' || /accepting connections/.test(String(message))),
  readFailure: ({ code }) => (isNamed(code, /^[0-9A-Z]{5}$/) ? failureOf(String(code), readFailures) : null),
};

/** Whether the server ends the connection with an error, so that it must not be used again. */
export function endsConnection(code: unknown): boolean {
  return isNamed(code, /^(?:08|57P|25P0[34])/);
}
