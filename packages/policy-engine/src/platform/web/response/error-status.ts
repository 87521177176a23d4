/** Maps errors to HTTP: the only place that turns a code into a status. */
import { type ErrorCodes, PolicyEngineError } from '../../../errors/errors.ts';
import { HttpError } from './http-error.ts';

/** The HTTP status of an error. */
export type StatusOf = (error: unknown) => number;

/**
 * Creates the mapping from the codes that the engine and its modules declare.
 *
 * @throws TypeError for a code that two tables give different statuses
 */
export function createStatusOf(...tables: readonly ErrorCodes[]): StatusOf {
  const statuses = new Map<string, number>();
  for (const [code, { status = 500 }] of tables.flatMap((table) => Object.entries(table))) {
    const known = statuses.get(code) ?? status;
    if (known !== status) throw new TypeError(`The error code ${code} is declared with ${known} and with ${status}`);
    statuses.set(code, status);
  }
  return (error) => {
    if (error instanceof HttpError) return error.status;
    return error instanceof PolicyEngineError ? (statuses.get(error.code) ?? 500) : 500;
  };
}
