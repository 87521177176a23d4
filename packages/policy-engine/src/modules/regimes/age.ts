/**
 * How long a decision counts, in calendar months. Days are those of UTC, so that neither the time zone of a machine nor daylight saving
 * changes an age. A month ends with the day of the same number, or with the last day of a month that is too short for it: one month after
 * 31 January is the last of February.
 *
 * The day that many months later is the last one of a silence after a refusal, and the first one on which an acceptance counts no more: so
 * an acceptance never lasts longer than it may, and no silence is shorter than it must be.
 */

/** Calendar months that decisions count; null: without end. */
export interface Ages {
  readonly acceptance: number | null;
  readonly refusal: number | null;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * The last day on which a decision counts.
 *
 * @param decidedAt a moment of the day from which the months count
 * @param months calendar months, a whole number from 1
 * @returns UTC, `2026-11-28`
 */
export function lastDayOf(decision: 'accepted' | 'rejected', decidedAt: Date, months: number): string {
  const [year, month] = [decidedAt.getUTCFullYear(), decidedAt.getUTCMonth() + months];
  // Day 0 is the last one of the month before.
  const longest = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const end = Date.UTC(year, month, Math.min(decidedAt.getUTCDate(), longest));
  return dayOf(new Date(decision === 'accepted' ? end - DAY : end));
}

/**
 * The day that people are told: an acceptance is valid until this day, and after a refusal nobody is asked again before it.
 *
 * @param decidedAt a moment of the day from which the months count
 * @returns UTC, `2026-11-28`
 */
export function limitOf(decision: 'accepted' | 'rejected', decidedAt: Date, months: number): string {
  const last = lastDayOf(decision, decidedAt, months);
  return decision === 'accepted' ? last : dayOf(new Date(Date.parse(last) + DAY));
}

/** Months that a decision counts; null: without end. */
export function monthsOf({ acceptance, refusal }: Ages, decision: 'accepted' | 'rejected'): number | null {
  return decision === 'accepted' ? acceptance : refusal;
}

/**
 * Months that a decision counts where the rule may have changed since: of an acceptance the shorter time, after a refusal the longer one.
 *
 * @param months.made by the rule when the person decided; null if the decision names none, so that the rule of now decides
 * @param months.now by the rule of now; null: without end
 */
export function countedMonths(
  decision: 'accepted' | 'rejected',
  { made, now }: { readonly made: number | null; readonly now: number | null },
): number | null {
  if (made === null) return now;
  if (now === null) return decision === 'accepted' ? made : null;
  return decision === 'accepted' ? Math.min(made, now) : Math.max(made, now);
}

/**
 * Whether a decision counts no more.
 *
 * @param months null: it counts without end
 * @param today UTC, `2026-11-28`
 */
export function isOver(
  decision: 'accepted' | 'rejected',
  decidedAt: Date,
  { months, today }: { readonly months: number | null; readonly today: string },
): boolean {
  return months !== null && lastDayOf(decision, decidedAt, months) < today;
}

/** The day that was asked for last: each page asks several times for that of now. */
let latest = { number: Number.NaN, day: '' };

/** The day of a moment in UTC, `2026-11-28`. */
export function dayOf(moment: Date): string {
  const number = Math.floor(moment.getTime() / DAY);
  if (number !== latest.number) latest = { number, day: moment.toISOString().slice(0, 10) };
  return latest.day;
}
