import { type InsertQueryBuilder, sql } from 'kysely';
import type { Database } from './port.ts';
import type { Tables } from './tables.ts';

/**
 * Lets an insert leave rows as they are that are there already, by their primary key. Another transaction that is adding one
 * of them is waited for. `insert ignore` of MySQL would cut values that are too long as well.
 */
export function insertMissing<Table extends keyof Tables, Output>(
  { dialect }: Pick<Database, 'dialect'>,
  insert: InsertQueryBuilder<Tables, Table, Output>,
  primaryKey: string & keyof Tables[Table],
): InsertQueryBuilder<Tables, Table, Output> {
  if (dialect !== 'mysql') return insert.onConflict((conflict) => conflict.doNothing());
  return insert.onDuplicateKeyUpdate({ [primaryKey]: sql.ref(primaryKey) } as never);
}
