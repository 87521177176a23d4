/** Wall-clock times in a time zone (IANA, as in `Europe/Paris`), and the instants they denote. */

/** Whether the runtime knows the zone. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** By zone: creating a formatter takes longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** The wall-clock time of a zone at an instant, as if it were UTC; milliseconds, whole seconds. */
export function shownAt(moment: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(moment);
  const shown = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * The instant of a wall-clock time in a zone.
 *
 * When clocks go back, a time occurs twice: the first one is returned. When they go forward, some times do not exist.
 *
 * @param wall the time as if it were UTC
 * @returns null for a time that does not exist
 */
export function momentOf(wall: Date, timeZone: string): Date | null {
  const seconds = Math.floor(wall.getTime() / 1000) * 1000;
  // No zone has two changes within two days, so the offsets before and after are the only ones.
  const offsets = [-DAY, DAY].map((away) => shownAt(seconds + away, timeZone) - (seconds + away));
  const moments = offsets.map((offset) => seconds - offset).filter((at) => shownAt(at, timeZone) === seconds);
  return moments.length === 0 ? null : new Date(Math.min(...moments) + (wall.getTime() - seconds));
}

/**
 * The first instant of a day in a zone; a day whose midnight does not exist begins an hour later.
 *
 * @param day as `2026-03-29`
 * @returns null for text that is not a day
 */
export function dayInZone(day: string, timeZone: string): Date | null {
  const wall = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(wall.getTime()) || !wall.toISOString().startsWith(day))
    return null;
  return momentOf(wall, timeZone) ?? momentOf(new Date(wall.getTime() + 60 * 60 * 1000), timeZone);
}

/** Whether an instant is the first of a day in a zone, as of something of which only the day is known. */
export function beginsDay(at: Date, timeZone: string): boolean {
  const day = new Date(shownAt(at.getTime(), timeZone)).toISOString().slice(0, 10);
  return dayInZone(day, timeZone)?.getTime() === at.getTime();
}

/** By locale and zone. */
const zoneNames = new Map<string, Intl.DateTimeFormat>();

/** Short name of a zone at an instant, in a language: `UTC`, `CEST`, `GMT+3`. */
export function zoneName(at: Date, { locale, timeZone }: { locale: string; timeZone: string }): string {
  const key = `${locale} ${timeZone}`;
  const names = zoneNames.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  zoneNames.set(key, names);
  const parts = names.formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
