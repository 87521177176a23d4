/** The order of a person's events. */
import { type RawBuilder, sql } from 'kysely';
import type { LedgerSubject } from '../../ledger/event.ts';

/** Events of the previous format have no number, and come first. */
export const byNumber: RawBuilder<number> = sql<number>`coalesce(${sql.ref('ledger_events.number')}, 0)`;

/** Decisions of a visitor, and of an account that was merged, are older than what the account adopted of them. */
export function ageOf({ userId }: Pick<LedgerSubject, 'userId'>): RawBuilder<number> {
  const subject = sql.ref('ledger_identities.subject');
  return sql<number>`case when ${subject} is null then 0 when ${subject} = ${userId ?? ''} then 2 else 1 end`;
}
