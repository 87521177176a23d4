/** What all routes with data of people share: whom they answer, and the record of who looked. */
import { actingForCall, type AnyCall } from '../requests/index.ts';
import { httpErrors } from '../../platform/web/index.ts';

/** For the documentation of a route. */
export const noted = 'Access is recorded in the audit log.';

/**
 * Whether a page of another site led the administrator here: they are asked first, so that nobody can make them view data and cause
 * a log entry.
 *
 * @throws {HttpError} 403 for a program's request
 */
export function isSentHere({ format, isForeign }: AnyCall): boolean {
  if (!isForeign()) return false;
  if (format === 'json') throw httpErrors.crossSite();
  return true;
}

/** Logs who viewed data, as for methods that change something. A HEAD shows nothing. */
export async function noting(call: AnyCall, note: () => Promise<void>): Promise<void> {
  if (call.request.method === 'HEAD') return;
  await actingForCall(call, note);
}
