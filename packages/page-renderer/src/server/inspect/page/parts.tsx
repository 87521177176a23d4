/** The components of the sections of an explanation. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Explanation } from '../../explain/explanation/explanation.ts';

/** The properties of every section. */
export interface SectionProps {
  explanation: Explanation;
}

/** A heading with its content. */
export function Section({ id, heading, children }: { id: string; heading: string; children: Child }): JSX.Element {
  return (
    <section class="stack explained" aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      {children}
    </section>
  );
}

/** A name with its value. */
export function Fact({ name, children }: { name: string; children: Child }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** A table; on a phone, the cells of a row are shown one below the other. The first cell of a row is its heading. */
export function Table(props: {
  caption?: string;
  columns: readonly string[];
  rows: ReadonlyArray<readonly Child[]>;
}): JSX.Element {
  const { caption, columns, rows } = props;
  return (
    <table class="rows">
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others]) => (
          <tr>
            <th scope="row">{first}</th>
            {others.map((cell, index) => (
              <td data-column={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A text of the target: isolated in its direction, and formatted as code. */
export function Words({ children }: { children: string }): JSX.Element {
  return (
    <code>
      <bdi>{children}</bdi>
    </code>
  );
}
