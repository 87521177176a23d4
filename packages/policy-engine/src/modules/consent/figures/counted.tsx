/** Numbers of decisions that lead to the list which they count. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { listPath, type ListQuery, type View } from '../../../platform/web/index.ts';

/** The address of the list of some decisions: days of the statistics are in UTC. */
export function decisionsHref(view: Pick<View, 'href'>, list: ListQuery): string {
  return view.href(listPath('/ledger', { ...list, days: 'utc' }));
}

/** A number, as a link to the list of its decisions. */
export function Counted(props: { view: View; count: number; list: ListQuery | undefined }): JSX.Element {
  const { view, count, list } = props;
  const text = count.toLocaleString(view.formatLocale);
  return list === undefined ? <>{text}</> : <a href={decisionsHref(view, list)}>{text}</a>;
}
