import { type InsertQueryBuilder, sql } from 'kysely';
import { dialectNamed } from '../dialects.ts';
import type { Database } from '../port.ts';
import type { Tables } from '../schema/tables.ts';

/**
 * Makes an insert skip rows whose primary key exists. It waits for another transaction that is adding one of them.
 * `insert ignore` of MySQL would also truncate values that are too long.
 */
export function insertMissing<Table extends keyof Tables, Output>(
  { dialect }: Pick<Database, 'dialect'>,
  insert: InsertQueryBuilder<Tables, Table, Output>,
  primaryKey: string & keyof Tables[Table],
): InsertQueryBuilder<Tables, Table, Output> {
  if (dialectNamed(dialect).supportsOnConflict) return insert.onConflict((conflict) => conflict.doNothing());
  return insert.onDuplicateKeyUpdate({ [primaryKey]: sql.ref(primaryKey) } as never);
}
