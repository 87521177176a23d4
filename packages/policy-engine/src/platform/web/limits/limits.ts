/** Refuses writes of those who write without end (429 with `Retry-After`); reads are never counted. */
import type { CurrentUser } from '../../users/current-user.ts';
import { httpErrors } from '../http-error.ts';
import { subjectOf } from './subject.ts';
import { WriteLimiter } from './write-limiter.ts';

/** Writes a subject may do in a minute, unless the host says otherwise. */
export const DEFAULT_WRITE_LIMIT = 120;

/** Who is about to write. */
export interface Writer {
  readonly user: CurrentUser | null;
  /** The client's address as the host sees it. */
  readonly ip: string | undefined;
}

/**
 * Makes the check that runs before each write.
 *
 * @param perMinute false lets everything pass
 */
export function limitWrites(
  perMinute: number | false = DEFAULT_WRITE_LIMIT,
  now: () => number = Date.now,
): (writer: Writer) => void {
  if (perMinute === false) return () => {};
  const limiter = new WriteLimiter(perMinute, now);
  return ({ user, ip }) => {
    const subject = subjectOf(user, ip);
    if (subject === null) return;
    const seconds = limiter.take(subject);
    if (seconds > 0) throw httpErrors.tooManyRequests(seconds);
  };
}
