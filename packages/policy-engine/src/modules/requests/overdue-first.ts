/** The order in which administrators see requests. */
import { type Expression, type RawBuilder, sql } from 'kysely';

/** What a query of a kind's table is ordered by. */
export interface OrderedBy {
  /** Whether a row is overdue. */
  readonly isLate: Expression<unknown>;
  /** Since when. */
  readonly since: Expression<unknown>;
  readonly createdAt: Expression<unknown>;
  readonly id: Expression<unknown>;
}

/** Overdue ones first, the longest overdue on top; then the newest. */
export function overdueFirst({ isLate, since, createdAt, id }: OrderedBy): RawBuilder<unknown>[] {
  return [
    sql`case when ${isLate} then 0 else 1 end`,
    sql`case when ${isLate} then ${since} end`,
    sql`${createdAt} desc`,
    sql`${id} desc`,
  ];
}
