/** A moment: in the reader's words, with the exact time behind it. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../view.ts';

/** @param props.precision - `day` (default) or `minute`. Times are UTC: the server doesn't know the reader's zone. */
export function Time(props: { view: Pick<View, 'locale'>; at: Date; precision?: 'day' | 'minute' }): JSX.Element {
  const { view, at, precision = 'day' } = props;
  const format = new Intl.DateTimeFormat(view.locale, {
    dateStyle: 'medium',
    ...(precision === 'minute' && { timeStyle: 'short' }),
    timeZone: 'UTC',
  });
  const exact = at.toISOString();
  return (
    <time datetime={exact} title={exact}>
      {precision === 'minute' ? `${format.format(at)} UTC` : format.format(at)}
    </time>
  );
}
