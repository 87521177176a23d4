/** Decision rates and the share of Global Privacy Control: day by day, by rule, by version and by language. */
import { z } from '@hono/zod-openapi';
import type { DecisionCount } from './day-store.ts';

/** Decisions of one day, or of all days. */
export interface FiguresJson {
  accepted: number;
  rejected: number;
  /** Decided under Global Privacy Control, either way. */
  gpc: number;
  /** Accepted in spite of it. */
  gpc_overridden: number;
}

/** Decisions of a rule, a version, or a language. */
export interface RateJson extends FiguresJson {
  acceptance_rate: number | null;
}

/** A version that came into force. */
export interface VersionMarkJson {
  rule: string;
  version: number;
  published_at: string;
}

/** What `GET /consent/figures.json` answers. */
export interface FiguresReportJson {
  from: string;
  to: string;
  rule: string | null;
  days: (FiguresJson & { day: string })[];
  totals: RateJson & { gpc_share: number | null; opt_outs: number };
  by_rule: (RateJson & { rule: string; sells?: boolean | undefined })[];
  by_version: (RateJson & { rule: string; version: number })[];
  by_language: (RateJson & { language: string })[];
  versions: VersionMarkJson[];
}

const counts = {
  accepted: z.int(),
  rejected: z.int(),
  gpc: z.int().openapi({ description: 'Of all these decisions, those under Global Privacy Control' }),
  gpc_overridden: z.int().openapi({ description: 'Accepted despite the signal' }),
};
const share = z.number().min(0).max(1).nullable();
const rates = {
  ...counts,
  acceptance_rate: share.openapi({ description: 'Share of accepted decisions; null if there are none' }),
};

/** A day of the report. */
export const DaySchema: z.ZodType<FiguresReportJson['days'][number], FiguresReportJson['days'][number]> = z.object({
  day: z.string(),
  ...counts,
});

export const FiguresSchema: z.ZodType<FiguresReportJson, FiguresReportJson> = z
  .object({
    from: z.string().openapi({ description: 'First day, UTC' }),
    to: z.string().openapi({ description: 'Last day, UTC' }),
    rule: z.string().nullable(),
    days: z.array(DaySchema).openapi({ description: 'Each day of the range' }),
    totals: z.object({
      ...rates,
      gpc_share: share.openapi({
        description: 'Share of decisions under Global Privacy Control; null if there are none',
      }),
      opt_outs: z.int().openapi({
        description:
          'Of the rejections, those of rules with `sells`: opt-outs of sale and sharing, by the page, the banner or the signal',
      }),
    }),
    by_rule: z
      .array(
        z.object({
          rule: z.string(),
          sells: z.boolean().optional().openapi({ description: 'Its rejections are opt-outs of sale and sharing' }),
          ...rates,
        }),
      )
      .openapi({ description: 'Sorted by name' }),
    by_version: z
      .array(z.object({ rule: z.string(), version: z.int(), ...rates }))
      .openapi({ description: 'Newest version of each rule first' }),
    by_language: z.array(z.object({ language: z.string(), ...rates })).openapi({
      description: 'By language of the page (BCP 47 tag, empty if no longer known), most decisions first',
    }),
    versions: z
      .array(z.object({ rule: z.string(), version: z.int(), published_at: z.iso.datetime() }))
      .openapi({ description: 'Versions that came into force within the range' }),
  })
  .openapi('ConsentFigures');

const DAY = 24 * 60 * 60 * 1000;
/** Days a report may have: ten years. */
export const MOST_DAYS = 3660;
const DEFAULT_DAYS = 30;

/** A requested range of days: the first is not after the last. */
export interface AskedDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** First and last day, as in `2026-11-01`; both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The requested days: the last thirty by default; of a range that is too long, the first ones. */
export function daysAskedFor({ from, to }: AskedDays, now: Date): DayRange {
  const end = to ?? dayOf(from === undefined ? now.getTime() : Date.parse(from) + (DEFAULT_DAYS - 1) * DAY);
  const start = from ?? dayOf(Date.parse(end) - (DEFAULT_DAYS - 1) * DAY);
  const latest = dayOf(Date.parse(start) + (MOST_DAYS - 1) * DAY);
  return { from: start, to: end < latest ? end : latest };
}

/** The UTC day of a moment in milliseconds. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The days of a range. */
export function daysOf({ from, to }: DayRange): string[] {
  const days = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) days.push(dayOf(time));
  return days;
}

/** The data of a report. */
export interface CountedDecisions {
  readonly byDay: readonly DecisionCount[];
  readonly byVersion: readonly DecisionCount[];
  readonly byLanguage: readonly DecisionCount[];
}

/** How figures of days and of versions are grouped, in the order of {@link CountedDecisions}. */
export const GROUPINGS = [
  ['day', 'decision', 'gpc'],
  ['rule', 'version', 'decision', 'gpc'],
  ['locale', 'decision', 'gpc'],
] as const;

/** Combines counts; a day without any is included with zeros. @param selling names of the rules with `sells` */
export function figuresReport(
  range: DayRange,
  rule: string | null,
  { byDay, byVersion, byLanguage }: CountedDecisions,
  versions: readonly VersionMarkJson[],
  selling: ReadonlySet<string>,
): FiguresReportJson {
  const days = summed(byDay, ({ day }) => day ?? '');
  const totals = summed(byDay, () => '').get('') ?? nothing();
  const rules = summed(byVersion, (count) => count.rule ?? '');
  const ofVersions = summed(byVersion, (count) => JSON.stringify([count.rule, count.version]));
  const languages = summed(byLanguage, ({ locale }) => locale ?? '');
  const all = totals.accepted + totals.rejected;
  return {
    ...range,
    rule,
    days: daysOf(range).map((day) => Object.assign({ day }, days.get(day) ?? nothing())),
    totals: {
      ...rated(totals),
      gpc_share: all === 0 ? null : totals.gpc / all,
      opt_outs: [...rules].reduce((sum, [name, { rejected }]) => sum + (selling.has(name) ? rejected : 0), 0),
    },
    by_rule: [...rules]
      .map(([name, figures]) => Object.assign({ rule: name }, selling.has(name) && { sells: true }, rated(figures)))
      .toSorted((a, b) => (a.rule < b.rule ? -1 : 1)),
    by_version: [...ofVersions]
      .map(([key, figures]) => {
        const [name, version] = JSON.parse(key) as [string, number];
        return Object.assign({ rule: name, version }, rated(figures));
      })
      .toSorted((a, b) => (a.rule === b.rule ? b.version - a.version : a.rule < b.rule ? -1 : 1)),
    by_language: [...languages]
      .map(([language, figures]) => Object.assign({ language }, rated(figures)))
      .toSorted((a, b) => b.accepted + b.rejected - a.accepted - a.rejected || (a.language < b.language ? -1 : 1)),
    versions: [...versions],
  };
}

/** Figures with the share that accepted. */
export function rated(figures: FiguresJson): RateJson {
  const all = figures.accepted + figures.rejected;
  return { ...figures, acceptance_rate: all === 0 ? null : figures.accepted / all };
}

/** Figures without any decision. */
export function nothing(): FiguresJson {
  return { accepted: 0, rejected: 0, gpc: 0, gpc_overridden: 0 };
}

/** Counts added up by key. */
export function summed(
  found: readonly DecisionCount[],
  keyOf: (count: DecisionCount) => string,
): Map<string, FiguresJson> {
  const sums = new Map<string, FiguresJson>();
  for (const counted of found) {
    const key = keyOf(counted);
    const figures = sums.get(key) ?? nothing();
    sums.set(key, figures);
    add(figures, counted);
  }
  return sums;
}

function add(figures: FiguresJson, { decision, gpc, count }: DecisionCount): void {
  if (decision === 'accepted') figures.accepted += count;
  else figures.rejected += count;
  if (gpc !== undefined && gpc !== '') figures.gpc += count;
  if (gpc === 'overridden') figures.gpc_overridden += count;
}
