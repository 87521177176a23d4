/** Which events of all the administrators' list shows. */
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { type EventGroup, eventGroups } from './event.ts';

/** Which events of all. */
export interface EventFilter {
  readonly kind: EventGroup;
  readonly rule?: string | undefined;
  readonly decision?: 'accepted' | 'rejected' | undefined;
}

/** The condition that a filter is in SQL. */
export function matching({ kind, rule, decision }: EventFilter): Expression<SqlBool> {
  const where = expressionBuilder<Pick<Tables, 'ledger_events'>, 'ledger_events'>();
  return where.and([
    ...(kind === 'all' ? [] : [where('ledger_events.kind', 'in', eventGroups[kind])]),
    ...(rule === undefined ? [] : [where('ledger_events.rule', '=', rule)]),
    ...(decision === undefined ? [] : [where('ledger_events.decision', '=', decision)]),
  ]);
}
