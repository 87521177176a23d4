/** A chart of stacked bars with axes, drawn once for a wide and once for a narrow page: scaled text would be unreadable. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../../platform/web/index.ts';
import { type Bar, type BarUnit, heightOf, type Scale, scaleOf } from './bars.ts';
import type { VersionMarkJson } from './figures.ts';

/** Dimensions of a drawing in its own units, which are about one pixel each. */
interface Size {
  readonly name: 'wide' | 'narrow';
  readonly width: number;
  readonly height: number;
  /** Most labels of the time axis. */
  readonly labels: number;
}

const SIZES: readonly Size[] = [
  { name: 'wide', width: 960, height: 280, labels: 7 },
  { name: 'narrow', width: 340, height: 240, labels: 3 },
];

/** Room for the numbers of the axis, the labels of days, and what is written above bars. */
const MARGIN = { start: 48, end: 8, top: 34, bottom: 24 };
const MOST_BAR_WIDTH = 28;

/** The parts of a bar, from the bottom. */
export const PARTS = ['accepted', 'rejected', 'gpc'] as const;

/** The number in each part of a bar. */
export function partsOf({
  accepted,
  rejected,
  gpc,
  gpc_overridden: overridden,
}: Bar): Record<(typeof PARTS)[number], number> {
  const byGpc = gpc - overridden;
  return { accepted, rejected: rejected - byGpc, gpc: byGpc };
}

/** Labels of the parts. */
export type PartWords = Readonly<Record<(typeof PARTS)[number], string>>;

/** What a chart shows. */
export interface ChartProps {
  readonly view: View;
  readonly bars: readonly Bar[];
  readonly unit: BarUnit;
  readonly words: PartWords;
  readonly versions: readonly VersionMarkJson[];
}

/** The days of a bar, in the language of the page. */
export function barLabel({ formatLocale }: Pick<View, 'formatLocale'>, { from, to }: Bar, unit: BarUnit): string {
  const style =
    unit === 'month' ? ({ month: 'short', year: 'numeric' } as const) : ({ day: 'numeric', month: 'short' } as const);
  const format = new Intl.DateTimeFormat(formatLocale, { ...style, timeZone: 'UTC' });
  return unit === 'week' && from !== to
    ? format.formatRange(new Date(from), new Date(to))
    : format.format(new Date(from));
}

export function Chart(props: ChartProps): JSX.Element {
  const { view, bars, words } = props;
  const scale = scaleOf(bars.map(heightOf));
  const isCapped = bars.some((bar) => heightOf(bar) > scale.top);
  return (
    <figure class="pe-card pe-chart">
      <figcaption>
        {PARTS.map((part) => (
          <span class={`pe-legend pe-legend-${part}`}>{words[part]}</span>
        ))}
      </figcaption>
      {SIZES.map((size) => (
        <Drawing {...props} size={size} scale={scale} />
      ))}
      {isCapped && <p class="pe-muted pe-small">{view.t('choice.figures.capped')}</p>}
    </figure>
  );
}

interface DrawingProps extends ChartProps {
  readonly size: Size;
  readonly scale: Scale;
}

/** The geometry. Time runs in reading direction. */
function placesOf({ view, bars, size, scale }: Pick<DrawingProps, 'view' | 'bars' | 'size' | 'scale'>) {
  const slot = (size.width - MARGIN.start - MARGIN.end) / Math.max(1, bars.length);
  const bottom = size.height - MARGIN.bottom;
  return {
    slot,
    bottom,
    width: Math.min(MOST_BAR_WIDTH, slot * 0.74),
    /** The middle of a bar, or a position between two. */
    across: (index: number): number => {
      const along = MARGIN.start + (index + 0.5) * slot;
      return view.dir === 'rtl' ? size.width - along : along;
    },
    up: (count: number): number => bottom - (Math.min(count, scale.top) / scale.top) * (bottom - MARGIN.top),
  };
}

type Places = ReturnType<typeof placesOf>;

const at = (place: number): string => place.toFixed(1);

function Drawing(props: DrawingProps): JSX.Element {
  const { view, bars, size } = props;
  const places = placesOf(props);
  return (
    <svg
      class={`pe-chart-${size.name}`}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={view.t('choice.figures.chart')}
    >
      <Axis {...props} places={places} />
      {bars.map((bar, index) => (
        <Stack {...props} places={places} bar={bar} index={index} />
      ))}
      <Versions {...props} places={places} />
    </svg>
  );
}

function Axis({ view, bars, unit, size, scale, places }: DrawingProps & { places: Places }): JSX.Element {
  const number = new Intl.NumberFormat(view.formatLocale, { notation: 'compact', maximumFractionDigits: 1 });
  const isRtl = view.dir === 'rtl';
  const labelled = labelledOf(bars.length, size.labels);
  return (
    <>
      {scale.ticks.map((tick) => (
        <>
          <line
            class="pe-grid"
            x1={MARGIN.start}
            x2={size.width - MARGIN.end}
            y1={at(places.up(tick))}
            y2={at(places.up(tick))}
          />
          <text
            class="pe-tick"
            x={isRtl ? size.width - MARGIN.start + 8 : MARGIN.start - 8}
            y={at(places.up(tick) + 4)}
            text-anchor="end"
          >
            {number.format(tick)}
          </text>
        </>
      ))}
      {labelled.map((index) => (
        <text class="pe-tick" x={at(places.across(index))} y={size.height - 6} text-anchor="middle">
          {barLabel(view, { ...bars[index]!, to: bars[index]!.from }, unit)}
        </text>
      ))}
    </>
  );
}

/** Which bars have a label: evenly spaced, and no more than there is room for. */
function labelledOf(bars: number, most: number): number[] {
  const step = Math.ceil(bars / most);
  const first = Math.floor(((bars - 1) % step) / 2);
  return Array.from({ length: bars }, (_, index) => index).filter((index) => (index - first) % step === 0);
}

function Stack(props: DrawingProps & { places: Places; bar: Bar; index: number }): JSX.Element {
  const { view, unit, words, scale, places, bar, index } = props;
  const parts = partsOf(bar);
  const left = at(places.across(index) - places.width / 2);
  const total = heightOf(bar);
  if (total === 0) return <></>;
  let below = 0;
  const number = new Intl.NumberFormat(view.formatLocale);
  return (
    <g>
      <title>{`${barLabel(view, bar, unit)}: ${PARTS.map((part) => `${words[part]} ${number.format(parts[part])}`).join(', ')}`}</title>
      {PARTS.map((part) => {
        const from = places.up(below);
        below += parts[part];
        const height = from - places.up(below);
        if (height <= 0) return <></>;
        return (
          <rect class={`pe-bar-${part}`} x={left} y={at(from - height)} width={at(places.width)} height={at(height)} />
        );
      })}
      {total > scale.top && (
        <>
          <path
            class="pe-cut"
            d={`M${at(places.across(index) - places.width / 2 - 2)} ${MARGIN.top + 9}l${at(places.width + 4)} -5`}
          />
          <text class="pe-tick" x={at(places.across(index))} y={MARGIN.top - 5} text-anchor="middle">
            {new Intl.NumberFormat(view.formatLocale, { notation: 'compact', maximumFractionDigits: 1 }).format(total)}
          </text>
        </>
      )}
    </g>
  );
}

function Versions({ view, bars, versions, places }: DrawingProps & { places: Places }): JSX.Element {
  return (
    <>
      {versions.map(({ version, published_at: publishedAt }) => {
        const index = bars.findIndex(({ to }) => to >= publishedAt.slice(0, 10));
        if (index === -1) return <></>;
        const x = at(places.across(index - 0.5));
        return (
          <>
            <line class="pe-version-mark" x1={x} x2={x} y1="14" y2={at(places.bottom)} />
            <text class="pe-tick" x={x} y="11" text-anchor={index === 0 ? 'start' : 'middle'}>
              {view.t('choice.figures.mark', { version })}
            </text>
          </>
        );
      })}
    </>
  );
}
