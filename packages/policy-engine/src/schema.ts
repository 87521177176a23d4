/**
 * The tables of the engine's modules, for use without an engine: tests, and hosts that run the migrations themselves.
 */
import { declarationsOf } from './kernel/compose.ts';
import * as ownModules from './modules.ts';
import { systemNow } from './platform/clock.ts';
import * as database from './platform/database/migrations/migrate.ts';
import type { TableSet } from './platform/database/migrations/migration.ts';
import { type Naming, type NamingOptions, resolveNaming } from './platform/database/schema/names.ts';
import type { Database, Dialect } from './platform/database/port.ts';
import { createQueries as queriesOf, type Queries } from './platform/database/statements/queries.ts';

// The tables of jobs and mail must be visible where the types of `createQueries` are used.
export type * from './platform/jobs/tables.ts';
export type * from './platform/mail/tables.ts';

/** All tables, referenced ones first. */
export const engineTables: TableSet = declarationsOf(Object.values(ownModules)).tables;

/** @throws {PolicyEngineError} `database_name_refused` for a prefix or schema that cannot be used */
export function engineNaming(dialect: Dialect, options: NamingOptions = {}): Naming {
  return resolveNaming(dialect, engineTables, options);
}

/**
 * Brings the tables up to date and returns the names of the applied migrations. Safe to call from several processes at
 * once, and after one was killed during a migration. Creates the configured schema if it is missing.
 *
 * @throws {PolicyEngineError} `database_schema_conflict` if a table of the same name has other columns;
 * `database_misuse` inside a transaction on MySQL, which would commit it; `database_busy`; `database_name_refused`.
 */
export async function migrate(
  on: Database,
  options: NamingOptions = {},
  now: () => Date = systemNow,
): Promise<string[]> {
  return database.migrate(on, engineNaming(on.dialect, options), now);
}

/** The names of the migrations that have not run, oldest first. */
export async function pendingMigrations(on: Database, options: NamingOptions = {}): Promise<string[]> {
  return database.pendingMigrations(on, engineNaming(on.dialect, options));
}

/**
 * The SQL that `migrate` runs on an empty database, to be reviewed and applied by hand. It can be applied again without
 * harm, and `migrate` then finds nothing left to do.
 */
export function migrationSql(dialect: Dialect, options: NamingOptions = {}): string {
  return database.migrationSql(dialect, engineNaming(dialect, options));
}

/**
 * The names of the engine's tables, for the settings of a tool that must ignore them: `policy_manager_terms`, with a
 * schema `legal.policy_manager_terms`. A newer version of the engine may have more.
 *
 * @throws {PolicyEngineError} `database_name_refused` for a prefix or schema that cannot be used
 *
 * @example
 * ```ts
 * // prisma.config.ts
 * export default defineConfig({ experimental: { externalTables: true }, tables: { external: tableNames() } });
 * ```
 */
export function tableNames(options: Omit<NamingOptions, 'userIdType'> = {}): string[] {
  // SQLite is the only dialect without schemas.
  const { tablePrefix, schema, tables } = engineNaming('postgres', options);
  const qualifier = schema === undefined ? '' : `${schema}.`;
  return tables.tables.map(({ table }) => `${qualifier}${tablePrefix}${table}`);
}

/**
 * Typed queries over the engine's tables (Kysely). Tables have their plain names (`terms`, `user_terms` …); prefix and
 * schema are added at compile time, so do not give an alias or a common table expression the plain name of a table.
 *
 * @example
 * ```ts
 * const accepted = await createQueries(database)
 *   .selectFrom('user_terms').select(['rule', 'state']).where('user_id', '=', userId).execute();
 * ```
 */
export function createQueries(on: Database, options: NamingOptions = {}): Queries {
  return queriesOf(on, engineNaming(on.dialect, options));
}
