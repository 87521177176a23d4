/**
 * Appending, unsealed. No event waits for another: numbering and hashing them together is the sealer's work, because one
 * head that every decision had to lock would cost nine tenths of PostgreSQL's throughput.
 */
import type { Insertable } from 'kysely';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/queries.ts';
import { RowStatement } from '../../platform/database/statement.ts';
import type { LedgerEventsTable, LedgerIdentitiesTable } from './tables.ts';
import type { NewEvent } from './event.ts';
import { rowsOf } from './rows.ts';

/** Writes events into their two tables. */
export class EventAppender {
  readonly #naming: Naming;
  readonly #event: RowStatement<unknown>;
  readonly #identity: RowStatement<unknown>;
  readonly #both: RowStatement<unknown>;

  constructor(naming: Naming) {
    this.#naming = naming;
    this.#event = new RowStatement(naming, (queries, [event]) =>
      queries.insertInto('ledger_events').values(event as Insertable<LedgerEventsTable>),
    );
    this.#identity = new RowStatement(naming, (queries, [identity]) =>
      queries.insertInto('ledger_identities').values(identity as Insertable<LedgerIdentitiesTable>),
    );
    this.#both = new RowStatement(naming, (queries, [event, identity]) =>
      queries
        .with('appended', (query) =>
          query
            .insertInto('ledger_events')
            .values(event as Insertable<LedgerEventsTable>)
            .returning('id'),
        )
        .insertInto('ledger_identities')
        .values(identity as Insertable<LedgerIdentitiesTable>),
    );
  }

  /** Appends an event; must run in the write transaction of what it records. */
  async append(transaction: Database, event: NewEvent): Promise<void> {
    const rows = rowsOf(event);
    if (transaction.dialect === 'postgres') {
      // One statement is one round trip.
      await this.#both.execute(transaction, rows.event, rows.identity);
      return;
    }
    await this.#event.execute(transaction, rows.event);
    await this.#identity.execute(transaction, rows.identity);
  }

  /** Appends many events, some hundreds at a time, in two statements. */
  async appendMany(transaction: Database, events: readonly NewEvent[]): Promise<void> {
    const queries = createQueries(transaction, this.#naming);
    const rows = events.map(rowsOf);
    await queries
      .insertInto('ledger_events')
      .values(rows.map(({ event }) => event))
      .execute();
    await queries
      .insertInto('ledger_identities')
      .values(rows.map(({ identity }) => identity))
      .execute();
  }
}
