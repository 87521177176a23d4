import { parseArgs } from 'node:util';
import {
  COMMANDS,
  commandIn,
  type CommandName,
  helpOf,
  isGroup,
  type OptionName,
  OPTIONS,
  overview,
  unknownCommand,
} from './cli-help.ts';
import { doctorOfDatabase, doctorOfEngine } from './modules/checks/command.ts';
import { importCommand } from './modules/consent/import/command.ts';
import { userIdTypeOf } from './platform/database/columns.ts';
import { connectDatabase, requireExisting } from './platform/database/connect.ts';
import type { NamingOptions } from './platform/database/names.ts';
import type { Database, Dialect } from './platform/database/port.ts';
import { engineNaming, migrate, migrationSql, pendingMigrations } from './schema.ts';
import { PolicyEngineError } from './errors.ts';
import { workOfEngine } from './modules/jobs/command.ts';
import { verifyCommand, verifyReceiptCommand } from './modules/proof/command.ts';
import { verifyExportCommand } from './modules/export/command.ts';

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

function fail(message: string): never {
  process.stderr.write(`policy-engine: ${message}\n`);
  process.exit(1);
}

function dialectOf(text: string): Dialect {
  if (text === 'sqlite' || text === 'postgres' || text === 'mysql') return text;
  return fail(`--sql takes sqlite, postgres or mysql, not "${text}"`);
}

/** An option of another command would be passed over in silence. */
function requireOwnOptions(name: CommandName, values: Values): void {
  const own = COMMANDS[name].options;
  const foreign = Object.keys(values).find((option) => !own.includes(option as OptionName));
  if (foreign !== undefined) fail(`${name} has no option --${foreign}; see policy-engine ${name} --help`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function namingOf({ prefix, schema, 'user-ids': userIds }: Values): NamingOptions {
  return {
    ...(prefix !== undefined && { tablePrefix: prefix }),
    ...(schema !== undefined && { schema }),
    ...(userIds !== undefined && { userIdType: userIdTypeOf(userIds) }),
  };
}

/** @param mustExist whether a file that is not there is a mistake; else it is made */
async function withDatabase<T>(
  values: Values,
  work: (database: Database) => Promise<T>,
  mustExist: boolean,
): Promise<T> {
  const url = values.database ?? process.env['DATABASE_URL'];
  if (!url) fail('name the database with --database or DATABASE_URL');
  if (mustExist) requireExisting(url);
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
  const { status = false } = values;
  const names = await withDatabase(
    values,
    (database) => (status ? pendingMigrations(database, naming) : migrate(database, naming)),
    status,
  );
  if (names.length === 0) print('The tables are up to date.');
  for (const name of names) print(`${status ? 'pending' : 'applied'} ${name}`);
}

async function doctorCommand(values: Values): Promise<void> {
  process.exitCode = await (values.engine === undefined
    ? withDatabase(
        values,
        (database) => doctorOfDatabase(database, engineNaming(database.dialect, namingOf(values)), print),
        true,
      )
    : doctorOfEngine(values.engine, print));
}

async function ledgerVerify(values: Values): Promise<void> {
  const { key: keys = [], head } = values;
  process.exitCode = await withDatabase(
    values,
    (database) => verifyCommand(database, engineNaming(database.dialect, namingOf(values)), { keys, head, print }),
    true,
  );
}

async function ledgerVerifyReceipt(values: Values, [file, ...rest]: readonly string[]): Promise<void> {
  if (file === undefined || rest.length > 0) {
    fail('name one file: policy-engine ledger verify-receipt FILE --key PUBLIC.pem');
  }
  const { key: [key, ...more] = [] } = values;
  if (key === undefined || more.length > 0) fail('give the public key with --key');
  process.exitCode = await verifyReceiptCommand(file, key, print);
}

async function exportVerify(_values: Values, [file, ...rest]: readonly string[]): Promise<void> {
  if (file === undefined || rest.length > 0) fail('name one file: policy-engine export verify FILE.zip');
  process.exitCode = await verifyExportCommand(file, print);
}

async function workCommand({ engine }: Values): Promise<void> {
  if (engine === undefined) fail('name the module that exports the engine with --engine');
  return workOfEngine(engine, print);
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

type Run = (values: Values, words: readonly string[]) => Promise<void>;

const RUNS: Readonly<Record<CommandName, Run>> = {
  migrate: migrateCommand,
  doctor: doctorCommand,
  work: workCommand,
  'ledger verify': ledgerVerify,
  'ledger verify-receipt': ledgerVerifyReceipt,
  'export verify': exportVerify,
  import: importFileCommand,
};

/** Commands that work on files take their names. */
const TAKES_FILES: ReadonlySet<CommandName> = new Set(['ledger verify-receipt', 'export verify', 'import']);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS, strict: false });
  const name = commandIn(positionals);
  const show = (text: string) => void process.stdout.write(text);
  if (name === undefined) {
    const [first, ...rest] = positionals;
    if (first === undefined) return show(overview());
    if (values.help === true && rest.length === 0 && isGroup(first)) return show(overview(first));
    fail(unknownCommand(positionals));
  }
  if (values.help === true) return show(helpOf(name));
  const given = parseArgs({ allowPositionals: true, options: OPTIONS }).values;
  requireOwnOptions(name, given);
  const words = positionals.slice(name.split(' ').length);
  if (words.length > 0 && !TAKES_FILES.has(name))
    fail(`${name} takes no "${words[0]}"; see policy-engine ${name} --help`);
  return RUNS[name](given, words);
}

try {
  await main();
} catch (error) {
  const { code } = error as { code?: string };
  const isExpected = error instanceof PolicyEngineError || code?.startsWith('ERR_PARSE_ARGS');
  fail(isExpected || code ? (error as Error).message || String(code) : String((error as Error).stack));
}
