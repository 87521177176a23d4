import { numberFormat } from './formatters.ts';

type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** A number with its unit, in the plural that the language has for it: `1 day`, `2 days`. @param locale BCP 47 tag */
export function unitText(locale: string, value: number, unit: Unit): string {
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
