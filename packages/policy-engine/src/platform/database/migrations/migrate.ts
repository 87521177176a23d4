import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import { columnsOf, columnsOfEach, hasAddedSql, indexesOf, schemaExists, textColumns } from '../schema/catalog.ts';
import type { Columns } from '../schema/catalog.ts';
import { dialectNamed } from '../dialects.ts';
import { withMigrationLock } from './migration-lock.ts';
import { alterTable, changeRows, convertTable, createTable, narrowIndexes, nativeColumns } from '../schema/ddl.ts';
import { latest, migrationsTable } from './migration.ts';
import type { Alteration, Migration, TableDefinition } from './migration.ts';
import { identifier } from '../schema/identifiers.ts';
import { quotedTable } from '../schema/names.ts';
import type { Naming } from '../schema/names.ts';
import { createQueries } from '../statements/queries.ts';
import type { Database, Dialect } from '../port.ts';
import type { TableName } from '../schema/tables.ts';
import { timeText } from '../statements/times.ts';

/**
 * Brings the tables up to date and returns the names of the applied migrations. Safe to call from several processes at
 * once, and after one was killed during a migration. Creates the configured schema if it is missing.
 *
 * @throws {PolicyEngineError} `database_schema_newer` if a newer version did so; `database_schema_conflict` if a table of the same name has other columns;
 * `database_misuse` inside a transaction on MySQL, which would commit it; `database_busy`; `database_name_refused`.
 */
export async function migrate(database: Database, naming: Naming, now: () => Date): Promise<string[]> {
  if (database.inTransaction && !database.capabilities.transactionalDdl) {
    throw new PolicyEngineError(
      'database_misuse',
      'MySQL commits at each change of the schema: migrate outside of transactions.',
    );
  }
  const { newer, pending } = await migrationState(database, naming);
  refuse(newer);
  if (pending.length === 0) return [];
  const work = async (transaction: Database): Promise<string[]> =>
    await withMigrationLock(transaction, naming, () => applyPending(transaction, naming, now));
  return await database.transaction(work, { isolation: 'read committed' });
}

/** @throws {PolicyEngineError} `database_schema_newer` if a newer version of the engine migrated the tables */
export async function refuseNewer(database: Database, naming: Naming): Promise<void> {
  refuse(await newerMigrations(database, naming));
}

function refuse(newer: readonly string[]): void {
  if (newer.length === 0) return;
  throw new PolicyEngineError(
    'database_schema_newer',
    `The tables were migrated by a newer version of policy-engine (${newer.join(', ')}): run that version, or a later one.`,
  );
}

/** The names of the migrations that have not run, oldest first. */
export async function pendingMigrations(database: Database, naming: Naming): Promise<string[]> {
  return (await migrationState(database, naming)).pending;
}

/** The names of the migrations that have not run, oldest first, and of those that this version does not know. */
export async function migrationState(
  database: Database,
  naming: Naming,
): Promise<{ readonly newer: string[]; readonly pending: string[] }> {
  const converted = (await toConvert(database, naming)).length > 0 ? [nativeTypes] : [];
  const applied = await appliedNames(database, naming);
  const pending = pendingAmong(naming, applied).map(({ name }) => name);
  return { newer: newerAmong(naming, applied), pending: [...converted, ...pending] };
}

/** How columns that get a native type are reported. The columns themselves show whether it is done. */
const nativeTypes = 'native-column-types';

interface TextColumns {
  readonly table: TableDefinition;
  readonly columns: readonly string[];
}

/** The existing text columns from earlier versions that have a native type now. */
async function toConvert(database: Database, naming: Naming): Promise<TextColumns[]> {
  const native = naming.tables.tables.flatMap((table) => {
    const columns = nativeColumns(database.dialect, naming, table);
    return columns.length === 0 ? [] : [{ table, columns }];
  });
  if (native.length === 0) return [];
  const text = await textColumns(database, naming);
  return native.flatMap(({ table, columns }) => {
    const found = columns.filter((column) => text.get(naming.tablePrefix + table.table)?.has(column));
    return found.length === 0 ? [] : [{ table, columns: found }];
  });
}

async function convert(database: Database, naming: Naming, { table, columns }: TextColumns): Promise<void> {
  try {
    for (const sql of convertTable(database.dialect, naming, table, columns)) await database.execute(sql);
  } catch (cause) {
    throw new PolicyEngineError(
      'database_schema_conflict',
      `The columns ${columns.join(', ')} of ${naming.tablePrefix}${table.table} cannot get their native types: ${reasonOf(cause)}`,
      { cause },
    );
  }
}

/**
 * The SQL that `migrate` runs on an empty database, to be reviewed and applied by hand. It can be applied again without
 * harm, and `migrate` then finds nothing left to do. It adds no columns to existing tables, and leaves that to
 * `migrate`: not every database can add a column only if it is missing.
 */
export function migrationSql(dialect: Dialect, naming: Naming): string {
  const convertAll = (table: TableDefinition) =>
    convertTable(dialect, naming, table, nativeColumns(dialect, naming, table));
  const present = new Set(naming.tables.tables.map(({ table }) => table));
  // As they were created: columns that were added later never were text, and may not exist yet.
  const created = naming.tables.migrations.flatMap(({ tables }) => tables.filter(({ table }) => present.has(table)));
  const statements = [
    ...(naming.schema === undefined ? [] : [createSchema(dialect, naming.schema)]),
    ...createTable(dialect, naming, migrationsTable),
    ...convertAll(migrationsTable),
    ...naming.tables.migrations.flatMap((migration) => [
      ...migration.tables.flatMap((table) => createTable(dialect, naming, latest(table, naming.tables.migrations))),
      ...(migration.alterations ?? []).flatMap((alteration) => narrowIndexes(dialect, naming, alteration)),
      ...changeRows(dialect, naming, migration),
      recordSql(dialect, naming, migration),
    ]),
    // Tables of an earlier version have text columns there; new ones stay unchanged.
    ...created.flatMap(convertAll),
  ];
  return statements.map((statement) => `${statement};\n`).join('\n');
}

/** Earlier names of migrations, before modules had their own; today's names replace them. */
const FORMER: readonly string[] = [
  '0001-policy-tables',
  '0002-ledger',
  '0003-audit',
  '0004-term-translations',
  '0005-consent-signals',
  '0006-jobs-and-mail',
  '0007-portability-requests',
  '0008-attachments',
];

/** The names of applied migrations that this version does not know: it is older than the tables. */
export async function newerMigrations(database: Database, naming: Naming): Promise<string[]> {
  return newerAmong(naming, await appliedNames(database, naming));
}

function newerAmong(naming: Naming, applied: ReadonlySet<string> | null): string[] {
  const known = new Set([...FORMER, ...naming.tables.migrations.map(({ name }) => name)]);
  return [...(applied ?? [])].filter((name) => !known.has(name));
}

/** Null if nothing has been migrated yet. */
async function appliedNames(database: Database, naming: Naming): Promise<ReadonlySet<string> | null> {
  if ((await columnsOf(database, naming, 'migrations')).size === 0) return null;
  return await recordedNames(database, naming);
}

async function recordedNames(database: Database, naming: Naming): Promise<Set<string>> {
  const rows = await createQueries(database, naming).selectFrom('migrations').select('name').execute();
  return new Set(rows.map((row) => row.name));
}

function pendingAmong(naming: Naming, applied: ReadonlySet<string> | null): Migration[] {
  if (applied === null) return [...naming.tables.migrations];
  return naming.tables.migrations.filter((migration) => !applied.has(migration.name));
}

/** Runs under the lock, so pending migrations are determined again. */
async function applyPending(database: Database, naming: Naming, now: () => Date): Promise<string[]> {
  const { dialect } = database;
  if (naming.schema !== undefined && !(await schemaExists(database, naming.schema))) {
    await database.execute(createSchema(dialect, naming.schema));
  }
  const before = await columnsOfEach(database, naming, [
    migrationsTable.table,
    ...naming.tables.migrations.flatMap(({ tables }) => tables.map(({ table }) => table)),
  ]);
  refuseForeignTable(before, naming, migrationsTable);
  await createTables(database, naming, [migrationsTable]);
  const textual = await toConvert(database, naming);
  for (const columns of textual) await convert(database, naming, columns);
  const left = pendingAmong(naming, await recordedNames(database, naming));
  // All of them first: what follows can't be undone on MySQL.
  for (const table of left.flatMap(({ tables }) => tables)) refuseForeignTable(before, naming, table);
  for (const migration of left) {
    await createTables(database, naming, migration.tables);
    // A table that this run creates already has what later migrations add.
    const older = (migration.alterations ?? []).filter(({ table }) => before.has(table));
    for (const alteration of older) await alter(database, naming, alteration);
    // May have been dropped by a run that was interrupted, or by SQL that could not record a migration that alters
    // tables.
    const dropped = (migration.drops ?? []).flatMap((name) => definitionOf(naming, name));
    await createTables(database, naming, dropped);
    for (const statement of changeRows(dialect, naming, migration)) await database.execute(statement);
    // Last: a recorded migration never runs again, and MySQL keeps what a run did before it was interrupted.
    await createQueries(database, naming)
      .insertInto('migrations')
      .values({ name: migration.name, applied_at: timeText(now()) })
      .execute();
  }
  return [...(textual.length > 0 ? [nativeTypes] : []), ...left.map((migration) => migration.name)];
}

function definitionOf(naming: Naming, name: TableName): TableDefinition[] {
  return naming.tables.migrations.flatMap(({ tables }) => tables.filter(({ table }) => table === name));
}

async function createTables(database: Database, naming: Naming, tables: readonly TableDefinition[]): Promise<void> {
  for (const table of tables.map((table) => latest(table, naming.tables.migrations))) {
    for (const statement of createTable(database.dialect, naming, table)) await database.execute(statement);
  }
}

/** A table that already has these columns, created in this run or by hand, is left unchanged. */
async function alter(database: Database, naming: Naming, alteration: Alteration): Promise<void> {
  const present = await columnsOf(database, naming, alteration.table);
  const missing = Object.keys(alteration.columns).filter((column) => !present.has(column));
  const indexes = await indexesOf(database, naming, alteration.table);
  for (const statement of alterTable(database.dialect, naming, alteration, { missing, indexes })) {
    await database.execute(statement);
  }
  for (const statement of narrowIndexes(database.dialect, naming, alteration)) await database.execute(statement);
}

/** `if not exists` would accept a table of another program, or of the original system, as the engine's. */
function refuseForeignTable(
  existing: ReadonlyMap<TableName, Columns>,
  naming: Naming,
  { table, columns }: TableDefinition,
): void {
  // Columns of a later migration are added to an existing table of the engine.
  const present = existing.get(table);
  const missing = Object.keys(columns).filter((column) => !present?.has(column));
  if (present === undefined || missing.length === 0) return;
  throw new PolicyEngineError(
    'database_schema_conflict',
    `There is another table named ${naming.tablePrefix}${table}: it has no column ${missing.join(', ')}. Choose another tablePrefix or rename that table.`,
  );
}

function createSchema(dialect: Dialect, schema: string): string {
  return dialectNamed(dialect).ownTables.createSchema(identifier(dialect, schema));
}

/**
 * SQL text can't add columns to an existing table, nor indexes on MySQL: a migration that does so is recorded only if
 * they exist.
 */
function recordSql(dialect: Dialect, naming: Naming, { name, alterations = [] }: Migration): string {
  const table = quotedTable(dialect, naming, 'migrations');
  const columns = `(${identifier(dialect, 'name')}, ${identifier(dialect, 'applied_at')})`;
  const source = `select '${name}', ${dialectNamed(dialect).ownTables.fromNow}`;
  const where = `where not exists (select 1 from ${table} where ${identifier(dialect, 'name')} = '${name}')`;
  const applied = alterations.flatMap((alteration) => hasAddedSql(dialect, naming, alteration));
  return `insert into ${table} ${columns}\n${[`${source} ${where}`, ...applied].join('\n  and ')}`;
}
