/** A command of `policy-engine`, as a module declares it. */
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { PolicyEngineError } from '../errors/errors.ts';
import type { Naming } from '../platform/database/schema/names.ts';
import type { Database, Dialect } from '../platform/database/port.ts';
import { holdStart } from '../platform/held-start.ts';
import type { ChooseLanguage, Language } from '../platform/i18n/language.ts';

/** An option of a command. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** One letter. */
  readonly short?: string;
  /** Whether it may be repeated. */
  readonly multiple?: boolean;
  /** Placeholder of its value in the help: `FILE`. */
  readonly value?: string;
  /** Description for the help. */
  readonly about: string;
}

/** Options by name, without dashes. */
export type CommandOptions = Readonly<Record<string, CommandOption>>;

type ValueOf<Option extends CommandOption> = Option['type'] extends 'boolean'
  ? boolean
  : Option['multiple'] extends true
    ? string[]
    : string;

/** The arguments of the command line. */
export type CommandValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]?: ValueOf<Options[Name]>;
};

/** One call of a command. */
export interface CommandCall<Options extends CommandOptions = CommandOptions> {
  readonly values: CommandValues<Options>;
  /** Positional arguments, if the command takes any: names of files, or a code. */
  readonly words: readonly string[];
  /** Writes a line to the standard output. */
  readonly print: (line: string) => void;
  /** Writes a line to the standard error. */
  readonly say: (line: string) => void;
  /** English, with the texts of all modules. */
  readonly language: Language;
  /** The best matching language, with the texts of all modules. */
  readonly languageOf: ChooseLanguage;
  /** The tables, by prefix and schema of `tableOptions`. @throws {PolicyEngineError} `database_name_refused` */
  readonly naming: (dialect: Dialect) => Naming;
  /**
   * Opens the database of `tableOptions`, and closes it afterwards.
   *
   * @param mustExist whether a missing file is an error; otherwise it is created
   * @throws {UsageError} if no database is named
   */
  readonly withDatabase: <T>(work: (database: Database) => Promise<T>, mustExist: boolean) => Promise<T>;
}

/** A command. */
export interface CommandDefinition<Options extends CommandOptions = CommandOptions> {
  /** One word or two: `ledger verify`. */
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  /** What it does, in a line that begins in lower case. */
  readonly summary: string;
  /** Further description, as lines. */
  readonly details: string;
  readonly options: Options;
  /** Whether it takes positional arguments, such as names of files. Default: false. */
  readonly takesWords?: boolean;
  readonly example: string;
  /** Exit code if the command fails. Default: 1 */
  readonly failureCode?: number;
  /** @returns the exit code. Default: 0 */
  run(call: CommandCall<Options>): Promise<number | void>;
}

/** Declares a command, with the types of its options. */
export function defineCommand<const Options extends CommandOptions>(
  command: CommandDefinition<Options>,
): CommandDefinition {
  return command;
}

/** A command that was called with invalid arguments. */
export class UsageError extends Error {
  override name: string = 'UsageError';
}

/** Options of commands that work on the tables alone. */
export const tableOptions: {
  readonly database: CommandOption & { readonly type: 'string' };
  readonly prefix: CommandOption & { readonly type: 'string' };
  readonly schema: CommandOption & { readonly type: 'string' };
  readonly 'user-ids': CommandOption & { readonly type: 'string' };
} = {
  database: {
    type: 'string',
    short: 'd',
    value: 'URL',
    about: 'a path, file:…, postgres://… or mysql://… (default: DATABASE_URL)',
  },
  prefix: {
    type: 'string',
    short: 'p',
    value: 'PREFIX',
    about: 'prefix of the table names (default: policy_manager_)',
  },
  schema: {
    type: 'string',
    short: 's',
    value: 'NAME',
    about: 'schema of the tables (PostgreSQL) or their database (MySQL)',
  },
  'user-ids': {
    type: 'string',
    value: 'TYPE',
    about: 'type of user IDs: text, uuid, bigint or integer, as in the option userIdType (default: text)',
  },
};

/** The option of commands that work with the host's own engine. */
export const engineOption: { readonly engine: CommandOption & { readonly type: 'string' } } = {
  engine: { type: 'string', value: 'FILE', about: 'module of the host that exports its engine as "engine"' },
};

/**
 * The one file that a command takes.
 *
 * @throws {UsageError} unless there is exactly one
 */
export function onlyFile(words: readonly string[], usage: string): string {
  const [file, ...rest] = words;
  if (file !== undefined && rest.length === 0) return file;
  throw new UsageError(`expected one file: policy-engine ${usage}`);
}

/** The part of an engine that a command needs to close it. */
interface LoadedEngine {
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

/** Whether a module of the host was loaded. What it has opened, such as the pool of mysql2, belongs to the host: nothing closes it. */
let isHostLoaded = false;
export const hasLoadedHost = (): boolean => isHostLoaded;

/**
 * The engine that a module of the host exports as `engine`.
 *
 * @param member what the command calls on it
 * @throws {UsageError} if no module is named
 * @throws {PolicyEngineError} `configuration_invalid` if the module does not export an engine
 */
export async function loadEngine<Engine extends LoadedEngine>(
  file: string | undefined,
  member: Exclude<keyof Engine & string, keyof LoadedEngine>,
): Promise<Engine> {
  if (file === undefined) throw new UsageError('use --engine to name the module that exports the engine');
  isHostLoaded = true;
  const { engine } = (await import(pathToFileURL(path.resolve(file)).href)) as { engine?: unknown };
  const isEngine = (value: unknown): value is Engine =>
    typeof value === 'object' && value !== null && typeof Reflect.get(value, member) === 'function';
  if (isEngine(engine)) return engine;
  throw new PolicyEngineError('configuration_invalid', `${file} does not export an engine: export const engine = …`);
}

/** Runs something with the engine that a module of the host exports, and closes it afterwards. */
export async function withEngine<Engine extends LoadedEngine, T>(
  file: string | undefined,
  member: Exclude<keyof Engine & string, keyof LoadedEngine>,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  holdStart(true);
  try {
    const engine = await loadEngine<Engine>(file, member);
    try {
      return await work(engine);
    } finally {
      await engine.stop();
      await engine.database.close();
    }
  } finally {
    holdStart(false);
  }
}
