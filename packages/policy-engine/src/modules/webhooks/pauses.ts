/** When an event is tried again. */

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Between one attempt and the next: three days in all, as Standard Webhooks proposes. */
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
/** The longest that a receiver may put an event off at a time. */
const LONGEST_WISH = 24 * HOUR;
/** What failed together comes back apart. */
const SPREAD = 0.1;

/** How often an event is tried. */
export const ATTEMPTS: number = PAUSES.length + 1;

/**
 * When to try again.
 *
 * @param attempts so far
 * @param wish header `Retry-After` of the answer
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

/** Until when a receiver wants to be left alone (RFC 9110 §10.2.3); null if it does not say, or says something else. */
export function wishedUntil(wish: string | undefined, now: Date): Date | null {
  if (wish === undefined) return null;
  const at = /^\d{1,9}$/.test(wish) ? now.getTime() + Number(wish) * 1000 : Date.parse(wish);
  if (Number.isNaN(at) || at <= now.getTime()) return null;
  return new Date(Math.min(at, now.getTime() + LONGEST_WISH));
}
