/** Moments in a person's language. */
import type { CommonData } from '../templates/template-data.ts';

const LONG = { dateStyle: 'long' } as const;

/** Makes `CommonData.date` for a language. */
export function createDates(locale: string): CommonData['date'] {
  // Created when first needed: the first one of a process reads the language's data, which takes milliseconds.
  const formats = new Map<'day' | 'minute', Intl.DateTimeFormat>();
  const formatOf = (precision: 'day' | 'minute') => {
    const style = precision === 'minute' ? ({ dateStyle: 'medium', timeStyle: 'short' } as const) : LONG;
    const format = formats.get(precision) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });
    formats.set(precision, format);
    return format;
  };
  return (value, precision = 'day') => {
    const moment = momentOf(value);
    if (moment === null) return '';
    return precision === 'day' ? formatOf('day').format(moment) : `${formatOf('minute').format(moment)} UTC`;
  };
}

function momentOf(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return null;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
