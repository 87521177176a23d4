import { PolicyEngineError } from '../../../errors/errors.ts';
import type { OwnTables } from '../dialect.ts';
import type { ColumnKind } from '../migrations/migration.ts';

const types: Partial<Record<ColumnKind, string>> = {
  integer: 'integer',
  flag: 'smallint',
  text: 'longtext',
  time: 'datetime(3)',
};

/** A server crashed (MariaDB 10.11, signal 11) while it read all tables of the engine in one statement. */
const AT_ONCE = 8;

export const ownTables: OwnTables = {
  // With a single name, the server opens that table, otherwise all tables of the schema.
  columns(tables, schema) {
    const where = 'table_name = ? and table_schema = coalesce(?, database())';
    const each = (table: string) =>
      `select '${table}' as in_table, column_name as name, data_type as type from information_schema.columns where ${where}`;
    return Array.from({ length: Math.ceil(tables.length / AT_ONCE) }, (_, group) => {
      const some = tables.slice(group * AT_ONCE, (group + 1) * AT_ONCE);
      return [some.map(each).join('\nunion all '), some.flatMap((table) => [table, schema])] as const;
    });
  },
  countColumns: (table, schema, among) =>
    `(select count(*) from information_schema.columns where table_name = '${table}' and table_schema = ${schema} and column_name ${among})`,
  indexes: {
    names:
      'select distinct index_name as name from information_schema.statistics where table_name = ? and table_schema = coalesce(?, database())',
    count: (table, schema, among) =>
      `(select count(distinct index_name) from information_schema.statistics where table_name = '${table}' and table_schema = ${schema} and index_name ${among})`,
  },
  /**
   * Byte-wise comparison, as on the other two: `A` is not `a`, `é` is not `e`, and `a ` is not `a` (which rules out utf8mb4_bin).
   * MariaDB and MySQL call that collation differently; each executes its own comment.
   */
  tableOptions:
    ' engine = InnoDB default character set = utf8mb4' +
    ' /*M! collate = utf8mb4_nopad_bin */ /*!80017 collate = utf8mb4_0900_bin */',
  userIdFromText: (userIdType) => (userIdType === 'text' || userIdType === 'uuid' ? null : 'signed'),
  createSchema: (schema) => `create database if not exists ${schema}`,
  fromNow: 'utc_timestamp(3) from dual',
  typeOf(kind, userIdType, length) {
    if (kind === 'userId' && userIdType !== 'text') return userIdType === 'uuid' ? 'char(36)' : userIdType;
    return types[kind] ?? `varchar(${length})`;
  },
  convert: (table, columns) => [
    // Text with a Z cannot be converted to datetime. Text without it is the same time, even if no other statement follows.
    ...columns
      .filter(({ isTime }) => isTime)
      .map(
        ({ name }) =>
          `update ${table} set ${name} = replace(replace(${name}, 'T', ' '), 'Z', '') where ${name} like '%Z'`,
      ),
    `alter table ${table} ${columns.map(({ name, definition }) => `modify ${name} ${definition}`).join(', ')}`,
  ],
  // Each `create table` commits, so the lock must outlive the transaction.
  async lock(transaction, key, seconds) {
    const name = `policy_engine_${key}`;
    const { rows } = await transaction.execute('select get_lock(?, ?) as got', [name, seconds]);
    if (rows[0]?.['got'] === 1) return ['do release_lock(?)', [name]];
    throw new PolicyEngineError('database_busy', `Another process has been migrating for ${seconds} seconds.`);
  },
};
