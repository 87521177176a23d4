import { PolicyEngineError } from '../../../errors/errors.ts';
import type { TableName } from '../schema/tables.ts';

/**
 * Kinds of columns, each with the same limits and the same comparison on every dialect. A `userId` has the type of the
 * host's IDs, for tables that hosts join with their own.
 */
export type ColumnKind = 'id' | 'userId' | 'name' | 'word' | 'text' | 'hash' | 'time' | 'integer' | 'flag';

/** A column of a table. */
export interface Column {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  readonly defaultSql: string | undefined;
}

/** A required column. */
export function required(kind: ColumnKind, defaultSql?: string): Column {
  return { kind, nullable: false, defaultSql };
}

/** A column that may be null. */
export function optional(kind: ColumnKind): Column {
  return { kind, nullable: true, defaultSql: undefined };
}

/** A partial index. MySQL has no partial indexes, and there it contains all rows. */
export interface NarrowedIndex {
  readonly columns: readonly string[];
  /**
   * The indexed rows: those with, or without, a value in a column. A query must contain the same condition to use the
   * index.
   */
  readonly where: { readonly column: string; readonly is: 'null' | 'not null' };
}

/** A table as a migration describes it. Names of indexes are the table's name and the columns. */
export interface TableDefinition {
  readonly table: TableName;
  readonly columns: Readonly<Record<string, Column>>;
  readonly primaryKey: string;
  readonly unique?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
  /** Which of the indexes are partial. */
  readonly narrowed?: readonly NarrowedIndex[];
  /** Column → table whose primary key `id` it refers to. Rows that are referred to cannot be deleted. */
  readonly references?: Readonly<Record<string, TableName>>;
}

/** What a later migration adds to a table. Columns are nullable because of existing rows. */
export interface Alteration {
  readonly table: TableName;
  readonly columns: Readonly<Record<string, Column>>;
  readonly indexes?: readonly (readonly string[])[];
  /** Existing indexes that contained all rows before. */
  readonly narrowed?: readonly NarrowedIndex[];
}

/** One step of the schema. Applied steps never change; add a new one instead. */
export interface Migration {
  /** Begins with the module: `terms-0001-terms`. Recorded when it is applied. */
  readonly name: string;
  /** Tables it creates. */
  readonly tables: readonly TableDefinition[];
  /** Tables it adds to. */
  readonly alterations?: readonly Alteration[];
  /**
   * What it does to rows, after tables and alterations: plain SQL. Each statement can run again without harm, also once the
   * tables that the migration drops are empty, and finds nothing to do in a new database.
   */
  readonly statements?: (words: MigrationWords) => readonly string[];
  /** Unused tables; dropped after the statements. If those run again, the tables exist and are empty. */
  readonly drops?: readonly TableName[];
}

/** Dialect-specific parts of a migration's statements. */
export interface MigrationWords {
  /** A table's name, quoted. */
  readonly table: (name: TableName) => string;
  /** A number as text. */
  readonly text: (expression: string) => string;
}

/** The tables of the engine, as contributed by its modules, referenced tables first. */
export interface TableSet {
  /** Oldest first. */
  readonly migrations: readonly Migration[];
  /** The names that the query compiler treats as tables of the engine. */
  readonly names: ReadonlySet<string>;
  /** The current location of each table, with what was added to it. */
  readonly tables: readonly TableDefinition[];
  /** Kinds of all columns by name; a name has the same kind in all tables, as far as it affects how values are read. */
  readonly kinds: ReadonlyMap<string, ColumnKind>;
  /** Length of the longest name of a table or an index, without the prefix. */
  readonly longestName: number;
}

/** The tables that some modules' migrations create. */
export function tableSet(migrations: readonly Migration[]): TableSet {
  const created = [migrationsTable, ...migrations.flatMap(({ tables }) => tables)];
  const altered = migrations.flatMap(({ alterations = [] }) => alterations);
  const names = [
    ...created.flatMap(({ table, unique = [] }) => [table, ...unique.map((columns) => indexName(table, columns))]),
    ...[...created, ...altered].flatMap(({ table, indexes = [] }) =>
      indexes.map((columns) => indexName(table, columns)),
    ),
  ];
  const dropped = new Set(migrations.flatMap(({ drops = [] }) => drops));
  const tables = created.filter(({ table }) => !dropped.has(table)).map((definition) => latest(definition, migrations));
  return {
    migrations,
    tables,
    kinds: kindsOf(tables),
    names: new Set(created.map(({ table }) => table)),
    longestName: Math.max(...names.map((name) => name.length)),
  };
}

/** @throws {PolicyEngineError} `configuration_invalid` for a name that is a time, or a user's id, in one table only */
function kindsOf(tables: readonly TableDefinition[]): Map<string, ColumnKind> {
  const kinds = new Map<string, ColumnKind>();
  for (const { table, columns } of tables) {
    for (const [column, { kind }] of Object.entries(columns)) {
      const other = kinds.get(column) ?? kind;
      if (other !== kind && [kind, other].some((one) => one === 'time' || one === 'userId')) {
        const message = `The column ${column} of ${table} is of the kind ${kind} here, and ${other} in another table`;
        throw new PolicyEngineError('configuration_invalid', message);
      }
      kinds.set(column, kind);
    }
  }
  return kinds;
}

/** The name of an index, without the prefix. */
export function indexName(table: TableName, columns: readonly string[]): string {
  return `${table}_${columns.join('_')}`;
}

/** A table with everything that later migrations add: a new database gets it at once. */
export function latest(definition: TableDefinition, migrations: readonly Migration[]): TableDefinition {
  const added = migrations
    .flatMap(({ alterations = [] }) => alterations)
    .filter(({ table }) => table === definition.table);
  return {
    ...definition,
    columns: Object.assign({}, definition.columns, ...added.map(({ columns }) => columns)),
    indexes: [...(definition.indexes ?? []), ...added.flatMap(({ indexes = [] }) => indexes)],
    narrowed: [...(definition.narrowed ?? []), ...added.flatMap(({ narrowed = [] }) => narrowed)],
  };
}

/** The table of applied migrations; created before the first of them. */
export const migrationsTable: TableDefinition = {
  table: 'migrations',
  columns: { name: required('name'), applied_at: required('time') },
  primaryKey: 'name',
};
