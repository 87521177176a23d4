import { parseArgs } from 'node:util';
import { doctorOfDatabase, doctorOfEngine } from './check/command.ts';
import { importCommand } from './consents/import/command.ts';
import { connectDatabase } from './database/connect.ts';
import { migrate, migrationSql, pendingMigrations } from './database/migrate.ts';
import type { NamingOptions } from './database/names.ts';
import type { Database, Dialect } from './database/port.ts';
import { PolicyEngineError } from './errors.ts';
import { workOfEngine } from './jobs/command.ts';
import { verifyCommand, verifyReceiptCommand } from './ledger/command.ts';
import { verifyExportCommand } from './portability/command.ts';

const HELP = `Usage: policy-engine migrate [options]
       policy-engine doctor [--engine FILE] [options]
       policy-engine work --engine FILE
       policy-engine ledger verify [options]
       policy-engine ledger verify-receipt FILE --key PUBLIC.pem
       policy-engine export verify FILE.zip
       policy-engine import FILE --engine FILE [--dry-run] [--skip-bad] [--format csv|ndjson]

migrate creates or updates the engine's tables.
doctor says what is missing for compliance, and exits with 1 if a duty is not met; without --engine it looks at the
database alone.
work does the jobs of the engine in a process of its own, until it is told to end.
ledger verify finds what was changed, removed, added or reordered in the ledger since it was sealed: a line for each
finding, and exit code 1 if there is one.
ledger verify-receipt checks a receipt (JSON) without any database.
export verify holds every file of a person's export against its manifest: a line for each that is missing, changed or was
added, and exit code 1 if there is one.
import takes over decisions of an older system from CSV or NDJSON (user_id, rule, version or term_id, decision, at, locale);
running it again changes nothing. If a row can't be taken, nothing is written.

Options:
  -d, --database URL    the database: a path, file:…, postgres://… or mysql://… (default: DATABASE_URL)
  -p, --prefix PREFIX   put before the table names (default: policy_manager_)
  -s, --schema NAME     schema of the tables (PostgreSQL) or their database (MySQL)
      --engine FILE     module of the host that exports its engine as "engine"
      --status          only list the migrations that have not run
      --sql DIALECT     only print the SQL for sqlite, postgres or mysql; no database is needed
      --key FILE        public key that signed the ledger (PEM); give it again for each earlier key
      --dry-run         only say what an import would do
      --skip-bad        pass over rows that can't be imported
      --format FORMAT   csv or ndjson, where the name of the file does not say
      --head FILE|HASH  a head that was noted elsewhere and has to be in the ledger, so that a rewritten one shows
  -h, --help            show this help
`;

const OPTIONS = {
  database: { type: 'string', short: 'd' },
  prefix: { type: 'string', short: 'p' },
  schema: { type: 'string', short: 's' },
  engine: { type: 'string' },
  status: { type: 'boolean' },
  sql: { type: 'string' },
  key: { type: 'string', multiple: true },
  head: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'skip-bad': { type: 'boolean' },
  format: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parse>['values'];

function fail(message: string): never {
  process.stderr.write(`policy-engine: ${message}\n`);
  process.exit(1);
}

function dialectOf(text: string): Dialect {
  if (text === 'sqlite' || text === 'postgres' || text === 'mysql') return text;
  return fail(`--sql takes sqlite, postgres or mysql, not "${text}"`);
}

function parse() {
  return parseArgs({ allowPositionals: true, options: OPTIONS });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function namingOf({ prefix, schema }: Values): NamingOptions {
  return { ...(prefix !== undefined && { tablePrefix: prefix }), ...(schema !== undefined && { schema }) };
}

async function withDatabase<T>(values: Values, work: (database: Database) => Promise<T>): Promise<T> {
  const url = values.database ?? process.env['DATABASE_URL'];
  if (!url) fail('name the database with --database or DATABASE_URL');
  const database = await connectDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function migrateCommand(values: Values): Promise<void> {
  const naming = namingOf(values);
  if (values.sql !== undefined) return void process.stdout.write(migrationSql(dialectOf(values.sql), naming));
  const names = await withDatabase(values, (database) =>
    values.status ? pendingMigrations(database, naming) : migrate(database, naming),
  );
  if (names.length === 0) print('The tables are up to date.');
  for (const name of names) print(`${values.status ? 'pending' : 'applied'} ${name}`);
}

async function doctorCommand(values: Values): Promise<void> {
  process.exitCode = await (values.engine === undefined
    ? withDatabase(values, (database) => doctorOfDatabase(database, namingOf(values), print))
    : doctorOfEngine(values.engine, print));
}

async function ledgerCommand(values: Values, words: readonly string[]): Promise<void> {
  const [verb, file, ...rest] = words;
  const { key: keys = [], head } = values;
  if (verb === 'verify' && file === undefined) {
    process.exitCode = await withDatabase(values, (database) =>
      verifyCommand(database, namingOf(values), { keys, head, print }),
    );
  } else if (verb === 'verify-receipt' && file !== undefined && rest.length === 0) {
    const [key] = keys;
    if (key === undefined || keys.length > 1) fail('give the public key with --key');
    process.exitCode = await verifyReceiptCommand(file, key, print);
  } else {
    fail(`unknown command "${['ledger', ...words].join(' ')}"; see --help`);
  }
}

async function exportCommand([verb, file, ...rest]: readonly string[]): Promise<void> {
  if (verb !== 'verify' || rest.length > 0) fail(`unknown command "export ${verb ?? ''}"; see --help`);
  if (file === undefined) fail('name the file: policy-engine export verify FILE.zip');
  process.exitCode = await verifyExportCommand(file, print);
}

async function importFileCommand(values: Values, [file, ...rest]: readonly string[]): Promise<void> {
  if (file === undefined || rest.length > 0) fail('name one file: policy-engine import FILE --engine FILE');
  const { engine, format, 'dry-run': dryRun = false, 'skip-bad': skipBad = false } = values;
  if (engine === undefined) fail('name the module that exports the engine with --engine');
  if (format !== undefined && format !== 'csv' && format !== 'ndjson') {
    fail(`--format takes csv or ndjson, not "${format}"`);
  }
  const say = (line: string) => process.stderr.write(`${line}\n`);
  await importCommand({ file, engine, format, dryRun, skipBad, print, say });
}

async function main(): Promise<void> {
  const { values, positionals } = parse();
  const [command, ...rest] = positionals;
  if (values.help || command === undefined) return void process.stdout.write(HELP);
  if (command === 'migrate' && rest.length === 0) return migrateCommand(values);
  if (command === 'doctor' && rest.length === 0) return doctorCommand(values);
  if (command === 'work' && rest.length === 0) {
    if (values.engine === undefined) fail('name the module that exports the engine with --engine');
    return workOfEngine(values.engine, print);
  }
  if (command === 'ledger') return ledgerCommand(values, rest);
  if (command === 'export') return exportCommand(rest);
  if (command === 'import') return importFileCommand(values, rest);
  fail(`unknown command "${positionals.join(' ')}"; see --help`);
}

try {
  await main();
} catch (error) {
  const { code } = error as { code?: string };
  const isExpected = error instanceof PolicyEngineError || code?.startsWith('ERR_PARSE_ARGS');
  fail(isExpected || code ? (error as Error).message || String(code) : String((error as Error).stack));
}
