/**
 * The statements that list every place where a database stores rows. Unlike those of the live schema they include what is no
 * ordinary table: materialised views, foreign and virtual tables, tables with a history, and all schemas.
 */
import type { Dialect } from './port.ts';

/** A column of a place, in the order of its table. */
export interface StoredColumnRow {
  readonly schema_name: string;
  readonly table_name: string;
  /** `r`, `p`, `m`, `f` of PostgreSQL; `BASE TABLE`, `SYSTEM VERSIONED`; `table`, `virtual` of SQLite. */
  readonly stored_as: string;
  readonly column_name: string;
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

interface Statements {
  /** Schemas that belong to the database, with `visible` 0 for those that the connection may not use. */
  readonly schemas: string;
  /** Takes a schema. */
  readonly columns: { readonly sql: string; readonly parameters: (schema: string) => readonly string[] };
  /** Other databases of the server, which may belong to other applications; null if there are none. */
  readonly others: string | null;
}

const postgres: Statements = {
  schemas: `select nspname as schema_name, has_schema_privilege(oid, 'usage')::int as visible from pg_catalog.pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema' order by nspname`,
  // The rows of a partition are read through its table.
  columns: {
    sql: `select n.nspname as schema_name, c.relname as table_name, c.relkind::text as stored_as, a.attname as column_name,
      format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), null) as type, (t.typtype = 'e')::int as enumeration,
      has_column_privilege(c.oid, a.attnum, 'select')::int as readable, row_security_active(c.oid)::int as filtered,
      nullif(c.reltuples, -1)::bigint as row_estimate,
      (select part.position::int from pg_catalog.pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality as part(attnum, position)
        where i.indrelid = c.oid and i.indisprimary and part.attnum = a.attnum and part.position <= i.indnkeyatts) as key_position,
      0 as without_row_id
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid join pg_catalog.pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition and n.nspname = $1 and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`,
    parameters: (schema) => [schema],
  },
  others: null,
};

const mysql: Statements = {
  schemas: 'select database() as schema_name, 1 as visible',
  // Keys are read once, and not for each column: that would open all tables again.
  columns: {
    sql: `select c.table_schema as schema_name, c.table_name as table_name, t.table_type as stored_as, c.column_name as column_name,
      cast(c.column_type as char) as type, c.data_type in ('enum', 'set') as enumeration,
      c.privileges like '%select%' as readable, 0 as filtered, t.table_rows as row_estimate,
      k.position as key_position, 0 as without_row_id
    from information_schema.columns c join information_schema.tables t on t.table_name = c.table_name
      left join (select distinct table_name as of_table, column_name as of_column, seq_in_index as position
          from information_schema.statistics where table_schema = ? and index_name = 'PRIMARY') k
        on k.of_table = c.table_name and k.of_column = c.column_name
    where c.table_schema = ? and t.table_schema = ? and t.table_type in ('BASE TABLE', 'SYSTEM VERSIONED')
    order by c.table_name, c.ordinal_position`,
    parameters: (schema) => [schema, schema, schema],
  },
  others: `select schema_name as schema_name from information_schema.schemata
    where schema_name not in ('information_schema', 'performance_schema', 'mysql', 'sys') order by schema_name`,
};

const sqlite: Statements = {
  schemas: 'select name as schema_name, 1 as visible from pragma_database_list order by seq',
  // A full-text index is read through its virtual table, and not through the tables that it is made of.
  columns: {
    sql: `select m.schema as schema_name, m.name as table_name, m.type as stored_as, x.name as column_name, x.type as type,
      0 as enumeration, 1 as readable, 0 as filtered, null as row_estimate, nullif(x.pk, 0) as key_position,
      m.wr as without_row_id
    from pragma_table_list m join pragma_table_xinfo(m.name, m.schema) x
    where m.type in ('table', 'virtual') and m.schema = ? and m.name not like 'sqlite\\_%' escape '\\' and x.hidden <> 1
    order by m.name, x.cid`,
    parameters: (schema) => [schema],
  },
  others: null,
};

export const storedTablesSql: { readonly [dialect in Dialect]: Statements } = { sqlite, postgres, mysql };
