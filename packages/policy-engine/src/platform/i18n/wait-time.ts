/** How long to wait, in words. */
import { unitText } from './unit-text.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rounded up: in seconds below two minutes, in minutes below two hours, in hours otherwise. @param locale BCP 47 tag */
export function waitTime(locale: string, seconds: number): string {
  if (seconds < 2 * MINUTE) return unitText(locale, Math.ceil(seconds), 'second');
  if (seconds < 2 * HOUR) return unitText(locale, Math.ceil(seconds / MINUTE), 'minute');
  return unitText(locale, Math.ceil(seconds / HOUR), 'hour');
}
