import { quoted, quotedTable } from './names.ts';
import type { Naming } from './names.ts';
import type { Dialect } from './port.ts';
import type { UserIdType } from './columns.ts';
import { indexName } from './migration.ts';
import type { Alteration, Column, ColumnKind, Migration, NarrowedIndex, TableDefinition } from './migration.ts';
import type { TableName } from './tables.ts';

/** Characters; all three count code points. */
const lengths: { readonly [kind in ColumnKind]?: number } = {
  id: 255,
  userId: 255,
  name: 255,
  word: 35,
  hash: 64,
  time: 24,
};

/** The statements that create a table with its indexes; each can run again without harm. */
export function createTable(dialect: Dialect, naming: Naming, definition: TableDefinition): string[] {
  const { columns, primaryKey, unique = [], indexes = [], narrowed = [], references = {} } = definition;
  const name = (column: string): string => quoted(dialect, column);
  const list = (names: readonly string[]): string => `(${names.map(name).join(', ')})`;
  const index = (names: readonly string[]): string => quotedIndex(dialect, naming, definition.table, names);
  const table = quotedTable(dialect, naming, definition.table);
  const lines = [
    ...Object.entries(columns).map(
      ([column, type]) => `${name(column)} ${columnSql(dialect, naming, name(column), type)}`,
    ),
    `primary key ${list([primaryKey])}`,
    ...unique.map((names) => `constraint ${index(names)} unique ${list(names)}`),
    // MySQL has no `create index if not exists`, and there the table is created with its indexes or not at all.
    ...(dialect === 'mysql' ? indexes.map((names) => `index ${index(names)} ${list(names)}`) : []),
    ...Object.entries(references).map(
      ([column, other]) =>
        `foreign key (${name(column)}) references ${quotedTable(dialect, naming, other)} (${name('id')})`,
    ),
  ];
  const create = `create table if not exists ${table} (\n  ${lines.join(',\n  ')}\n)${tableOptions[dialect]}`;
  if (dialect === 'mysql') return [create];
  const narrowedAs = (names: readonly string[]) => narrowed.find(({ columns: own }) => own.join() === names.join());
  return [
    create,
    ...indexes.map((names) => createIndex(dialect, naming, definition.table, narrowedAs(names) ?? { columns: names })),
  ];
}

function createIndex(
  dialect: Dialect,
  naming: Naming,
  table: TableName,
  { columns, where }: Pick<NarrowedIndex, 'columns'> & Partial<NarrowedIndex>,
): string {
  const list = columns.map((name) => quoted(dialect, name)).join(', ');
  const index = quotedIndex(dialect, naming, table, columns);
  const rows = where === undefined ? '' : ` where ${quoted(dialect, where.column)} is ${where.is}`;
  return `create index if not exists ${index} on ${quotedTable(dialect, naming, table)} (${list})${rows}`;
}

/** The statements that make indexes partial; together they can run again without harm. */
export function narrowIndexes(dialect: Dialect, naming: Naming, { table, narrowed = [] }: Alteration): string[] {
  if (dialect === 'mysql') return [];
  const schema = naming.schema === undefined ? '' : `${quoted(dialect, naming.schema)}.`;
  return narrowed.flatMap((index) => [
    `drop index if exists ${schema}${quotedIndex(dialect, naming, table, index.columns)}`,
    createIndex(dialect, naming, table, index),
  ]);
}

function quotedIndex(dialect: Dialect, naming: Naming, table: TableName, columns: readonly string[]): string {
  return quoted(dialect, naming.tablePrefix + indexName(table, columns));
}

/** What exists already of an alteration. */
export interface AlteredBefore {
  /** Names of the columns that do not exist yet. */
  readonly missing: readonly string[];
  /** Names of the existing indexes, on MySQL: it has no `create index if not exists`. */
  readonly indexes: ReadonlySet<string>;
}

/** The statements that add columns and indexes to a table; a single one on MySQL. */
export function alterTable(
  dialect: Dialect,
  naming: Naming,
  { table, columns, indexes = [] }: Alteration,
  { missing, indexes: present }: AlteredBefore,
): string[] {
  const target = quotedTable(dialect, naming, table);
  const list = (names: readonly string[]): string => `(${names.map((name) => quoted(dialect, name)).join(', ')})`;
  const additions = Object.entries(columns)
    .filter(([column]) => missing.includes(column))
    .map(
      ([column, type]) =>
        `add column ${quoted(dialect, column)} ${columnSql(dialect, naming, quoted(dialect, column), type)}`,
    );
  if (dialect === 'mysql') {
    const keys = indexes
      .filter((names) => !present.has(naming.tablePrefix + indexName(table, names)))
      .map((names) => `add index ${quotedIndex(dialect, naming, table, names)} ${list(names)}`);
    const changes = [...additions, ...keys];
    return changes.length === 0 ? [] : [`alter table ${target} ${changes.join(', ')}`];
  }
  return [
    ...additions.map((addition) => `alter table ${target} ${addition}`),
    ...indexes.map((names) => createIndex(dialect, naming, table, { columns: names })),
  ];
}

/** What a migration does to rows, and the tables it drops afterwards; all of it can run again without harm. */
export function changeRows(dialect: Dialect, naming: Naming, { statements, drops = [] }: Migration): string[] {
  const table = (name: TableName): string => quotedTable(dialect, naming, name);
  const text = (expression: string): string => `cast(${expression} as ${dialect === 'mysql' ? 'char' : 'text'})`;
  return [...(statements?.({ table, text }) ?? []), ...drops.map((name) => `drop table if exists ${table(name)}`)];
}

/** The columns of a table that are text in older versions. */
export function nativeColumns(dialect: Dialect, naming: Naming, { columns }: TableDefinition): string[] {
  if (dialect === 'sqlite') return [];
  const isNative = ({ kind }: Column) => kind === 'time' || (kind === 'userId' && naming.userIdType !== 'text');
  return Object.keys(columns).filter((column) => isNative(columns[column]!));
}

/** The statements that give text columns their native types; each can run again without harm. */
export function convertTable(
  dialect: Dialect,
  naming: Naming,
  { table, columns }: TableDefinition,
  converted: readonly string[],
): string[] {
  if (converted.length === 0) return [];
  const target = quotedTable(dialect, naming, table);
  const list = converted.map((column) => ({ name: quoted(dialect, column), column: columns[column]! }));
  if (dialect === 'postgres') {
    const changes = list.map(({ name, column }) => {
      const type = typeSql(dialect, column.kind, naming.userIdType);
      return `alter column ${name} type ${type} using ${name}::${type}`;
    });
    return [`alter table ${target} ${changes.join(', ')}`];
  }
  const times = list.filter(({ column }) => column.kind === 'time').map(({ name }) => name);
  const changes = list.map(({ name, column }) => `modify ${name} ${columnSql(dialect, naming, name, column)}`);
  return [
    // MySQL cannot convert text with a Z to datetime. Text without it is the same time, even if no other statement
    // follows.
    ...times.map(
      (name) => `update ${target} set ${name} = replace(replace(${name}, 'T', ' '), 'Z', '') where ${name} like '%Z'`,
    ),
    `alter table ${target} ${changes.join(', ')}`,
  ];
}

/**
 * Byte-wise comparison on MySQL, as on the other two: `A` is not `a`, `é` is not `e`, and `a ` is not `a` (which rules out
 * utf8mb4_bin). MariaDB and MySQL call that collation differently; each executes its own comment.
 */
const tableOptions: { readonly [dialect in Dialect]: string } = {
  sqlite: ' strict',
  postgres: '',
  mysql:
    ' engine = InnoDB default character set = utf8mb4' +
    ' /*M! collate = utf8mb4_nopad_bin */ /*!80017 collate = utf8mb4_0900_bin */',
};

function columnSql(dialect: Dialect, naming: Naming, name: string, { kind, nullable, defaultSql }: Column): string {
  const parts = [typeSql(dialect, kind, naming.userIdType), nullable ? 'null' : 'not null'];
  if (defaultSql !== undefined) parts.push(`default ${defaultSql}`);
  // SQLite ignores the length of a type; without a check an overlong ID would be rejected only in production.
  const length = lengths[kind];
  if (dialect === 'sqlite' && length !== undefined) parts.push(`check (length(${name}) <= ${length})`);
  return parts.join(' ');
}

function typeSql(dialect: Dialect, kind: ColumnKind, userIdType: UserIdType): string {
  switch (kind) {
    case 'integer':
      return 'integer';
    case 'flag':
      return dialect === 'sqlite' ? 'integer' : 'smallint';
    case 'text':
      return dialect === 'mysql' ? 'longtext' : 'text';
    case 'time':
      return { sqlite: 'text', postgres: 'timestamptz(3)', mysql: 'datetime(3)' }[dialect];
    case 'userId':
      if (userIdType === 'text' || dialect === 'sqlite') return typeSql(dialect, 'id', userIdType);
      return userIdType === 'uuid' && dialect === 'mysql' ? 'char(36)' : userIdType;
    case 'id':
    case 'name':
    case 'word':
    case 'hash':
      if (dialect === 'sqlite') return 'text';
      // PostgreSQL would sort by the locale of the database.
      return `varchar(${lengths[kind]})${dialect === 'postgres' ? ' collate "C"' : ''}`;
  }
}
