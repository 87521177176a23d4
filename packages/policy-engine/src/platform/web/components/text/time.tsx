/** A time: in the reader's language, with the exact time as an attribute. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../view/view.ts';
import { zoneName } from '../../view/wall-time.ts';

/** By locale, zone and precision: creating a formatter takes longer than a row of a table. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, timeZone: string, precision: 'day' | 'minute'): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${precision}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const timeStyle = precision === 'minute' ? ({ timeStyle: 'short' } as const) : {};
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...timeStyle, timeZone });
  formats.set(key, format);
  return format;
}

/** The exact time, for whoever points at it: `2026-11-28 15:10:51 UTC`. */
function exactly(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/**
 * @param props.precision - `day` (default) or `minute`. Minutes are in the zone that the reader chose in the preferences; without a
 * choice in the engine's, and the panel's script converts them to that of the browser. A day stays the legally relevant day.
 * @param props.short - leaves the name of the zone out, as in a table, whose foot says it. Default: false
 */
export function Time(props: {
  view: Pick<View, 'formatLocale'> & Partial<Pick<View, 'timeZone' | 'chosenZone'>>;
  at: Date;
  precision?: 'day' | 'minute';
  short?: boolean;
}): JSX.Element {
  const { view, at, precision = 'day', short = false } = props;
  const { formatLocale, chosenZone = null } = view;
  const isMinute = precision === 'minute';
  const timeZone = (isMinute ? chosenZone : null) ?? view.timeZone ?? 'UTC';
  const text = formatOf(formatLocale, timeZone, precision).format(at);
  return (
    <time
      datetime={at.toISOString()}
      title={exactly(at)}
      class="pe-time"
      data-local={isMinute && chosenZone === null ? (short ? 'short' : '') : undefined}
    >
      {isMinute && !short ? `${text} ${zoneName(at, { locale: formatLocale, timeZone })}` : text}
    </time>
  );
}
