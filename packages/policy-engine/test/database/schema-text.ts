import type { Database } from 'policy-engine';

/** The database's own description of our tables, as text to compare. */
export async function schemaText(database: Database): Promise<string> {
  switch (database.dialect) {
    case 'sqlite':
      return await joined(database, `select sql as line from sqlite_master where sql is not null order by name`);
    case 'postgres':
      return [
        await joined(
          database,
          `select concat_ws(' ', table_name, column_name, data_type, character_maximum_length, collation_name, is_nullable, column_default) as line
           from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`,
        ),
        await joined(
          database,
          `select indexdef as line from pg_indexes where schemaname = current_schema() order by indexname`,
        ),
        await joined(
          database,
          `select conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where connamespace = current_schema()::regnamespace order by conname`,
        ),
      ].join('\n');
    case 'mysql': {
      const { rows } = await database.execute<{ name: string }>(
        'select table_name as name from information_schema.tables where table_schema = database() order by table_name',
      );
      const creates: string[] = [];
      for (const { name } of rows) {
        const { rows } = await database.execute(`show create table \`${name}\``);
        creates.push(String(rows[0]?.['Create Table']));
      }
      return creates.join('\n');
    }
  }
}

async function joined(database: Database, sql: string): Promise<string> {
  const { rows } = await database.execute<{ line: string }>(sql);
  return rows.map((row) => row.line).join('\n');
}
