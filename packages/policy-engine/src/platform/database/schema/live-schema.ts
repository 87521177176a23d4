/** The current tables of a database, both the host's and the engine's. */
import { dialectNamed } from '../dialects.ts';
import type { ColumnRow, JsonCheckRow, KeyRow, Kind, Place, ReferenceRow, UnseenRow } from './live-schema-sql.ts';
import type { Database, Dialect } from '../port.ts';

/** A column of the host's. */
export interface LiveColumn {
  readonly name: string;
  /** As the database reports it: `character varying(255)`. */
  readonly type: string;
  readonly kind: Kind;
  readonly isNullable: boolean;
  /** Whether the database generates a value. */
  readonly hasDefault: boolean;
  /** Whether it is computed from others, and cannot be written. */
  readonly isGenerated: boolean;
  /** Maximum length in characters; undefined if it has no limit. */
  readonly length: number | undefined;
  /** The values of an enumeration; undefined for other types. */
  readonly labels: readonly string[] | undefined;
}

/** What happens to a row when the one that it refers to is deleted, or gets another key; `refuse`: neither is possible. */
export type OnChange = 'cascade' | 'set null' | 'set default' | 'refuse';

/** A foreign key. */
export interface LiveForeignKey {
  /** As the database names it; a number in SQLite. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly to: TableName;
  /** In the order of `columns`. */
  readonly toColumns: readonly string[];
  readonly onDelete: OnChange;
  readonly onUpdate: OnChange;
  /** Whether it can be checked at the end of a transaction. */
  readonly isDeferrable: boolean;
  /** Whether the database does not tell the connection what happens to rows; `onDelete` and `onUpdate` are then not known. */
  readonly isUntold?: boolean;
  /** Whether all of its columns must be null together (`match full`). Otherwise one is enough for it to refer to nothing. */
  readonly isFull: boolean;
}

/** Something of a database that may change or copy rows, and that is not read. */
export interface Unseen {
  readonly kind: 'view' | 'trigger' | 'rule' | 'policy';
  readonly schema: string;
  readonly name: string;
  /** The table of what is not a view. */
  readonly table: string | null;
}

interface TableName {
  readonly schema: string;
  readonly table: string;
}

/** A table of the host's. */
export interface LiveTable extends TableName {
  /** By name, in the order of the table. */
  readonly columns: ReadonlyMap<string, LiveColumn>;
  /** Empty if there is none. */
  readonly primaryKey: readonly string[];
  /** The primary key and all other unique keys, with or without nullable columns. */
  readonly uniqueKeys: ReadonlyArray<readonly string[]>;
  readonly foreignKeys: readonly LiveForeignKey[];
}

/** The tables of a database, found by the names that a host writes. */
export class LiveSchema {
  readonly dialect: Dialect;
  /** By schema, in the order of the database, and by name. */
  readonly tables: readonly LiveTable[];
  /** Schemas in which a table named without one is looked for, in order. */
  readonly path: readonly string[];

  constructor(dialect: Dialect, tables: readonly LiveTable[], path: readonly string[]) {
    this.dialect = dialect;
    this.tables = tables;
    this.path = path;
  }

  /**
   * Reads the tables that are visible to the connection.
   *
   * @param others schemas besides those in which tables named without one are looked for
   */
  static async read(database: Database, others: readonly string[] = []): Promise<LiveSchema> {
    const { dialect } = database;
    const { rows } = await database.execute<{ schema_name: string }>(dialectNamed(dialect).liveSchema.schemas);
    const path = rows.map(({ schema_name }) => schema_name);
    const tables: LiveTable[] = [];
    const schemas = new Set([...path, ...others]);
    // A set can be iterated while it grows.
    for (const schema of schemas) {
      tables.push(...(await tablesIn(database, schema)));
      for (const linked of await schemasLinkedTo(database, schema)) schemas.add(linked);
    }
    return new LiveSchema(dialect, tables, path);
  }

  /** Views and triggers in the schemas of the tables. They are not read. */
  async unseen(database: Database): Promise<Unseen[]> {
    const { unseen } = dialectNamed(this.dialect).liveSchema;
    const found: Unseen[] = [];
    for (const schema of new Set([...this.path, ...this.tables.map((table) => table.schema)])) {
      const { rows } = await database.execute<UnseenRow>(...unseen(schema));
      found.push(...rows.map(({ kind, name, on_table: table }) => ({ kind, schema, name, table })));
    }
    return found;
  }

  /** Tables of which policies of the database may hide rows from the connection. */
  async hiding(database: Database): Promise<LiveTable[]> {
    const { hiding } = dialectNamed(this.dialect).liveSchema;
    if (hiding === null) return [];
    const found: LiveTable[] = [];
    for (const schema of new Set(this.tables.map((table) => table.schema))) {
      const { rows } = await database.execute<{ readonly table_name: string }>(...hiding(schema));
      const names = new Set(rows.map(({ table_name: name }) => name));
      found.push(...this.tables.filter((table) => table.schema === schema && names.has(table.table)));
    }
    return found;
  }

  /**
   * The table of a name; without a schema, the first one that a statement would find. SQLite ignores case.
   */
  find({ schema, table }: { readonly schema: string | undefined; readonly table: string }): LiveTable | undefined {
    for (const one of schema === undefined ? this.path : [schema]) {
      const found = this.tables.find((other) => other.schema === one && this.#isNamed(other.table, table));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The column of a name. Only PostgreSQL distinguishes case. */
  column(table: LiveTable, name: string): LiveColumn | undefined {
    const exact = table.columns.get(name);
    if (exact !== undefined) return exact;
    const { foldColumn } = dialectNamed(this.dialect);
    return [...table.columns.values()].find((column) => foldColumn(column.name) === foldColumn(name));
  }

  /** The table that a foreign key refers to; undefined if it is missing (SQLite) or not visible. */
  target(key: LiveForeignKey): LiveTable | undefined {
    return this.tables.find(({ schema, table }) => schema === key.to.schema && this.#isNamed(table, key.to.table));
  }

  /** The name of the table without its schema, if that is implied. */
  shownName({ schema, table }: { readonly schema: string; readonly table: string }): string {
    return this.find({ schema: undefined, table })?.schema === schema ? table : `${schema}.${table}`;
  }

  #isNamed(one: string, two: string): boolean {
    const { foldTable } = dialectNamed(this.dialect);
    return foldTable(one) === foldTable(two);
  }
}

interface CatalogueRows {
  readonly columns: readonly ColumnRow[];
  readonly keys: readonly KeyRow[];
  readonly references: readonly ReferenceRow[];
  readonly json: readonly JsonCheckRow[];
}

type Named = Pick<Place, 'schema_name' | 'table_name'>;

async function tablesIn(database: Database, schema: string): Promise<LiveTable[]> {
  const { columns, keys, references, json } = dialectNamed(database.dialect).liveSchema;
  const rowsOf = async <Row>(statement: typeof columns): Promise<readonly Row[]> =>
    (await database.execute<Row>(...statement(schema))).rows;
  return tablesOf(database.dialect, {
    columns: await rowsOf<ColumnRow>(columns),
    keys: await rowsOf<KeyRow>(keys),
    references: await rowsOf<ReferenceRow>(references),
    json: json === null ? [] : await rowsOf<JsonCheckRow>(json),
  });
}

/** Other schemas whose tables refer to those of a schema, or are referred to by them. */
async function schemasLinkedTo(database: Database, schema: string): Promise<string[]> {
  const { linked } = dialectNamed(database.dialect).liveSchema;
  if (linked === null) return [];
  const { rows } = await database.execute<{ schema_name: string }>(...linked(schema));
  return rows.map(({ schema_name }) => schema_name);
}

function tablesOf(dialect: Dialect, rows: CatalogueRows): LiveTable[] {
  const keys = byTable(rows.keys);
  const references = byTable(rows.references);
  const { foldTable } = dialectNamed(dialect);
  const isJson = jsonColumns(rows.json);
  const primaryKeys = new Map([...keys].map(([table, own]) => [foldTable(table), columnsOf(own.filter(isPrimary))]));
  const primaryKeyOf = (table: string) => primaryKeys.get(foldTable(table)) ?? [];
  // Databases sort names each in their own way.
  const named = [...byTable(rows.columns)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return named.map(([id, columns]): LiveTable => {
    const [{ schema_name: schema, table_name: table } = { schema_name: '', table_name: '' }] = columns;
    return {
      schema,
      table,
      columns: new Map(columns.map((row) => [row.column_name, columnOf(dialect, row, isJson(row))])),
      primaryKey: primaryKeyOf(id),
      uniqueKeys: [...byKey(keys.get(id) ?? [])]
        .filter(([, own]) => own.every(({ is_partial: isPartial }) => !isPartial))
        .map(([, own]) => columnsOf(own)),
      foreignKeys: [...byKey(references.get(id) ?? [])].map(([, own]) => foreignKeyOf(own, primaryKeyOf)),
    };
  });
}

/** Tells the columns of JSON by their checks, such as ``json_valid(`settings`)``. */
function jsonColumns(checks: readonly JsonCheckRow[]): (row: ColumnRow) => boolean {
  const clauses = new Set(checks.map(({ table_name: table, check_clause: clause }) => `${table} ${clause}`));
  return ({ table_name: table, column_name: column }) =>
    clauses.has(`${table} json_valid(\`${column.replaceAll('`', '``')}\`)`);
}

function columnOf(dialect: Dialect, row: ColumnRow, isJson: boolean): LiveColumn {
  const { column_name: name, type } = row;
  const labels = row.labels === null ? labelsIn(type) : (JSON.parse(row.labels) as string[]);
  return {
    name,
    type,
    kind: isJson ? 'json' : labels === undefined ? kindOfType(dialect, type) : 'text',
    isNullable: !row.required,
    hasDefault: Boolean(row.has_default),
    isGenerated: Boolean(row.generated),
    length: lengthOfType(type),
    labels,
  };
}

/** `enum('a','b')` of MySQL. */
function labelsIn(type: string): string[] | undefined {
  if (!/^enum\(/i.test(type)) return undefined;
  return [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, label = '']) => label.replaceAll("''", "'"));
}

function foreignKeyOf(
  rows: readonly ReferenceRow[],
  primaryKeyOf: (table: string) => readonly string[],
): LiveForeignKey {
  const [row] = rows as readonly [ReferenceRow, ...ReferenceRow[]];
  const { to_schema: schema, to_table: table } = row;
  const named = rows.flatMap(({ to_column: column }) => column ?? []);
  return {
    name: row.key_name,
    columns: columnsOf(rows),
    to: { schema, table },
    toColumns: named.length > 0 ? named : primaryKeyOf(idOf({ schema_name: schema, table_name: table })),
    ...(row.on_delete === '' && { isUntold: true }),
    onDelete: onChangeOf(row.on_delete),
    onUpdate: onChangeOf(row.on_update),
    isDeferrable: Boolean(row.can_defer),
    isFull: Boolean(row.match_full),
  };
}

function onChangeOf(said: string): OnChange {
  if (/^c/i.test(said)) return 'cascade';
  if (/^(?:d$|set default)/i.test(said)) return 'set default';
  return /^(?:n$|set null)/i.test(said) ? 'set null' : 'refuse';
}

const isPrimary = ({ is_primary: primary }: KeyRow): boolean => Boolean(primary);
const columnsOf = (rows: readonly { readonly column_name: string }[]) => rows.map((row) => row.column_name);
const idOf = ({ schema_name: schema, table_name: table }: Named) => JSON.stringify([schema, table]);
const byTable = <Row extends Named>(rows: readonly Row[]) => Map.groupBy(rows, idOf);
const byKey = <Row extends { readonly key_name: string }>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ key_name: name }) => name);

/** @param type as the database reports it */
export function kindOfType(dialect: Dialect, type: string): Kind {
  const plain = type.toLowerCase().trim();
  return dialectNamed(dialect).liveSchema.kinds.find(([pattern]) => pattern.test(plain))?.[1] ?? 'other';
}

/** Maximum length of `varchar(255)`; undefined if there is no limit. */
export function lengthOfType(type: string): number | undefined {
  const [, length] =
    /^(?:national\s+)?(?:character|n?(?:var)?char)\w*(?:\s+varying)?\s*\(\s*(\d+)\s*\)/i.exec(type) ?? [];
  return length === undefined ? undefined : Number(length);
}
