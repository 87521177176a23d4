import { type Kinds, type LiveSchemaSql, once, type StoredTablesSql } from '../schema/live-schema-sql.ts';

const kinds: Kinds = [
  [/\[\]$/, 'other'],
  [/^(?:character|text$|citext$|name$|"char")/, 'text'],
  [/^(?:smallint|integer|bigint)$/, 'integer'],
  [/^(?:numeric|real$|double precision$|money$)/, 'number'],
  [/^boolean$/, 'boolean'],
  [/^date$/, 'date'],
  [/^timestamp/, 'time'],
  [/^uuid$/, 'uuid'],
  [/^jsonb?$/, 'json'],
  [/^bytea$/, 'bytes'],
];

const pgTables = `pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace`;
/** No views, and no partitions of tables. */
const pgOwn = "c.relkind in ('r', 'p') and not c.relispartition and n.nspname = $1";

const root = (table: string) =>
  `case when ${table}.relispartition then pg_catalog.pg_partition_root(${table}.oid) else ${table}.oid end`;

/** The roles of a policy are everybody (0), or one that the connection has. */
const POLICY_APPLIES = "exists (select from unnest(p.polroles) as r (id) where r.id = 0 or pg_has_role(r.id, 'usage'))";

export const liveSchema: LiveSchemaSql = {
  kinds,
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
  // A key of a partition is one of its table, and a key that leads to a partition leads to its table.
  references:
    once(`select distinct n.nspname as schema_name, c.relname as table_name, k.conname as key_name, a.attname as column_name,
      tn.nspname as to_schema, tc.relname as to_table, ta.attname as to_column, k.confdeltype::text as on_delete,
      k.confupdtype::text as on_update, (k.condeferrable and k.confdeltype <> 'r')::int as can_defer, (k.confmatchtype = 'f')::int as match_full, part.position
    from pg_catalog.pg_constraint k
      join pg_catalog.pg_class own on own.oid = k.conrelid join pg_catalog.pg_class other on other.oid = k.confrelid
      join pg_catalog.pg_class c on c.oid = ${root('own')} join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_class tc on tc.oid = ${root('other')} join pg_catalog.pg_namespace tn on tn.oid = tc.relnamespace
      cross join lateral unnest(k.conkey, k.confkey) with ordinality as part(attnum, to_attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = own.oid and a.attnum = part.attnum
      join pg_catalog.pg_attribute ta on ta.attrelid = other.oid and ta.attnum = part.to_attnum
    where n.nspname = $1 and k.contype = 'f' and k.conparentid = 0
    order by n.nspname, c.relname, k.conname, part.position`),
  json: null,
  unseen: once(`select 'view' as kind, c.relname as name, null as on_table
    from ${pgTables} where c.relkind in ('v', 'm') and n.nspname = $1
    union all select 'trigger', t.tgname, c.relname
    from ${pgTables} join pg_catalog.pg_trigger t on t.tgrelid = c.oid
    where not t.tgisinternal and t.tgparentid = 0 and n.nspname = $1
    union all select 'rule', r.rulename, c.relname
    from ${pgTables} join pg_catalog.pg_rewrite r on r.ev_class = c.oid
    where r.rulename <> '_RETURN' and n.nspname = $1
    union all select 'policy', coalesce(p.polname, 'row security'), c.relname
    from ${pgTables} left join pg_catalog.pg_policy p on p.polrelid = c.oid
    where c.relrowsecurity and n.nspname = $1
    order by 1 desc, 2`),
  // A policy that shows every row hides none; a restrictive one may hide some.
  hiding: once(`select c.relname as table_name from ${pgTables}
    where n.nspname = $1 and row_security_active(c.oid) and (exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid
        and not p.polpermissive and p.polcmd in ('*', 'r') and ${POLICY_APPLIES} and pg_get_expr(p.polqual, p.polrelid) <> 'true')
      or not exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
        and ${POLICY_APPLIES} and pg_get_expr(p.polqual, p.polrelid) = 'true'))
    order by c.relname`),
  untransactional: null,
  linked: once(`select distinct case when n.nspname = $1 then tn.nspname else n.nspname end as schema_name
    from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_class tc on tc.oid = k.confrelid join pg_catalog.pg_namespace tn on tn.oid = tc.relnamespace
    where k.contype = 'f' and $1 in (n.nspname, tn.nspname) and n.nspname <> tn.nspname
    order by 1`),
};

export const storedTables: StoredTablesSql = {
  schemas: `select nspname as schema_name, has_schema_privilege(oid, 'usage')::int as visible from pg_catalog.pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema' order by nspname`,
  // The rows of a partition are read through its table.
  columns:
    once(`select n.nspname as schema_name, c.relname as table_name, c.relkind::text as stored_as, a.attname as column_name,
      format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), null) as type, (t.typtype = 'e')::int as enumeration,
      has_column_privilege(c.oid, a.attnum, 'select')::int as readable, row_security_active(c.oid)::int as filtered,
      nullif(c.reltuples, -1)::bigint as row_estimate,
      (select part.position::int from pg_catalog.pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality as part(attnum, position)
        where i.indrelid = c.oid and i.indisprimary and part.attnum = a.attnum and part.position <= i.indnkeyatts) as key_position,
      0 as without_row_id
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid join pg_catalog.pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition and n.nspname = $1 and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`),
  others: null,
  declared: null,
};
