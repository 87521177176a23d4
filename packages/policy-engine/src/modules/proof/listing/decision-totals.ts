/** Decisions added up by day, as another module keeps them: what a list of decisions counts without reading events. */
import type { EventFilter } from './event-filter.ts';

/** Which decisions to count. What is omitted may be anything. */
export interface DecisionsWanted extends Pick<EventFilter, 'rule' | 'version' | 'decision' | 'gpc'> {
  /** First day, UTC, as in `2026-11-01`. */
  readonly from?: string | undefined;
  /** Last day, included. */
  readonly to?: string | undefined;
  /** BCP 47 tag of the page; empty for decisions whose language is not known. */
  readonly locale: string;
}

/** Counts decisions; null if it would have to read many events for that. */
export type DecisionTotals = (wanted: DecisionsWanted) => Promise<number | null>;

type Period = Pick<EventFilter, 'from' | 'until'>;

const DAY = 24 * 60 * 60_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The whole days of UTC in a period, null for none, and what is left of it before and after them. */
export function daysIn({ from, until }: Period): {
  readonly days: { readonly from?: string; readonly to?: string } | null;
  readonly others: readonly Period[];
} {
  const first = from === undefined ? undefined : Math.ceil(from.getTime() / DAY) * DAY;
  const end = until === undefined ? undefined : Math.floor(until.getTime() / DAY) * DAY;
  if (first !== undefined && end !== undefined && first >= end) return { days: null, others: [{ from, until }] };
  return {
    days: {
      ...(first !== undefined && { from: dayOf(first) }),
      ...(end !== undefined && { to: dayOf(end - DAY) }),
    },
    others: [
      ...(first === undefined || first === from?.getTime() ? [] : [{ from, until: new Date(first) }]),
      ...(end === undefined || end === until?.getTime() ? [] : [{ from: new Date(end), until }]),
    ],
  };
}
