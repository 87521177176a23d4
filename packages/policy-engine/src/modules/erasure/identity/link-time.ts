/** How long a mailed link works. */
import { unitText } from '../../../platform/i18n/unit-text.ts';

/** As text: in hours if they are whole. */
export function linkTime(locale: string, minutes: number): string {
  return minutes % 60 === 0 ? unitText(locale, minutes / 60, 'hour') : unitText(locale, minutes, 'minute');
}
