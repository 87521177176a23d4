import type { Database } from 'policy-engine';
import type { DatabaseRow as Row, StatementResult } from 'policy-engine/database';

/** Runs a statement with parameters written as `?` on every dialect; for PostgreSQL they are numbered. */
export function run<R = Row>(
  database: Database,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<StatementResult<R>> {
  let count = 0;
  const numbered = database.dialect === 'postgres' ? sql.replaceAll('?', () => `$${++count}`) : sql;
  return database.execute<R>(numbered, parameters);
}
