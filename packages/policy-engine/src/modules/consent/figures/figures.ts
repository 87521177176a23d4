/** Decision rates and the share of Global Privacy Control, day by day, from the ledger's counts. */
import { z } from '@hono/zod-openapi';
import type { DayCount, DayRange } from '../../proof/figures.ts';

/** Decisions of one day, or of all. */
export interface FiguresJson {
  accepted: number;
  rejected: number;
  /** Under Global Privacy Control, whichever way. */
  gpc: number;
  /** Accepted in spite of it. */
  gpc_overridden: number;
}

/** What `GET /consent/figures.json` answers. */
export interface FiguresReportJson {
  from: string;
  to: string;
  rule: string | null;
  days: (FiguresJson & { day: string })[];
  totals: FiguresJson & { acceptance_rate: number | null; gpc_share: number | null };
}

const counts = {
  accepted: z.int(),
  rejected: z.int(),
  gpc: z.int().openapi({ description: 'Of all these decisions, those under Global Privacy Control' }),
  gpc_overridden: z.int().openapi({ description: 'Accepted in spite of it' }),
};
const share = z.number().min(0).max(1).nullable();

export const FiguresSchema: z.ZodType<FiguresReportJson, FiguresReportJson> = z
  .object({
    from: z.string().openapi({ description: 'First day, UTC' }),
    to: z.string().openapi({ description: 'Last day, UTC' }),
    rule: z.string().nullable(),
    days: z.array(z.object({ day: z.string(), ...counts })).openapi({ description: 'Each day of the range' }),
    totals: z.object({
      ...counts,
      acceptance_rate: share.openapi({ description: 'Accepted of all decisions; null without any' }),
      gpc_share: share.openapi({ description: 'Under Global Privacy Control of all decisions; null without any' }),
    }),
  })
  .openapi('ConsentFigures');

const DAY = 24 * 60 * 60 * 1000;
/** Days a report may have. */
export const MOST_DAYS = 366;
const DEFAULT_DAYS = 30;

/** Days as somebody asks for them. */
export interface AskedDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The days that are asked for: the last thirty where nobody says, the first ones of a range that is too long. */
export function daysAskedFor({ from, to }: AskedDays, now: Date): DayRange {
  const end = to ?? dayOf(from === undefined ? now.getTime() : Date.parse(from) + (DEFAULT_DAYS - 1) * DAY);
  const start = from ?? dayOf(Date.parse(end) - (DEFAULT_DAYS - 1) * DAY);
  const [first, last] = start <= end ? [start, end] : [end, start];
  const latest = dayOf(Date.parse(first) + (MOST_DAYS - 1) * DAY);
  return { from: first, to: last < latest ? last : latest };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Puts counts together; a day without any is there with zeros. */
export function figuresReport(range: DayRange, rule: string | null, found: readonly DayCount[]): FiguresReportJson {
  const days = new Map<string, FiguresJson & { day: string }>();
  for (let time = Date.parse(range.from); time <= Date.parse(range.to); time += DAY) {
    const day = dayOf(time);
    days.set(day, { day, ...nothing() });
  }
  const totals = nothing();
  for (const counted of found) {
    if (rule !== null && counted.rule !== rule) continue;
    for (const figures of [days.get(counted.day), totals]) if (figures) add(figures, counted);
  }
  const all = totals.accepted + totals.rejected;
  const shareOf = (part: number) => (all === 0 ? null : part / all);
  return {
    ...range,
    rule,
    days: [...days.values()],
    totals: { ...totals, acceptance_rate: shareOf(totals.accepted), gpc_share: shareOf(totals.gpc) },
  };
}

function nothing(): FiguresJson {
  return { accepted: 0, rejected: 0, gpc: 0, gpc_overridden: 0 };
}

function add(figures: FiguresJson, { decision, gpc, count }: DayCount): void {
  if (decision === 'accepted') figures.accepted += count;
  else figures.rejected += count;
  if (gpc !== null) figures.gpc += count;
  if (gpc === 'overridden') figures.gpc_overridden += count;
}
