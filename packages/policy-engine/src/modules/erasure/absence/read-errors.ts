/** Why a table could not be read: from the error of its database. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { allDialects } from '../../../platform/database/dialects.ts';
import type { ReadFailure } from '../../../platform/database/connection/driver-error.ts';
import { outageOf } from '../../../platform/database/connection/sql-outages.ts';
import { OutOfTime } from './pace.ts';

/** @returns null for an error after which nothing else can be read either: an outage of the database, a mistake of the engine */
export function readFailureOf(error: unknown): ReadFailure | null {
  if (error instanceof OutOfTime) return { reason: 'time', code: null };
  if (error instanceof PolicyEngineError) {
    if (error.code === 'database_busy') return { reason: 'time', code: null };
    if (error.code === 'database_name_refused') return { reason: 'failed', code: error.code };
    return error.cause === undefined ? null : readFailureOf(error.cause);
  }
  if (!(error instanceof Error)) return null;
  const [failure] = allDialects.flatMap(({ errors }) => errors.readFailure(error) ?? []);
  // A limit on one statement ends that statement alone; for a request it would be an outage.
  return failure === undefined || (failure.reason === 'failed' && outageOf(error) !== null) ? null : failure;
}
