/**
 * Takes over a configuration of Rendertron (https://github.com/GoogleChrome/rendertron, 1.1 to 3.1): what it has under another
 * name or with another value than this service becomes what it means here.
 */
import { CACHES } from '../options/options.ts';
import { AS_PEERS_DID } from '../options/origin-rules.ts';
import type { KeyOutcome } from './outcome.ts';
import { takePuppeteerArgs } from './puppeteer-args.ts';

type Given = Readonly<Record<string, unknown>>;

/** A configuration in the options of this service. */
export interface TakenOver {
  readonly options: Record<string, unknown>;
  /** What became of the keys that are not options here, or were changed. */
  readonly outcomes: readonly KeyOutcome[];
}

/** Makes one key an option, or leaves it out; undefined where there is nothing to change about it. */
type Take = (value: unknown, given: Given) => Changes | undefined;
interface Changes {
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly outcomes: readonly KeyOutcome[];
}

/** A key that only Rendertron has, and every configuration that was copied from its documentation. */
const ANALYTICS = 'analyticsTrackingId';
const OF_RENDERTRON: KeyOutcome = {
  key: ANALYTICS,
  outcome: 'taken-as',
  option: 'cacheConfig.originRules',
  value: [AS_PEERS_DID],
  note: 'no analytics are sent; results are cached whatever their origin says, as in Rendertron',
};

const TAKEN: Readonly<Record<string, Take>> = {
  // Versions 1 and 2: whether results are kept, at the only place there was.
  cache: (value) => (typeof value === 'boolean' ? becomes('cache', 'cache', value ? 'datastore' : null) : undefined),
  datastoreCache: cacheOf('datastoreCache', 'datastore', []),
  memoryCache: cacheOf('memoryCache', 'memory', ['datastoreCache']),
  puppeteerArgs: (value, given) => {
    const { sandbox, outcomes } = takePuppeteerArgs(value, given['sandbox'] !== undefined);
    return { set: sandbox === undefined ? undefined : { sandbox }, outcomes };
  },
  // Rendertron treats an empty pattern as no pattern.
  restrictedUrlPattern: (value) =>
    value === '' ? becomes('restrictedUrlPattern', 'restrictedUrlPattern', null) : undefined,
  debug: (value, given) => {
    if (typeof value !== 'boolean')
      return refused('debug', 'expected true or false, or leave it out and set "logLevel"');
    if (given['logLevel'] !== undefined) return ignored('debug', '"logLevel" is set and is used');
    return value ? becomes('debug', 'logLevel', 'debug') : ignored('debug', '"logLevel" decides what is logged');
  },
  [ANALYTICS]: () => ignored(ANALYTICS, 'no analytics are sent; /metrics has the counters'),
};

/** What to do instead where a value of Rendertron's means what no option of this service does. */
const INSTEAD: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  timeout: (value) => (value === 0 ? '0 means no limit in Rendertron; the maximum here is 600000' : undefined),
  'cacheConfig.cacheDurationMinutes': (value) =>
    Number(value) === 0 ? 'results that expire immediately need no cache: leave out "cache"' : undefined,
  'cacheConfig.cacheMaxEntries': (value) => (Number(value) === 0 ? 'to cache nothing, leave out "cache"' : undefined),
};

/** What is worth knowing of an option that is taken as it stands. */
const WORTH_KNOWING: Readonly<Record<string, (value: unknown, given: Given) => string | undefined>> = {
  reqHeaders: (value, given) =>
    isObject(value) && Object.keys(value).length > 0 && given['reqHeadersScope'] === undefined
      ? 'sent to the target’s own origin; to send them to every origin, as Rendertron does, set "reqHeadersScope" to "all"'
      : undefined,
  cache: (value) =>
    value === null
      ? undefined
      : 'pages are not cached if their origin says "no-store", "private" or a "Vary" that the key lacks, which Rendertron cached; "cacheConfig.originRules" ignores it',
  renderOnly: (value) => (Array.isArray(value) && value.length === 0 ? 'every page is rendered' : undefined),
  snapshotDir: () => 'results that Rendertron has stored there are neither read nor removed',
};

/**
 * Changes what has to be changed; anything else stays for the schema to judge. A configuration with something that only other services
 * have keeps caching whatever an origin says, as these do, unless it says otherwise itself.
 *
 * @param isOfPeer whether the environment has something that only other services have
 */
export function takeOver(given: Given, isOfPeer = false): TakenOver {
  const options: Record<string, unknown> = { ...given };
  const outcomes: KeyOutcome[] = [];
  for (const [key, take] of Object.entries(TAKEN)) {
    const changes = key in given ? take(given[key], given) : undefined;
    if (changes === undefined) continue;
    delete options[key];
    Object.assign(options, changes.set);
    outcomes.push(...changes.outcomes);
  }
  const isRendertron = ANALYTICS in given || outcomes.some(({ outcome }) => outcome === 'taken-as');
  if (!(isOfPeer || isRendertron) || !keepsAll(options)) return { options, outcomes };
  options['cacheConfig'] = { ...options['cacheConfig'], originRules: [AS_PEERS_DID] };
  return { options, outcomes: outcomes.map((one) => (one.key === ANALYTICS ? OF_RENDERTRON : one)) };
}

/** Whether there is a cache, and nothing is said about what origins say. */
function keepsAll<Given extends Record<string, unknown>>(options: Given): options is Given & { cacheConfig?: object } {
  const { cache, cacheConfig = {} } = options;
  if (!CACHES.some((name) => name === cache)) return false;
  return isObject(cacheConfig) && !('originRules' in cacheConfig);
}

/** What to do instead of a value that is refused. @param key with its parents, as in `cacheConfig.cacheMaxEntries` */
export function insteadOf(key: string, value: unknown): string | undefined {
  return INSTEAD[key]?.(value);
}

/** What is worth knowing of an option that is taken. @param key with its parents */
export function worthKnowing(key: string, value: unknown, given: Given): string | undefined {
  return WORTH_KNOWING[key.replace(/^cacheConfig\./, '')]?.(value, given);
}

/** A switch of older versions. @param before those that Rendertron looked at first */
function cacheOf(key: string, cache: string, before: readonly string[]): Take {
  return (value, given) => {
    if (typeof value !== 'boolean')
      return refused(key, `expected true or false; the current form is "cache": "${cache}"`);
    const other = given['cache'] === undefined ? before.find((name) => given[name] === true) : 'cache';
    if (other !== undefined) return ignored(key, `"${other}" is set and is used`);
    return value ? becomes(key, 'cache', cache) : ignored(key, 'nothing is cached unless "cache" is set');
  };
}

function becomes(key: string, option: string, value: unknown): Changes {
  return { set: { [option]: value }, outcomes: [{ key, outcome: 'taken-as', option, value }] };
}

function ignored(key: string, reason: string): Changes {
  return { outcomes: [{ key, outcome: 'ignored', reason }] };
}

function refused(key: string, reason: string): Changes {
  return { outcomes: [{ key, outcome: 'refused', reason }] };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
