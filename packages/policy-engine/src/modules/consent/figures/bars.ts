/** Groups days into the bars of a chart: which days form one bar, and the height of the axis. */
import { type FiguresJson, type FiguresReportJson, nothing } from './figures.ts';

/** Days that form one bar. */
export interface Bar extends FiguresJson {
  /** First and last day, as in `2026-11-01`. */
  readonly from: string;
  readonly to: string;
}

/** What a bar stands for. */
export type BarUnit = 'day' | 'week' | 'month';

/** Most days that are shown as days, and as weeks: more bars would be too thin on a phone. */
const MOST_AS_DAYS = 62;
const MOST_AS_WEEKS = 400;

/** The unit of a bar for a number of days. */
export function unitOf(days: number): BarUnit {
  if (days <= MOST_AS_DAYS) return 'day';
  return days <= MOST_AS_WEEKS ? 'week' : 'month';
}

/** The key that days of one bar share. Weeks start on Monday (ISO 8601). */
function groupOf(day: string, unit: BarUnit): string {
  if (unit === 'month') return day.slice(0, 7);
  if (unit === 'day') return day;
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** The bars of some days. The first and the last may cover less than their unit. */
export function barsOf(days: FiguresReportJson['days'], unit: BarUnit): Bar[] {
  const bars = new Map<string, { -readonly [Name in keyof Bar]: Bar[Name] }>();
  for (const { day, ...figures } of days) {
    const group = groupOf(day, unit);
    const bar = bars.get(group) ?? { from: day, to: day, ...nothing() };
    bars.set(group, bar);
    bar.to = day;
    bar.accepted += figures.accepted;
    bar.rejected += figures.rejected;
    bar.gpc += figures.gpc;
    bar.gpc_overridden += figures.gpc_overridden;
  }
  return [...bars.values()];
}

/** Decisions of a bar. */
export function heightOf({ accepted, rejected }: Pick<FiguresJson, 'accepted' | 'rejected'>): number {
  return accepted + rejected;
}

/** The axis of a chart. */
export interface Scale {
  /** The value at the upper end of the axis. Bars above it are cut off and have their number written above them. */
  readonly top: number;
  /** From 0 to `top`. */
  readonly ticks: readonly number[];
}

/** A bar this many times as high as the ninth decile would flatten the others. */
const OUTLIER = 3;
/** An axis of four or five steps: the one that ends sooner. */
const STEPS = [4, 5];

/**
 * The axis for some bars. One busy day must not flatten eleven months, so the axis ends with the highest bar that is no outlier. The axis is not logarithmic: bars are stacked, and parts of a logarithm do not add up.
 */
export function scaleOf(heights: readonly number[]): Scale {
  const sorted = heights.filter((height) => height > 0).toSorted((a, b) => a - b);
  const decile = sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0;
  const least = sorted.findLast((height) => height <= OUTLIER * decile) ?? 0;
  const [axis] = STEPS.map((steps) => ({ steps, step: niceStep(least / steps) })).toSorted(
    (a, b) => a.steps * a.step - b.steps * b.step,
  );
  const { steps, step } = axis!;
  return { top: step * steps, ticks: Array.from({ length: steps + 1 }, (_, index) => index * step) };
}

/** The smallest of 1, 2, 2.5, 5, 10, … that is not less; whole numbers only. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const found = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((step) => step >= least && Number.isInteger(step));
  return Math.max(1, found ?? power * 10);
}
