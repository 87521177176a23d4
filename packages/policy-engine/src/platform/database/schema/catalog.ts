import type { OwnTables } from '../dialect.ts';
import { dialectNamed } from '../dialects.ts';
import { type Alteration, indexName } from '../migrations/migration.ts';
import type { Naming } from './names.ts';
import type { Database, Dialect } from '../port.ts';
import type { TableName } from './tables.ts';

/** Columns of a table with their types, as the database reports them. */
export type Columns = ReadonlyMap<string, string>;

/** The columns of a table; empty if there is no such table. */
export async function columnsOf(database: Database, naming: Naming, table: TableName): Promise<Columns> {
  return (await columnsOfEach(database, naming, [table])).get(table) ?? new Map();
}

/** The columns of those of the tables that exist. */
export async function columnsOfEach(
  database: Database,
  naming: Naming,
  tables: readonly TableName[],
): Promise<Map<TableName, Columns>> {
  const { ownTables } = dialectNamed(database.dialect);
  const named = new Map(tables.map((table) => [naming.tablePrefix + table, table]));
  const found = new Map<TableName, Map<string, string>>();
  for (const [sql, parameters] of ownTables.columns([...named.keys()], naming.schema ?? null)) {
    const { rows } = await database.execute<{ in_table: string; name: string; type: string }>(sql, parameters);
    for (const { in_table: name, name: column, type } of rows) {
      const table = named.get(name)!;
      found.set(table, (found.get(table) ?? new Map<string, string>()).set(column, type));
    }
  }
  return found;
}

/** The text columns of all tables, by table name as the database reports it. Not for SQLite, which has no types. */
export async function textColumns(database: Database, naming: Naming): Promise<Map<string, Set<string>>> {
  const { currentSchema, placeholder } = dialectNamed(database.dialect);
  const sql = `select table_name as in_table, column_name as name from information_schema.columns where table_schema = coalesce(${placeholder(1)}, ${currentSchema}) and data_type in ('character varying', 'varchar', 'text', 'tinytext', 'mediumtext', 'longtext')`;
  const { rows } = await database.execute<{ in_table: string; name: string }>(sql, [naming.schema ?? null]);
  const found = new Map<string, Set<string>>();
  for (const { in_table: table, name } of rows) found.set(table, (found.get(table) ?? new Set()).add(name));
  return found;
}

/** Names of the indexes of a table, with prefix. None where they need not be known. */
export async function indexesOf(database: Database, naming: Naming, table: TableName): Promise<Set<string>> {
  const { indexes } = dialectNamed(database.dialect).ownTables;
  if (indexes === null) return new Set();
  const parameters = [naming.tablePrefix + table, naming.schema ?? null];
  const { rows } = await database.execute<{ name: string }>(indexes.names, parameters);
  return new Set(rows.map(({ name }) => name));
}

/** Conditions of a statement: the table has what an alteration adds and SQL text cannot add. */
export function hasAddedSql(dialect: Dialect, naming: Naming, { table, columns, indexes = [] }: Alteration): string[] {
  const { currentSchema, ownTables } = dialectNamed(dialect);
  const schema = naming.schema === undefined ? currentSchema : `'${naming.schema}'`;
  const has = (names: readonly string[], count: OwnTables['countColumns'] | undefined) => {
    if (names.length === 0 || count === undefined) return [];
    const among = `in (${names.map((name) => `'${name}'`).join(', ')})`;
    return [`${count(naming.tablePrefix + table, schema, among)} = ${names.length}`];
  };
  const added = indexes.map((list) => naming.tablePrefix + indexName(table, list));
  return [...has(Object.keys(columns), ownTables.countColumns), ...has(added, ownTables.indexes?.count)];
}

/** Whether the configured schema exists. Checked first, as `create schema` needs a privilege even if it exists. */
export async function schemaExists(database: Database, schema: string): Promise<boolean> {
  const placeholder = dialectNamed(database.dialect).placeholder(1);
  const sql = `select schema_name from information_schema.schemata where schema_name = ${placeholder}`;
  return (await database.execute(sql, [schema])).rows.length > 0;
}
