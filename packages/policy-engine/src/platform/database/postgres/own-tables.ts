import type { ColumnKind } from '../migrations/migration.ts';
import type { OwnTables } from '../dialect.ts';

const types: Partial<Record<ColumnKind, string>> = {
  integer: 'integer',
  flag: 'smallint',
  text: 'text',
  time: 'timestamptz(3)',
};

export const ownTables: OwnTables = {
  // Planning a query of this view takes longer than reading it.
  columns(tables, schema) {
    const names = tables.map((_, index) => `$${index + 2}`).join(', ');
    const where = `table_schema = coalesce($1, current_schema()) and table_name in (${names})`;
    const sql = `select table_name as in_table, column_name as name, data_type as type from information_schema.columns where ${where}`;
    return [[sql, [schema, ...tables]]];
  },
  countColumns: (table, schema, among) =>
    `(select count(*) from information_schema.columns where table_name = '${table}' and table_schema = ${schema} and column_name ${among})`,
  indexes: null,
  tableOptions: '',
  userIdFromText: (userIdType) => (userIdType === 'text' ? null : userIdType),
  createSchema: (schema) => `create schema if not exists ${schema}`,
  fromNow: 'now()',
  typeOf(kind, userIdType, length) {
    if (kind === 'userId' && userIdType !== 'text') return userIdType;
    // PostgreSQL would sort by the locale of the database.
    return types[kind] ?? `varchar(${length}) collate "C"`;
  },
  convert(table, columns) {
    const changes = columns.map(({ name, type }) => `alter column ${name} type ${type} using ${name}::${type}`);
    return [`alter table ${table} ${changes.join(', ')}`];
  },
  async lock(transaction, key, seconds) {
    await transaction.execute(`set local lock_timeout = '${seconds}s'`);
    // Not as a column: its type is `void`, which Prisma cannot read.
    await transaction.execute('select 1 as locked from pg_advisory_xact_lock($1)', [key]);
    return null;
  },
};
