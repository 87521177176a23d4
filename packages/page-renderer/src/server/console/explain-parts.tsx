/** What the sections of an explanation are made of. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Explanation } from '../explain/explanation.ts';

/** What every section is given. */
export interface SectionProps {
  explanation: Explanation;
}

/** A heading with what belongs to it. */
export function Section({ id, heading, children }: { id: string; heading: string; children: Child }): JSX.Element {
  return (
    <section class="stack explained" aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      {children}
    </section>
  );
}

/** Something of a name. */
export function Fact({ name, children }: { name: string; children: Child }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** A table whose rows are one below the other on a phone. The first cell of a row is its heading. */
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

/** A text of the target's: in a direction of its own, and as code. */
export function Words({ children }: { children: string }): JSX.Element {
  return (
    <code>
      <bdi>{children}</bdi>
    </code>
  );
}
