import { systemNow } from '../clock.ts';

/**
 * A moment as the engine stores it: UTC, ISO 8601, always milliseconds, always 24 characters
 * (`2026-11-21T09:30:00.000Z`). Text of this one form sorts and compares alike on every database, needs no session time
 * zone to be read, and is what a lawyer reading the table expects to see.
 */
export type TimeText = string;

/**
 * The text of a moment.
 *
 * @throws {RangeError} if the date is invalid or its year has not four digits, where text would no longer sort by time.
 */
export function timeText(date: Date = systemNow()): TimeText {
  const text = date.toISOString();
  if (text.length !== 24) throw new RangeError(`Year out of range: ${text}`);
  return text;
}
