/** Actions for the selected rows of a table: the form that their checkboxes belong to. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { safeHref } from '../../view/safe-href.ts';
import type { View } from '../../view/view.ts';

/**
 * Precedes the table whose `selection.form` is its ID. With scripts it has a checkbox that selects all rows of the
 * page, and shows how many are selected; without scripts, the checkboxes of the rows are sufficient.
 *
 * @param props.action - target of the form; with `post` usually a page that asks for confirmation
 * @param props.children - buttons, each with the name and value of its action
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
