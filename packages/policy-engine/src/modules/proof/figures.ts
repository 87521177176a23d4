/** How many decided how, per day. Numbers about nobody: identities are never read. */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/queries.ts';
import { utcDay } from '../../platform/database/times.ts';
import { countOf } from '../../platform/database/values.ts';

/** Decisions of a kind on a day. */
export interface DayCount {
  /** `2026-11-21`, UTC. */
  readonly day: string;
  readonly rule: string;
  readonly decision: string;
  /** See `LedgerFacts.gpc`. */
  readonly gpc: string | null;
  readonly count: number;
}

/** Which days. */
export interface DayRange {
  /** First day, `2026-11-01`. */
  readonly from: string;
  /** Last day, included. */
  readonly to: string;
}

/** Counts from an index that holds all that is asked for, so that the events themselves are not read. */
export async function decisionsPerDay(database: Database, naming: Naming, { from, to }: DayRange): Promise<DayCount[]> {
  const day = utcDay(database, 'at');
  const rows = await createQueries(database, naming)
    .selectFrom('ledger_events')
    .select((select) => [day.as('day'), 'rule', 'decision', 'gpc', select.fn.countAll().as('count')])
    .where('at', '>=', `${from}T00:00:00.000Z`)
    .where('at', '<=', `${to}T23:59:59.999Z`)
    .where('decision', 'is not', null)
    .groupBy([day, 'rule', 'decision', 'gpc'])
    .execute();
  return rows.map(({ day: on, rule, decision, gpc, count }) => ({
    day: on,
    gpc,
    rule: rule ?? '',
    decision: decision ?? '',
    count: countOf(count),
  }));
}
