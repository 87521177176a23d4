/** A table of an exported page, whose rows become cards where there is less room. */
import type { JSX } from 'hono/jsx/jsx-runtime';

export function Table(props: {
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<ReadonlyArray<string | JSX.Element>>;
  readonly empty?: JSX.Element;
  /** How many of the last columns move below the first where there is less room. Default: 0. */
  readonly below?: number;
}): JSX.Element {
  const { head, rows, empty, below = 0 } = props;
  if (rows.length === 0 && empty !== undefined) return empty;
  const beside = head.length - below;
  const place = (column: number) => (column < beside ? undefined : 'pe-priority-2');
  return (
    <div class="pe-table-frame">
      <table class={`pe-table pe-columns-${beside}`}>
        <thead>
          <tr>
            {head.map((title, column) => (
              <th scope="col" class={place(column)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others]) => (
            <tr>
              <th scope="row">
                <bdi>{first}</bdi>
              </th>
              {others.map((cell, index) => (
                <td data-label={head[index + 1]} class={place(index + 1)}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
