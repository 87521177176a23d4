/** What erasures leave, and which of them wait for a tombstone: statements, without decisions of their own. */
import { sql } from 'kysely';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import type { IdentityRow, StoredEvent } from './rows.ts';

/** Erased events of one statement: three parameters each. */
const AT_ONCE = 500;

/** A row of identities that opens nothing, without its mark, `subject_salt`. */
const ERASED: Omit<IdentityRow, 'event_id' | 'subject_salt'> = {
  subject: null,
  visitor: null,
  merged_into: null,
  locale: null,
  user_agent: null,
  ip: null,
  shown: null,
  region: null,
  circumstances_salt: '',
  tombstone: null,
};

/** Tombstones in one database, or inside one transaction of it. */
export class TombstoneStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /**
   * Erases identities, and records that each waits for its tombstone.
   *
   * @param markOf what replaces an identity until there is a tombstone
   */
  async erase(events: readonly StoredEvent[], markOf: (event: StoredEvent) => string): Promise<void> {
    for (let at = 0; at < events.length; at += AT_ONCE) {
      const some = events.slice(at, at + AT_ONCE);
      const ids = some.map(({ leaf }) => leaf.id);
      const marks = some.map((event) => sql`when ${event.leaf.id} then ${markOf(event)}`);
      const mark = sql<string>`case event_id ${sql.join(marks, sql` `)} end`;
      const erased = { ...ERASED, subject_salt: mark };
      await this.#queries.updateTable('ledger_identities').set(erased).where('event_id', 'in', ids).execute();
      const waiting = ids.map((id) => ({ event_id: id }));
      await this.#queries.insertInto('ledger_erasures').values(waiting).execute();
    }
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
