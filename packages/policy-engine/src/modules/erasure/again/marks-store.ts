/** The table of marks. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { type TimeText, timeText } from '../../../platform/database/statements/times.ts';

/** Stored marks. */
export interface StoredMarks {
  /** Encrypted. */
  readonly sealed: string;
  /** When the last search is due. */
  readonly lastAt: TimeText;
}

/** Reads and writes marks. */
export class MarksStore {
  readonly #naming: Naming;

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  async find(database: Database, requestId: string): Promise<StoredMarks | null> {
    const row = await createQueries(database, this.#naming)
      .selectFrom('erasure_marks')
      .select(['marks', 'last_at'])
      .where('request_id', '=', requestId)
      .executeTakeFirst();
    return row === undefined ? null : { sealed: row.marks, lastAt: row.last_at };
  }

  /** The marks of all requests, the newest first. @param limit how many are read */
  async newest(database: Database, limit: number): Promise<{ readonly requestId: string; readonly sealed: string }[]> {
    const rows = await createQueries(database, this.#naming)
      .selectFrom('erasure_marks')
      .select(['request_id', 'marks'])
      .orderBy('request_id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ request_id: requestId, marks: sealed }) => ({ requestId, sealed }));
  }

  /** Replaces the marks of a request: an erasure may be repeated after a backup was restored. */
  async write(transaction: Database, requestId: string, { sealed, lastAt }: StoredMarks): Promise<void> {
    await this.destroy(transaction, requestId);
    await createQueries(transaction, this.#naming)
      .insertInto('erasure_marks')
      .values({ request_id: requestId, marks: sealed, last_at: lastAt, erased: 0 })
      .execute();
  }

  /** Counts rows that were erased, in their transaction: another process may have to go on. */
  async count(transaction: Database, requestId: string, rows: number): Promise<void> {
    await createQueries(transaction, this.#naming)
      .updateTable('erasure_marks')
      .set(({ eb }) => ({ erased: eb('erased', '+', rows) }))
      .where('request_id', '=', requestId)
      .execute();
  }

  /** The number of rows that were counted, which begins anew. */
  async takeCount(transaction: Database, requestId: string): Promise<number> {
    const queries = createQueries(transaction, this.#naming);
    const row = await queries
      .selectFrom('erasure_marks')
      .select('erased')
      .where('request_id', '=', requestId)
      .executeTakeFirst();
    await queries.updateTable('erasure_marks').set({ erased: 0 }).where('request_id', '=', requestId).execute();
    return row?.erased ?? 0;
  }

  /** Deletes marks with their key. */
  async destroy(transaction: Database, requestId: string): Promise<void> {
    await createQueries(transaction, this.#naming)
      .deleteFrom('erasure_marks')
      .where('request_id', '=', requestId)
      .execute();
  }

  /** Requests whose last search was due before a time. */
  async overdue(database: Database, before: Date): Promise<string[]> {
    const rows = await createQueries(database, this.#naming)
      .selectFrom('erasure_marks')
      .select('request_id')
      .where('last_at', '<', timeText(before))
      .limit(1000)
      .execute();
    return rows.map(({ request_id: id }) => id);
  }
}
