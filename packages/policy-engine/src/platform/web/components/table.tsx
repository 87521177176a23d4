/** A table that becomes one card per row on a phone. What is in a cell may be of another direction than the page. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

/** A column: `heading` names the row, `number` is right-aligned, `actions` holds buttons and hides its label. */
export interface Column<Row> {
  readonly label: string;
  readonly kind?: 'heading' | 'text' | 'number' | 'actions';
  readonly cell: (row: Row) => Child;
}

function HeadCell<Row>({ column }: { column: Column<Row> }): JSX.Element {
  const label = column.kind === 'actions' ? <span class="pe-hidden">{column.label}</span> : column.label;
  return (
    <th scope="col" role="columnheader" class={column.kind === 'number' ? 'pe-number' : undefined}>
      {label}
    </th>
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
      return (
        <td role="cell" class="pe-number" data-label={column.label}>
          <span>{content}</span>
        </td>
      );
    case 'text':
      return (
        <td role="cell" data-label={column.label}>
          <bdi>{content}</bdi>
        </td>
      );
  }
}

/**
 * @param props.caption - what the table lists, for screen readers
 */
export function Table<Row>(props: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}): JSX.Element {
  const { caption, columns, rows } = props;
  // The roles say what the elements would say themselves, if `display: block` on a phone did not silence them.
  return (
    <div class="pe-table-frame">
      <table class="pe-table" role="table">
        <caption class="pe-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeadCell column={column} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row">
              {columns.map((column) => (
                <Cell column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
