/** What erasures leave, and which of them wait for a tombstone: statements, and nothing that decides. */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries, type Queries } from '../../platform/database/queries.ts';

/** Tombstones in one database, or inside one transaction of it. */
export class TombstoneStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** Whether the erasure of a sealed event waits. */
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

  /** Whether there is any tombstone. Reads all identities where there is none. */
  async hasAny(): Promise<boolean> {
    const row = await this.#queries
      .selectFrom('ledger_identities')
      .select('event_id')
      .where('tombstone', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Puts a tombstone in the place of a mark. */
  async sign(eventId: string, tombstone: string): Promise<void> {
    await this.#change(eventId, { tombstone, subject_salt: '' });
  }

  /** Notes that a mark is not one of the host. */
  async refuse(eventId: string): Promise<void> {
    await this.#change(eventId, { tombstone: '' });
  }

  /** Lets events wait no longer. */
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
