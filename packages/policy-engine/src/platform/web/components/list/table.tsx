/**
 * The table of every list. If there is enough room it is a table; on narrower screens less important columns move below
 * the heading of their row or behind a button, and on a phone each row is a card. Nothing is omitted at any width.
 *
 * The content of a cell may have another direction than the page.
 */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { safeHref } from '../../view/safe-href.ts';
import type { View } from '../../view/view.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly label: string;
  /**
   * `heading` names the row; `number` is right-aligned; `fixed` never wraps: a date, a badge, a word; `actions` holds buttons
   * and hides its label. Default: `text`, which wraps between words.
   */
  readonly kind?: 'heading' | 'text' | 'number' | 'fixed' | 'actions';
  /**
   * Its place where the page has less than 1060 px. 1 (default) stays a column, 2 moves below the heading of the row, 3 is behind the button
   * “Details”. On a phone 1 and 2 are lines of the card, 3 is behind the button. Headings and actions are always 1.
   */
  readonly priority?: 1 | 2 | 3;
  /** Whether a card can omit the label: for a state, a time, or other self-explanatory values. Default: false. */
  readonly isPlain?: boolean;
  /** Name of the order by this column, as in `Sorting.by`. Default: its heading is not a link. */
  readonly sort?: string;
  /** Whether the order exists in one direction only. Default: false. */
  readonly sortsUpOnly?: boolean;
  /** Name of a column that can be left out, in the query of a `List`. Default: it is always shown. */
  readonly id?: string;
  /** Whether a column with a name is left out until it is chosen. Default: false. */
  readonly isHidden?: boolean;
  /** The content of a row's cell; null for empty, which is a dash in a table and omitted in a card. */
  readonly cell: (row: Row) => Child;
}

/** The order of the rows; headings are links that change it. */
export interface Sorting {
  /** The `sort` of the column that the rows are ordered by. */
  readonly by: string;
  readonly descending: boolean;
  /** URL of the list in another order. */
  readonly href: (by: string, descending: boolean) => string;
}

/** A checkbox before each row, which belongs to a form elsewhere on the page: see `SelectionBar`. */
export interface Selection<Row> {
  /** ID of the form. */
  readonly form: string;
  /** Name of the field; several values of a form are parsed as a list if it ends with `[]`. */
  readonly name: string;
  readonly value: (row: Row) => string;
  /** Name of the row, for screen readers. */
  readonly label: (row: Row) => string;
  /** Default: each row can be selected. */
  readonly isSelectable?: (row: Row) => boolean;
}

/** The properties of a table. */
export interface TableProps<Row> {
  readonly view: Pick<View, 't'>;
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Default: rows cannot be sorted. */
  readonly sorting?: Sorting | undefined;
  /** Default: rows cannot be selected. */
  readonly selection?: Selection<Row> | undefined;
  /** Whether cells may have several lines where there is room for columns. Default: true. */
  readonly rowsOfSeveralLines?: boolean;
  /** Whether no cell has a link or a control: then the frame gets the focus, so that keys scroll it. Default: false. */
  readonly isOfText?: boolean;
}

const MOST_COLUMNS = 12;

/** Joins class names; undefined and false are omitted. */
function classes(...names: readonly (string | undefined | false)[]): string | undefined {
  return names.filter((name) => name).join(' ') || undefined;
}

function priorityOf<Row>({ kind, priority = 1 }: Column<Row>): 1 | 2 | 3 {
  return kind === 'heading' || kind === 'actions' ? 1 : priority;
}

function classOf<Row>(column: Column<Row>): string | undefined {
  const priority = priorityOf(column);
  return classes(
    column.kind === 'number' && 'pe-number',
    column.kind === 'fixed' && 'pe-fixed',
    priority > 1 && `pe-priority-${priority}`,
  );
}

function SortLink(props: { label: string; by: string; sorting: Sorting; isUpOnly: boolean }): JSX.Element {
  const { label, by, sorting, isUpOnly } = props;
  const isPresent = sorting.by === by;
  return (
    <a class="pe-sort" href={safeHref(sorting.href(by, isPresent && !sorting.descending && !isUpOnly))}>
      {label}
    </a>
  );
}

function HeadCell<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }): JSX.Element {
  const { kind, label, sort, sortsUpOnly = false } = column;
  const isSortable = sorting !== undefined && sort !== undefined;
  const order = isSortable && sorting.by === sort && (sorting.descending ? 'descending' : 'ascending');
  return (
    <th scope="col" role="columnheader" class={classOf(column)} aria-sort={order || undefined}>
      {kind === 'actions' && <span class="pe-hidden">{label}</span>}
      {kind !== 'actions' &&
        (isSortable ? <SortLink label={label} by={sort} sorting={sorting} isUpOnly={sortsUpOnly} /> : label)}
    </th>
  );
}

/** A value with the name of its column, which cards show. */
function Fact<Row>({ column, content }: { column: Column<Row>; content: Child }): JSX.Element {
  const label = column.isPlain === true ? undefined : column.label;
  if (content === null) {
    return (
      <td role="cell" class={classes(classOf(column), 'pe-nothing')} data-label={label}>
        –
      </td>
    );
  }
  return (
    <td role="cell" class={classOf(column)} data-label={label}>
      {column.kind === 'number' ? <span>{content}</span> : <bdi>{content}</bdi>}
    </td>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }): JSX.Element {
  const content = column.cell(row);
  switch (column.kind ?? 'text') {
    case 'heading':
      return (
        <th scope="row" role="rowheader">
          <bdi>{content}</bdi>
        </th>
      );
    case 'actions':
      return (
        <td role="cell" class="pe-cell-actions">
          <div class="pe-actions">{content}</div>
        </td>
      );
    case 'number':
    case 'fixed':
    case 'text':
      return <Fact column={column} content={content} />;
  }
}

function SelectCell<Row>({
  view,
  row,
  selection,
}: Pick<TableProps<Row>, 'view'> & { row: Row; selection: Selection<Row> }): JSX.Element {
  const { form, name, value, label, isSelectable } = selection;
  return (
    <td role="cell" class="pe-cell-select">
      {isSelectable?.(row) !== false && (
        <input
          type="checkbox"
          form={form}
          name={name}
          value={value(row)}
          aria-label={view.t('table.select_one', { name: label(row) })}
        />
      )}
    </td>
  );
}

/**
 * Shows the cells that do not fit into the row: the style sheet shows them while it is open, so that it works without
 * scripts.
 */
function MoreCell({ view }: Pick<TableProps<never>, 'view'>): JSX.Element {
  return (
    <td role="cell" class="pe-cell-more">
      <details>
        <summary>
          <span class="pe-hidden">{view.t('table.more')}</span>
        </summary>
      </details>
    </td>
  );
}

/**
 * A table of rows.
 *
 * @example
 * ```tsx
 * <Table
 *   view={view}
 *   caption={view.t('audit.title')}
 *   rows={entries}
 *   columns={[
 *     { label: view.t('audit.action'), kind: 'heading', cell: (entry) => <a href={…}>{entry.title}</a> },
 *     { label: view.t('audit.at'), kind: 'fixed', sort: 'at', cell: ({ at }) => <Time view={view} at={new Date(at)} /> },
 *     { label: view.t('audit.actor'), priority: 2, cell: ({ actor }) => actor },
 *     { label: view.t('audit.network'), kind: 'fixed', priority: 3, cell: ({ ip }) => ip ?? '–' },
 *   ]}
 *   sorting={{ by: 'at', descending: true, href: (by, descending) => … }}
 *   selection={{ form: 'chosen', name: 'ids[]', value: ({ id }) => id, label: ({ title }) => title }}
 * />
 * ```
 */
export function Table<Row>(props: TableProps<Row>): JSX.Element {
  const { view, caption, columns, rows, sorting, selection, rowsOfSeveralLines = true, isOfText = false } = props;
  const hasMore = columns.some((column) => priorityOf(column) === 3);
  const kept = columns.filter((column) => priorityOf(column) === 1).length;
  const inRow = kept + Number(selection !== undefined) + Number(hasMore);
  if (inRow > MOST_COLUMNS) throw new TypeError(`A table has at most ${MOST_COLUMNS} columns`);
  // Explicit roles: `display`, which changes on narrow screens, removes the implicit ones.
  return (
    <div class="pe-table-frame" {...(isOfText && { tabindex: 0 })}>
      <table class={classes('pe-table', `pe-columns-${inRow}`, !rowsOfSeveralLines && 'pe-lines')} role="table">
        <caption class="pe-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection !== undefined && (
              <th scope="col" role="columnheader" class="pe-cell-select">
                <span class="pe-hidden">{view.t('table.select')}</span>
              </th>
            )}
            {columns.map((column) => (
              <HeadCell column={column} sorting={sorting} />
            ))}
            {hasMore && (
              <th scope="col" role="columnheader" class="pe-cell-more">
                <span class="pe-hidden">{view.t('table.more')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row">
              {selection !== undefined && <SelectCell view={view} row={row} selection={selection} />}
              {columns.map((column) => (
                <Cell column={column} row={row} />
              ))}
              {hasMore && <MoreCell view={view} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
