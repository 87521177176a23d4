/** A chart of stacked bars with axes, drawn once for a wide and once for a narrow page: scaled text would be unreadable. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { dateFormat, numberFormat } from '../../../platform/i18n/formatters.ts';
import type { View } from '../../../platform/web/index.ts';
import { type Bar, type BarUnit, heightOf, type Scale, scaleOf } from './bars.ts';
import type { VersionMarkJson } from './figures.ts';

/** Dimensions of a drawing in its own units, which are about one pixel each. */
interface Size {
  readonly name: 'wide' | 'narrow' | 'small';
  readonly width: number;
  readonly height: number;
  /** Most labels of the time axis. */
  readonly labels: number;
  /** About the width of a character of a mark: the style sheet enlarges the text of a drawing that is made smaller. */
  readonly character: number;
}

const SIZES: readonly Size[] = [
  { name: 'wide', width: 960, height: 280, labels: 7, character: 8.6 },
  { name: 'narrow', width: 340, height: 240, labels: 3, character: 6.6 },
];

/** Beside others, in a card. */
const SMALL: readonly Size[] = [{ name: 'small', width: 440, height: 190, labels: 4, character: 6.6 }];

/** Room for the numbers of both axes, the labels of days, what is written above bars, and a row of marks. */
const MARGIN = { start: 48, end: 44, top: 22, bottom: 24, marks: 13 };
/** Longer names of marks are cut off; their title has all of it. */
const MOST_CHARACTERS = 24;
/** Values of the axis of the rate. */
const RATES = [0, 0.5, 1];
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
  /** Name of the mark of a version. */
  readonly markOf: (version: VersionMarkJson) => string;
  /** What it shows, for screen readers. */
  readonly label: string;
  /** Whether it is beside others, in a card. Default: false. */
  readonly isSmall?: boolean;
}

/** The words of the parts. */
export function partWords({ t }: Pick<View, 't'>): PartWords {
  return {
    accepted: t('ledger.decision.accepted'),
    rejected: t('ledger.decision.rejected'),
    gpc: t('choice.figures.by_gpc'),
  };
}

/** A share in words; a dash without any decision. */
export function percent({ formatLocale }: Pick<View, 'formatLocale'>, share: number | null): string {
  if (share === null) return '–';
  return numberFormat(formatLocale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** The days of a bar, in the language of the page. */
export function barLabel({ formatLocale }: Pick<View, 'formatLocale'>, { from, to }: Bar, unit: BarUnit): string {
  const style =
    unit === 'month' ? ({ month: 'short', year: 'numeric' } as const) : ({ day: 'numeric', month: 'short' } as const);
  const format = dateFormat(formatLocale, { ...style, timeZone: 'UTC' });
  return unit === 'week' && from !== to
    ? format.formatRange(new Date(from), new Date(to))
    : format.format(new Date(from));
}

export function Chart(props: ChartProps): JSX.Element {
  const { view, bars, words, isSmall = false } = props;
  const scale = scaleOf(bars.map(heightOf));
  const isCapped = bars.some((bar) => heightOf(bar) > scale.top);
  const shown = PARTS.filter((part) => part !== 'gpc' || bars.some((bar) => partsOf(bar).gpc > 0));
  return (
    <figure class={isSmall ? 'pe-chart' : 'pe-card pe-chart'}>
      <figcaption>
        {shown.map((part) => (
          <span class={`pe-legend pe-legend-${part}`}>{words[part]}</span>
        ))}
        <span class="pe-legend pe-legend-rate">{view.t('choice.figures.rate')}</span>
      </figcaption>
      {(isSmall ? SMALL : SIZES).map((size) => (
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
function placesOf(
  { view, bars, size, scale }: Pick<DrawingProps, 'view' | 'bars' | 'size' | 'scale'>,
  rowsOfMarks: number,
) {
  const top = MARGIN.top + rowsOfMarks * MARGIN.marks;
  const slot = (size.width - MARGIN.start - MARGIN.end) / Math.max(1, bars.length);
  const bottom = size.height - MARGIN.bottom;
  return {
    slot,
    bottom,
    top,
    width: Math.min(MOST_BAR_WIDTH, slot * 0.74),
    /** The middle of a bar, or a position between two. */
    across: (index: number): number => {
      const along = MARGIN.start + (index + 0.5) * slot;
      return view.dir === 'rtl' ? size.width - along : along;
    },
    up: (count: number): number => bottom - (Math.min(count, scale.top) / scale.top) * (bottom - top),
  };
}

type Places = ReturnType<typeof placesOf>;

const at = (place: number): string => place.toFixed(1);

function Drawing(props: DrawingProps): JSX.Element {
  const { bars, size, label } = props;
  const places = placesOf(props, rowsOf(marksOf(props)));
  return (
    <svg class={`pe-chart-${size.name}`} viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <Axis {...props} places={places} />
      {bars.map((bar, index) => (
        <Stack {...props} places={places} bar={bar} index={index} />
      ))}
      <RateLine {...props} places={places} />
      <Versions {...props} places={places} />
    </svg>
  );
}

function Axis({ view, bars, unit, size, scale, places }: DrawingProps & { places: Places }): JSX.Element {
  const number = numberFormat(view.formatLocale, { notation: 'compact', maximumFractionDigits: 1 });
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
      {RATES.map((rate) => (
        <text
          class="pe-tick"
          x={isRtl ? MARGIN.end - 6 : size.width - MARGIN.end + 6}
          y={at(rateHeight(places, rate) + 4)}
          text-anchor="start"
        >
          {percent(view, rate)}
        </text>
      ))}
      {labelled.map((index) => (
        <text class="pe-tick" x={at(places.across(index))} y={size.height - 6} text-anchor="middle">
          {barLabel(view, { ...bars[index]!, to: bars[index]!.from }, unit)}
        </text>
      ))}
    </>
  );
}

/** Shares use the whole height. */
function rateHeight({ bottom, top }: Places, rate: number): number {
  return bottom - rate * (bottom - top);
}

/** The share that accepts; weeks without a decision are passed over. */
function RateLine({ bars, places }: DrawingProps & { places: Places }): JSX.Element {
  const points = bars.flatMap((bar, index) => {
    const all = heightOf(bar);
    return all === 0 ? [] : [`${at(places.across(index))},${at(rateHeight(places, bar.accepted / all))}`];
  });
  if (points.length < 2) return <></>;
  return (
    <>
      <polyline class="pe-rate-line pe-rate-halo" points={points.join(' ')} />
      <polyline class="pe-rate-line" points={points.join(' ')} />
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
  const number = numberFormat(view.formatLocale);
  return (
    <g>
      <title>
        {view.t('text.labelled', {
          label: barLabel(view, bar, unit),
          value: PARTS.map((part) => `${words[part]} ${number.format(parts[part])}`).join(', '),
        })}
      </title>
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
            d={`M${at(places.across(index) - places.width / 2 - 2)} ${places.top + 9}l${at(places.width + 4)} -5`}
          />
          <text class="pe-tick" x={at(places.across(index))} y={places.top - 5} text-anchor="middle">
            {numberFormat(view.formatLocale, { notation: 'compact', maximumFractionDigits: 1 }).format(total)}
          </text>
        </>
      )}
    </g>
  );
}

/** The mark of a version, with the row of its name: names beside each other never overlap. */
interface Mark {
  readonly text: string;
  readonly title: string;
  /** Middle of the line. */
  readonly x: number;
  /** Middle of the name. */
  readonly middle: number;
  readonly row: number;
}

function marksOf(props: DrawingProps): Mark[] {
  const { bars, versions, size, markOf } = props;
  const { across } = placesOf(props, 0);
  /** Where each row is free again. */
  const ends: number[] = [];
  const found = versions.flatMap((version) => {
    const index = bars.findIndex(({ to }) => to >= version.published_at.slice(0, 10));
    return index === -1 ? [] : [{ x: across(index - 0.5), title: markOf(version) }];
  });
  return found
    .toSorted((a, b) => a.x - b.x)
    .map(({ x, title }) => {
      const text = title.length > MOST_CHARACTERS ? `${title.slice(0, MOST_CHARACTERS - 1)}…` : title;
      const width = text.length * size.character;
      const left = Math.max(0, Math.min(x - width / 2, size.width - width));
      const free = ends.findIndex((end) => end <= left);
      const row = free === -1 ? ends.length : free;
      ends[row] = left + width + size.character;
      return { text, title, x, middle: left + width / 2, row };
    });
}

function rowsOf(marks: readonly Mark[]): number {
  return Math.max(0, ...marks.map(({ row }) => row + 1));
}

function Versions(props: DrawingProps & { places: Places }): JSX.Element {
  const { places } = props;
  return (
    <>
      {marksOf(props).map(({ text, title, x, middle, row }) => {
        const y = 11 + row * MARGIN.marks;
        return (
          <g>
            <title>{title}</title>
            <line class="pe-version-mark" x1={at(x)} x2={at(x)} y1={y + 3} y2={at(places.bottom)} />
            <text class="pe-tick" x={at(middle)} y={y} text-anchor="middle">
              {text}
            </text>
          </g>
        );
      })}
    </>
  );
}
