import type { OwnTables } from '../dialect.ts';

export const ownTables: OwnTables = {
  columns: (tables) => [
    [
      'select given.value as in_table, found.name, found.type from json_each(?) as given, pragma_table_info(given.value) as found',
      [JSON.stringify(tables)],
    ],
  ],
  countColumns: (table, _schema, among) => `(select count(*) from pragma_table_info('${table}') where name ${among})`,
  indexes: null,
  tableOptions: ' strict',
  userIdFromText: () => null,
  createSchema: (schema) => `create schema if not exists ${schema}`,
  fromNow: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
  typeOf: (kind) => (kind === 'integer' || kind === 'flag' ? 'integer' : 'text'),
  convert: () => [],
  lock: null,
};
