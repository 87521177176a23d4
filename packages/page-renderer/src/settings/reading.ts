/** Reads the configuration once: a start uses the result, and `check-config` explains it key by key. */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { RendererConfig } from '../options/options.ts';
import { declaredCacheOptions, declaredOptions, optionsSchema } from '../options/options.ts';
import type { Applied } from './apply.ts';
import { applyAssignments } from './apply.ts';
import type { EffectiveSetting } from './effective.ts';
import { effectiveSettings, valueAt } from './effective.ts';
import { nearest } from './nearest.ts';
import type { Assignments, Flags } from './sources.ts';
import { gotten, readEnvironment, readFlags } from './sources.ts';
import type { KeyOutcome } from '../takeover/outcome.ts';
import { readPeers } from '../takeover/peers.ts';
import { insteadOf, takeOver, worthKnowing } from '../takeover/rendertron.ts';

/** The result of reading a configuration. */
export interface ConfigReading {
  /** What the service starts with; undefined where it does not start. */
  readonly config: RendererConfig | undefined;
  /** What is wrong in the file, a sentence for each wrong key. */
  readonly problems: readonly string[];
  /** What is wrong with flags and variables of the environment; each sentence names its own. */
  readonly wrongSources: readonly string[];
  /** What became of each key, in their order; those of `cacheConfig` one by one. */
  readonly keys: readonly KeyOutcome[];
  /** The same of the variables of the environment that are set. */
  readonly environment: readonly KeyOutcome[];
  /** The same of the flags. */
  readonly flags: readonly KeyOutcome[];
  /** The value of every option, and its source; none where the service does not start. */
  readonly settings: readonly EffectiveSetting[];
}

const KNOWN_KEYS = [...Object.keys(declaredOptions), ...Object.keys(declaredCacheOptions)];

type Given = Readonly<Record<string, unknown>>;
type Refusal = Extract<KeyOutcome, { outcome: 'refused' }>;

/**
 * Reads options as they stand in a file, the environment over them, and the flags over both.
 *
 * @param peerEnv the environment in which variables of other services are looked for, see {@link readPeers}
 */
export function readConfiguration(
  given: unknown,
  env: NodeJS.ProcessEnv = {},
  flags: Flags = {},
  peerEnv: NodeJS.ProcessEnv = env,
): ConfigReading {
  if (!isObject(given)) {
    const problems = judge(given).faults.map(({ sentence }) => sentence);
    return { config: undefined, problems, wrongSources: [], keys: [], environment: [], flags: [], settings: [] };
  }
  // Editors find the JSON Schema by this key.
  const { $schema, ...own } = given;
  const sources = { environment: readEnvironment(env), flags: readFlags(flags) };
  const applied = applyAssignments(own, [...sources.environment.values, ...sources.flags.values]);
  const peers = readPeers(peerEnv, applied.options);
  const ofPeers = peers.set.map(({ option, value }) => [option, value] as const);
  const from = new Map([
    ...[...applied.places].map(([option, { label }]) => [option, label] as const),
    ...peers.set.map(({ option, variable }) => [option, variable] as const),
  ]);
  const taken = takeOver({ ...applied.options, ...Object.fromEntries(ofPeers) }, peers.set.length > 0);
  const judged = judge(taken.options);
  const faults = [...taken.outcomes.flatMap(faultOf), ...judged.faults];
  const ofSources = new Map(faults.flatMap(({ refused }) => refused.flatMap((one) => ofSource(one, applied))));
  const ofKeys = faults.filter(({ refused }) => !refused.some((one) => ofSource(one, applied).length > 0));
  const outcomesOf = ({ values, outcomes }: Assignments): KeyOutcome[] => [
    ...outcomes,
    ...values.flatMap(({ label }) => ofSources.get(label) ?? applied.outcomes.get(label) ?? []),
  ];
  const [ofEnvironment, ofFlags] = [outcomesOf(sources.environment), outcomesOf(sources.flags)];
  const environment = [...ofEnvironment, ...peers.outcomes];
  const wrongSources = [...ofFlags, ...environment].flatMap(faultOf).map(({ sentence }) => sentence);
  const config = wrongSources.length === 0 && faults.length === 0 ? judged.config : undefined;
  const refused = ofKeys.flatMap((fault) => fault.refused);
  const counted =
    config ?? judge(without(taken.options, [...refused, ...judged.faults.flatMap((one) => one.refused)])).config;
  const ofSchema: KeyOutcome = { key: '$schema', outcome: 'ignored', reason: 'only editors use it' };
  return {
    config,
    problems: ofKeys.map(({ sentence }) => sentence),
    wrongSources,
    keys: [
      ...($schema === undefined ? [] : [ofSchema]),
      ...keysOf(own, [...applied.overridden, ...taken.outcomes.filter(isTaken), ...refused], counted),
    ],
    environment,
    flags: ofFlags,
    settings: config === undefined ? [] : effectiveSettings(config, taken.options, from),
  };
}

/** What is wrong with a variable or a flag, if the refused value comes from one. */
function ofSource({ key, reason }: Refusal, { places }: Applied): Array<[label: string, outcome: KeyOutcome]> {
  const option = [...places.keys()].find((name) => key === name || key.startsWith(`${name}.`));
  const place = option === undefined ? undefined : places.get(option);
  if (option === undefined || place === undefined) return [];
  const inside = key.slice(option.length + 1);
  const where = /^\d+$/.test(inside) ? `entry ${Number(inside) + 1}: ` : inside && `${inside}: `;
  const { label, text } = place;
  return [[label, { key: label, outcome: 'refused', reason: `${where}${reason}${gotten(text)}` }]];
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
  return { config: undefined, faults: result.error.issues.flatMap((issue) => faultsOf(issue, options)) };
}

function faultsOf(issue: z.core.$ZodIssue, options: unknown): Fault[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => unknownKey([...path, name].join('.')));
  }
  const key = path.join('.');
  const instead = insteadOf(key, valueAt(options, path));
  // What is wrong with the name of a header is said within.
  const message = (issue.code === 'invalid_key' && issue.issues[0]?.message) || issue.message;
  const reason = instead === undefined ? message : `${message}; ${instead}`;
  return [{ sentence: key === '' ? reason : `${key}: ${reason}`, refused: [{ key, outcome: 'refused', reason }] }];
}

function unknownKey(key: string): Fault {
  const meant = nearest(key.split('.').at(-1) ?? '', KNOWN_KEYS);
  const [sentence, reason] =
    meant === undefined
      ? [`unknown key "${key}"; docs/reference.md lists all keys`, 'unknown option; remove it']
      : [`unknown key "${key}"; did you mean "${meant}"?`, `unknown option; did you mean "${meant}"?`];
  return { sentence, refused: [{ key, outcome: 'refused', reason }] };
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

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
