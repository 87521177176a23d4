/** Every place of a database that stores rows, so that all of them can be searched, or be named as not searched. */
import type { Holds } from '../dialect.ts';
import { dialectNamed } from '../dialects.ts';
import { identifier, tableIdentifier } from './identifiers.ts';
import { kindOfType, type LiveColumn } from './live-schema.ts';
import type { Database, Dialect } from '../port.ts';
import type { StoredColumnRow } from './live-schema-sql.ts';
import { countOf } from '../statements/values.ts';

/** A column that can hold text. */
export interface StoredColumn {
  readonly name: string;
  /** `any`: in SQLite a column may hold anything, whatever its type. */
  readonly holds: Holds;
  /** Whether its declared type is one for text; false for numbers of SQLite. */
  readonly isText: boolean;
  /** Whether the connection may read it. */
  readonly isReadable: boolean;
}

/** A column of a key by which rows can be read in order. */
export type StoredKey = Pick<LiveColumn, 'name' | 'kind' | 'isNullable'>;

/** A place that stores rows. */
export interface StoredTable {
  readonly schema: string;
  readonly table: string;
  /** Whether a statement that does not name the schema finds it. */
  readonly isImplied: boolean;
  /** For a statement: quoted, with every row that it stores, also those of its history. Null if it cannot be named in one. */
  readonly from: string | null;
  /** Empty if rows can only be read at once. */
  readonly key: readonly StoredKey[];
  /** Those that can hold text. */
  readonly columns: readonly StoredColumn[];
  /** Estimated number of rows; null if there is no estimate. */
  readonly rows: number | null;
  /** Whether a policy of the database hides rows from the connection. */
  readonly isFiltered: boolean;
  /** Whether its text cannot be read back: a full-text index without content. */
  readonly isIndexOnly: boolean;
}

/** What a database stores. */
export interface StoredTables {
  readonly tables: readonly StoredTable[];
  /** Schemas that the connection may not use, and other databases of the server. They may belong to other applications. */
  readonly elsewhere: readonly string[];
}

/**
 * Lists what stores rows and can hold text.
 *
 * @param others schemas that are read besides those of the database (MySQL: other databases of the server)
 */
export async function readStoredTables(database: Database, others: readonly string[]): Promise<StoredTables> {
  const { dialect } = database;
  const { liveSchema, storedTables } = dialectNamed(dialect);
  const { schemas, columns, others: listOthers } = storedTables;
  const { rows: path } = await database.execute<{ schema_name: string }>(liveSchema.schemas);
  const { rows: found } = await database.execute<{ schema_name: string | null; visible: number }>(schemas);
  const named = found.flatMap(({ schema_name: name, visible }) => (name === null ? [] : [{ name, visible }]));
  const visible = new Set([...named.filter((one) => Boolean(one.visible)).map(({ name }) => name), ...others]);
  const tables: StoredTable[] = [];
  const implied = new Set<string>();
  // Those of the path first.
  for (const schema of new Set([...path.map(({ schema_name: name }) => name), ...visible])) {
    const { rows } = await database.execute<StoredColumnRow>(...columns(schema));
    const declared = await virtualTables(database, schema);
    for (const own of Map.groupBy(rows, ({ table_name: table }) => table).values()) {
      const table = tableOf(dialect, own, declared);
      const isImplied = path.some(({ schema_name: name }) => name === schema) && !implied.has(table.table);
      if (isImplied) implied.add(table.table);
      tables.push({ ...table, isImplied });
    }
  }
  const listed = listOthers === null ? [] : (await database.execute<{ schema_name: string }>(listOthers)).rows;
  const known = [...named.map(({ name }) => name), ...listed.map(({ schema_name: name }) => name)];
  return {
    tables: tables.filter((table) => table.columns.length > 0),
    elsewhere: known.filter((name) => !visible.has(name)),
  };
}

/** How virtual tables were declared, by name. */
async function virtualTables(database: Database, schema: string): Promise<Map<string, string>> {
  const { declared } = dialectNamed(database.dialect).storedTables;
  if (declared === null) return new Map();
  const statement = declared(identifier(database.dialect, schema));
  const { rows } = await database.execute<{ name: string; sql: string }>(statement);
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}

function tableOf(
  dialect: Dialect,
  rows: readonly StoredColumnRow[],
  declared: ReadonlyMap<string, string>,
): Omit<StoredTable, 'isImplied'> {
  const [first] = rows;
  if (first === undefined) throw new TypeError('A table has no columns.');
  const { schema_name: schema, table_name: table, row_estimate: estimate } = first;
  const declaration = declared.get(table);
  return {
    schema,
    table,
    from: fromOf(dialect, first),
    key: keyOf(dialect, rows, declaration),
    columns: rows.flatMap((row) => columnOf(dialect, row) ?? []),
    rows: estimate === null || countOf(estimate) < 0 ? null : countOf(estimate),
    isFiltered: Boolean(first.filtered),
    isIndexOnly: declaration !== undefined && /\bcontent\s*=\s*(?:''|"")/i.test(declaration),
  };
}

/** Rows of the tables that inherit from a table are read there; deleted rows of a table with a history still exist. */
function fromOf(dialect: Dialect, { schema_name: schema, table_name: table, stored_as: kind }: StoredColumnRow) {
  try {
    const name = tableIdentifier(dialect, { schema, table });
    if (kind === 'r') return `only ${name}`;
    return kind === 'SYSTEM VERSIONED' ? `${name} for system_time all` : name;
  } catch {
    return null;
  }
}

function keyOf(dialect: Dialect, rows: readonly StoredColumnRow[], declaration: string | undefined): StoredKey[] {
  const kind = rows[0]?.stored_as;
  if (kind === 'SYSTEM VERSIONED') return [];
  if (dialectNamed(dialect).supportsRowIds && !rows[0]?.without_row_id) {
    const isOrdered = declaration === undefined || /\busing\s+["'[`]?fts/i.test(declaration);
    const names = new Set(rows.map(({ column_name: name }) => name.toLowerCase()));
    const name = ['rowid', '_rowid_', 'oid'].find((one) => !names.has(one));
    return isOrdered && name !== undefined ? [{ name, kind: 'integer', isNullable: false }] : [];
  }
  return rows
    .filter(({ key_position: position }) => position !== null)
    .toSorted((a, b) => Number(a.key_position) - Number(b.key_position))
    .map(({ column_name: name, type }) => ({ name, kind: kindOfType(dialect, type), isNullable: false }));
}

/** Undefined for a type whose values are never text: numbers, dates, enumerations. */
function columnOf(dialect: Dialect, row: StoredColumnRow): StoredColumn | undefined {
  const { column_name: name, type } = row;
  const kind = kindOfType(dialect, type);
  const isText = kind === 'text' || kind === 'json' || kind === 'uuid' || kind === 'bytes' || kind === 'other';
  const isReadable = Boolean(row.readable);
  if (!dialectNamed(dialect).supportsTypes) return { name, holds: 'any', isText, isReadable };
  if (!isText || Boolean(row.enumeration) || /^bit\b/i.test(type)) return undefined;
  return { name, holds: kind === 'bytes' ? 'bytes' : 'text', isText, isReadable };
}
