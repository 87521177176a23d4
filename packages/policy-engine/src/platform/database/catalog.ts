import type { Naming } from './names.ts';
import type { Database, Dialect } from './port.ts';
import type { TableName } from './tables.ts';

const columnsSql: { readonly [dialect in Dialect]: string } = {
  sqlite: 'select name, type from pragma_table_info(?)',
  postgres:
    'select column_name as name, data_type as type from information_schema.columns where table_name = $1 and table_schema = coalesce($2, current_schema())',
  mysql:
    'select column_name as name, data_type as type from information_schema.columns where table_name = ? and table_schema = coalesce(?, database())',
};

/** The columns of a table as the database has it, with their types; empty if there is no such table. */
export async function columnsOf(database: Database, naming: Naming, table: TableName): Promise<Map<string, string>> {
  const name = naming.tablePrefix + table;
  const parameters = database.dialect === 'sqlite' ? [name] : [name, naming.schema ?? null];
  const { rows } = await database.execute<{ name: string; type: string }>(columnsSql[database.dialect], parameters);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** SQL that is true where a table has all of these columns; for statements that are printed, without parameters. */
export function hasColumnsSql(dialect: Dialect, naming: Naming, table: TableName, columns: readonly string[]): string {
  // Safe to be written out: names of ours, and a prefix and a schema that were checked to be identifiers.
  const literal = (text: string) => `'${text}'`;
  const from = columnsSql[dialect]
    .replace('name, type', 'name')
    .replace(/, data_type as type/, '')
    .replace(/\?|\$1/, literal(naming.tablePrefix + table))
    .replace(
      /coalesce\((?:\?|\$2), (?<current>[^)]*\))\)/,
      naming.schema === undefined ? '$<current>' : literal(naming.schema),
    );
  return `(select count(*) from (${from}) as present where name in (${columns.map(literal).join(', ')})) = ${columns.length}`;
}

/** Whether the configured schema is there. Asked first, as creating one needs a right even where it exists. */
export async function schemaExists(database: Database, schema: string): Promise<boolean> {
  const placeholder = database.dialect === 'postgres' ? '$1' : '?';
  const sql = `select schema_name from information_schema.schemata where schema_name = ${placeholder}`;
  return (await database.execute(sql, [schema])).rows.length > 0;
}
