/** Counts for lists: exact while they are small, and never slower than a few thousand rows. */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Queries } from './queries.ts';
import type { Tables } from '../schema/tables.ts';
import { countOf } from './values.ts';

/** Up to how many rows are counted. Nobody pages further. */
export const COUNT_LIMIT = 10_000;

/** How many rows there are. */
export interface CappedCount {
  /** At most {@link COUNT_LIMIT}. */
  readonly count: number;
  /** Whether there are more. */
  readonly isCapped: boolean;
}

/** The number of pages for a count, at least 1. */
export function pagesOf({ count }: CappedCount, size: number): number {
  return Math.max(1, Math.ceil(count / size));
}

/** Whether a page is beyond the counted rows: it is not shown, since skipping so many rows takes as long. */
export function isBeyondCount(page: number, size: number): boolean {
  return (page - 1) * size >= COUNT_LIMIT;
}

/**
 * Counts rows, but stops after {@link COUNT_LIMIT}: `count(*)` over millions of rows takes seconds.
 *
 * @param found the rows, without columns; in an order that an index has, if the database might read the table instead
 */
export async function cappedCount<Table extends keyof Tables>(
  queries: Queries,
  found: SelectQueryBuilder<Tables, Table, object>,
): Promise<CappedCount> {
  const counted = found.select(sql.lit(1).as('one')).limit(COUNT_LIMIT + 1);
  const { total } = await queries
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const count = countOf(total);
  return { count: Math.min(count, COUNT_LIMIT), isCapped: count > COUNT_LIMIT };
}
