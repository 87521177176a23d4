import { wallClock } from '../../kernel/clock.ts';

/** Milliseconds for a server that is overloaded and does not say for how long. */
const UNSAID = 60_000;
/** Minimum and maximum, in milliseconds. */
const LEAST = 250;
const MOST = 24 * 60 * 60_000;

/**
 * For how many milliseconds a server wants to be left alone (RFC 9110 §10.2.3).
 *
 * @param header value of `Retry-After`: seconds or a date
 * @returns undefined for a status other than 429 and 503
 */
export function retryAfterOf(status: number, header: string | undefined): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = /^\d{1,9}$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - wallClock();
  return Number.isFinite(seconds) ? Math.min(MOST, Math.max(LEAST, seconds)) : UNSAID;
}
