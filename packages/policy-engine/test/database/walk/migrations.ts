/** Tables of the first version become those of today, beside tables in a schema of their own. */
import type { Database } from 'policy-engine';
import { migrate, pendingMigrations } from 'policy-engine/database';
import { dropAll } from '../../faults/state.ts';
import { uniqueName } from '../../support/databases.ts';
import { makeEarlier } from '../earlier-tables.ts';

export async function walkMigrations(database: Database): Promise<void> {
  await makeEarlier(database);
  await pendingMigrations(database);
  await migrate(database);
  await dropAll(database);
  if (!database.capabilities.schemas) return;
  const schema = uniqueName();
  try {
    await migrate(database, { schema });
  } finally {
    await database.execute(`drop schema if exists ${schema}${database.dialect === 'postgres' ? ' cascade' : ''}`);
  }
}
