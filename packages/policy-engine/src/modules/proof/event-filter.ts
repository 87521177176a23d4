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
  // Decisions are nearly all there is, and are told by what was decided; the others are found by their kinds.
  const ofKind = {
    all: [],
    decisions: [where('ledger_events.decision', 'is not', null)],
    others: [where('ledger_events.kind', 'in', eventGroups[kind]), where('ledger_events.decision', 'is', null)],
  };
  return where.and([
    ...ofKind[kind === 'all' || kind === 'decisions' ? kind : 'others'],
    ...(rule === undefined ? [] : [where('ledger_events.rule', '=', rule)]),
    ...(decision === undefined ? [] : [where('ledger_events.decision', '=', decision)]),
  ]);
}
