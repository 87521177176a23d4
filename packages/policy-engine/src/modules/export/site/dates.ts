/** Days and times in a person's language and time zone. */
import { LocalDay } from '../../../platform/written-value.ts';
import type { CommonData } from '../templates/template-data.ts';

const DAY = { dateStyle: 'long' } as const;
const MINUTE = { dateStyle: 'medium', timeStyle: 'short' } as const;
/** For the time of UTC beside that of the zone, on the same day. */
const CLOCK = { timeStyle: 'short' } as const;

type Style = typeof DAY | typeof MINUTE | typeof CLOCK;

/** A day, and perhaps a time, without a time zone. */
const WITHOUT_ZONE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/;

/**
 * Makes `CommonData.date` for a language.
 *
 * @param timeZone IANA name; times have UTC beside it. One that the runtime does not know is UTC
 */
export function createDates(locale: string, timeZone = 'UTC'): CommonData['date'] {
  // Created when first needed: the first one of a process reads the language's data, which takes milliseconds.
  const formats = new Map<string, Intl.DateTimeFormat>();
  const zone = isZone(timeZone) ? timeZone : 'UTC';
  const format = (moment: Date, style: Style, inZone: string): string => {
    const key = `${style === DAY ? 'day' : style === MINUTE ? 'minute' : 'clock'} ${inZone}`;
    const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone: inZone });
    formats.set(key, known);
    return known.format(moment);
  };
  return (value, precision = 'day') => {
    const day = dayOf(value);
    if (day !== null) return valid(day) ? format(day, DAY, 'UTC') : '';
    const stored = wallTimeOf(value);
    if (stored !== null) return valid(stored) ? format(stored, precision === 'day' ? DAY : MINUTE, 'UTC') : '';
    const moment = momentOf(value);
    if (moment === null) return '';
    if (precision === 'day') return format(moment, DAY, zone);
    const inZone = format(moment, MINUTE, zone);
    const inUtc = format(moment, MINUTE, 'UTC');
    if (inUtc === inZone) return `${inZone} UTC`;
    const isSameDay = format(moment, DAY, 'UTC') === format(moment, DAY, zone);
    return `${inZone} ${nameOf(moment, zone, locale)} (${isSameDay ? format(moment, CLOCK, 'UTC') : inUtc} UTC)`;
  };
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** Short name of a zone at a moment: `CET`, `GMT+9`. */
function nameOf(moment: Date, timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

const valid = (moment: Date): boolean => !Number.isNaN(moment.getTime());

/** A day, as midnight of UTC: from text, or from the midnight that drivers make of a DATE. */
function dayOf(value: unknown): Date | null {
  const local = value instanceof Date && valid(value) ? LocalDay.of(value)?.text : undefined;
  const [, day, clock] = WITHOUT_ZONE.exec(local ?? (typeof value === 'string' ? value : '')) ?? [];
  return day === undefined || clock !== undefined ? null : new Date(`${day}T00:00:00Z`);
}

/** A time without a zone, as if it were UTC. */
function wallTimeOf(value: unknown): Date | null {
  const [, day, clock] = (typeof value === 'string' ? WITHOUT_ZONE.exec(value) : null) ?? [];
  return day === undefined || clock === undefined ? null : new Date(`${day}T${clock}Z`);
}

function momentOf(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return null;
  const moment = new Date(value);
  return valid(moment) ? moment : null;
}
