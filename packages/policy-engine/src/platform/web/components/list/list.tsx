/** A list of the panel, as one declaration: its bar, its rows in the chosen order and columns, and its pages. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { listOrder, orderText } from '../../request/list-order.ts';
import { listPath } from '../../request/list-path.ts';
import type { View } from '../../view/view.ts';
import { EmptyState } from '../page/empty-state.tsx';
import { ColumnChoice, shownColumns } from './column-choice.tsx';
import { PLACE, Sentence } from '../text/sentence.tsx';
import { PREFERENCES } from '../page/layout.tsx';
import { ListBar, type ListBarProps } from './list-bar.tsx';
import { Pager } from './pager.tsx';
import { SavedViews } from './saved-views.tsx';
import { type Column, Table, type TableProps } from './table.tsx';

/** The declaration of a list. Its query may have the members `sort` (`sortField`) and `columns` (`columnsField`). */
export interface ListProps<Row>
  extends
    Omit<ListBarProps, 'sort' | 'children'>,
    Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'selection' | 'rowsOfSeveralLines'> {
  /** The order without a choice, as in the query: `-at` is descending. Default: rows cannot be sorted. */
  readonly order?: string;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  /** What is shown instead of rows. */
  readonly empty: { readonly title: string; readonly text: Child; readonly action?: Child };
  /** Whether rows have times: then their zone is named. Default: true. */
  readonly hasTimes?: boolean;
  /** Between the bar and the rows: a `SelectionBar`. Default: nothing. */
  readonly above?: Child;
}

/**
 * A list. Links to other orders, columns and pages keep everything else of the query.
 *
 * @example
 * ```tsx
 * <List
 *   view={view}
 *   path="/audit"
 *   query={{ action, sort, columns }}
 *   order="-at"
 *   caption={view.t('audit.title')}
 *   columns={[
 *     { label: view.t('audit.action'), kind: 'heading', cell: (entry) => entry.title },
 *     { label: view.t('audit.at'), kind: 'fixed', sort: 'at', cell: ({ at }) => <Time short … /> },
 *     { label: view.t('audit.network'), id: 'network', isHidden: true, cell: ({ ip }) => ip },
 *   ]}
 *   rows={entries}
 *   total={total}
 *   page={page}
 *   pages={pages}
 *   empty={{ title: view.t('audit.none'), text: view.t('audit.none_text') }}
 *   isExported
 * />
 * ```
 */
export function List<Row>(props: ListProps<Row>): JSX.Element {
  const { view, path, query, order, caption, rows, selection, page, pages, empty, above, total, ...bar } = props;
  const { columns, rowsOfSeveralLines, hasTimes = true, ...barProps } = bar;
  const isSortable = order !== undefined && rows.length > 0;
  const chosen = text(query['sort']) || order;
  const href = (sort: string) => view.href(listPath(path, { ...query, sort: sort === order ? '' : sort }));
  const choice = columns.some(({ id }) => id !== undefined) && rows.length > 0 && (
    <ColumnChoice view={view} path={path} query={query} columns={columns} />
  );
  return (
    <>
      <ListBar
        {...barProps}
        view={view}
        path={path}
        query={query}
        total={total}
        sort={isSortable ? { name: 'sort', options: optionsOf(view, columns, order) } : undefined}
      >
        {rows.length > 0 && hasTimes && <Zone view={view} />}
        {choice}
        <SavedViews view={view} path={path} query={query} />
      </ListBar>
      {rows.length === 0 && page <= pages && <EmptyState {...empty} />}
      {rows.length > 0 && (
        <>
          {above}
          <Table
            view={view}
            caption={caption}
            rows={rows}
            columns={shownColumns(columns, query['columns'])}
            selection={selection}
            rowsOfSeveralLines={rowsOfSeveralLines ?? false}
            sorting={
              isSortable && chosen !== undefined
                ? { ...listOrder(chosen), href: (by, descending) => href(orderText({ by, descending })) }
                : undefined
            }
          />
        </>
      )}
      <Pager
        view={view}
        page={page}
        pages={pages}
        isCapped={total?.isCapped ?? false}
        href={(to) => view.href(listPath(path, { ...query, page: to }))}
      />
    </>
  );
}

/** The zone of the times; the script of the page puts in that of the browser, unless one was chosen. */
function Zone({ view }: { view: View }): JSX.Element {
  const { chosenZone, timeZone } = view;
  return (
    <p>
      <Sentence text={view.t('list.times', { zone: PLACE })}>
        <a href={view.href(PREFERENCES)}>
          <bdi data-zone-name={chosenZone === null ? '' : undefined}>{chosenZone ?? timeZone}</bdi>
        </a>
      </Sentence>
    </p>
  );
}

/** On a phone, where cards have no headings, a field sorts. */
function optionsOf<Row>(view: Pick<View, 't'>, columns: readonly Column<Row>[], order: string) {
  return columns.flatMap(({ label, sort, sortsUpOnly = false }) => {
    if (sort === undefined) return [];
    return [sort, ...(sortsUpOnly ? [] : [`-${sort}`])].map((value) => ({
      value: value === order ? '' : value,
      text: view.t(value === sort ? 'list.ascending' : 'list.descending', { column: label }),
    }));
  });
}

const text = (value: string | number | null | undefined): string => (value === undefined ? '' : String(value ?? ''));
