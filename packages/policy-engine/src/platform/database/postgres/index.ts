import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { isoTime } from '../schema/columns.ts';
import { type DatabaseDialect, usual } from '../dialect.ts';
import { errors } from './errors.ts';
import { liveSchema, storedTables } from './host-tables.ts';
import { ownTables } from './own-tables.ts';
import { search } from './search.ts';
import { storedValues } from './stored-values.ts';

export const postgres: DatabaseDialect = {
  ...usual,
  capabilities: { ...usual.capabilities, writableCte: true },
  supportsCommitErrors: false,
  deferKeys: 'set constraints all deferred',
  checkKeys: 'set constraints all immediate',
  kysely: { Adapter: PostgresAdapter, Introspector: PostgresIntrospector, QueryCompiler: PostgresQueryCompiler },
  time: { decode: isoTime },
  databaseTime: sql`clock_timestamp()`,
  utcDay: (column) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`,
  currentSchema: 'current_schema()',
  placeholder: (position) => `$${position}`,
  foldColumn: (name) => name,
  overriding: ' overriding system value',
  ownTables,
  errors,
  liveSchema,
  search,
  storedTables,
  storedValues,
};
