/** The options of `config.json`: the single description for checks, documentation and JSON Schema. */
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { CacheConfig } from './cache.ts';
import { mayBeAdded } from '../headers/page.ts';
import { type ListedNetwork, parseRange } from '../guard/listed-networks.ts';
import { changesResult, folder, keepsResult, MIB, numeral, type Options, secret, type TypesOf } from './option.ts';
import { hidden, hiddenPassword, hiddenSecrets } from './masks.ts';
import { MAY_BE_SET, mayBeSet } from '../headers/operator.ts';
import {
  headerName,
  headerValue,
  isPattern,
  listedNetworks,
  pixels,
  PORT,
  renderTime,
  type SigningKey,
  signingKey,
  token,
} from './kinds.ts';
import { type BlockingConfig, blockingOptions } from './blocking.ts';
import { variantOf } from './declared.ts';
import { type JudgementConfig, judgementOptions } from './judgements.ts';
import { originRuleOptions } from './origin-rules.ts';
import { type RequestConfig, requestOptions } from './requests.ts';
import { type SiteOptions, type WarmingConfig, warmingOptions } from './warming.ts';
import { isGuarded, type RemoteBrowserConfig, remoteBrowserOptions, UNGUARDED } from './remote-browsers.ts';

export type { CacheConfig } from './cache.ts';

/** All options, with defaults filled in. */
export interface RendererConfig
  extends BlockingConfig, RequestConfig, WarmingConfig, RemoteBrowserConfig, JudgementConfig {
  timeout: number;
  port: number;
  host: string;
  width: number;
  height: number;
  headers: Readonly<Record<string, string>>;
  cache: 'datastore' | 'memory' | 'filesystem' | 'redis' | null;
  cacheConfig: CacheConfig;
  renderOnly: readonly string[] | null;
  ignoredVariables: readonly string[];
  closeBrowser: boolean;
  restrictedUrlPattern: string | null;
  partial: 'serve' | '503';
  frames: 'inline' | 'keep';
  earlyTimers: boolean;
  earlyTimersUrlPattern: string | null;
  waitForSelector: string | null;
  pageHeaders: readonly string[];
  allowPrivateNetworks: ReadonlyArray<string | ListedNetwork>;
  adminToken: string | null;
  adminSocket: string | null;
  trustLoopback: boolean;
  renderToken: string | readonly string[] | null;
  signingKeys: readonly SigningKey[];
  rendersPerMinute: number | null;
  trustedProxies: readonly string[];
  workers: number;
  shutdownGrace: number;
  concurrency: number;
  maxQueue: number;
  isolation: 'site' | 'render';
  browsers: number;
  maxBytes: number;
  maxRequests: number;
  maxNodes: number;
  maxWorkers: number;
  maxPopups: number;
  maxRedirects: number;
  maxNavigations: number;
  maxPixels: number;
  maxHtml: number;
  maxPageHeight: number;
  maxPageMemory: number;
  maxBrowserMemory: number;
  recycleAfterRenders: number;
  recycleAfterMinutes: number;
  executablePath: string | null;
  sandbox: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  serverTiming: boolean;
}

/** The options that a host or `config.json` may set; the table in docs/reference.md explains them. */
export type RendererOptions = Partial<Omit<RendererConfig, 'cacheConfig' | 'sites'>> & {
  cacheConfig?: Partial<CacheConfig>;
  sites?: readonly SiteOptions[];
  /** The same as in `cacheConfig`. */
  snapshotDir?: string;
};

/** Where results can be cached. */
export const CACHES = ['datastore', 'memory', 'filesystem', 'redis'] as const;
const defaultSnapshotDir = () => path.join(tmpdir(), 'page-renderer');
function typesOf<Given extends Options>(given: Given): TypesOf<Given> {
  return Object.fromEntries(Object.entries(given).map(([name, { type }]) => [name, type])) as TypesOf<Given>;
}

const minutes = z.number().min(0);
const names = z.array(z.string().min(1)).default([]);

/** What is cached, where and for how long; results do not depend on it. Ignored parameters are not part of the key. */
const cacheOptions = {
  cacheDurationMinutes: keepsResult(
    'minutes after which a cached result expires; -1: never',
    z.union([z.literal(-1), z.number().positive(), numeral(/^(-1|[1-9]\d*)$/)]).prefault(1440),
  ),
  cacheMaxEntries: keepsResult(
    'maximum number of cached results; -1: no limit; the least recently used ones are removed first',
    z.union([z.literal(-1), z.int().positive(), numeral(/^(-1|[1-9]\d*)$/)]).prefault(100),
  ),
  cacheMaxBytes: keepsResult(
    'maximum size of the `memory` or `filesystem` cache, in bytes; -1: no limit',
    z.union([z.literal(-1), z.int().min(MIB)]).default(256 * MIB),
  ),
  shortDurationMinutes: keepsResult(
    'minutes for which redirects, 404, 410, blank pages and those with an unanswered request are cached; 0: not cached',
    minutes.default(5),
  ),
  staleWhileRevalidateMinutes: keepsResult(
    'minutes for which an expired result is still served while a new one is rendered',
    minutes.default(0),
  ),
  staleIfErrorMinutes: keepsResult(
    'minutes for which an expired result is served if no new one can be rendered',
    minutes.default(0),
  ),
  renewForMinutes: keepsResult(
    'minutes after its render for which an expired result can be renewed without a new render, if nothing it was made of has changed; 0: never',
    minutes.default(10_080),
  ),
  shrinkThreshold: keepsResult(
    'a render with less than this fraction of the text of the previous result is repeated once; 0: never',
    z.number().min(0).max(1).default(0.3),
  ),
  ignoredParameters: keepsResult(
    'query parameters removed from targets before they are looked up or rendered, such as `utm_*`',
    names,
  ),
  ...originRuleOptions,
  errorDurationSeconds: keepsResult(
    'seconds for which an error of the target, such as 500 or a refused connection, is returned to all requests for the page; 0: each request renders it again',
    z.number().min(0).max(600).default(0),
  ),
  requiredForReady: keepsResult(
    'whether `/readyz` is 503 while the cache does not respond; if not, pages are rendered without it',
    z.boolean().default(false),
  ),
  storeTimeout: keepsResult(
    'time limit of a cache lookup, in milliseconds; after that the request is handled without the cache',
    z.int().min(1).max(60_000).default(1000),
  ),
  redisUrl: secret(
    hiddenPassword,
    keepsResult(
      'address of Redis for the `redis` cache; the environment variable `REDIS_URL` overrides the file, too',
      z.url({ protocol: /^rediss?$/ }).default('redis://127.0.0.1:6379'),
    ),
  ),
  redisPrefix: keepsResult('prefix of all keys in Redis', z.string().min(1).default('page-renderer:')),
};
const allCacheOptions = {
  ...cacheOptions,
  snapshotDir: keepsResult('folder of the `filesystem` cache', folder.optional()),
};

/** One entry per option, in the order of the documentation: its type, default and meaning, and whether it changes results. */
const options = {
  timeout: keepsResult('time budget of a render, in milliseconds', renderTime.prefault(10_000)),
  port: keepsResult(
    'listening port; the environment variable `PORT` overrides the file, too',
    z.union([z.int().min(0).max(65_535), numeral(PORT)], 'expected a number from 0 to 65535').prefault(3000),
  ),
  host: keepsResult(
    'listening host name; the environment variable `HOST` overrides the file, too',
    z.string().min(1).default('0.0.0.0'),
  ),
  width: changesResult('width of the viewport in CSS pixels', pixels.prefault(1000)),
  height: changesResult('height of the viewport in CSS pixels', pixels.prefault(1000)),
  ...requestOptions,
  headers: changesResult(
    'HTTP headers of every response with a page or a screenshot, unless the page sets them itself',
    z.record(headerName.refine(mayBeSet, MAY_BE_SET), headerValue).default({}),
  ),
  cache: keepsResult('where results are cached; null: nowhere', z.enum(CACHES).nullable().default(null)),
  cacheConfig: keepsResult('the options of the cache', z.strictObject(typesOf(allCacheOptions)).prefault({})),
  snapshotDir: keepsResult(
    'the same as in `cacheConfig`; default: a folder in the temporary folder of the system',
    folder.optional(),
  ),
  renderOnly: changesResult(
    'only URLs that begin with one of these prefixes (with protocol) are rendered; redirects are checked too; an empty list allows all URLs',
    z
      .array(z.string().regex(/^https?:\/\//, 'must begin with https:// or http://'))
      .nullable()
      .default(null)
      .transform((urls) => (urls?.length === 0 ? null : urls)),
  ),
  ignoredVariables: keepsResult('variables of other services to be ignored at start', names),
  closeBrowser: keepsResult('whether the browser is restarted after each render', z.boolean().default(false)),
  restrictedUrlPattern: changesResult(
    'regular expression; targets, and requests of a page, whose URL matches are refused; when it is set, pages have no WebSockets',
    z.string().min(1).refine(isPattern, 'not a regular expression').nullable().default(null),
  ),
  partial: keepsResult(
    'response for a page that exceeds its time budget: what has been rendered (`serve`), or 503',
    z.enum(['serve', '503']).default('serve'),
  ),
  frames: changesResult(
    "frames of the page's own origin: `inline` copies their content into the HTML of the page, `keep` leaves those that have an address",
    z.enum(['inline', 'keep']).default('keep'),
  ),
  earlyTimers: changesResult(
    'whether timers run early, with all clocks of the page advanced, when the page waits for nothing else: faster, but a page with a fallback for late responses may show the fallback',
    z.boolean().default(false),
  ),
  earlyTimersUrlPattern: changesResult(
    'regular expression; timers run early, as with `earlyTimers`, on pages whose URL matches',
    z.string().min(1).refine(isPattern, 'not a regular expression').nullable().default(null),
  ),
  waitForSelector: changesResult(
    'CSS selector: a page is complete when an element matches; the renderer waits for one as long as something is pending that may add it',
    z.string().min(1).max(1_000).nullable().default(null),
  ),
  pageHeaders: changesResult(
    'additional `X-…` headers that pages may set with `<meta name="render:header">`',
    z
      .array(
        z.string().refine(mayBeAdded, 'must begin with X-, and must not be a header that proxies or browsers act on'),
      )
      .default([]),
  ),
  allowPrivateNetworks: changesResult(
    'CIDR blocks, addresses or host names, each with an optional port, that may be rendered although they are not public',
    listedNetworks.default([]),
  ),
  adminToken: secret(
    hidden,
    keepsResult(
      'bearer token of `/invalidate`, `/purge` and `/cache`, and token for signing in at `/operator`; null: the service generates one at start, and `/invalidate/{url}` needs no token',
      token.nullable().default(null),
    ),
  ),
  adminSocket: keepsResult(
    'path of a Unix socket for administration without a token; only the user of the service can open it',
    z.string().min(1).max(100, 'too long for the path of a socket').nullable().default(null),
  ),
  trustLoopback: keepsResult(
    'whether requests from this machine need no admin token; do not use it behind a proxy on the same machine',
    z.boolean().default(false),
  ),
  renderToken: secret(
    hidden,
    keepsResult(
      'token, or list of accepted tokens, that clients must send to have pages rendered; null: no token is needed',
      z
        .union([token, z.array(token).min(1)])
        .nullable()
        .default(null),
    ),
  ),
  signingKeys: secret(
    hiddenSecrets,
    keepsResult(
      'secrets for signing addresses, `{ "id", "secret" }`; if there are any, an unsigned address needs the `renderToken`',
      z
        .array(signingKey)
        .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'two keys have the same id')
        .default([]),
    ),
  ),
  rendersPerMinute: keepsResult(
    'maximum number of renders per minute and client (identified by token, signing key or IP address); null: no limit',
    z.int().min(1).max(1_000_000).nullable().default(null),
  ),
  trustedProxies: keepsResult(
    'addresses and CIDR blocks of reverse proxies whose `X-Forwarded-For` is trusted for the address of the client',
    z
      .array(z.string().refine((text) => parseRange(text) !== undefined, 'neither an address nor a CIDR block'))
      .default([]),
  ),
  workers: keepsResult(
    'additional processes that serve cached results, for more traffic than one processor can handle',
    z.int().min(0).max(64).default(0),
  ),
  shutdownGrace: keepsResult(
    'milliseconds after SIGTERM in which requests are still handled while `/readyz` is 503, so that load balancers find another process',
    z.int().min(0).max(600_000).default(5_000),
  ),
  concurrency: keepsResult(
    'maximum number of pages rendered at the same time; default: twice the number of processors',
    z
      .int()
      .min(1)
      .max(256)
      .default(() => Math.max(2, availableParallelism() * 2)),
  ),
  maxQueue: keepsResult(
    'maximum number of renders in the queue; further ones are answered 503',
    z.int().min(0).max(100_000).default(100),
  ),
  isolation: keepsResult(
    'which pages never share a process: pages of different sites (`site`), or any two pages (`render`); cookies, storage, cache and connections are never shared',
    z.enum(['site', 'render']).default('site'),
  ),
  browsers: keepsResult(
    'number of browsers that renders are distributed over; default: half the number of processors, 2 to 8',
    z
      .int()
      .min(1)
      .max(64)
      .default(() => Math.min(8, Math.max(2, Math.floor(availableParallelism() / 2)))),
  ),
  maxBytes: keepsResult(
    'bytes that a page may load in total, decompressed; then it is stopped',
    z
      .int()
      .min(1)
      .default(200 * MIB),
  ),
  maxRequests: keepsResult('requests that a page may make; exact up to 500', z.int().min(1).default(2_000)),
  maxNodes: keepsResult('DOM nodes that a page may have', z.int().min(1).default(500_000)),
  maxWorkers: keepsResult('web workers that a page may start', z.int().min(0).default(20)),
  maxPopups: keepsResult('windows that a page may open; they load nothing', z.int().min(0).default(20)),
  maxRedirects: keepsResult('redirects before a page; browsers follow at most 20', z.int().min(0).max(20).default(20)),
  maxNavigations: keepsResult(
    'navigations to other addresses that a page may start by itself',
    z.int().min(0).default(10),
  ),
  maxPixels: changesResult(
    'pixels that a screenshot may have; one of the full page is cut off there',
    z.int().min(1).max(64_000_000).default(32_000_000),
  ),
  maxHtml: keepsResult(
    'maximum size of a result: characters of HTML, or bytes of a PDF or HAR file',
    z.int().min(1).max(100_000_000).default(20_000_000),
  ),
  maxPageHeight: changesResult(
    'height in pixels up to which a page is scrolled, so that lazily loaded content is present; 0: the page is not scrolled',
    z.int().min(0).max(100_000).default(10_000),
  ),
  maxPageMemory: keepsResult(
    'MiB of memory that a process of a page may use (Linux); above that it is ended: immediately where control groups are available, otherwise within a quarter of a second',
    z.int().min(64).default(2_048),
  ),
  maxBrowserMemory: keepsResult(
    'MiB of memory of a browser with all its processes (Linux) above which it is replaced; at twice as much it is ended',
    z.int().min(256).default(4_096),
  ),
  recycleAfterRenders: keepsResult('renders after which a browser is replaced', z.int().min(1).default(1_000)),
  recycleAfterMinutes: keepsResult('minutes after which a browser is replaced', z.number().positive().default(60)),
  ...blockingOptions,
  ...warmingOptions,
  executablePath: keepsResult(
    'path of the browser; null: the first one found',
    z.string().min(1).nullable().default(null),
  ),
  ...remoteBrowserOptions,
  ...judgementOptions,
  sandbox: keepsResult("whether Chromium's sandbox is used; as root it is always off", z.boolean().default(true)),
  logLevel: keepsResult(
    'lowest severity of log lines that are written',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  ),
  serverTiming: keepsResult(
    'whether responses with pages have the header `Server-Timing`, which tells clients how long each step took and how long they waited in the queue',
    z.boolean().default(false),
  ),
};

/** All options by their names in `config.json`, in the order of the documentation. */
export const declaredOptions: Options = options;
/** The options in `cacheConfig`. */
export const declaredCacheOptions: Options = allCacheOptions;

/** Checks options and fills in defaults; unknown options are refused. */
export const optionsSchema: z.ZodType<RendererConfig> = z
  .strictObject(typesOf(options))
  .refine(({ adminToken, renderToken }) => adminToken === null || ![renderToken].flat().includes(adminToken), {
    path: ['renderToken'],
    message: 'must differ from adminToken; otherwise clients that may render could also administer',
  })
  .refine(isGuarded, UNGUARDED)
  .transform(({ snapshotDir: beside, ...rest }) => {
    const { snapshotDir: inside, ...cacheConfig } = rest.cacheConfig;
    return { ...rest, cacheConfig: { ...cacheConfig, snapshotDir: inside ?? beside ?? defaultSnapshotDir() } };
  });

/** The values of the configuration that change results, as text; see {@link variantOf}. */
export function configVariant(config: RendererConfig): string {
  return variantOf<RendererConfig>(options, config) + variantOf<CacheConfig>(allCacheOptions, config.cacheConfig);
}
