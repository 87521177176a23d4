/** Periods that filter lists: whole days, including the last one. */
import { z } from '@hono/zod-openapi';
import { dayInZone } from './wall-time.ts';

// An empty field of a form is sent as an empty text.
const day = (description: string) =>
  z
    .union([z.iso.date(), z.literal('')])
    .optional()
    .openapi({ description });

/** A day in a query: `2026-03-29`; empty or undefined for none. */
type Day = z.ZodType<string | undefined, string | undefined>;

/** The members of a query that define a period. */
export const periodQuery: { readonly from: Day; readonly to: Day } = {
  from: day('First day, in the time zone of the engine'),
  to: day('Last day'),
};

/** A period as times. */
export interface Period {
  /** From this time on; undefined for the beginning. */
  readonly from: Date | undefined;
  /** Before this time; undefined for the end. */
  readonly until: Date | undefined;
}

const DAY = 24 * 60 * 60_000;

/** The days of a query, as in `2026-03-29`. */
export interface PeriodDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A query whose first day is not after its last: the two are exchanged if somebody mixed them up. */
export function daysInOrder<Query extends PeriodDays>(query: Query): Query {
  const { from, to } = query;
  return from && to && from > to ? { ...query, from: to, to: from } : query;
}

/** The times between which the days of a query lie. @param timeZone IANA name of the time zone of the days */
export function periodOf(days: PeriodDays, timeZone: string): Period {
  const { from, to } = daysInOrder(days);
  const start = (date: string | undefined) => (date ? (dayInZone(date, timeZone) ?? undefined) : undefined);
  const next = to ? new Date(Date.parse(to) + DAY).toISOString().slice(0, 10) : undefined;
  return { from: start(from), until: start(next) };
}
