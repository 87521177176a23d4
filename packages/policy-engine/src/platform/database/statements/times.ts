/**
 * A time as used in the code: UTC, ISO 8601, always milliseconds, always 24 characters (`2026-11-21T09:30:00.000Z`), so
 * that it sorts and compares as text. SQLite stores this text; PostgreSQL has `timestamptz(3)`, MySQL `datetime(3)` in UTC.
 * Hashes in the ledger are computed from this text, so it is read back unchanged.
 */
export type TimeText = string;

/**
 * The text of a time.
 *
 * @throws {RangeError} if the date is invalid or its year does not have four digits, since text would no longer sort by
 * time.
 */
export function timeText(date: Date): TimeText {
  const text = date.toISOString();
  if (text.length !== 24) throw new RangeError(`Year out of range: ${text}`);
  return text;
}

const sqlTime = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:(Z|\+00(?::?00)?)|([+-]\d\d)(?::?(\d\d))?)?$/;

/** A time as written by a server, in UTC without a zone; undefined for text of another form. */
export function timeFromSql(text: string): TimeText | undefined {
  const found = sqlTime.exec(text);
  if (found === null || text.startsWith('0000-00-00')) return undefined;
  const [, day, clock, fraction = '', , hours, minutes = '00'] = found;
  const local = `${day}T${clock}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  return hours === undefined ? `${local}Z` : new Date(`${local}${hours}:${minutes}`).toISOString();
}
