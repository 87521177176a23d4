/**
 * The statements that read a database's description of its tables. Each returns rows of the same shape on every
 * dialect. Each takes one schema: MariaDB opens every table of the server unless the condition is an equality.
 */
import type { Dialect } from './port.ts';

/** A column, in the order of its table. */
export interface ColumnRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly column_name: string;
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
export interface KeyRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly key_name: string;
  readonly is_primary: number;
  readonly column_name: string;
  /** 1 where only part of its value is in the index (MySQL). */
  readonly is_partial: number;
}

/** A column of a foreign key. */
export interface ReferenceRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly key_name: string;
  readonly column_name: string;
  readonly to_schema: string;
  readonly to_table: string;
  /** Null: the primary key of the other table. */
  readonly to_column: string | null;
  /** `CASCADE`, `c` …, as the database reports it. */
  readonly on_delete: string;
}

interface Statements {
  /** Schemas in which a table without one is looked for, in order. */
  readonly schemas: string;
  readonly columns: Statement;
  readonly keys: Statement;
  readonly references: Statement;
}

interface Statement {
  readonly sql: string;
  readonly parameters: (schema: string) => readonly string[];
}

const once = (sql: string): Statement => ({ sql, parameters: (schema) => [schema] });
const twice = (sql: string): Statement => ({ sql, parameters: (schema) => [schema, schema] });

const pgTables = `pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace`;
/** No views, and no partitions of tables. */
const pgOwn = "c.relkind in ('r', 'p') and not c.relispartition and n.nspname = $1";

const postgres: Statements = {
  schemas: 'select unnest(current_schemas(false)) as schema_name',
  columns: once(`select n.nspname as schema_name, c.relname as table_name, a.attname as column_name,
      format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), case when t.typbasetype = 0 then a.atttypmod else t.typtypmod end) as type,
      (a.attnotnull or t.typnotnull)::int as required, (a.atthasdef or a.attidentity <> '')::int as has_default,
      (a.attgenerated <> '')::int as generated,
      (select json_agg(e.enumlabel order by e.enumsortorder)::text from pg_catalog.pg_enum e where e.enumtypid = t.oid) as labels
    from ${pgTables} join pg_catalog.pg_attribute a on a.attrelid = c.oid join pg_catalog.pg_type t on t.oid = a.atttypid
    where ${pgOwn} and a.attnum > 0 and not a.attisdropped
    order by n.nspname, c.relname, a.attnum`),
  keys: once(`select n.nspname as schema_name, c.relname as table_name, x.relname as key_name, i.indisprimary::int as is_primary,
      a.attname as column_name, 0 as is_partial
    from ${pgTables} join pg_catalog.pg_index i on i.indrelid = c.oid join pg_catalog.pg_class x on x.oid = i.indexrelid
      cross join lateral unnest(i.indkey::int2[]) with ordinality as part(attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = part.attnum
    where ${pgOwn} and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
      and part.position <= i.indnkeyatts
    order by n.nspname, c.relname, x.relname, part.position`),
  references:
    once(`select n.nspname as schema_name, c.relname as table_name, k.conname as key_name, a.attname as column_name,
      tn.nspname as to_schema, tc.relname as to_table, ta.attname as to_column, k.confdeltype::text as on_delete
    from ${pgTables} join pg_catalog.pg_constraint k on k.conrelid = c.oid
      join pg_catalog.pg_class tc on tc.oid = k.confrelid join pg_catalog.pg_namespace tn on tn.oid = tc.relnamespace
      cross join lateral unnest(k.conkey, k.confkey) with ordinality as part(attnum, to_attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = part.attnum
      join pg_catalog.pg_attribute ta on ta.attrelid = tc.oid and ta.attnum = part.to_attnum
    where ${pgOwn} and k.contype = 'f'
    order by n.nspname, c.relname, k.conname, part.position`),
};

const mysql: Statements = {
  schemas: 'select database() as schema_name',
  columns: twice(`select c.table_schema as schema_name, c.table_name as table_name, c.column_name as column_name,
      cast(c.column_type as char) as type, c.is_nullable = 'NO' as required,
      (coalesce(c.column_default, 'NULL') <> 'NULL' or c.extra like '%auto_increment%') as has_default,
      coalesce(c.generation_expression, '') <> '' as \`generated\`, null as labels
    from information_schema.columns c join information_schema.tables t
      on t.table_name = c.table_name
    where t.table_type = 'BASE TABLE' and c.table_schema = ? and t.table_schema = ?
    order by c.table_schema, c.table_name, c.ordinal_position`),
  keys: once(`select s.table_schema as schema_name, s.table_name as table_name, s.index_name as key_name,
      s.index_name = 'PRIMARY' as is_primary, s.column_name as column_name,
      s.sub_part is not null or s.column_name is null as is_partial
    from information_schema.statistics s
    where s.non_unique = 0 and s.table_schema = ?
    order by s.table_schema, s.table_name, s.index_name, s.seq_in_index`),
  references: twice(`select k.table_schema as schema_name, k.table_name as table_name, k.constraint_name as key_name,
      k.column_name as column_name, k.referenced_table_schema as to_schema, k.referenced_table_name as to_table,
      k.referenced_column_name as to_column, r.delete_rule as on_delete
    from information_schema.key_column_usage k join information_schema.referential_constraints r
      on r.constraint_name = k.constraint_name and r.table_name = k.table_name
    where k.referenced_table_name is not null and k.table_schema = ? and r.constraint_schema = ?
    order by k.table_schema, k.table_name, k.constraint_name, k.ordinal_position`),
};

/** No views, no virtual tables, and nothing of SQLite's own. */
const sqliteTables = `(select schema, name from pragma_table_list where type = 'table' and schema = ?
  and name not like 'sqlite\\_%' escape '\\') m`;

const sqlite: Statements = {
  schemas: "select 'main' as schema_name",
  columns: once(`select m.schema as schema_name, m.name as table_name, x.name as column_name, x.type as type,
      (x."notnull" or x.pk > 0) as required,
      (x.dflt_value is not null or (x.pk = 1 and upper(x.type) = 'INTEGER'
        and 1 = (select count(*) from pragma_table_xinfo(m.name, m.schema) other where other.pk > 0))) as has_default,
      x.hidden in (2, 3) as generated, null as labels
    from ${sqliteTables} join pragma_table_xinfo(m.name, m.schema) x
    where x.hidden <> 1
    order by m.schema, m.name, x.cid`),
  keys: twice(`select m.schema as schema_name, m.name as table_name, 'primary key' as key_name, 1 as is_primary,
      x.name as column_name, 0 as is_partial, x.pk as position
    from ${sqliteTables} join pragma_table_xinfo(m.name, m.schema) x where x.pk > 0
    union all
    select m.schema, m.name, i.name, 0, p.name, 0, p.seqno
    from ${sqliteTables} join pragma_index_list(m.name, m.schema) i join pragma_index_info(i.name, m.schema) p
    where i."unique" = 1 and i.partial = 0 and i.origin <> 'pk'
      and not exists (select 1 from pragma_index_info(i.name, m.schema) e where e.name is null)
    order by 2, 3, 7`),
  references:
    once(`select m.schema as schema_name, m.name as table_name, cast(f.id as text) as key_name, f."from" as column_name,
      m.schema as to_schema, f."table" as to_table, f."to" as to_column, f.on_delete as on_delete
    from ${sqliteTables} join pragma_foreign_key_list(m.name, m.schema) f
    order by m.schema, m.name, f.id, f.seq`),
};

export const liveSchemaSql: { readonly [dialect in Dialect]: Statements } = { sqlite, postgres, mysql };
