/** Values of the log, by name: see `LedgerLogTable`. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';

/** Reads a value; null for none. */
export async function logValue(database: Database, naming: Naming, name: string): Promise<string | null> {
  const row = await createQueries(database, naming)
    .selectFrom('ledger_log')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Writes a value. */
export async function setLogValue(database: Database, naming: Naming, name: string, value: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const queries = createQueries(transaction, naming);
    await queries.deleteFrom('ledger_log').where('name', '=', name).execute();
    await queries.insertInto('ledger_log').values({ name, value }).execute();
  });
}
