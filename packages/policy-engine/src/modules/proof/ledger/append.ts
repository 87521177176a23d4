/**
 * Appending, unsealed. An event waits only for other events of its subject. The sealer assigns the place among all
 * events, because one counter that every decision had to lock would cost nine tenths of PostgreSQL's throughput.
 */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { type Placeholders, Statement } from '../../../platform/database/statements/statement.ts';
import type { NewEvent } from './event.ts';
import { type EventRow, type IdentityRow, rowsOf } from './rows.ts';

/** An event that already has its place, see `SEALER_KINDS`. */
export interface PlacedEvent extends NewEvent {
  readonly place: number;
}

/** Writes events into their two tables. */
export class EventAppender {
  readonly #naming: Naming;
  readonly #event: Statement<unknown, [EventRow]>;
  readonly #identity: Statement<unknown, [IdentityRow]>;
  readonly #both: Statement<unknown, [EventRow, IdentityRow]>;
  readonly #first: Statement<unknown, [EventRow, IdentityRow, { visitor: string; last: number }]>;

  constructor(naming: Naming) {
    this.#naming = naming;
    const inserted = (queries: Pick<Queries, 'insertInto'>, event: Placeholders<[EventRow]>[0]) =>
      queries.insertInto('ledger_events').values({ ...event, stored_at: naming.databaseTime });
    this.#event = new Statement(naming, (queries, event) => inserted(queries, event));
    this.#identity = new Statement(naming, (queries, identity) =>
      queries.insertInto('ledger_identities').values(identity),
    );
    this.#both = new Statement(naming, (queries, event, identity) =>
      queries
        .with('appended', (query) => inserted(query, event).returning('id'))
        .insertInto('ledger_identities')
        .values(identity),
    );
    this.#first = new Statement(naming, (queries, event, identity, visitor) =>
      queries
        .with('known', (query) => query.insertInto('ledger_visitors').values(visitor).returning('visitor'))
        .with('appended', (query) => inserted(query, event).returning('id'))
        .insertInto('ledger_identities')
        .values(identity),
    );
  }

  /** Appends an event; must run in the write transaction of what it records. */
  async append(transaction: Database, event: NewEvent): Promise<void> {
    const rows = rowsOf(event);
    if (transaction.capabilities.writableCte) {
      // One statement is one round trip.
      await this.#both.execute(transaction, rows.event, rows.identity);
      return;
    }
    await this.#event.execute(transaction, rows.event);
    await this.#identity.execute(transaction, rows.identity);
  }

  /**
   * Appends the first event of a new visitor, in one statement; only if the database can write several tables in one.
   */
  async appendFirst(database: Database, visitor: string, event: NewEvent): Promise<void> {
    const rows = rowsOf(event);
    await this.#first.execute(database, rows.event, rows.identity, { visitor, last: 1 });
  }

  /** Appends events that the sealer created, at their places. */
  async appendPlaced(transaction: Database, events: readonly PlacedEvent[]): Promise<void> {
    for (const event of events) {
      const rows = rowsOf(event);
      await this.#event.execute(transaction, { ...rows.event, sealed: event.place });
      await this.#identity.execute(transaction, rows.identity);
    }
  }

  /** Appends many events, some hundreds at a time, in two statements. */
  async appendMany(transaction: Database, events: readonly NewEvent[]): Promise<void> {
    const queries = createQueries(transaction, this.#naming);
    const rows = events.map(rowsOf);
    await queries
      .insertInto('ledger_events')
      .values(rows.map(({ event }) => ({ ...event, stored_at: this.#naming.databaseTime })))
      .execute();
    await queries
      .insertInto('ledger_identities')
      .values(rows.map(({ identity }) => identity))
      .execute();
  }
}
