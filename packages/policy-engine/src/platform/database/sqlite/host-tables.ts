import { type Kinds, type LiveSchemaSql, once, twice, type StoredTablesSql } from '../schema/live-schema-sql.ts';

/** A declared type by common names, then by its affinity in SQLite (datatype3.html §3.1). */
const kinds: Kinds = [
  [/^bool/, 'boolean'],
  [/^date$/, 'date'],
  [/^(?:datetime|timestamp)/, 'time'],
  [/^json/, 'json'],
  [/^(?:uuid|guid)$/, 'text'],
  [/int/, 'integer'],
  [/char|clob|text/, 'text'],
  [/^$|blob/, 'bytes'],
  [/real|floa|doub|dec|num/, 'number'],
];

/** No views, no virtual tables, and nothing of SQLite's own. */
const sqliteTables = `(select schema, name from pragma_table_list where type = 'table' and schema = ?
  and name not like 'sqlite\\_%' escape '\\') m`;

export const liveSchema: LiveSchemaSql = {
  kinds,
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
      m.schema as to_schema, f."table" as to_table, f."to" as to_column, f.on_delete as on_delete,
      f.on_update as on_update, upper(f.on_delete) = 'NO ACTION' as can_defer, 0 as match_full
    from ${sqliteTables} join pragma_foreign_key_list(m.name, m.schema) f
    order by m.schema, m.name, f.id, f.seq`),
  json: null,
  unseen: (schema) => [
    `select type as kind, name, case type when 'trigger' then tbl_name end as on_table
      from "${schema.replaceAll('"', '""')}".sqlite_schema where type in ('view', 'trigger') order by type desc, name`,
    [],
  ],
  hiding: null,
  untransactional: null,
  linked: null,
};

export const storedTables: StoredTablesSql = {
  schemas: 'select name as schema_name, 1 as visible from pragma_database_list order by seq',
  // A full-text index is read through its virtual table, and not through the tables that it is made of.
  columns:
    once(`select m.schema as schema_name, m.name as table_name, m.type as stored_as, x.name as column_name, x.type as type,
      0 as enumeration, 1 as readable, 0 as filtered, null as row_estimate, nullif(x.pk, 0) as key_position,
      m.wr as without_row_id
    from pragma_table_list m join pragma_table_xinfo(m.name, m.schema) x
    where m.type in ('table', 'virtual') and m.schema = ? and m.name not like 'sqlite\\_%' escape '\\' and x.hidden <> 1
    order by m.name, x.cid`),
  others: null,
  declared: (schema) => `select name, sql from ${schema}.sqlite_schema where sql like 'create virtual%'`,
};
