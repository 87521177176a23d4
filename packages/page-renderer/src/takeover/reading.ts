/** The one reading of a configuration: a start uses what it comes to, and `check-config` tells of it key by key. */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { RendererConfig } from '../options.ts';
import { optionNames, optionsSchema } from '../options.ts';
import { applyEnvironment } from './environment.ts';
import type { KeyOutcome } from './outcome.ts';
import { insteadOf, takeOver, worthKnowing } from './rendertron.ts';

/** What a configuration comes to. */
export interface ConfigReading {
  /** What the service starts with; undefined where it does not start. */
  readonly config: RendererConfig | undefined;
  /** Why it does not start, a sentence for each wrong key. */
  readonly problems: readonly string[];
  /** The same of variables of the environment, which are no keys of the file. */
  readonly wrongVariables: readonly string[];
  /** What became of each key, in their order; those of `cacheConfig` one by one. */
  readonly keys: readonly KeyOutcome[];
  /** The same of the variables of the environment that are set. */
  readonly environment: readonly KeyOutcome[];
}

type Given = Readonly<Record<string, unknown>>;
type Refusal = Extract<KeyOutcome, { outcome: 'refused' }>;

/** Reads options as they stand in a file, and the environment over them. */
export function readConfiguration(given: unknown, env: NodeJS.ProcessEnv = {}): ConfigReading {
  if (!isObject(given)) {
    const problems = judge(given).faults.map(({ sentence }) => sentence);
    return { config: undefined, problems, wrongVariables: [], keys: [], environment: [] };
  }
  // Editors find the JSON Schema by this key.
  const { $schema, ...own } = given;
  const variables = applyEnvironment(own, env);
  const taken = takeOver(variables.options);
  const judged = judge(taken.options);
  const faults = [...taken.outcomes.flatMap(faultOf), ...judged.faults];
  const isOfVariable = ({ refused }: Fault) => refused.some(({ key }) => variables.places[key] !== undefined);
  const ofKeys = faults.filter((fault) => !isOfVariable(fault));
  const environment = variables.outcomes.map((one): KeyOutcome => {
    const refusal = faults.flatMap(({ refused }) => refused).find(({ key }) => variables.places[key] === one.key);
    return refusal === undefined ? one : { key: one.key, outcome: 'refused', reason: refusal.reason };
  });
  const wrongVariables = environment.flatMap(faultOf).map(({ sentence }) => sentence);
  const config = wrongVariables.length === 0 && faults.length === 0 ? judged.config : undefined;
  const refused = ofKeys.flatMap((fault) => fault.refused);
  const counted =
    config ?? judge(without(taken.options, [...refused, ...judged.faults.flatMap((one) => one.refused)])).config;
  const ofSchema: KeyOutcome = { key: '$schema', outcome: 'ignored', reason: 'only editors use it' };
  return {
    config,
    problems: ofKeys.map(({ sentence }) => sentence),
    wrongVariables,
    keys: [
      ...($schema === undefined ? [] : [ofSchema]),
      ...keysOf(own, [...variables.overridden, ...taken.outcomes.filter(isTaken), ...refused], counted),
    ],
    environment,
  };
}

const isTaken = ({ outcome }: KeyOutcome): boolean => outcome !== 'refused';

/** What keeps the service from starting: a sentence, and the keys that it is about. */
interface Fault {
  readonly sentence: string;
  readonly refused: readonly Refusal[];
}

function faultOf(one: KeyOutcome): Fault[] {
  return one.outcome === 'refused' ? [{ sentence: `${one.key}: ${one.reason}`, refused: [one] }] : [];
}

interface Judgement {
  readonly config: RendererConfig | undefined;
  readonly faults: readonly Fault[];
}

/** What the schema of the options says. */
function judge(options: unknown): Judgement {
  const result = optionsSchema.safeParse(options);
  if (result.success) return { config: result.data, faults: [] };
  return { config: undefined, faults: result.error.issues.map((issue) => faultOfIssue(issue, options)) };
}

function faultOfIssue(issue: z.core.$ZodIssue, options: unknown): Fault {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((name) => [...path, name].join('.'));
    const known = path.length === 0 ? ` (known: ${optionNames.join(', ')})` : '';
    const named = keys.map((key) => `"${key}"`).join(', ');
    return {
      sentence: `unknown ${keys.length > 1 ? 'keys' : 'key'} ${named}${known}`,
      refused: keys.map((key) => ({ key, outcome: 'refused', reason: 'unknown option; remove it' })),
    };
  }
  const key = path.join('.');
  const instead = insteadOf(key, valueAt(options, path));
  // What is wrong with the name of a header is said within.
  const message = (issue.code === 'invalid_key' && issue.issues[0]?.message) || issue.message;
  const reason = instead === undefined ? message : `${message}; ${instead}`;
  return { sentence: key === '' ? reason : `${key}: ${reason}`, refused: [{ key, outcome: 'refused', reason }] };
}

/** @param counted the options that count, by which it is told how each key is taken; undefined where none do */
function keysOf(given: Given, outcomes: readonly KeyOutcome[], counted: RendererConfig | undefined): KeyOutcome[] {
  return flat(given).flatMap((path): KeyOutcome[] => {
    const key = path.join('.');
    const known = outcomes.filter((one) => one.key === key || one.key.startsWith(`${key}.`));
    return known.length > 0 ? known : [takenOutcome(path, given, counted)];
  });
}

function takenOutcome(path: readonly string[], given: Given, counted: RendererConfig | undefined): KeyOutcome {
  const key = path.join('.');
  const value = valueAt(given, path);
  const known = worthKnowing(key, value, given);
  const note = known === undefined ? {} : { note: known };
  if (key === 'snapshotDir') {
    const inside = valueAt(given, ['cacheConfig', key]);
    if (inside !== undefined) return { key, outcome: 'ignored', reason: `"cacheConfig.${key}" is set and is used` };
    return { key, outcome: 'taken-as', option: `cacheConfig.${key}`, value, ...note };
  }
  const meant = counted === undefined ? value : valueAt(counted, path);
  if (isDeepStrictEqual(meant, value)) return { key, outcome: 'taken', ...note };
  return { key, outcome: 'taken-as', option: key, value: meant, ...note };
}

/** Paths of the keys, those of `cacheConfig` one by one. */
function flat(given: Given): string[][] {
  return Object.entries(given).flatMap(([key, value]) =>
    key === 'cacheConfig' && isObject(value) ? Object.keys(value).map((inner) => [key, inner]) : [[key]],
  );
}

/** Options less those that were refused, as far as they can be taken out. */
function without(options: Given, refusals: readonly Refusal[]): Given {
  const left: Record<string, unknown> = { ...options };
  for (const { key } of refusals) {
    const [first = '', second] = key.split('.');
    const inner = left[first];
    if (first === 'cacheConfig' && second !== undefined && isObject(inner)) {
      const { [second]: _, ...others } = inner;
      left[first] = others;
    } else delete left[first];
  }
  return left;
}

function valueAt(from: unknown, path: readonly PropertyKey[]): unknown {
  let value = from;
  for (const name of path) value = isObject(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined;
  return value;
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
