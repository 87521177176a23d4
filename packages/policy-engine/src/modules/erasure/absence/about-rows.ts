/** Estimates the number of rows of a table, without counting them. */
import type { Database } from '../../../platform/database/port.ts';
import { countOf } from '../../../platform/database/values.ts';

/** @param table quoted @returns null if the database has no estimate */
export async function aboutRows(database: Database, table: string): Promise<number | null> {
  switch (database.dialect) {
    case 'postgres':
      return number(database, 'select reltuples::bigint as about from pg_class where oid = $1::regclass', [table]);
    case 'mysql': {
      const { rows } = await database.execute(`explain select count(*) from ${table}`);
      const about = Object.entries(rows[0] ?? {}).find(([name]) => name.toLowerCase() === 'rows')?.[1];
      return known(about);
    }
    case 'sqlite':
      // A table without row IDs has no such column.
      return number(database, `select max(_rowid_) as about from ${table}`, []).catch(() => null);
  }
}

async function number(database: Database, sql: string, parameters: readonly unknown[]): Promise<number | null> {
  const { rows } = await database.execute(sql, parameters);
  return known(rows[0]?.['about']);
}

/** PostgreSQL reports -1 for a table that it never analysed. */
function known(about: unknown): number | null {
  const rows = about === null || about === undefined ? 0 : countOf(about);
  return rows > 0 ? rows : null;
}
