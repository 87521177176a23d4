/** Which columns of a list are shown: links, so that the choice is part of the address and works without scripts. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { listPath, type ListQuery } from '../../request/list-path.ts';
import type { View } from '../../view/view.ts';
import type { Column } from './table.tsx';

/** The value of the query for no column. */
const NONE = '-';

function chosenIds<Row>(columns: readonly Column<Row>[], chosen: ListQuery[string]): Set<string> {
  if (chosen === undefined || chosen === null || chosen === '') {
    return new Set(columns.flatMap(({ id, isHidden = false }) => (id === undefined || isHidden ? [] : [id])));
  }
  return new Set(String(chosen).split(','));
}

/** The columns without a name, and those of the others that are chosen. @param chosen `columns` of the query */
export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: ListQuery[string]): readonly Column<Row>[] {
  const ids = chosenIds(columns, chosen);
  return columns.filter(({ id }) => id === undefined || ids.has(id));
}

/** Links that each show or hide one column. */
export function ColumnChoice<Row>(props: {
  view: Pick<View, 't' | 'href'>;
  path: string;
  query: ListQuery;
  columns: readonly Column<Row>[];
}): JSX.Element {
  const { view, path, query, columns } = props;
  const shown = chosenIds(columns, query['columns']);
  const named = columns.flatMap(({ id, label }) => (id === undefined ? [] : [{ id, label }]));
  const chosenIn = (ids: readonly string[]) => named.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
  return (
    <details class="pe-columns">
      <summary>{view.t('list.columns')}</summary>
      <ul>
        {named.map(({ id, label }) => {
          const isShown = shown.has(id);
          const ids = chosenIn(isShown ? [...shown].filter((one) => one !== id) : [...shown, id]);
          return (
            <li>
              <a
                href={view.href(listPath(path, { ...query, columns: ids.join(',') || NONE }))}
                class={isShown ? 'pe-column-shown' : undefined}
              >
                {view.t(isShown ? 'list.columns.hide' : 'list.columns.show', { column: label })}
              </a>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
