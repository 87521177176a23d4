/**
 * Recognizes temporary failures of the database: the caller is told to retry later, instead of getting an internal
 * error.
 */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { outageOf } from './sql-outages.ts';

/** Seconds after which a disconnected database is usually available again. */
const SOON = 5;

/**
 * An error as the HTTP layer answers it: `database_unavailable` (503 with `Retry-After`) for everything that `outageOf`
 * recognizes, and for tables that are not migrated yet. Any other error is returned unchanged.
 */
export function asOutage(error: unknown): unknown {
  const reason = reasonFor(error);
  if (reason === null) return error;
  return new PolicyEngineError('database_unavailable', reason, { cause: error, retryAfter: SOON });
}

function reasonFor(error: unknown): string | null {
  if (error instanceof PolicyEngineError) {
    if (error.code === 'not_migrated') return error.reason;
    if (error.code === 'database_busy') return error.reason;
    // An error that wraps a driver's error is already specific.
    if (error.code !== 'database_transaction_failed') return null;
  }
  return outageOf(error);
}
