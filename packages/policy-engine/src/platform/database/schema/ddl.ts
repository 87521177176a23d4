import { identifier } from './identifiers.ts';
import { quotedTable } from './names.ts';
import type { Naming } from './names.ts';
import type { Dialect } from '../port.ts';
import { dialectNamed } from '../dialects.ts';
import { indexName } from '../migrations/migration.ts';
import type {
  Alteration,
  Column,
  ColumnKind,
  Migration,
  NarrowedIndex,
  TableDefinition,
} from '../migrations/migration.ts';
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

/** How a table and its parts are written in a statement. */
function wordsOf(dialect: Dialect, naming: Naming, table: TableName) {
  const name = (column: string) => identifier(dialect, column);
  return {
    name,
    target: quotedTable(dialect, naming, table),
    list: (names: readonly string[]) => `(${names.map(name).join(', ')})`,
    index: (names: readonly string[]) => name(naming.tablePrefix + indexName(table, names)),
    column: ([column, type]: [string, Column]) => `${name(column)} ${columnSql(dialect, naming, name(column), type)}`,
  };
}

/** The statements that create a table with its indexes; each can run again without harm. */
export function createTable(dialect: Dialect, naming: Naming, definition: TableDefinition): string[] {
  const { primaryKey, unique = [], indexes = [], narrowed = [], references = {} } = definition;
  const { name, target, list, index, column } = wordsOf(dialect, naming, definition.table);
  const { ownTables } = dialectNamed(dialect);
  const lines = [
    ...Object.entries(definition.columns).map(column),
    `primary key ${list([primaryKey])}`,
    ...unique.map((names) => `constraint ${index(names)} unique ${list(names)}`),
    ...(ownTables.indexes === null ? [] : indexes.map((names) => `index ${index(names)} ${list(names)}`)),
    ...Object.entries(references).map(
      ([from, other]) =>
        `foreign key (${name(from)}) references ${quotedTable(dialect, naming, other)} (${name('id')})`,
    ),
  ];
  const create = `create table if not exists ${target} (\n  ${lines.join(',\n  ')}\n)${ownTables.tableOptions}`;
  if (ownTables.indexes !== null) return [create];
  const narrowedAs = (names: readonly string[]) => narrowed.find(({ columns }) => columns.join() === names.join());
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
  const { name, target, list, index } = wordsOf(dialect, naming, table);
  const rows = where === undefined ? '' : ` where ${name(where.column)} is ${where.is}`;
  return `create index if not exists ${index(columns)} on ${target} ${list(columns)}${rows}`;
}

/** The statements that make indexes partial; together they can run again without harm. */
export function narrowIndexes(dialect: Dialect, naming: Naming, { table, narrowed = [] }: Alteration): string[] {
  if (!dialectNamed(dialect).supportsPartialIndexes) return [];
  const { name, index } = wordsOf(dialect, naming, table);
  const schema = naming.schema === undefined ? '' : `${name(naming.schema)}.`;
  return narrowed.flatMap((one) => [
    `drop index if exists ${schema}${index(one.columns)}`,
    createIndex(dialect, naming, table, one),
  ]);
}

/** What exists already of an alteration. */
export interface AlteredBefore {
  /** Names of the columns that do not exist yet. */
  readonly missing: readonly string[];
  /** Names of the existing indexes, where one cannot be created only if it is missing. */
  readonly indexes: ReadonlySet<string>;
}

/** The statements that add columns and indexes to a table; a single one on MySQL. */
export function alterTable(
  dialect: Dialect,
  naming: Naming,
  { table, columns, indexes = [] }: Alteration,
  { missing, indexes: present }: AlteredBefore,
): string[] {
  const { target, list, index, column } = wordsOf(dialect, naming, table);
  const additions = Object.entries(columns)
    .filter(([name]) => missing.includes(name))
    .map((one) => `add column ${column(one)}`);
  if (dialectNamed(dialect).ownTables.indexes !== null) {
    const keys = indexes
      .filter((names) => !present.has(naming.tablePrefix + indexName(table, names)))
      .map((names) => `add index ${index(names)} ${list(names)}`);
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
  const text = (expression: string): string => `cast(${expression} as ${dialectNamed(dialect).textType})`;
  return [...(statements?.({ table, text }) ?? []), ...drops.map((name) => `drop table if exists ${table(name)}`)];
}

/** The columns of a table that are text in older versions. */
export function nativeColumns(dialect: Dialect, naming: Naming, { columns }: TableDefinition): string[] {
  if (!dialectNamed(dialect).supportsTypes) return [];
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
  const native = converted.map((column) => {
    const name = identifier(dialect, column);
    const definition = columns[column]!;
    return {
      name,
      isTime: definition.kind === 'time',
      type: typeSql(dialect, naming, definition.kind),
      definition: columnSql(dialect, naming, name, definition),
    };
  });
  return dialectNamed(dialect).ownTables.convert(quotedTable(dialect, naming, table), native);
}

function columnSql(dialect: Dialect, naming: Naming, name: string, { kind, nullable, defaultSql }: Column): string {
  const parts = [typeSql(dialect, naming, kind), nullable ? 'null' : 'not null'];
  if (defaultSql !== undefined) parts.push(`default ${defaultSql}`);
  const length = lengths[kind];
  if (!dialectNamed(dialect).supportsLengths && length !== undefined) {
    parts.push(`check (length(${name}) <= ${length})`);
  }
  return parts.join(' ');
}

function typeSql(dialect: Dialect, { userIdType }: Naming, kind: ColumnKind): string {
  return dialectNamed(dialect).ownTables.typeOf(kind, userIdType, lengths[kind]);
}
