import { parseArgs } from 'node:util';
import { connectDatabase } from './database/connect.ts';
import { migrate, migrationSql, pendingMigrations } from './database/migrate.ts';
import type { NamingOptions } from './database/names.ts';
import type { Dialect } from './database/port.ts';
import { PolicyEngineError } from './errors.ts';

const HELP = `Usage: policy-engine migrate [options]

Creates or updates the engine's tables.

Options:
  -d, --database URL    the database: a path, file:…, postgres://… or mysql://… (default: DATABASE_URL)
  -p, --prefix PREFIX   put before the table names (default: policy_manager_)
  -s, --schema NAME     schema of the tables (PostgreSQL) or their database (MySQL)
      --status          only list the migrations that have not run
      --sql DIALECT     only print the SQL for sqlite, postgres or mysql; no database is needed
  -h, --help            show this help
`;

function fail(message: string): never {
  process.stderr.write(`policy-engine: ${message}\n`);
  process.exit(1);
}

function dialectOf(text: string): Dialect {
  if (text === 'sqlite' || text === 'postgres' || text === 'mysql') return text;
  return fail(`--sql takes sqlite, postgres or mysql, not "${text}"`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      database: { type: 'string', short: 'd' },
      prefix: { type: 'string', short: 'p' },
      schema: { type: 'string', short: 's' },
      status: { type: 'boolean' },
      sql: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, ...rest] = positionals;
  if (values.help || command === undefined) return void process.stdout.write(HELP);
  if (command !== 'migrate' || rest.length > 0) fail(`unknown command "${positionals.join(' ')}"; see --help`);
  const naming: NamingOptions = {
    ...(values.prefix !== undefined && { tablePrefix: values.prefix }),
    ...(values.schema !== undefined && { schema: values.schema }),
  };
  if (values.sql !== undefined) return void process.stdout.write(migrationSql(dialectOf(values.sql), naming));
  const url = values.database ?? process.env['DATABASE_URL'];
  if (!url) fail('name the database with --database or DATABASE_URL');
  const database = await connectDatabase(url);
  try {
    const names = await (values.status ? pendingMigrations(database, naming) : migrate(database, naming));
    const done = values.status ? 'pending' : 'applied';
    process.stdout.write(
      names.length === 0 ? 'The tables are up to date.\n' : names.map((name) => `${done} ${name}\n`).join(''),
    );
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  const { code } = error as { code?: string };
  const isExpected = error instanceof PolicyEngineError || code?.startsWith('ERR_PARSE_ARGS');
  fail(isExpected || code ? (error as Error).message || String(code) : String((error as Error).stack));
}
