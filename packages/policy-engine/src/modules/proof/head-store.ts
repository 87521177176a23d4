/** The table of heads. */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries, type Queries } from '../../platform/database/queries.ts';
import type { LedgerHead } from './head.ts';

interface HeadRow {
  readonly sequence: number;
  readonly previous: string;
  readonly first: number;
  readonly size: number;
  readonly root: string;
  readonly at: string;
  readonly key_id: string | null;
  readonly hash: string;
  readonly signature: string | null;
}

function headOf({ key_id, ...row }: HeadRow): LedgerHead {
  return { ...row, keyId: key_id };
}

/** Heads in one database, or inside one transaction of it. */
export class HeadStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  async last(): Promise<LedgerHead | undefined> {
    const row = await this.#queries
      .selectFrom('ledger_heads')
      .selectAll()
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? undefined : headOf(row);
  }

  /** Heads after a sequence, in their order. */
  async after(sequence: number, limit: number): Promise<LedgerHead[]> {
    const rows = await this.#queries
      .selectFrom('ledger_heads')
      .selectAll()
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(limit)
      .execute();
    return rows.map(headOf);
  }

  /** The head whose batch holds a place. */
  async covering(position: number): Promise<LedgerHead | undefined> {
    const row = await this.#queries
      .selectFrom('ledger_heads')
      .selectAll()
      .where('first', '<=', position)
      .orderBy('first', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined || position >= row.first + row.size ? undefined : headOf(row);
  }

  async insert({ keyId, ...head }: LedgerHead): Promise<void> {
    await this.#queries
      .insertInto('ledger_heads')
      .values({ ...head, key_id: keyId })
      .execute();
  }
}
