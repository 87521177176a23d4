/** The tables of a log that ends, and of the one that continues it. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { timeText } from '../../../platform/database/statements/times.ts';
import type { Audit } from '../../audit/index.ts';
import { parseCheckpoint, parseNote } from '../log/index.ts';

/** The reason of a takeover at the beginning of a log. */
export const RESTORED = 'restored';

/** A log that ended. */
export interface FormerLog {
  readonly origin: string;
  /** Size of its last known checkpoint. */
  readonly size: number;
  /** That checkpoint. */
  readonly note: string;
}

/** What is needed to continue with a new log. */
export interface Continuation {
  /** Name of the new log. */
  readonly origin: string;
  /** The last known checkpoint of the old one. */
  readonly note: string;
  /** Last known checkpoint of the log in the database, if that is still another log; else null. */
  readonly present: string | null;
  readonly now: Date;
  /** Records it in the same transaction. */
  readonly audit: Audit;
}

/** How the first leaf names a checkpoint: the hash of its text, which contains origin, size and root. */
export function checkpointHash(note: string): string {
  return hash('sha256', parseNote(note).text);
}

/** Logs in one database, or inside one transaction of it. */
export class FormerLogs {
  readonly #database: Database;
  readonly #naming: Naming;
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#database = database;
    this.#naming = naming;
    this.#queries = createQueries(database, naming);
  }

  /** Logs that ended, the last one first. */
  async all(): Promise<FormerLog[]> {
    return this.#queries
      .selectFrom('ledger_former')
      .select(['origin', 'size', 'note'])
      .orderBy('ended_at', 'desc')
      .execute();
  }

  /**
   * Ends the current log, so that the sealer starts a new one with all its events in order. One transaction: a process
   * that dies in it has changed nothing.
   */
  async end({ origin, note, present, now, audit }: Continuation): Promise<void> {
    const ended = [note, ...(present === null ? [] : [present])].map((one) => {
      const { origin: name, size } = parseCheckpoint(parseNote(one).text);
      return { origin: name, size, note: one, ended_at: timeText(now) };
    });
    const names = ended.map((one) => one.origin);
    await this.#database.transaction(async (transaction) => {
      const queries = createQueries(transaction, this.#naming);
      // Invalidates the token of a process that is sealing.
      await queries
        .updateTable('ledger_lease')
        .set((set) => ({ holder: '', token: set('token', '+', 1), until: new Date(0) }))
        .execute();
      await queries.deleteFrom('ledger_former').where('origin', 'in', names).execute();
      await queries.insertInto('ledger_former').values(ended).execute();
      await queries
        .insertInto('ledger_earlier')
        .columns(['event_id', 'place'])
        .expression((from) =>
          from
            .selectFrom('ledger_events')
            .select(['id', sql<number>`sealed`.as('place')])
            .where('sealed', 'is not', null),
        )
        .execute();
      await queries.updateTable('ledger_events').set({ sealed: null }).where('sealed', 'is not', null).execute();
      for (const table of ['ledger_checkpoints', 'ledger_tiles', 'ledger_witnesses'] as const) {
        await queries.deleteFrom(table).execute();
      }
      const known = {
        origin,
        earlier_head: checkpointHash(note),
        earlier_count: String(ended[0]?.size),
        earlier_reason: RESTORED,
      };
      await queries.deleteFrom('ledger_log').where('name', 'in', Object.keys(known)).execute();
      await queries
        .insertInto('ledger_log')
        .values(Object.entries(known).map(([name, value]) => ({ name, value })))
        .execute();
      await audit.record(transaction, { action: 'ledger_restored', rule: null, subject: null });
    });
  }
}
