import { MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler, sql } from 'kysely';
import { isoTime } from '../schema/columns.ts';
import { type DatabaseDialect, usual } from '../dialect.ts';
import { timeFromSql, timeText } from '../statements/times.ts';
import { errors } from './errors.ts';
import { liveSchema, storedTables } from './host-tables.ts';
import { ownTables } from './own-tables.ts';
import { search } from './search.ts';
import { storedValues } from './stored-values.ts';

export const mysql: DatabaseDialect = {
  ...usual,
  // MariaDB supports `returning` only for insert and delete, MySQL not at all.
  capabilities: { ...usual.capabilities, returning: false, transactionalDdl: false },
  supportsOnConflict: false,
  supportsPartialIndexes: false,
  supportsTimeZones: false,
  keysPerRow: 'all',
  // InnoDB: the row itself and 14 levels.
  cascadeLevels: 14,
  kysely: { Adapter: MysqlAdapter, Introspector: MysqlIntrospector, QueryCompiler: MysqlQueryCompiler },
  time: { encode: datetime, decode: isoTime },
  databaseTime: sql`utc_timestamp(3)`,
  utcDay: (column) => sql`substr(${sql.ref(column)}, 1, 10)`,
  currentSchema: 'database()',
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  // The driver replaces a question mark by a parameter anywhere.
  refusedInNames: /[\0?]/,
  textType: 'char',
  ownTables,
  errors,
  liveSchema,
  search,
  storedTables,
  storedValues,
};

/** MySQL does not accept `Z`; its `datetime` is text without a zone. */
function datetime(value: unknown): unknown {
  const text = value instanceof Date ? timeText(value) : value;
  return typeof text === 'string' ? (timeFromSql(text) ?? text).replace('T', ' ').replace('Z', '') : text;
}
