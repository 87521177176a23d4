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

/**
 * @param props.precision - `day` (default) or `minute`. Times are in the engine's time zone, which is shown: the server
 * doesn't know the reader's. The panel's script converts minutes to the reader's zone; a day stays the legally relevant
 * day.
 */
export function Time(props: {
  view: Pick<View, 'formatLocale'> & Partial<Pick<View, 'timeZone'>>;
  at: Date;
  precision?: 'day' | 'minute';
}): JSX.Element {
  const { view, at, precision = 'day' } = props;
  const { formatLocale, timeZone = 'UTC' } = view;
  const format = formatOf(formatLocale, timeZone, precision);
  const exact = at.toISOString();
  return (
    <time datetime={exact} title={exact} class="pe-time" data-local={precision === 'minute' ? '' : undefined}>
      {precision === 'minute'
        ? `${format.format(at)} ${zoneName(at, { locale: formatLocale, timeZone })}`
        : format.format(at)}
    </time>
  );
}
