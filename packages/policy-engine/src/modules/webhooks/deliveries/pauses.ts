/** When an event is retried. */

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Pauses between attempts: three days in total, as Standard Webhooks proposes. */
const PAUSES: readonly number[] = [
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** The longest delay that a receiver may request at a time. */
const LONGEST_WISH = 24 * HOUR;
/** Random spread, so that events that failed together are not retried together. */
const SPREAD = 0.1;

/** How often an event is tried. */
export const ATTEMPTS: number = PAUSES.length + 1;

/**
 * When to retry.
 *
 * @param attempts so far
 * @param wish header `Retry-After` of the response
 * @returns null if it is abandoned
 */
export function nextAttempt(
  attempts: number,
  now: Date,
  wish: string | undefined,
  random: number = Math.random(),
): Date | null {
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return null;
  const until = wishedUntil(wish, now)?.getTime() ?? 0;
  return new Date(Math.max(now.getTime() + pause * (1 + SPREAD * random), until));
}

/** Until when a receiver requests no attempt (RFC 9110 §10.2.3); null if the header is missing or invalid. */
export function wishedUntil(wish: string | undefined, now: Date): Date | null {
  if (wish === undefined) return null;
  const at = /^\d{1,9}$/.test(wish) ? now.getTime() + Number(wish) * 1000 : Date.parse(wish);
  if (Number.isNaN(at) || at <= now.getTime()) return null;
  return new Date(Math.min(at, now.getTime() + LONGEST_WISH));
}
