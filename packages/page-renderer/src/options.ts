/** The options of `config.json`: one description from which checks, documentation and JSON Schema are made. */
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** The options of a cache (spec: Configuration). */
export interface CacheConfig {
  /** Minutes after which a result expires; -1 keeps it. Default: 1440. */
  cacheDurationMinutes: number;
  /** Results kept; -1 for any number. Default: 100. */
  cacheMaxEntries: number;
  /** Bytes that the memory and the filesystem cache may take; -1 for any number. Default: 256 MiB. */
  cacheMaxBytes: number;
  /** Minutes for which redirects, 404, 410 and pages that show nothing are kept; 0 for not at all. Default: 5. */
  shortDurationMinutes: number;
  /** Minutes for which an expired result is still the answer while a new one is made. Default: 0. */
  staleWhileRevalidateMinutes: number;
  /** Minutes for which an expired result is the answer if no new one can be made. Default: 0. */
  staleIfErrorMinutes: number;
  /** Part of the last good result's text that a new one must have to replace it the first time; 0 for none. Default: 0.3. */
  shrinkThreshold: number;
  /** Names of query parameters that are taken out of targets, `*` standing for any ending. Default: none. */
  ignoredParameters: readonly string[];
  /** Milliseconds that a lookup may take before the cache is passed over. Default: 1000. */
  storeTimeout: number;
  /** Where Redis is. Default: `redis://127.0.0.1:6379`. */
  redisUrl: string;
  /** What all keys in Redis begin with. Default: `page-renderer:`. */
  redisPrefix: string;
  /** Folder of the files of the filesystem cache. Default: `page-renderer` in the system's temporary folder. */
  snapshotDir: string;
}

/** All options, with their defaults filled in. */
export interface RendererConfig {
  timeout: number;
  port: number;
  host: string;
  width: number;
  height: number;
  reqHeaders: Readonly<Record<string, string>>;
  reqHeadersScope: 'origin' | 'all';
  cache: 'datastore' | 'memory' | 'filesystem' | 'redis' | null;
  cacheConfig: CacheConfig;
  renderOnly: readonly string[] | null;
  closeBrowser: boolean;
  restrictedUrlPattern: string | null;
  partial: 'serve' | '503';
  allowPrivateNetworks: readonly string[];
  adminToken: string | null;
  concurrency: number;
  maxQueue: number;
  executablePath: string | null;
  sandbox: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

/** The options that a host or `config.json` may set; what each means is in the README's table. */
export type RendererOptions = Partial<Omit<RendererConfig, 'cacheConfig'>> & {
  cacheConfig?: Partial<CacheConfig>;
  /** The same as in `cacheConfig`. */
  snapshotDir?: string;
};

const CACHES = ['datastore', 'memory', 'filesystem', 'redis'] as const;
const MIB = 1024 * 1024;
const pixels = z.int().min(1).max(8_192);
const headerName = z.string().regex(/^[!#$%&'*+\-.^_`|~\w]+$/, 'not the name of a header');
// oxlint-disable-next-line no-control-regex -- what RFC 9110 §5.5 allows in a field value
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'holds a character that a header can not');
const snapshotDir = z.string().min(1).describe('folder of the `filesystem` cache');
const defaultSnapshotDir = () => path.join(tmpdir(), 'page-renderer');

/** Rendertron's configurations have these numbers as text, too. */
const numeral = (pattern: RegExp) => z.string().regex(pattern).transform(Number);
const minutes = z.number().min(0);

const cacheShape = {
  cacheDurationMinutes: z
    .union([z.literal(-1), z.number().positive(), numeral(/^(-1|[1-9]\d*)$/)])
    .prefault(1440)
    .describe('minutes after which a cached result expires; -1 keeps it'),
  cacheMaxEntries: z
    .union([z.literal(-1), z.int().positive(), numeral(/^(-1|[1-9]\d*)$/)])
    .prefault(100)
    .describe('cached results; -1 for any number; those that were used longest ago make room'),
  cacheMaxBytes: z
    .union([z.literal(-1), z.int().min(MIB)])
    .default(256 * MIB)
    .describe('bytes that the `memory` or the `filesystem` cache may take; -1 for any number'),
  shortDurationMinutes: minutes
    .default(5)
    .describe('minutes for which redirects, 404, 410 and pages that show nothing are kept; 0 for not at all'),
  staleWhileRevalidateMinutes: minutes
    .default(0)
    .describe('minutes for which an expired result is still the answer, while a new one is made'),
  staleIfErrorMinutes: minutes
    .default(0)
    .describe('minutes for which an expired result is the answer if no new one can be made'),
  shrinkThreshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.3)
    .describe(
      'a render with less than this part of the text of the one before replaces it only when it comes out so again; 0 for at once',
    ),
  ignoredParameters: z
    .array(z.string().min(1))
    .default([])
    .describe('query parameters taken out of targets before they are looked up or rendered, such as `utm_*`'),
  storeTimeout: z
    .int()
    .min(1)
    .max(60_000)
    .default(1000)
    .describe('milliseconds that a lookup may take before the cache is passed over'),
  redisUrl: z
    .url({ protocol: /^rediss?$/ })
    .default('redis://127.0.0.1:6379')
    .describe('the Redis of the `redis` cache; the environment variable `REDIS_URL` overrides it'),
  redisPrefix: z.string().min(1).default('page-renderer:').describe('what all keys in Redis begin with'),
};

/** One entry per option, in the order of the documentation: its type, default and meaning. */
const shape = {
  timeout: z.int().min(1).max(600_000).default(10_000).describe('milliseconds a page may take to render'),
  port: z
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .describe('listening port; the environment variable `PORT` overrides it'),
  host: z
    .string()
    .min(1)
    .default('0.0.0.0')
    .describe('listening host name; the environment variable `HOST` overrides it'),
  width: pixels.default(1000).describe('width of the viewport in CSS pixels'),
  height: pixels.default(1000).describe('height of the viewport in CSS pixels'),
  reqHeaders: z
    .record(headerName, headerValue)
    .default({})
    .describe('extra HTTP headers sent to the target page with every request'),
  reqHeadersScope: z
    .enum(['origin', 'all'])
    .default('origin')
    .describe("where `reqHeaders` go: to the target's own origin, or to every origin the page loads from"),
  cache: z.enum(CACHES).nullable().default(null).describe('how results are cached; null caches nothing'),
  cacheConfig: z
    .strictObject({ ...cacheShape, snapshotDir: snapshotDir.optional() })
    .prefault({})
    .describe('the options of the cache'),
  snapshotDir: snapshotDir.optional().describe('the same as in `cacheConfig`; default: a folder in the temporary one'),
  renderOnly: z
    .array(z.string().min(1))
    .nullable()
    .default(null)
    .describe('only URLs that begin with one of these, protocol included, are rendered, redirects too'),
  closeBrowser: z.boolean().default(false).describe('closes and reopens the browser between renders'),
  restrictedUrlPattern: z
    .string()
    .min(1)
    .refine(isPattern, 'not a regular expression')
    .nullable()
    .default(null)
    .describe('regular expression; targets whose URL matches are refused, and so are requests of a page'),
  partial: z
    .enum(['serve', '503'])
    .default('serve')
    .describe('what a page that hits the time budget is answered with: what is there, or 503'),
  allowPrivateNetworks: z
    .array(z.string())
    .default([])
    .describe('CIDR blocks, addresses or host names that may be rendered although they are not public'),
  adminToken: z
    .string()
    .min(16, 'expected 16 characters or more')
    .nullable()
    .default(null)
    .describe(
      'bearer token of `/invalidate`, `/purge` and `/cache`; without it, only `/invalidate/{url}` is taken from other machines',
    ),
  concurrency: z
    .int()
    .min(1)
    .max(256)
    .default(() => Math.max(2, availableParallelism() * 2))
    .describe('pages rendered at the same time; default: twice the processors'),
  maxQueue: z
    .int()
    .min(0)
    .max(100_000)
    .default(100)
    .describe('renders that may wait for a place; further ones get 503'),
  executablePath: z.string().min(1).nullable().default(null).describe('the browser; null takes the first one found'),
  sandbox: z.boolean().default(true).describe("Chromium's sandbox; as root it is always off"),
  logLevel: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('least severe log lines that are written'),
} satisfies Record<string, z.ZodType>;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Names of all options, in the order of the documentation. */
export const optionNames: readonly string[] = Object.keys(shape);

/** Checks options and fills in defaults; what is not an option is refused. */
export const optionsSchema: z.ZodType<RendererConfig> = z
  .strictObject(shape)
  .transform(({ snapshotDir: beside, ...rest }) => {
    const { snapshotDir: inside, ...cacheConfig } = rest.cacheConfig;
    return { ...rest, cacheConfig: { ...cacheConfig, snapshotDir: inside ?? beside ?? defaultSnapshotDir() } };
  });

/** JSON Schema (draft 2020-12) of `config.json`, for editors. */
export function optionsJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(z.strictObject({ $schema: z.string().optional(), ...shape }), {
    io: 'input',
  });
  return { $schema, title: 'Configuration of page-renderer', ...schema };
}

/** The table of options for the documentation, as Markdown. */
export function optionsTable(): string {
  const rows = Object.entries(shape).map(([name, type]) => {
    const json = z.toJSONSchema(type, { io: 'input' }) as { default?: unknown; description?: string };
    const isComputed = name === 'concurrency' || name === 'cacheConfig';
    const fallback = isComputed || json.default === undefined ? '' : `\`${JSON.stringify(json.default)}\``;
    return `| \`${name}\` | ${fallback} | ${json.description ?? ''} |`;
  });
  const cache = Object.entries(cacheShape).map(([name, type]) => {
    const json = z.toJSONSchema(type, { io: 'input' }) as { default?: unknown; description?: string };
    return `| \`cacheConfig.${name}\` | \`${JSON.stringify(json.default)}\` | ${json.description ?? ''} |`;
  });
  return ['| Option | Default | Meaning |', '|---|---|---|', ...rows, ...cache].join('\n');
}
