/** The values that environment variables and flags give to settings. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { KeyOutcome } from '../takeover/outcome.ts';
import { nearest } from './nearest.ts';
import type { Setting } from './settings.ts';
import { PREFIX, SETTINGS } from './settings.ts';
import { valueOfText } from './text-value.ts';

/** The variable with the path of the configuration file. */
export const FILE_VARIABLE: string = `${PREFIX}CONFIG`;

/** A value of a setting. */
export interface Assignment {
  /** Where it comes from: the name of a variable, or a flag with its dashes. */
  readonly label: string;
  readonly setting: Setting;
  readonly value: unknown;
  /** The text as it was given, which error messages quote; undefined if it may be a secret. */
  readonly text: string | undefined;
}

/** What the environment or the flags say. */
export interface Assignments {
  /** The later of two for the same setting is used. */
  readonly values: readonly Assignment[];
  /** What is refused or ignored before anything is known of the other sources. */
  readonly outcomes: readonly KeyOutcome[];
}

/** Flags by their names without dashes, as `parseArgs` of `node:util` returns them. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

type Outcome = Assignment | KeyOutcome;

/** Variables without the prefix, which platforms set: an option that has its own variable as well uses that one. */
const SHORT: Readonly<Record<string, string>> = { PORT: 'port', HOST: 'host', REDIS_URL: 'cacheConfig.redisUrl' };
const FILE = '_FILE';

const byOption = new Map(SETTINGS.map((setting) => [setting.option, setting]));
const byVariable = new Map(SETTINGS.map((setting) => [setting.variable, setting]));
const byFileVariable = new Map(SETTINGS.filter(isSecret).map((setting) => [setting.variable + FILE, setting]));
const KNOWN_VARIABLES = [FILE_VARIABLE, ...byVariable.keys(), ...byFileVariable.keys()];

/** The names of all flags that are settings, and whether they are switches. */
export const SETTING_FLAGS: ReadonlyMap<string, 'string' | 'boolean'> = new Map(
  SETTINGS.flatMap((setting) => {
    const own = [setting.flag, setting.kinds.has('boolean') ? 'boolean' : 'string'] as const;
    return isSecret(setting) ? [own, [`${setting.flag}-file`, 'string'] as const] : [own];
  }),
);

/** Reads the environment. An empty variable counts as not set. */
export function readEnvironment(env: NodeJS.ProcessEnv): Assignments {
  const short = Object.entries(SHORT).flatMap(([label, option]) => {
    const [text, setting] = [env[label], byOption.get(option)];
    return text && setting ? [assigned(label, setting, text)] : [];
  });
  const own = Object.entries(env).flatMap(([name, text]) => {
    if (!text || !name.startsWith(PREFIX) || name === FILE_VARIABLE) return [];
    return [ofVariable(name, text, env)];
  });
  return split([...short, ...own]);
}

function ofVariable(name: string, text: string, env: NodeJS.ProcessEnv): Outcome {
  if (isServiceLink(name, text)) {
    return { key: name, outcome: 'ignored', reason: 'Kubernetes sets it for a Service; it is no option' };
  }
  const setting = byVariable.get(name);
  if (setting) return assigned(name, setting, text);
  const secret = byFileVariable.get(name);
  if (secret) return fromFile(name, secret, text, env[secret.variable] ? secret.variable : undefined);
  // In `config.json` these are in `cacheConfig`.
  const meant = nearest(name.slice(PREFIX.length).replace(/^CACHE_?CONFIG_/, ''), KNOWN_VARIABLES.map(withoutPrefix));
  const hint = meant === undefined ? '; docs/reference.md lists all variables' : `; did you mean ${PREFIX}${meant}?`;
  return { key: name, outcome: 'refused', reason: `unknown variable${hint}` };
}

/**
 * Reads the flags.
 *
 * A secret on the command line could be read by every user of the machine, so it is refused.
 */
export function readFlags(flags: Flags): Assignments {
  const outcomes = SETTINGS.flatMap((setting): Outcome[] => {
    const [given, file] = [flags[setting.flag], isSecret(setting) ? flags[`${setting.flag}-file`] : undefined];
    const label = `--${setting.flag}`;
    const found: Outcome[] = [];
    if (typeof file === 'string') found.push(fromFile(`${label}-file`, setting, file, given ? label : undefined));
    if (typeof given === 'boolean') found.push({ label, setting, value: given, text: String(given) });
    if (typeof given === 'string') found.push(withoutSecret(assigned(label, setting, given)));
    return found;
  });
  const unknown = Object.keys(flags).filter((name) => !SETTING_FLAGS.has(name));
  const refused = unknown.map((name): KeyOutcome => ({ key: `--${name}`, outcome: 'refused', reason: 'unknown flag' }));
  return split([...outcomes, ...refused]);
}

function withoutSecret(one: Outcome): Outcome {
  if (!('setting' in one) || !isSecret(one.setting)) return one;
  const { label, setting, value } = one;
  try {
    if (isDeepStrictEqual(setting.masked?.(value), value)) return one;
  } catch {
    // It is no valid value, which is said later.
    return one;
  }
  const reason = `other users can read a command line; use ${setting.variable} or ${label}-file`;
  return { key: label, outcome: 'refused', reason };
}

function assigned(label: string, setting: Setting, text: string): Outcome {
  const read = valueOfText(text, setting);
  const shown = isSecret(setting) ? undefined : text;
  if ('value' in read) return { label, setting, value: read.value, text: shown };
  return { key: label, outcome: 'refused', reason: `${read.expected}${gotten(shown)}` };
}

/** @param other where the same secret is given directly */
function fromFile(label: string, setting: Setting, file: string, other: string | undefined): Outcome {
  const refused = (reason: string): KeyOutcome => ({ key: label, outcome: 'refused', reason });
  if (other !== undefined) return refused(`${other} is set, too; remove one of them`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    return refused(`the file "${file}" cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  return text === '' ? refused(`the file "${file}" is empty`) : assigned(label, setting, text);
}

/** The end of an error message about a value. @param text undefined if it may be a secret */
export function gotten(text: string | undefined): string {
  return text === undefined ? '' : `, got ${JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)}`;
}

function isSecret({ masked }: Setting): boolean {
  return masked !== undefined;
}

const withoutPrefix = (variable: string) => variable.slice(PREFIX.length);

/** Kubernetes sets such variables for a Service whose name begins with `page-renderer`, unless `enableServiceLinks` is false. */
function isServiceLink(name: string, text: string): boolean {
  const rest = withoutPrefix(name);
  return (
    /^(?:\w+_)?SERVICE_(?:HOST|PORT(?:_\w+)?)$/.test(rest) ||
    /^(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)(?:_PROTO|_PORT|_ADDR)?$/.test(rest) ||
    (/^(?:\w+_)?PORT$/.test(rest) && /^(?:tcp|udp|sctp):\/\//.test(text))
  );
}

function split(all: readonly Outcome[]): Assignments {
  return {
    values: all.filter((one) => 'setting' in one),
    outcomes: all.filter((one) => 'outcome' in one),
  };
}
