/** The tables of the engine: the one place that lists what its modules contribute. */
import { auditMigrations } from './modules/audit/tables.ts';
import { consentMigrations } from './modules/consent/tables.ts';
import { proofMigrations } from './modules/proof/tables.ts';
import { requestsMigrations } from './modules/requests/tables.ts';
import { termsMigrations } from './modules/terms/tables.ts';
import * as database from './platform/database/migrate.ts';
import { type TableSet, tableSet } from './platform/database/migration.ts';
import { type Naming, type NamingOptions, resolveNaming } from './platform/database/names.ts';
import type { Database, Dialect } from './platform/database/port.ts';
import { createQueries as queriesOf, type Queries } from './platform/database/queries.ts';
import { databaseMigrations } from './platform/database/tables.ts';
import { jobsMigrations } from './platform/jobs/tables.ts';
import { mailMigrations } from './platform/mail/tables.ts';

// What a module says of its tables has to reach whoever has the types of `createQueries`.
export type * from './modules/audit/tables.ts';
export type * from './modules/consent/tables.ts';
export type * from './modules/proof/tables.ts';
export type * from './modules/requests/tables.ts';
export type * from './modules/terms/tables.ts';
export type * from './platform/jobs/tables.ts';
export type * from './platform/mail/tables.ts';

/** All tables, those first that others refer to. */
export const engineTables: TableSet = tableSet([
  ...databaseMigrations,
  ...jobsMigrations,
  ...mailMigrations,
  ...termsMigrations,
  ...consentMigrations,
  ...proofMigrations,
  ...auditMigrations,
  ...requestsMigrations,
]);

/** @throws {PolicyEngineError} `database_name_refused` for a prefix or schema that cannot be used */
export function engineNaming(dialect: Dialect, options: NamingOptions = {}): Naming {
  return resolveNaming(dialect, engineTables, options);
}

/**
 * Brings the tables up to date and answers the names of the migrations it applied. Safe to call from several processes
 * at once and after one was killed in the middle. Creates the configured schema if it is missing.
 *
 * @throws {PolicyEngineError} `database_schema_conflict` if a table of the same name has other columns;
 * `database_misuse` inside a transaction on MySQL, which would commit it; `database_busy`; `database_name_refused`.
 */
export async function migrate(
  on: Database,
  options: NamingOptions = {},
  now: () => Date = () => new Date(),
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
 * Typed queries over the engine's tables (Kysely). Tables go by their plain names (`terms`, `user_terms` …); prefix and
 * schema are put in at compile time, so do not call an alias or a common table expression by the plain name of a table.
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
