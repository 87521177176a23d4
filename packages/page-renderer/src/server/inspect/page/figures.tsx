/** The numbers of a comparison: the content of each side, and how long it took. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Timings } from '../../../render/job/stages.ts';
import { bytes, count, duration } from '../../pages/format.ts';
import type { TextConclusion } from '../content/comparison.ts';
import type { Inspected, SeenPage, Side } from '../content/inspected.ts';

const NONE = '–';

type Figure = [name: string, of: (seen: SeenPage) => string | null | undefined];

const FIGURES: readonly Figure[] = [
  ['Characters of text', ({ facts }) => facts && count(facts.textLength)],
  ['Headings', ({ facts }) => facts && count(facts.headings)],
  ['Links', ({ facts }) => facts && count(facts.links)],
  ['Images', ({ facts }) => facts && count(facts.images)],
  ['JSON-LD blocks', ({ facts }) => facts && count(facts.jsonLd)],
  ['Size of the HTML', ({ html }) => bytes(Buffer.byteLength(html))],
];

/** The content of each side, in numbers. */
export function Contents({ inspected }: { inspected: Inspected }): JSX.Element {
  const { plain, rendered } = inspected;
  return (
    <table class="numbers">
      <caption>Content of each version</caption>
      <TableHead />
      <tbody>
        {FIGURES.map(([name, of]) => {
          const [before, after] = [figure(plain, of), figure(rendered, of)];
          return (
            <tr>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td class={before === after || before === NONE ? undefined : 'differs'}>{after}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The steps of a render, and their names on pages. */
const STEPS: ReadonlyArray<[key: keyof Timings, name: string]> = [
  ['queue', 'Waiting in the queue'],
  ['open', 'Opening a tab'],
  ['navigate', 'Waiting for the first byte'],
  ['wait', 'Until the page is complete'],
  ['read', 'Reading HTML and screenshot'],
];

/** How long each side took, step by step, with a bar for each step of the rendered page. */
export function Timing({ inspected }: { inspected: Inspected }): JSX.Element {
  const { plain, rendered } = inspected;
  return (
    <table class="numbers timing">
      <caption>How long it took</caption>
      <TableHead bars={rendered.outcome === 'done'} />
      <tbody>
        {STEPS.map(([key, name]) => (
          <tr>
            <th scope="row">{name}</th>
            <td>{figure(plain, ({ timings }) => duration(timings[key]))}</td>
            <td>{figure(rendered, ({ timings }) => duration(timings[key]))}</td>
            {rendered.outcome === 'done' && (
              <td class="bars">
                <Step timings={rendered.seen.timings} step={key} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{figure(plain, ({ timings }) => duration(total(timings)))}</td>
          <td>{figure(rendered, ({ timings }) => duration(total(timings)))}</td>
          {rendered.outcome === 'done' && <td class="bars" />}
        </tr>
      </tfoot>
    </table>
  );
}

function TableHead({ bars = false }: { bars?: boolean }): JSX.Element {
  return (
    <thead>
      <tr>
        <td />
        <th scope="col">Without JavaScript</th>
        <th scope="col">As rendered</th>
        {bars && <td class="bars" />}
      </tr>
    </thead>
  );
}

function figure(side: Side, of: Figure[1]): string {
  return (side.outcome === 'done' ? of(side.seen) : undefined) ?? NONE;
}

/** The total time of a render, in milliseconds. */
function total({ queue, open, navigate, wait, read }: Timings): number {
  return queue + open + navigate + wait + read;
}

/** When a step began and ended within the whole. Positioned by attributes, because the page's policy forbids style attributes. */
function Step({ timings, step }: { timings: Timings; step: keyof Timings }): JSX.Element {
  const all = Math.max(1, total(timings));
  const before = STEPS.slice(
    0,
    STEPS.findIndex(([key]) => key === step),
  ).reduce((sum, [key]) => sum + timings[key], 0);
  return (
    <svg class="bar" width="100%" height="12" aria-hidden="true" focusable="false">
      <rect class="bar-all" width="100%" height="12" rx="3" />
      <rect x={percent(before / all)} width={percent(timings[step] / all)} height="12" rx="3" />
    </svg>
  );
}

/** The two amounts of text, as bars of proportional length. */
export function TextBars({ conclusion }: { conclusion: TextConclusion }): JSX.Element {
  const most = Math.max(1, conclusion.plain, conclusion.rendered);
  const rows = [
    ['Without JavaScript', conclusion.plain],
    ['As rendered', conclusion.rendered],
  ] as const;
  return (
    <div class="text-bars" aria-hidden="true">
      {rows.map(([name, value]) => (
        <>
          <span>{name}</span>
          <svg class="bar" width="100%" height="12" focusable="false">
            <rect class="bar-all" width="100%" height="12" rx="3" />
            <rect width={percent(value / most)} height="12" rx="3" />
          </svg>
          <span class="number">{count(value)}</span>
        </>
      ))}
    </div>
  );
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}
