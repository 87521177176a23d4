/** What erasures leave, and which of them wait for a tombstone: statements, without decisions of their own. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';

/** Tombstones in one database, or inside one transaction of it. */
export class TombstoneStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** Whether an erasure of a sealed event waits. */
  async isWaiting(): Promise<boolean> {
    const row = await this.#queries
      .selectFrom('ledger_erasures')
      .innerJoin('ledger_events', 'ledger_events.id', 'ledger_erasures.event_id')
      .select('event_id')
      .where('sealed', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Whether there is any tombstone. Reads all identities if there is none. */
  async hasAny(): Promise<boolean> {
    const row = await this.#queries
      .selectFrom('ledger_identities')
      .select('event_id')
      .where('tombstone', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Replaces a mark by a tombstone. */
  async sign(eventId: string, tombstone: string): Promise<void> {
    await this.#change(eventId, { tombstone, subject_salt: '' });
  }

  /** Stores that a mark is not the host's. */
  async refuse(eventId: string): Promise<void> {
    await this.#change(eventId, { tombstone: '' });
  }

  /** Removes events from those that wait. */
  async done(eventIds: readonly string[]): Promise<void> {
    await this.#queries.deleteFrom('ledger_erasures').where('event_id', 'in', eventIds).execute();
  }

  async #change(eventId: string, change: { readonly tombstone: string; readonly subject_salt?: string }) {
    await this.#queries
      .updateTable('ledger_identities')
      .set(change)
      .where('event_id', '=', eventId)
      .where('circumstances_salt', '=', '')
      .execute();
  }
}
