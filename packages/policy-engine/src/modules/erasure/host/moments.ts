/** Dates in columns of the host, and calendar periods that start with them. */
import { timeFromSql } from '../../../platform/database/statements/times.ts';
import type { Period } from '../../data-map/index.ts';

/** Seconds since 1970 have fewer digits than this until the year 5138, and milliseconds as many or more from 1973 on. */
const FIRST_MILLISECONDS = 1e11;

/** A column that dates rows contains something else. The message does not repeat it, since it may be personal. */
export class NoDate extends Error {
  override name: string = 'NoDate';
}

/**
 * The moment in a column: text as databases write it, ISO 8601, or a number of seconds or milliseconds since 1970.
 *
 * @returns null for null
 * @throws {NoDate} for anything but a date
 */
export function momentOf(value: unknown, column: string): Date | null {
  if (value === null || value === undefined) return null;
  const at = typeof value === 'string' ? momentOfText(value) : momentOfNumber(value);
  if (at === null || Number.isNaN(at.getTime()))
    throw new NoDate(`the column ${column} contains a value that is not a date`);
  return at;
}

function momentOfText(text: string): Date | null {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return new Date(`${text}T00:00:00.000Z`);
  if (/^\d{1,16}$/.test(text)) return momentOfNumber(Number(text));
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(text)) return null;
  return new Date(timeFromSql(text) ?? text);
}

function momentOfNumber(value: unknown): Date | null {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number') return null;
  return new Date(number < FIRST_MILLISECONDS ? number * 1000 : number);
}

/** The end of a calendar period, in UTC; the 31st of a shorter month is its last day. */
export function after(begin: Date, { years = 0, months = 0, days = 0 }: Period): Date {
  return moved(begin, years * 12 + months, days);
}

/** The latest start of a period that has ended by a moment, to the day: it may be slightly too late, never too early. */
export function beginBefore(end: Date, { years = 0, months = 0, days = 0 }: Period): Date {
  // Months differ by at most three days, and days start at different times.
  return moved(moved(end, 0, -days), -(years * 12 + months), 4);
}

function moved(from: Date, months: number, days: number): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), last) + days);
  return to;
}
