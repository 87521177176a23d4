/**
 * Rejects excessive writes (429 with `Retry-After`); reads are never counted. Two budgets: one for all writes, counted
 * by user or network, and one that only rejections and withdrawals can use, counted by client. So those who share a
 * network, or the address of a proxy, can't prevent each other from rejecting (GDPR Art. 7(3): withdrawing must be as
 * easy as consenting).
 */
import type { WebLogger } from '../../logger.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import { clientOf, subjectOf } from './subject.ts';
import { WriteLimiter } from './write-limiter.ts';

/** Writes that a subject may make in a minute, unless the host sets another limit. */
export const DEFAULT_WRITE_LIMIT = 120;

/** Visitors without a known address are one subject; there may be many of them. */
const OF_UNIDENTIFIED = 100;
/** Rejections from one address, which a company or a proxy may share. */
const OF_ADDRESS = 5;
/** All rejections of visitors, whose cookies anyone can collect. */
const OF_VISITORS = 50;

/** The sender of a write. */
export interface Writer {
  readonly user: CurrentUser | null;
  /** The client's address as the host sees it. */
  readonly ip: string | undefined;
}

/** The budgets of an engine. */
export interface WriteLimits {
  /** Counts a write. @returns 0 if it is allowed, else the whole seconds to wait */
  take(writer: Writer): number;
  /**
   * Counts a rejection or withdrawal that exceeds the first budget.
   *
   * @param visitor ID of a visitor in the request's cookie; null for none
   * @returns 0 if it is allowed, else the whole seconds to wait
   */
  takeRefusal(writer: Writer, visitor: string | null): number;
  /** Whether a client without known user and address made a write, so that only an overall limit applies. */
  readonly lacksAddress: boolean;
}

/** What the limits need. */
export interface WriteLimitsOptions {
  /** False disables the limits. */
  readonly perMinute: number | false;
  readonly logger: WebLogger;
  /** Milliseconds. */
  readonly now?: () => number;
}

const NO_LIMITS: WriteLimits = { take: () => 0, takeRefusal: () => 0, lacksAddress: false };

/** Creates the budgets, which are stored in the memory of this process. */
export function createWriteLimits({ perMinute, logger, now = Date.now }: WriteLimitsOptions): WriteLimits {
  if (perMinute === false) return NO_LIMITS;
  const writes = new WriteLimiter(perMinute, now);
  const unidentified = new WriteLimiter(perMinute * OF_UNIDENTIFIED, now);
  const refusals = refusalBudget(perMinute, now);
  let lacksAddress = false;
  const noteMissing = () => {
    if (lacksAddress) return;
    lacksAddress = true;
    logger.error(
      'a visitor makes changes, but the host provides no client address: one overall limit applies to all of them. ' +
        'Behind a proxy, set trustProxy (Next and React Router know no other address); elsewhere mount the engine with an adapter, or call engine.fetch(request, { ip })',
      { limit: perMinute * OF_UNIDENTIFIED },
    );
  };
  return {
    take({ user, ip }) {
      const subject = subjectOf(user, ip);
      if (subject !== null) return writes.take(subject);
      noteMissing();
      return unidentified.take('unidentified');
    },
    takeRefusal: refusals,
    get lacksAddress() {
      return lacksAddress;
    },
  };
}

function refusalBudget(perMinute: number, now: () => number): WriteLimits['takeRefusal'] {
  const people = new WriteLimiter(perMinute, now);
  const addresses = new WriteLimiter(perMinute * OF_ADDRESS, now);
  const unidentified = new WriteLimiter(perMinute * OF_UNIDENTIFIED, now);
  const visitors = new WriteLimiter(perMinute * OF_VISITORS, now);
  return ({ user, ip }, visitor) => {
    if (user !== null) return people.take(`user ${user.id}`);
    // A visitor with a cookie decided before, and may be about to withdraw: others at the same address don't count.
    if (visitor !== null) {
      return people.take(`visitor ${visitor}`) || visitors.take('visitors');
    }
    const client = clientOf(ip);
    return client === null ? unidentified.take('unidentified') : addresses.take(client);
  };
}
