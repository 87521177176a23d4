/** Runs a command line of `policy-engine`. */
import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { declarationsOf } from '../kernel/compose.ts';
import { PolicyEngineError, pointingTo, reasonOf } from '../errors/errors.ts';
import type { Module } from '../kernel/module.ts';
import { userIdTypeOf } from '../platform/database/schema/columns.ts';
import { connectDatabase, requireExisting } from '../platform/database/connection/connect.ts';
import { resolveNaming } from '../platform/database/schema/names.ts';
import { createLanguages } from '../platform/i18n/language.ts';
import {
  type CommandCall,
  type CommandDefinition,
  type CommandValues,
  type tableOptions,
  UsageError,
} from './command.ts';
import { explainCommand } from './explain.ts';
import { Commands, helpOf, helpOption } from './help.ts';
import { migrateCommand } from './migrate.ts';

/** Where a command writes, and what it inherits. */
export interface Terminal {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Values = ReturnType<typeof parseArgs>['values'];

/** The commands of the engine itself and of modules. */
export function commandsOf(modules: readonly Module[]): Commands {
  return new Commands([explainCommand, migrateCommand, ...modules.flatMap((module) => module.commands ?? [])]);
}

/**
 * Runs a command line.
 *
 * @param words what follows `policy-engine`
 * @returns the exit code
 */
export async function runCommandLine(
  modules: readonly Module[],
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    return await run(modules, words, terminal);
  } catch (error) {
    return failed(error, terminal);
  }
}

function version(): string {
  const file = new URL(import.meta.resolve('policy-engine/package.json'));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Prints the error. */
function failed(error: unknown, terminal: Terminal, exitCode = 1): number {
  const { code } = error as { code?: string };
  const isParsing = code?.startsWith('ERR_PARSE_ARGS');
  const isExpected = error instanceof PolicyEngineError || error instanceof UsageError || isParsing;
  const said = isExpected || code ? reasonOf(error) || String(code) : String((error as Error).stack);
  // In a terminal, the command is more useful than the URL of the page.
  const isOurs = error instanceof PolicyEngineError;
  const shown = isOurs ? pointingTo(said, `"policy-engine explain ${error.code}"`) : said;
  terminal.writeError(`policy-engine: ${shown}\n`);
  return exitCode;
}

async function run(modules: readonly Module[], args: readonly string[], terminal: Terminal): Promise<number> {
  const commands = commandsOf(modules);
  const options = optionsOf(commands);
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options, strict: false });
  const command = commands.find(positionals);
  const show = (text: string) => (terminal.write(text), 0);
  if (command === undefined) {
    const [first, ...rest] = positionals;
    if (values['version'] === true) return show(`policy-engine/${version()}\n`);
    if (first === undefined) return show(commands.overview());
    if (values['help'] === true && rest.length === 0 && commands.isGroup(first)) return show(commands.overview(first));
    throw new UsageError(commands.unknown(positionals));
  }
  if (values['help'] === true) return show(helpOf(command));
  const given = parseArgs({ args: [...args], allowPositionals: true, options }).values;
  requireOwnOptions(command, given);
  const words = positionals.slice(command.name.split(' ').length);
  if (words.length > 0 && command.takesWords !== true) {
    throw new UsageError(`${command.name} takes no "${words[0]}"; see policy-engine ${command.name} --help`);
  }
  try {
    return (await command.run(callOf(modules, given, words, terminal))) ?? 0;
  } catch (error) {
    return failed(error, terminal, command.failureCode);
  }
}

/** Options of all commands: the options of a command are known only once its name is found among them. */
function optionsOf(commands: Commands): NonNullable<ParseArgsConfig['options']> {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const { options: own } of commands.all) {
    for (const [name, { type, short, multiple }] of Object.entries({ ...own, help: helpOption })) {
      options[name] = { type, ...(short !== undefined && { short }), ...(multiple !== undefined && { multiple }) };
    }
  }
  return options;
}

/** An option of another command would otherwise be ignored silently. */
function requireOwnOptions({ name, options: own }: CommandDefinition, values: Values): void {
  const foreign = Object.keys(values).find((option) => !Object.hasOwn(own, option));
  if (foreign === undefined) return;
  throw new UsageError(`${name} has no option --${foreign}; see policy-engine ${name} --help`);
}

function callOf(
  modules: readonly Module[],
  values: Values,
  words: readonly string[],
  { write, writeError, env }: Terminal,
): CommandCall {
  const { database: named, prefix, schema, 'user-ids': userIds } = values as CommandValues<typeof tableOptions>;
  const { catalogues, tables } = declarationsOf(modules);
  const names = {
    ...(prefix !== undefined && { tablePrefix: prefix }),
    ...(schema !== undefined && { schema }),
    ...(userIds !== undefined && { userIdType: userIdTypeOf(userIds) }),
  };
  const languageOf = createLanguages({}, 'en', catalogues);
  return {
    // Values have the types that the options declare.
    values: values as CommandCall['values'],
    words,
    print: (line) => write(`${line}\n`),
    say: (line) => writeError(`${line}\n`),
    language: languageOf(['en']),
    languageOf,
    naming: (dialect) => resolveNaming(dialect, tables, names),
    async withDatabase(work, mustExist) {
      const url = named ?? env['DATABASE_URL'];
      if (!url) throw new UsageError('specify the database with --database or DATABASE_URL');
      if (mustExist) requireExisting(url);
      const database = await connectDatabase(url);
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
  };
}
