/** Charts: inline SVG that adapts to any width, since its parts are placed by percentages. The numbers are in a table, too. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Icon } from '../../pages/icon.tsx';

/** One line or one layer of bars. */
export interface Series {
  readonly name: string;
  /** The class that gives it its colour. */
  readonly look: 'cached' | 'rendered' | 'errors' | 'typical' | 'slow';
  /** Undefined where there is no value. */
  readonly values: ReadonlyArray<number | undefined>;
}

interface ChartProps {
  id: string;
  heading: string;
  /** What the chart shows, for those who do not see it. */
  summary: string;
  series: readonly Series[];
  /** The label of each step. */
  labels: readonly string[];
  /** A value of the axis, for people. */
  format: (value: number) => string;
  kind: 'bars' | 'lines';
  /** The sentence that is shown if there are no values. */
  empty: string;
}

/** A chart with axes and a legend. */
export function Chart({ id, heading, summary, series, labels, format, kind, empty }: ChartProps): JSX.Element {
  const most = kind === 'bars' ? Math.max(0, ...sums(series, labels.length)) : Math.max(0, ...all(series));
  const top = niceTop(most);
  const isEmpty = all(series).length === 0;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => labels[Math.round((labels.length - 1) * part)] ?? '');
  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption class="chart-head">
        <h2 id={id}>{heading}</h2>
        <ul class="legend">
          {series.map(({ name, look }) => (
            <li>
              <svg width="14" height="14" aria-hidden="true" focusable="false">
                {kind === 'bars' ? (
                  <rect class={look} width="14" height="14" rx="3" />
                ) : (
                  <line class={look} x1="0" y1="7" x2="14" y2="7" />
                )}
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="plot">
        <div class="axis-y small muted" aria-hidden="true">
          <span>{format(top)}</span>
          <span>{format(top / 2)}</span>
          <span>{format(0)}</span>
        </div>
        <svg width="100%" height="160" role="img" aria-label={summary} focusable="false">
          {[0, 50, 100].map((y) => (
            <line class="grid" x1="0" x2="100%" y1={`${y}%`} y2={`${y}%`} />
          ))}
          {kind === 'bars' ? (
            <Bars series={series} labels={labels} top={top} format={format} />
          ) : (
            <Lines series={series} labels={labels} top={top} format={format} />
          )}
        </svg>
        <div class="axis-x small muted" aria-hidden="true">
          {ticks.map((tick) => (
            <span>{tick}</span>
          ))}
        </div>
      </div>
      {isEmpty && (
        <p class="chart-empty muted">
          <Icon name="neutral" /> {empty}
        </p>
      )}
    </figure>
  );
}

type Plot = Pick<ChartProps, 'series' | 'labels' | 'format'> & { top: number };

/** Stacked bars, the first series at the bottom. */
function Bars({ series, labels, top, format }: Plot): JSX.Element {
  const width = 100 / labels.length;
  return (
    <>
      {labels.map((label, index) => {
        let below = 0;
        const values = series.map(({ values: of }) => of[index] ?? 0);
        if (values.every((value) => value === 0)) return <></>;
        return (
          <g>
            <title>
              {`${label}: ${series.map(({ name }, which) => `${name} ${format(values[which] ?? 0)}`).join(', ')}`}
            </title>
            {series.map(({ look }, which) => {
              const height = ((values[which] ?? 0) / top) * 100;
              below += height;
              if (height === 0) return <></>;
              return (
                <rect
                  class={look}
                  x={percent(index * width + width * 0.1)}
                  width={percent(width * 0.8)}
                  y={percent(100 - below)}
                  height={percent(height)}
                />
              );
            })}
          </g>
        );
      })}
    </>
  );
}

/** Lines with a gap where there is no value; a value between two gaps is a dot. */
function Lines({ series, labels, top, format }: Plot): JSX.Element {
  const x = (index: number) => percent(((index + 0.5) / labels.length) * 100);
  const y = (value: number) => percent(100 - (value / top) * 100);
  return (
    <>
      {series.map(({ look, name, values }) =>
        values.map((value, index) => {
          if (value === undefined) return <></>;
          const next = values[index + 1];
          return (
            <g>
              <title>{`${labels[index] ?? ''}: ${name} ${format(value)}`}</title>
              {next !== undefined && <line class={look} x1={x(index)} y1={y(value)} x2={x(index + 1)} y2={y(next)} />}
              <circle class={look} cx={x(index)} cy={y(value)} r="2.5" />
            </g>
          );
        }),
      )}
    </>
  );
}

function all(series: readonly Series[]): number[] {
  return series.flatMap(({ values }) => values.filter((value) => value !== undefined && value > 0)) as number[];
}

function sums(series: readonly Series[], length: number): number[] {
  return Array.from({ length }, (_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
}

/** The smallest of 4, 10, 20, 40, 100 … that is not below a value, so that half of it is a whole number. */
export function niceTop(most: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [4, 10, 20]) if (step * power >= most) return step * power;
  }
}

function percent(value: number): string {
  return `${value.toFixed(2)}%`;
}
