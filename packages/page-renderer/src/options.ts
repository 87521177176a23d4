/** The options of `config.json`: one description from which checks, documentation and JSON Schema are made. */
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { CacheConfig } from './cache-options.ts';
import { mayBeAdded } from './server/answers/page-headers.ts';
import type { SigningKey } from './server/access/signature.ts';
import type { ListedNetwork } from './guard/listed-networks.ts';
import { parseRange } from './guard/listed-networks.ts';
import type { Option, Options, TypesOf } from './option.ts';
import { changesResult, folder, keepsResult, MIB, numeral } from './option.ts';
import { MAY_BE_SET, mayBeSet } from './server/answers/operator-headers.ts';
import {
  headerName,
  headerValue,
  isPattern,
  listedNetworks,
  pixels,
  PORT,
  renderTime,
  signingKey,
  token,
} from './option-kinds.ts';
import { variantOf } from './declared.ts';

export type { CacheConfig } from './cache-options.ts';

/** All options, with their defaults filled in. */
export interface RendererConfig {
  timeout: number;
  port: number;
  host: string;
  width: number;
  height: number;
  reqHeaders: Readonly<Record<string, string>>;
  reqHeadersScope: 'origin' | 'all';
  headers: Readonly<Record<string, string>>;
  cache: 'datastore' | 'memory' | 'filesystem' | 'redis' | null;
  cacheConfig: CacheConfig;
  renderOnly: readonly string[] | null;
  closeBrowser: boolean;
  restrictedUrlPattern: string | null;
  partial: 'serve' | '503';
  frames: 'inline' | 'keep';
  earlyTimers: boolean;
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
}

/** The options that a host or `config.json` may set; what each means is in the table of docs/reference.md. */
export type RendererOptions = Partial<Omit<RendererConfig, 'cacheConfig'>> & {
  cacheConfig?: Partial<CacheConfig>;
  /** The same as in `cacheConfig`. */
  snapshotDir?: string;
};

const CACHES = ['datastore', 'memory', 'filesystem', 'redis'] as const;
const defaultSnapshotDir = () => path.join(tmpdir(), 'page-renderer');

function typesOf<Given extends Options>(given: Given): TypesOf<Given> {
  return Object.fromEntries(Object.entries(given).map(([name, { type }]) => [name, type])) as TypesOf<Given>;
}

const minutes = z.number().min(0);

/**
 * What is kept, where and for how long; no result depends on it. Ignored parameters are left out of the URL of the key.
 */
const cacheOptions = {
  cacheDurationMinutes: keepsResult(
    'minutes after which a cached result expires; -1 keeps it',
    z.union([z.literal(-1), z.number().positive(), numeral(/^(-1|[1-9]\d*)$/)]).prefault(1440),
  ),
  cacheMaxEntries: keepsResult(
    'cached results; -1 for any number; those that were used longest ago make room',
    z.union([z.literal(-1), z.int().positive(), numeral(/^(-1|[1-9]\d*)$/)]).prefault(100),
  ),
  cacheMaxBytes: keepsResult(
    'bytes that the `memory` or the `filesystem` cache may take; -1 for any number',
    z.union([z.literal(-1), z.int().min(MIB)]).default(256 * MIB),
  ),
  shortDurationMinutes: keepsResult(
    'minutes for which redirects, 404, 410 and pages that show nothing are kept; 0 for not at all',
    minutes.default(5),
  ),
  staleWhileRevalidateMinutes: keepsResult(
    'minutes for which an expired result is still the answer, while a new one is made',
    minutes.default(0),
  ),
  staleIfErrorMinutes: keepsResult(
    'minutes for which an expired result is the answer if no new one can be made',
    minutes.default(0),
  ),
  renewForMinutes: keepsResult(
    'minutes after its render for which an expired result is renewed without one if nothing it was made of changed; 0 for never',
    minutes.default(10_080),
  ),
  shrinkThreshold: keepsResult(
    'a render with less than this part of the text of the one before is made again, once; 0 for never',
    z.number().min(0).max(1).default(0.3),
  ),
  ignoredParameters: keepsResult(
    'query parameters taken out of targets before they are looked up or rendered, such as `utm_*`',
    z.array(z.string().min(1)).default([]),
  ),
  storeTimeout: keepsResult(
    'milliseconds that a lookup may take before the cache is passed over',
    z.int().min(1).max(60_000).default(1000),
  ),
  redisUrl: keepsResult(
    'the Redis of the `redis` cache; the environment variable `REDIS_URL` overrides it',
    z.url({ protocol: /^rediss?$/ }).default('redis://127.0.0.1:6379'),
  ),
  redisPrefix: keepsResult('what all keys in Redis begin with', z.string().min(1).default('page-renderer:')),
};
const allCacheOptions = {
  ...cacheOptions,
  snapshotDir: keepsResult('folder of the `filesystem` cache', folder.optional()),
};

/** One entry per option, in the order of the documentation: its type, default and meaning, and whether it changes results. */
const options = {
  timeout: keepsResult('milliseconds a page may take to render', renderTime.prefault(10_000)),
  port: keepsResult(
    'listening port; the environment variable `PORT` overrides it',
    z.union([z.int().min(0).max(65_535), numeral(PORT)], 'expected a number from 0 to 65535').prefault(3000),
  ),
  host: keepsResult(
    'listening host name; the environment variable `HOST` overrides it',
    z.string().min(1).default('0.0.0.0'),
  ),
  width: changesResult('width of the viewport in CSS pixels', pixels.prefault(1000)),
  height: changesResult('height of the viewport in CSS pixels', pixels.prefault(1000)),
  reqHeaders: changesResult(
    'extra HTTP headers sent to the target page with every request; `Referer` with the page itself alone; `User-Agent` to every origin, and as `navigator.userAgent`',
    z.record(headerName, headerValue).default({}),
  ),
  reqHeadersScope: changesResult(
    "where `reqHeaders` go: to the target's own origin, or to every origin the page loads from",
    z.enum(['origin', 'all']).default('origin'),
  ),
  headers: changesResult(
    'HTTP headers of every answer with a page or a picture, unless the page sets them itself',
    z.record(headerName.refine(mayBeSet, MAY_BE_SET), headerValue).default({}),
  ),
  cache: keepsResult('how results are cached; null caches nothing', z.enum(CACHES).nullable().default(null)),
  cacheConfig: keepsResult('the options of the cache', z.strictObject(typesOf(allCacheOptions)).prefault({})),
  snapshotDir: keepsResult('the same as in `cacheConfig`; default: a folder in the temporary one', folder.optional()),
  renderOnly: changesResult(
    'only URLs that begin with one of these, protocol included, are rendered, redirects too; an empty list lets through all',
    z
      .array(z.string().regex(/^https?:\/\//, 'no URL begins with it; it has to begin with https:// or http://'))
      .nullable()
      .default(null)
      .transform((urls) => (urls?.length === 0 ? null : urls)),
  ),
  closeBrowser: keepsResult('closes and reopens the browser between renders', z.boolean().default(false)),
  restrictedUrlPattern: changesResult(
    'regular expression; targets whose URL matches are refused, and so are requests of a page; it has no WebSockets then',
    z.string().min(1).refine(isPattern, 'not a regular expression').nullable().default(null),
  ),
  partial: keepsResult(
    'what a page that hits the time budget is answered with: what is there, or 503',
    z.enum(['serve', '503']).default('serve'),
  ),
  frames: changesResult(
    "frames of the page's own origin: `inline` puts what they show into the HTML of the page, `keep` leaves the frames",
    z.enum(['inline', 'keep']).default('keep'),
  ),
  earlyTimers: changesResult(
    'whether timers that alone hold up a page are called early, with all its clocks put forward: faster, but a page that shows something else when an answer is late may show that',
    z.boolean().default(false),
  ),
  waitForSelector: changesResult(
    'CSS selector: a page is done when an element matches, and waits for one as long as something is pending that may bring it',
    z.string().min(1).max(1_000).nullable().default(null),
  ),
  pageHeaders: changesResult(
    'further headers, `X-…`, that pages may set with `<meta name="render:header">`',
    z
      .array(z.string().refine(mayBeAdded, 'no name that begins with X-, or one that proxies or browsers act on'))
      .default([]),
  ),
  allowPrivateNetworks: changesResult(
    'CIDR blocks, addresses or host names, each maybe with a port, that may be rendered although they are not public',
    listedNetworks.default([]),
  ),
  adminToken: keepsResult(
    'bearer token of `/invalidate`, `/purge` and `/cache`; null makes one at start and leaves `/invalidate/{url}` open',
    token.nullable().default(null),
  ),
  adminSocket: keepsResult(
    'path of a Unix socket on which the same is answered without a token; only the user of the service may open it',
    z.string().min(1).max(100, 'longer than the path of a socket can be').nullable().default(null),
  ),
  trustLoopback: keepsResult(
    'whether requests from this machine need no admin token; never behind a proxy on the same machine',
    z.boolean().default(false),
  ),
  renderToken: keepsResult(
    'token that callers must send to have pages rendered, or several of which any will do; null renders for everybody',
    z
      .union([token, z.array(token).min(1)])
      .nullable()
      .default(null),
  ),
  signingKeys: keepsResult(
    'secrets that addresses are signed with, `{ "id", "secret" }`; with any, an unsigned address takes the `renderToken`',
    z
      .array(signingKey)
      .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'two keys have the same id')
      .default([]),
  ),
  rendersPerMinute: keepsResult(
    'renders that one client may have in a minute, by token, signing key or else address; null for any number',
    z.int().min(1).max(1_000_000).nullable().default(null),
  ),
  trustedProxies: keepsResult(
    'addresses and CIDR blocks of proxies in front, whose `X-Forwarded-For` says where a request comes from',
    z
      .array(z.string().refine((text) => parseRange(text) !== undefined, 'neither an address nor a CIDR block'))
      .default([]),
  ),
  workers: keepsResult(
    'processes that answer what is cached, beside the one that renders: for more of it than one processor can send',
    z.int().min(0).max(64).default(0),
  ),
  concurrency: keepsResult(
    'pages rendered at the same time; default: twice the processors',
    z
      .int()
      .min(1)
      .max(256)
      .default(() => Math.max(2, availableParallelism() * 2)),
  ),
  maxQueue: keepsResult(
    'renders that may wait for a place; further ones get 503',
    z.int().min(0).max(100_000).default(100),
  ),
  isolation: keepsResult(
    'what a page never shares its process with: pages of another `site`, or any other page (`render`); cookies, storage, cache and connections are its own in both',
    z.enum(['site', 'render']).default('site'),
  ),
  browsers: keepsResult(
    'browsers among which pages that are rendered at the same time are spread; default: half as many as processors, 2 to 8',
    z
      .int()
      .min(1)
      .max(64)
      .default(() => Math.min(8, Math.max(2, Math.floor(availableParallelism() / 2)))),
  ),
  maxBytes: keepsResult(
    'bytes that a page may load, in all and decompressed; further it is stopped',
    z
      .int()
      .min(1)
      .default(200 * MIB),
  ),
  maxRequests: keepsResult('requests that a page may make', z.int().min(1).default(2_000)),
  maxNodes: keepsResult('nodes that a page may have', z.int().min(1).default(500_000)),
  maxWorkers: keepsResult('workers that a page may start', z.int().min(0).default(20)),
  maxPopups: keepsResult('windows that a page may open; none loads anything', z.int().min(0).default(20)),
  maxRedirects: keepsResult(
    'redirects on the way to a page; a browser follows 20 at most',
    z.int().min(0).max(20).default(20),
  ),
  maxNavigations: keepsResult('addresses that a page may go on to by itself', z.int().min(0).default(10)),
  maxPixels: changesResult(
    'pixels of a picture; one of a whole page is cut off there',
    z.int().min(1).max(64_000_000).default(32_000_000),
  ),
  maxHtml: keepsResult(
    'characters of HTML, or bytes of a PDF or HAR file, that a result may have',
    z.int().min(1).max(100_000_000).default(20_000_000),
  ),
  maxPageHeight: changesResult(
    'pixels of a page that are looked at, so that what loads as it is scrolled to is there; 0 for what is seen at first',
    z.int().min(0).max(100_000).default(10_000),
  ),
  maxPageMemory: keepsResult(
    'MiB of memory that a process of a page may take (Linux); then it is ended: within a quarter of a second, at once where control groups can be made',
    z.int().min(64).default(2_048),
  ),
  maxBrowserMemory: keepsResult(
    'MiB of memory of a browser with all its processes (Linux), after which it is replaced; at twice as much it is ended',
    z.int().min(256).default(4_096),
  ),
  recycleAfterRenders: keepsResult('renders after which a browser is replaced', z.int().min(1).default(1_000)),
  recycleAfterMinutes: keepsResult('minutes after which a browser is replaced', z.number().positive().default(60)),
  executablePath: keepsResult(
    'the browser; null takes the first one found',
    z.string().min(1).nullable().default(null),
  ),
  sandbox: keepsResult("Chromium's sandbox; as root it is always off", z.boolean().default(true)),
  logLevel: keepsResult(
    'least severe log lines that are written',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  ),
};

/** Names of all options, in the order of the documentation. */
export const optionNames: readonly string[] = Object.keys(options);

/** Checks options and fills in defaults; what is not an option is refused. */
export const optionsSchema: z.ZodType<RendererConfig> = z
  .strictObject(typesOf(options))
  .refine(({ adminToken, renderToken }) => adminToken === null || ![renderToken].flat().includes(adminToken), {
    path: ['renderToken'],
    message: 'the same as adminToken; whoever may have pages rendered could administer, too',
  })
  .transform(({ snapshotDir: beside, ...rest }) => {
    const { snapshotDir: inside, ...cacheConfig } = rest.cacheConfig;
    return { ...rest, cacheConfig: { ...cacheConfig, snapshotDir: inside ?? beside ?? defaultSnapshotDir() } };
  });

/** The values of a configuration that change results, as text; see {@link variantOf}. */
export function configVariant(config: RendererConfig): string {
  return variantOf<RendererConfig>(options, config) + variantOf<CacheConfig>(allCacheOptions, config.cacheConfig);
}

/** JSON Schema (draft 2020-12) of `config.json`, for editors. */
export function optionsJsonSchema(): Record<string, unknown> {
  const file = z.strictObject({ $schema: z.string().optional(), ...typesOf(options) });
  const { $schema, ...schema } = z.toJSONSchema(file, { io: 'input' });
  return { $schema, title: 'Configuration of page-renderer', ...schema };
}

/** The table of options for the documentation, as Markdown. */
export function optionsTable(): string {
  const row = (name: string, { type }: Option<z.ZodType>) => {
    const json = z.toJSONSchema(type, { io: 'input' }) as { default?: unknown; description?: string };
    const isComputed = name === 'concurrency' || name === 'browsers' || name === 'cacheConfig';
    const fallback = isComputed || json.default === undefined ? '' : `\`${JSON.stringify(json.default)}\``;
    return `| \`${name}\` | ${fallback} | ${json.description ?? ''} |`;
  };
  const rows = Object.entries(options).map(([name, option]) => row(name, option));
  const cache = Object.entries(cacheOptions).map(([name, option]) => row(`cacheConfig.${name}`, option));
  return ['| Option | Default | Meaning |', '|---|---|---|', ...rows, ...cache].join('\n');
}
