/** Pages of a list that is read as a whole, because it is short: cookies, flagged entries. */

/** A page of rows. */
export interface RowsOfPage<Row> {
  readonly rows: readonly Row[];
  /** At least 1. */
  readonly pages: number;
  /** Of all pages. */
  readonly total: number;
}

/** Rows of a page. */
const SIZE = 50;

/** Takes one page. @param page counted from 1; a page past the last is empty */
export function pageOf<Row>(rows: readonly Row[], page: number): RowsOfPage<Row> {
  const from = (page - 1) * SIZE;
  return { rows: rows.slice(from, from + SIZE), pages: Math.max(1, Math.ceil(rows.length / SIZE)), total: rows.length };
}
