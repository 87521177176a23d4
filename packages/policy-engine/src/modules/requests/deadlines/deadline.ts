/**
 * When the response to a request is due (GDPR Art. 12(3)): one month after its receipt, or three if the deadline was extended.
 *
 * A month is a calendar month (Regulation (EEC, Euratom) No 1182/71, Art. 3(2)(c)): it ends with the last hour of the day with the
 * same number, or of the month's last day if there is no such day. That a deadline on a holiday or a weekend moves to the next
 * working day (Art. 3(4)) is not implemented: holidays differ, and responding early is permitted.
 */

import { shownAt } from '../../../platform/web/view/wall-time.ts';

/** Months within which a request must be answered. */
export const MONTHS = 1;
/** Months with the one permitted extension. */
export const MONTHS_EXTENDED = 3;

/**
 * The last moment of a deadline.
 *
 * @param received when the request was received
 * @param months calendar months
 * @param timeZone IANA name of the zone whose days count, such as `Europe/Madrid`
 */
export function deadlineAfter(received: Date, months: number, timeZone: string): Date {
  const day = dayIn(received, timeZone);
  const lastOfMonth = new Date(Date.UTC(day.year, day.month + months + 1, 0));
  const due = Date.UTC(
    lastOfMonth.getUTCFullYear(),
    lastOfMonth.getUTCMonth(),
    Math.min(day.date, lastOfMonth.getUTCDate()),
  );
  return new Date(midnightIn(timeZone, due + DAY) - 1);
}

/**
 * The inverse: a request received before this moment should have been answered by `now`.
 *
 * @param months calendar months for the response
 */
export function overdueBefore(now: Date, months: number, timeZone: string): Date {
  const day = dayIn(now, timeZone);
  const today = Date.UTC(day.year, day.month, day.date);
  // No later than that many months of 28 days ago; of the days that lead to the same last day of a month, the last one.
  for (let days = months * 28; ; days += 1) {
    const received = midnightIn(timeZone, today - days * DAY);
    if (deadlineAfter(new Date(received), months, timeZone) < now)
      return new Date(midnightIn(timeZone, today - (days - 1) * DAY));
  }
}

const DAY = 86_400_000;

interface Day {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly date: number;
}

function dayIn(at: Date, timeZone: string): Day {
  const shown = new Date(shownAt(at.getTime(), timeZone));
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth(), date: shown.getUTCDate() };
}

/** The moment at which a day starts in a zone; `day` is its midnight if the zone were UTC. */
function midnightIn(timeZone: string, day: number): number {
  let at = day;
  // The offset at the estimate, then at the corrected estimate: the clocks may change in between.
  for (let round = 0; round < 2; round += 1) at += day - shownAt(at, timeZone);
  return at;
}

/**
 * Days until a deadline, as people count them: 0 on its day, negative after it.
 *
 * @param timeZone IANA name of the zone whose days count
 */
export function daysUntil(due: Date, now: Date, timeZone: string): number {
  const midnight = (at: Date) => Math.floor(shownAt(at.getTime(), timeZone) / DAY);
  return midnight(due) - midnight(now);
}

/** The day of a moment in a zone, as in `2027-02-14`. */
export function dayText(at: Date, timeZone: string): string {
  const { year, month, date } = dayIn(at, timeZone);
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}

/** The first and the last moment of a day in a zone. @param day as in `2027-02-14` */
export function momentsOf(day: string, timeZone: string): { readonly from: Date; readonly to: Date } {
  const at = Date.parse(day);
  return { from: new Date(midnightIn(timeZone, at)), to: new Date(midnightIn(timeZone, at + DAY) - 1) };
}

/** The last moment of the day that is some days from now. */
export function endOfDay(now: Date, days: number, timeZone: string): Date {
  const day = dayIn(now, timeZone);
  return new Date(midnightIn(timeZone, Date.UTC(day.year, day.month, day.date) + (days + 1) * DAY) - 1);
}
