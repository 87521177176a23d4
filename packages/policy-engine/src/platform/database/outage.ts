/** What of a failure is the database's, and passes: the caller is told to come back instead of that something broke. */
import { PolicyEngineError } from '../../errors.ts';
import { isConnectionLost, isReadOnly } from './sql-errors.ts';

/** Seconds after which a database that was cut off has mostly come back. */
const SOON = 5;

/**
 * An error as the edge to HTTP answers it: `database_unavailable` (503 with `Retry-After`) for a connection that was cut or
 * refused, a database that is read-only, and tables that are not migrated yet. Any other error is left as it is.
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
    // One that wraps a driver's error has said what matters.
    if (error.code !== 'database_transaction_failed') return null;
  }
  if (isConnectionLost(error)) return 'The connection to the database was cut or refused.';
  return isReadOnly(error) ? 'The database is read-only: nothing can be stored.' : null;
}
