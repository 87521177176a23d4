/**
 * The statements that read a database's description of its tables. Each returns rows of the same shape on every
 * dialect. Each takes one schema: MariaDB opens every table of the server unless the condition is an equality.
 */

/** Names of a column. */
export interface Place {
  readonly schema_name: string;
  readonly table_name: string;
  readonly column_name: string;
}

/** A column, in the order of its table. */
export interface ColumnRow extends Place {
  /** As the database reports it: `character varying(255)`. */
  readonly type: string;
  /** 1 if it does not allow null. */
  readonly required: number;
  /** 1 if the database generates a value: a default, a sequence. */
  readonly has_default: number;
  /** 1 if it is computed from others. */
  readonly generated: number;
  /** Labels of an enumeration as JSON, on PostgreSQL. */
  readonly labels: string | null;
}

/** A column of a primary key or of a unique index. */
export interface KeyRow extends Place {
  readonly key_name: string;
  readonly is_primary: number;
  /** 1 where only part of its value is in the index (MySQL). */
  readonly is_partial: number;
}

/** A column of a foreign key. */
export interface ReferenceRow extends Place {
  readonly key_name: string;
  readonly to_schema: string;
  readonly to_table: string;
  /** Null: the primary key of the other table. */
  readonly to_column: string | null;
  /** `CASCADE`, `c` …, as the database reports it; empty if it does not tell the connection. */
  readonly on_delete: string;
  readonly on_update: string;
  /** 1 if it can be checked at the end of a transaction. */
  readonly can_defer: number;
  /** 1 if its columns are null together or not at all. */
  readonly match_full: number;
}

/** A view, a trigger, or of PostgreSQL a rule that rewrites statements, or a policy that hides rows. */
export interface UnseenRow {
  readonly kind: 'view' | 'trigger' | 'rule' | 'policy';
  readonly name: string;
  /** The table of what is not a view. */
  readonly on_table: string | null;
}

/** A check that may declare a column of text as JSON; nulls where JSON is a type of its own. */
export interface JsonCheckRow {
  readonly check_clause: string | null;
  readonly table_name: string | null;
}

/** The kind of values of a column. */
export type Kind = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'time' | 'uuid' | 'json' | 'bytes' | 'other';

/** Kinds of types, as the database reports them; the first pattern that fits counts. */
export type Kinds = ReadonlyArray<readonly [pattern: RegExp, kind: Kind]>;

/** How the tables of a database are read. */
export interface LiveSchemaSql {
  readonly kinds: Kinds;
  /** Schemas in which a table without one is looked for, in order. */
  readonly schemas: string;
  readonly columns: SchemaStatement;
  readonly keys: SchemaStatement;
  readonly references: SchemaStatement;
  /** Columns of JSON that the database reports as text, by the checks of their tables; null if there are none. */
  readonly json: SchemaStatement | null;
  /** Views and triggers. */
  readonly unseen: SchemaStatement;
  /** Tables (`table_name`) of which policies may hide rows from the connection; null if there are none. */
  readonly hiding: SchemaStatement | null;
  /** Tables (`table_name`) whose changes are not undone with a transaction; null if there are none. */
  readonly untransactional: SchemaStatement | null;
  /** Other schemas that foreign keys lead to, or come from; null if they cannot, or finding out would open all tables of the server. */
  readonly linked: SchemaStatement | null;
}

/** A statement about one schema, with its parameters. */
export type SchemaStatement = (schema: string) => readonly [sql: string, parameters: readonly string[]];

/** A statement that takes the schema once, twice, or three times. */
export const once =
  (sql: string): SchemaStatement =>
  (schema) => [sql, [schema]];
export const twice =
  (sql: string): SchemaStatement =>
  (schema) => [sql, [schema, schema]];
export const thrice =
  (sql: string): SchemaStatement =>
  (schema) => [sql, [schema, schema, schema]];

/** A column of a place, in the order of its table. */
export interface StoredColumnRow extends Place {
  /** `r`, `p`, `m`, `f` of PostgreSQL; `BASE TABLE`, `SYSTEM VERSIONED`; `table`, `virtual` of SQLite. */
  readonly stored_as: string;
  readonly type: string;
  /** 1 for an enumeration: its values are part of the schema. */
  readonly enumeration: number;
  /** 1 if the connection may read it. */
  readonly readable: number;
  /** 1 if a policy of the database hides rows from the connection. */
  readonly filtered: number;
  /** Estimated number of rows; null if there is none. */
  readonly row_estimate: unknown;
  /** Position in the primary key, from 1; null for other columns. */
  readonly key_position: number | null;
  /** 1 if rows have no row ID (SQLite). */
  readonly without_row_id: number;
}

/** How the places that store rows are listed. */
export interface StoredTablesSql {
  /** Schemas that belong to the database, with `visible` 0 for those that the connection may not use. */
  readonly schemas: string;
  readonly columns: SchemaStatement;
  /** Other databases of the server, which may belong to other applications; null if there are none. */
  readonly others: string | null;
  /** Lists how virtual tables of a schema were declared, by name; null if there are none. @param schema quoted */
  readonly declared: ((schema: string) => string) | null;
}
