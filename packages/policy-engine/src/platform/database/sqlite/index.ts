import { sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { type DatabaseDialect, usual } from '../dialect.ts';
import { errors } from './errors.ts';
import { liveSchema, storedTables } from './host-tables.ts';
import { ownTables } from './own-tables.ts';
import { search } from './search.ts';
import { storedValues } from './stored-values.ts';

export const sqlite: DatabaseDialect = {
  ...usual,
  capabilities: { ...usual.capabilities, rowLocks: false, skipLocked: false, schemas: false },
  supportsRowLists: false,
  supportsTypes: false,
  supportsLengths: false,
  supportsRowIds: true,
  runsInProcess: true,
  supportsLikeBeyondZero: false,
  keysPerRow: 'restrict',
  deferKeys: 'pragma defer_foreign_keys = on',
  kysely: { Adapter: SqliteAdapter, Introspector: SqliteIntrospector, QueryCompiler: SqliteQueryCompiler },
  databaseTime: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  utcDay: (column) => sql`substr(${sql.ref(column)}, 1, 10)`,
  currentSchema: "'main'",
  foldTable: (name) => name.toLowerCase(),
  ownTables,
  errors,
  liveSchema,
  search,
  storedTables,
  storedValues,
};
