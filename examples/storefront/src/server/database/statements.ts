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

/** Number of rows of a person in one of the shop's tables. */
export async function countOf(database: Database, table: string, userId: string): Promise<number> {
  const sql = `select count(*) as total from ${table} where user_id = ?`;
  const { rows } = await run<{ total: number | string }>(database, sql, [userId]);
  return Number(rows[0]?.total ?? 0);
}
