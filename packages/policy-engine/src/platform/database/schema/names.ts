import { type Expression, type RawBuilder, sql } from 'kysely';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { conversionOf, type Conversions, type UserIdType, userIdTypeOf } from './columns.ts';
import { dialectNamed } from '../dialects.ts';
import { tableIdentifier } from './identifiers.ts';
import type { Dialect } from '../port.ts';
import type { TableSet } from '../migrations/migration.ts';
import type { TableName } from './tables.ts';
import type { TimeText } from '../statements/times.ts';

/** Names and schema of the engine's tables. */
export interface NamingOptions {
  /** Prefix of each table name. Default `policy_manager_`, as in the original system. */
  readonly tablePrefix?: string;
  /** PostgreSQL: a schema; MySQL: a database on the same server. Default: the connection's own. SQLite has none. */
  readonly schema?: string;
  /**
   * Type of the IDs of the host's users, so that its tables can be joined with `user_terms` and `portability_requests`:
   * `text` (default), `uuid` (`char(36)` on MySQL), `bigint`, `integer`. SQLite stores and compares text for all of
   * them.
   */
  readonly userIdType?: UserIdType;
}

/** {@link NamingOptions}, validated, and the resulting table names. */
export interface Naming {
  readonly tablePrefix: string;
  readonly schema: string | undefined;
  readonly userIdType: UserIdType;
  /** What an ID of a user that is stored as text is cast to; null if it stays text. */
  readonly idFromText: string | null;
  readonly tables: TableSet;
  /** Conversions of values that are written to the database. */
  readonly encoders: Conversions;
  /** Conversions of values that are read from it. */
  readonly decoders: Conversions;
  /** The current time of the database, in the form of a time column. */
  readonly databaseTime: RawBuilder<TimeText>;
}

export const defaultTablePrefix = 'policy_manager_';

/** Longest name that PostgreSQL does not truncate (bytes); MySQL allows one more. */
const longestName = 63;
const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Checks names that become part of SQL text.
 *
 * @throws {PolicyEngineError} `database_name_refused` for anything except letters, digits and underscores, for a prefix
 * that makes names too long, and for a schema on SQLite; `configuration_invalid` for an unknown `userIdType`.
 */
export function resolveNaming(dialect: Dialect, tables: TableSet, options: NamingOptions = {}): Naming {
  const { tablePrefix = defaultTablePrefix, schema } = options;
  const { capabilities, time, databaseTime, ownTables } = dialectNamed(dialect);
  const userIdType = userIdTypeOf(options.userIdType);
  if (tablePrefix !== '') refuseUnsafe('table prefix', tablePrefix);
  const longestPrefix = longestName - tables.longestName;
  if (tablePrefix.length > longestPrefix) {
    throw refused(`The table prefix ${tablePrefix} is longer than ${longestPrefix} characters.`);
  }
  if (schema !== undefined) {
    refuseUnsafe('schema', schema);
    if (schema.length > longestName) throw refused(`The schema ${schema} is longer than ${longestName} characters.`);
    if (!capabilities.schemas) throw refused(`The schema ${schema} cannot be used: SQLite has no schemas.`);
  }
  const encoders = new Map<string, (value: unknown) => unknown>();
  const decoders = new Map<string, (value: unknown) => unknown>();
  for (const [column, kind] of tables.kinds) {
    const { encode, decode } = conversionOf(kind, time, userIdType);
    if (encode) encoders.set(column, encode);
    if (decode) decoders.set(column, decode);
  }
  const idFromText = ownTables.userIdFromText(userIdType);
  return { tablePrefix, schema, userIdType, idFromText, tables, encoders, decoders, databaseTime };
}

/** A table's name as SQL text, quoted, with prefix and schema. */
export function quotedTable(dialect: Dialect, naming: Naming, table: TableName): string {
  return tableIdentifier(dialect, { schema: naming.schema, table: naming.tablePrefix + table });
}

/** A column of user IDs as text, to be compared with a column that stores them as text regardless of their type. */
export function userIdAsText(dialect: Dialect, userIdType: UserIdType, column: string): RawBuilder<string> {
  const { supportsTypes, textType } = dialectNamed(dialect);
  const id = sql.ref<string>(column);
  return userIdType === 'text' || !supportsTypes ? sql`${id}` : sql`cast(${id} as ${sql.raw(textType)})`;
}

/** An ID of a user that is stored as text, to be compared with a column of user IDs by its index. */
export function asUserId({ idFromText }: Naming, text: Expression<unknown>): RawBuilder<string> {
  return idFromText === null ? sql`${text}` : sql`cast(${text} as ${sql.raw(idFromText)})`;
}

function refuseUnsafe(what: string, name: string): void {
  if (!identifier.test(name)) {
    throw refused(
      `The ${what} ${JSON.stringify(name)} may only contain letters, digits and underscores and must not begin with a digit.`,
    );
  }
}

function refused(message: string): PolicyEngineError {
  return new PolicyEngineError('database_name_refused', message);
}
