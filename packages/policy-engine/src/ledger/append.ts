/**
 * Appending, unsealed. No event waits for another: numbering and hashing them together is the sealer's work, because one
 * head that every decision had to lock would cost nine tenths of PostgreSQL's throughput.
 */
import type { NamingOptions } from '../database/names.ts';
import type { Database } from '../database/port.ts';
import { createQueries } from '../database/queries.ts';
import type { NewEvent } from './event.ts';
import { rowsOf } from './rows.ts';

/** Appends an event; must run in the write transaction of what it records. */
export async function appendEvent(transaction: Database, naming: NamingOptions, event: NewEvent): Promise<void> {
  const queries = createQueries(transaction, naming);
  const rows = rowsOf(event);
  if (transaction.dialect === 'postgres') {
    // One statement is one round trip.
    await queries
      .with('appended', (query) => query.insertInto('ledger_events').values(rows.event).returning('id'))
      .insertInto('ledger_identities')
      .values(rows.identity)
      .execute();
    return;
  }
  await queries.insertInto('ledger_events').values(rows.event).execute();
  await queries.insertInto('ledger_identities').values(rows.identity).execute();
}
