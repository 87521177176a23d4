import { isDialect } from '../platform/database/dialects.ts';
import { migrate, migrationSql, pendingMigrations, refuseNewer } from '../platform/database/migrations/migrate.ts';
import { systemNow } from '../platform/clock.ts';
import type { Naming } from '../platform/database/schema/names.ts';
import type { Database, Dialect } from '../platform/database/port.ts';
import { type CommandDefinition, defineCommand, tableOptions, UsageError } from './command.ts';

/** `policy-engine migrate`. */
export const migrateCommand: CommandDefinition = defineCommand({
  name: 'migrate',
  usage: '--database URL [options]',
  summary: 'create or update the engine’s tables',
  details: 'Changes nothing if the database is up to date. Several processes may run it at the same time.',
  options: {
    ...tableOptions,
    status: { type: 'boolean', about: 'only list the migrations that have not run' },
    sql: {
      type: 'string',
      value: 'DIALECT',
      about: 'only print the SQL for sqlite, postgres or mysql; no database is needed',
    },
  },
  example: 'npx --offline policy-engine migrate --database postgres://shop@127.0.0.1/shop',
  async run({ values: { sql, status = false }, naming, withDatabase, print }) {
    if (sql !== undefined) return print(migrationSql(dialectOf(sql), naming(dialectOf(sql))).replace(/\n$/, ''));
    const names = await withDatabase(
      (database) =>
        status ? statusOf(database, naming(database.dialect)) : migrate(database, naming(database.dialect), systemNow),
      status,
    );
    if (names.length === 0) print('The tables are up to date.');
    for (const name of names) print(`${status ? 'pending' : 'applied'} ${name}`);
  },
});

/** @throws {PolicyEngineError} `database_schema_newer`: an older version cannot say that the tables are up to date */
async function statusOf(database: Database, naming: Naming): Promise<string[]> {
  await refuseNewer(database, naming);
  return pendingMigrations(database, naming);
}

function dialectOf(text: string): Dialect {
  if (isDialect(text)) return text;
  throw new UsageError(`--sql takes sqlite, postgres or mysql, not "${text}"`);
}
