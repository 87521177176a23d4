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

/** The columns of a table with their types, as the database reports them; empty if there is no such table. */
export async function columnsOf(database: Database, naming: Naming, table: TableName): Promise<Map<string, string>> {
  const name = naming.tablePrefix + table;
  const parameters = database.dialect === 'sqlite' ? [name] : [name, naming.schema ?? null];
  const { rows } = await database.execute<{ name: string; type: string }>(columnsSql[database.dialect], parameters);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** The text columns of all tables, by table name as the database reports it. Not for SQLite, which has no types. */
export async function textColumns(database: Database, naming: Naming): Promise<Map<string, Set<string>>> {
  const [placeholder, own] = database.dialect === 'postgres' ? ['$1', 'current_schema()'] : ['?', 'database()'];
  const sql = `select table_name as in_table, column_name as name from information_schema.columns where table_schema = coalesce(${placeholder}, ${own}) and data_type in ('character varying', 'varchar', 'text', 'tinytext', 'mediumtext', 'longtext')`;
  const { rows } = await database.execute<{ in_table: string; name: string }>(sql, [naming.schema ?? null]);
  const found = new Map<string, Set<string>>();
  for (const { in_table: table, name } of rows) found.set(table, (found.get(table) ?? new Set()).add(name));
  return found;
}

/** Condition of a statement: the table has these columns. */
export function hasColumnsSql(dialect: Dialect, naming: Naming, table: TableName, columns: readonly string[]): string {
  const name = `'${naming.tablePrefix}${table}'`;
  const among = `in (${columns.map((column) => `'${column}'`).join(', ')})`;
  const count = `(select count(*) from`;
  if (dialect === 'sqlite') return `${count} pragma_table_info(${name}) where name ${among}) = ${columns.length}`;
  const own = dialect === 'postgres' ? 'current_schema()' : 'database()';
  const schema = naming.schema === undefined ? own : `'${naming.schema}'`;
  const where = `table_name = ${name} and table_schema = ${schema} and column_name ${among}`;
  return `${count} information_schema.columns where ${where}) = ${columns.length}`;
}

/** Names of the indexes of a table, with prefix, on MySQL: the others can add one only if it is missing. */
export async function mysqlIndexesOf(database: Database, naming: Naming, table: TableName): Promise<Set<string>> {
  const sql =
    'select distinct index_name as name from information_schema.statistics where table_name = ? and table_schema = coalesce(?, database())';
  const { rows } = await database.execute<{ name: string }>(sql, [naming.tablePrefix + table, naming.schema ?? null]);
  return new Set(rows.map(({ name }) => name));
}

/** Condition of a statement: the table has these indexes on MySQL. */
export function hasMysqlIndexesSql(naming: Naming, table: TableName, indexes: readonly string[]): string {
  const among = `in (${indexes.map((name) => `'${name}'`).join(', ')})`;
  const schema = naming.schema === undefined ? 'database()' : `'${naming.schema}'`;
  const where = `table_name = '${naming.tablePrefix}${table}' and table_schema = ${schema} and index_name ${among}`;
  return `(select count(distinct index_name) from information_schema.statistics where ${where}) = ${indexes.length}`;
}

/** Whether the configured schema exists. Checked first, as `create schema` needs a privilege even if it exists. */
export async function schemaExists(database: Database, schema: string): Promise<boolean> {
  const placeholder = database.dialect === 'postgres' ? '$1' : '?';
  const sql = `select schema_name from information_schema.schemata where schema_name = ${placeholder}`;
  return (await database.execute(sql, [schema])).rows.length > 0;
}
