/**
 * Database functions for the host beyond connecting: its own transactions and statements, and the engine's tables.
 *
 * @module
 */
export { betterSqlite3Transaction } from './platform/database/sqlite/drivers/better-sqlite3.ts';
export type { BetterSqlite3Handle, BetterSqlite3Statement } from './platform/database/sqlite/drivers/better-sqlite3.ts';
export type { UserIdType } from './platform/database/columns.ts';
export { createId } from './platform/database/ids.ts';
export { fromTransaction } from './platform/database/joined.ts';
export type { HostTransaction } from './platform/database/joined.ts';
export { mysql2Transaction } from './platform/database/mysql/drivers/mysql2.ts';
export type { Mysql2Connection, Mysql2Pool } from './platform/database/mysql/drivers/handles.ts';
export type { NamingOptions as TableNamingOptions } from './platform/database/names.ts';
export { nodeSqliteTransaction } from './platform/database/sqlite/drivers/node-sqlite.ts';
export { pgTransaction } from './platform/database/postgres/drivers/pg.ts';
export type { PgClient, PgPool } from './platform/database/postgres/drivers/pg.ts';
export type {
  Capabilities as DatabaseCapabilities,
  Dialect,
  Row as DatabaseRow,
  StatementResult,
  TransactionOptions,
} from './platform/database/port.ts';
export type { DatabaseOptions } from './platform/database/source.ts';
export { isUniqueViolation } from './platform/database/sql-errors.ts';
export { connectionOf } from './platform/database/transaction-database.ts';
export { timeText } from './platform/database/times.ts';
export type { TimeText } from './platform/database/times.ts';
export { migrate, migrationSql, pendingMigrations, tableNames } from './schema.ts';
