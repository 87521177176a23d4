/** The table of checkpoints. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';

/** A signed checkpoint of the ledger. A copy saved elsewhere reveals any later change of what it covers. */
export interface LedgerCheckpoint {
  /** The number of events that it covers, from the first. */
  readonly size: number;
  /** Counts checkpoints, from 1. */
  readonly number: number;
  /** Root of the tree (RFC 6962 §2.1), hexadecimal. */
  readonly root: string;
  /** The signed note (C2SP tlog-checkpoint): origin, size, root, signatures, and cosignatures of witnesses. */
  readonly note: string;
}

/** The columns of a checkpoint. */
export const CHECKPOINT_COLUMNS = ['size', 'number', 'root', 'note'] as const;

/** Checkpoints in one database, or inside one transaction of it. */
export class CheckpointStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  async last(): Promise<LedgerCheckpoint | undefined> {
    return this.#all().orderBy('size', 'desc').limit(1).executeTakeFirst();
  }

  async at(size: number): Promise<LedgerCheckpoint | undefined> {
    return this.#all().where('size', '=', size).executeTakeFirst();
  }

  /** The smallest checkpoint that covers a place. */
  async covering(position: number): Promise<LedgerCheckpoint | undefined> {
    return this.#all().where('size', '>', position).orderBy('size').limit(1).executeTakeFirst();
  }

  /** Checkpoints above one size, up to and including another, in order. */
  async between(after: number, last: number, limit: number): Promise<LedgerCheckpoint[]> {
    return this.#all().where('size', '>', after).where('size', '<=', last).orderBy('size').limit(limit).execute();
  }

  async insert(checkpoint: LedgerCheckpoint): Promise<void> {
    await this.#queries.insertInto('ledger_checkpoints').values(checkpoint).execute();
  }

  #all() {
    return this.#queries.selectFrom('ledger_checkpoints').select(CHECKPOINT_COLUMNS);
  }
}
