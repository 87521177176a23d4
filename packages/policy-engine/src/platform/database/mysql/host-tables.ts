import {
  type Kinds,
  type LiveSchemaSql,
  once,
  thrice,
  twice,
  type StoredTablesSql,
} from '../schema/live-schema-sql.ts';

const kinds: Kinds = [
  [/^tinyint\(1\)|^bool/, 'boolean'],
  [/^(?:tiny|small|medium|big)?int|^year/, 'integer'],
  [/^(?:decimal|numeric|float|double|real)/, 'number'],
  [/^(?:var)?char|text$|^enum|^set/, 'text'],
  [/^uuid$/, 'uuid'],
  [/^date$/, 'date'],
  [/^(?:datetime|timestamp)/, 'time'],
  [/^json$/, 'json'],
  [/binary|blob$|^bit/, 'bytes'],
];

export const liveSchema: LiveSchemaSql = {
  kinds,
  schemas: 'select database() as schema_name',
  columns: twice(`select c.table_schema as schema_name, c.table_name as table_name, c.column_name as column_name,
      cast(c.column_type as char) as type, c.is_nullable = 'NO' as required,
      (coalesce(c.column_default, 'NULL') <> 'NULL' or c.extra like '%auto_increment%') as has_default,
      coalesce(c.generation_expression, '') <> '' as \`generated\`, null as labels
    from information_schema.columns c join information_schema.tables t
      on t.table_name = c.table_name
    where t.table_type in ('BASE TABLE', 'SYSTEM VERSIONED') and c.table_schema = ? and t.table_schema = ?
    order by c.table_schema, c.table_name, c.ordinal_position`),
  keys: once(`select s.table_schema as schema_name, s.table_name as table_name, s.index_name as key_name,
      s.index_name = 'PRIMARY' as is_primary, s.column_name as column_name,
      s.sub_part is not null or s.column_name is null as is_partial
    from information_schema.statistics s
    where s.non_unique = 0 and s.table_schema = ?
    order by s.table_schema, s.table_name, s.index_name, s.seq_in_index`),
  // MariaDB shows what a key does to those alone who have a right on the whole schema.
  references: twice(`select k.table_schema as schema_name, k.table_name as table_name, k.constraint_name as key_name,
      k.column_name as column_name, k.referenced_table_schema as to_schema, k.referenced_table_name as to_table,
      k.referenced_column_name as to_column, coalesce(r.delete_rule, '') as on_delete, coalesce(r.update_rule, '') as on_update, 0 as can_defer,
      0 as match_full
    from information_schema.key_column_usage k
      left join (select * from information_schema.referential_constraints where constraint_schema = ?) r
        on r.constraint_name = k.constraint_name and r.table_name = k.table_name
    where k.referenced_table_name is not null and k.table_schema = ?
    order by k.table_schema, k.table_name, k.constraint_name, k.ordinal_position`),
  // Only MariaDB executes the comment, from 10.3.10 on, which has this table; JSON is a type of MySQL. A placeholder in a comment is none.
  json: (schema) => [
    `select /*M!100310 k.check_clause as check_clause, k.table_name as table_name
    from information_schema.check_constraints k
    where k.constraint_schema = _utf8mb4 x'${Buffer.from(schema ?? '').toString('hex')}' and k.check_clause like 'json\\_valid(%'
    union all select */ null as check_clause, null as table_name`,
    [],
  ],
  unseen: twice(`select 'view' as kind, table_name as name, null as on_table from information_schema.tables
    where table_type = 'VIEW' and table_schema = ?
    union all select 'trigger', trigger_name, event_object_table from information_schema.triggers where trigger_schema = ?
    order by 1 desc, 2`),
  hiding: null,
  untransactional: once(`select t.table_name as table_name
    from information_schema.tables t left join information_schema.engines e on e.engine = t.engine
    where t.table_type <> 'VIEW' and t.table_schema = ? and coalesce(e.transactions, 'NO') <> 'YES'`),
  linked: null,
};

export const storedTables: StoredTablesSql = {
  schemas: 'select database() as schema_name, 1 as visible',
  // Keys are read once, and not for each column: that would open all tables again.
  columns:
    thrice(`select c.table_schema as schema_name, c.table_name as table_name, t.table_type as stored_as, c.column_name as column_name,
      cast(c.column_type as char) as type, c.data_type in ('enum', 'set') as enumeration,
      c.privileges like '%select%' as readable, 0 as filtered, t.table_rows as row_estimate,
      k.position as key_position, 0 as without_row_id
    from information_schema.columns c join information_schema.tables t on t.table_name = c.table_name
      left join (select distinct table_name as of_table, column_name as of_column, seq_in_index as position
          from information_schema.statistics where table_schema = ? and index_name = 'PRIMARY') k
        on k.of_table = c.table_name and k.of_column = c.column_name
    where c.table_schema = ? and t.table_schema = ? and t.table_type in ('BASE TABLE', 'SYSTEM VERSIONED')
    order by c.table_name, c.ordinal_position`),
  others: `select schema_name as schema_name from information_schema.schemata
    where schema_name not in ('information_schema', 'performance_schema', 'mysql', 'sys') order by schema_name`,
  declared: null,
};
