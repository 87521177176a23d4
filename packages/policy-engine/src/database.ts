/**
 * What a host does with the database beyond connecting it: its own transactions and statements, and the engine's tables.
 *
 * @module
 */
export type { UserIdType } from './platform/database/columns.ts';
export { createId } from './platform/database/ids.ts';
export { fromTransaction } from './platform/database/joined.ts';
export type { HostTransaction } from './platform/database/joined.ts';
export { mysql2Transaction } from './platform/database/mysql2.ts';
export type { Mysql2Connection, Mysql2Pool } from './platform/database/mysql2-handles.ts';
export type { NamingOptions as TableNamingOptions } from './platform/database/names.ts';
export { nodeSqliteTransaction } from './platform/database/node-sqlite.ts';
export { pgTransaction } from './platform/database/pg.ts';
export type { PgClient, PgPool } from './platform/database/pg.ts';
export type {
  Capabilities as DatabaseCapabilities,
  Dialect,
  Row as DatabaseRow,
  StatementResult,
  TransactionOptions,
} from './platform/database/port.ts';
export { isUniqueViolation } from './platform/database/sql-errors.ts';
export { timeText } from './platform/database/times.ts';
export type { TimeText } from './platform/database/times.ts';
export { migrate, migrationSql, pendingMigrations } from './schema.ts';
