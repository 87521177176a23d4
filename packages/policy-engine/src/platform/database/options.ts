/** The options for the location of the engine's tables. */
import { z } from 'zod';
import { reasonOf } from '../../errors/errors.ts';
import type { Relation } from '../options/read.ts';
import { shown } from '../options/words.ts';
import { type UserIdType, userIdTypes } from './schema/columns.ts';
import type { TableSet } from './migrations/migration.ts';
import { defaultTablePrefix, resolveNaming } from './schema/names.ts';
import type { Database } from './port.ts';

export const databaseOptions: {
  readonly database: z.ZodType<Database, Database>;
  readonly tablePrefix: z.ZodType<string, string | undefined>;
  readonly schema: z.ZodType<string | undefined, string | undefined>;
  readonly userIdType: z.ZodType<UserIdType, UserIdType | undefined>;
} = {
  database: z
    .custom<Database>(isDatabase, { error: ({ input }) => missingDatabase(input) })
    .describe('from `connectDatabase`, `pgDatabase`, `mysql2Database` or `nodeSqliteDatabase`'),
  tablePrefix: z.string().default(defaultTablePrefix).describe('prefix of the table names'),
  schema: z
    .string()
    .optional()
    .describe("schema (PostgreSQL) or database (MySQL) of the tables; default: the connection's own"),
  userIdType: z
    .enum(userIdTypes)
    .default('text')
    .describe('type of your user IDs, in the tables that are joined with yours: `text`, `uuid`, `bigint` or `integer`'),
};

function isDatabase(value: unknown): value is Database {
  return typeof value === 'object' && value !== null && 'execute' in value && typeof value.execute === 'function';
}

function missingDatabase(input: unknown): string {
  const given =
    input instanceof Promise
      ? 'this is a promise: await it'
      : `this is ${input === null ? 'null' : `of type ${typeof input}`}`;
  const advice = 'give the engine a database: await connectDatabase(url), or for example pgDatabase(pool)';
  return input === undefined ? advice : `${advice}; ${given}`;
}

/** Names that no table can have are rejected at start, instead of by the first statement. */
export function namesFitTheDatabase(tables: TableSet): Relation {
  return ({ database, tablePrefix, schema }, report) => {
    if (!isDatabase(database)) return;
    for (const [option, value] of Object.entries({ tablePrefix, schema })) {
      if (typeof value !== 'string') continue;
      try {
        resolveNaming(database.dialect, tables, { [option]: value });
      } catch (error) {
        report(option, `${shown(value)} cannot be used: ${reasonOf(error)}`);
      }
    }
  };
}
