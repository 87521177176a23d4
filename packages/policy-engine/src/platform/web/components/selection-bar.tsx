/** What can be done to the rows that are selected in a table: the form that their boxes belong to. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { safeHref } from '../safe-href.ts';
import type { View } from '../view.ts';

/**
 * Stands before the table whose `selection.form` is its id. With scripts it has a box that selects all rows of the page, and
 * says how many are selected; without, the boxes of the rows are enough.
 *
 * @param props.action - where the form leads; with `post` usually to a page that asks whether to do it
 * @param props.children - buttons, each with the name and value of what it does
 * @example
 * ```tsx
 * <SelectionBar view={view} id="chosen" action={view.href('/requests/bulk')}>
 *   <Button small field="act" value="confirm" text={view.t('requests.confirm')} />
 * </SelectionBar>
 * ```
 */
export function SelectionBar(props: {
  view: Pick<View, 't'>;
  id: string;
  action: string;
  method?: 'get' | 'post';
  children: Child;
}): JSX.Element {
  const { view, id, action, method = 'post', children } = props;
  return (
    <form class="pe-selection" id={id} method={method} action={safeHref(action)}>
      <label class="pe-select-all">
        <input type="checkbox" data-select-all={id} autocomplete="off" />
        {view.t('table.select_all')}
      </label>
      <output data-selected={view.t('table.selected', { count: '#' })} />
      <div class="pe-actions">{children}</div>
    </form>
  );
}
