/** A moment: in the reader's words, with the exact time behind it. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../view.ts';
import { zoneName } from '../wall-time.ts';

/**
 * @param props.precision - `day` (default) or `minute`. Times are those of the engine's zone, which is named: the server
 * doesn't know the reader's. The panel's script puts a minute into the reader's zone; a day stays the day it is by law.
 */
export function Time(props: {
  view: Pick<View, 'locale'> & Partial<Pick<View, 'timeZone'>>;
  at: Date;
  precision?: 'day' | 'minute';
}): JSX.Element {
  const { view, at, precision = 'day' } = props;
  const { locale, timeZone = 'UTC' } = view;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    ...(precision === 'minute' && { timeStyle: 'short' }),
    timeZone,
  });
  const exact = at.toISOString();
  return (
    <time datetime={exact} title={exact} class="pe-time" data-local={precision === 'minute' ? '' : undefined}>
      {precision === 'minute' ? `${format.format(at)} ${zoneName(at, { locale, timeZone })}` : format.format(at)}
    </time>
  );
}
