/**
 * Database functions for the host beyond connecting: its own transactions and statements, and the engine's tables.
 *
 * @module
 */
export { betterSqlite3Transaction } from './platform/database/sqlite/drivers/better-sqlite3.ts';
export type { BetterSqlite3Handle, BetterSqlite3Statement } from './platform/database/sqlite/drivers/better-sqlite3.ts';
export type { UserIdType } from './platform/database/schema/columns.ts';
export { createId } from './platform/database/statements/ids.ts';
export { fromTransaction } from './platform/database/statements/joined.ts';
export type { HostTransaction } from './platform/database/statements/joined.ts';
export { mysql2Transaction } from './platform/database/mysql/drivers/mysql2.ts';
export type { Mysql2Connection, Mysql2Pool } from './platform/database/mysql/drivers/handles.ts';
export type { NamingOptions as TableNamingOptions } from './platform/database/schema/names.ts';
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
export type { DatabaseOptions } from './platform/database/connection/source.ts';
export { isUniqueViolation } from './platform/database/connection/sql-errors.ts';
export { connectionOf } from './platform/database/connection/transaction-database.ts';
export { timeText } from './platform/database/statements/times.ts';
export type { TimeText } from './platform/database/statements/times.ts';
export { migrate, migrationSql, pendingMigrations, tableNames } from './schema.ts';
