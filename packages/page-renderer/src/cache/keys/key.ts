/** The key of a cached result: a normalised URL, and everything else that changes the result. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { variantOf } from '../../options/declared.ts';
import type { RendererConfig } from '../../options/options.ts';
import { configVariant } from '../../options/options.ts';
import type { AnyOptions } from '../../render/job/options.ts';
import { RENDER_OPTIONS, withDefaults } from '../../render/job/options.ts';
import { normalizedEncoding, parseHttpUrl } from '../../kernel/url.ts';

/** The key under which a result is stored. */
export interface CacheKey {
  /** Everything that distinguishes results, as text. */
  readonly text: string;
  /** The normalised target. */
  readonly url: string;
  /** Names of the request headers whose values follow from it, in lower case: those of its options, and of the configuration. */
  readonly headers: readonly string[];
  /** {@link pageOf} the target, or {@link narrowedPageOf} it, a dash, and a digest of `text`: 65 characters that are allowed in file names. */
  readonly id: string;
}

/** The format of an id of {@link cacheKey}. */
export const ID: RegExp = /^[0-9a-f]{32}-[0-9a-f]{32}$/;

/** What else decides about a key. */
interface KeySettings {
  /** Names of the request headers that the configuration adds, in lower case. */
  readonly added?: readonly string[];
  /** Whether the origin has said that further parameters make no difference (`No-Vary-Search`), so that the target lacks them. */
  readonly isNarrowed?: boolean;
}

/**
 * The key of a result.
 *
 * @param configuration from {@link configurationDigest}, so that results of an older configuration are not found
 */
export function cacheKey(
  kind: CacheKind,
  target: URL,
  options: AnyOptions,
  configuration: string,
  { added = [], isNarrowed = false }: KeySettings = {},
): CacheKey {
  const url = normalizedUrl(target);
  const text = JSON.stringify([kind, url, variantOf(RENDER_OPTIONS, withDefaults(options)), configuration]);
  const own = Object.keys(options.headers ?? {}).map((name) => name.toLowerCase());
  const languages = options.acceptLanguage === undefined ? [] : ['accept-language'];
  const page = isNarrowed ? narrowedPageOf(target) : pageOf(target);
  return { text, url, headers: [...own, ...languages, ...added], id: `${page}-${digest(text)}` };
}

/** The parts of {@link CacheKey.text}. */
export interface KeyParts {
  readonly kind: CacheKind;
  readonly url: string;
  readonly options: AnyOptions;
  readonly configuration: string;
}

/** Reads the text of a key; undefined for another text. It comes from a store, to which others may have access. */
export function readKey(text: string): KeyParts | undefined {
  try {
    const [kind, url, variant, configuration] = keyText.parse(JSON.parse(text));
    if (normalizedUrl(parseHttpUrl(url)) !== url) return undefined;
    const options = variantSchema.parse(JSON.parse(variant)) as AnyOptions;
    return { kind, url, options, configuration };
  } catch {
    return undefined;
  }
}

const KINDS = ['render', 'screenshot', 'pdf', 'har', 'pair'] as const;
/** What a result is. */
type CacheKind = (typeof KINDS)[number];
const keyText = z.tuple([z.enum(KINDS), z.string(), z.string(), z.string()]);
const variantSchema = z.strictObject({
  mobile: z.boolean(),
  timezoneId: z.string().optional(),
  acceptLanguage: z.string().optional(),
  shadow: z.enum(['flat', 'declarative']),
  frames: z.enum(['inline', 'keep']).optional(),
  polyfill: z.literal('shady').optional(),
  redirects: z.enum(['follow', 'final', 'report']),
  userAgent: z.string().optional(),
  javascript: z.string().optional(),
  waitForSelector: z.string().optional(),
  headers: z.record(z.string(), z.string()),
  scripts: z.boolean(),
  width: z.number().optional(),
  height: z.number().optional(),
  picture: z.record(z.string(), z.json()),
  pdf: z.record(z.string(), z.json()).optional(),
} satisfies Record<keyof Omit<AnyOptions, 'signal'>, z.ZodType>);

/** The parts of a configuration that change results, as a digest. */
export function configurationDigest(config: RendererConfig): string {
  return digest(configVariant(config));
}

/** The same for every variant of a page, and for its URL with and without a slash at the end of the path. */
export function pageOf(target: URL): string {
  const bare = new URL(target);
  bare.pathname = bare.pathname.replace(/\/+$/, '');
  return digest(normalizedUrl(bare));
}

/**
 * The same for all variants of a path that an origin has narrowed with `No-Vary-Search`. Which they are is only known to
 * processes that have seen its response, so a removal of any of their URLs removes all of them.
 */
export function narrowedPageOf(target: URL): string {
  const bare = new URL(target);
  [bare.pathname, bare.search] = [bare.pathname.replace(/\/+$/, ''), ''];
  return digest(`no-vary-search ${normalizedUrl(bare)}`);
}

/** The pages of a URL that has to be removed: {@link pageOf} it, and {@link narrowedPageOf} it. */
export function removedPagesOf(target: URL): string[] {
  return [pageOf(target), narrowedPageOf(target)];
}

/**
 * A URL in a form that is the same for every spelling: unreserved characters unencoded, other encodings in capitals
 * (RFC 3986 §6.2.2), parameters sorted by name, those of one name in their order.
 */
export function normalizedUrl(url: URL): string {
  const query = url.search.slice(1).split('&').filter(Boolean).map(normalizedEncoding);
  const parameters = query.map((text) => ({ name: text.split('=', 1)[0] ?? '', text }));
  const ordered = parameters.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  const search = ordered.length > 0 ? `?${ordered.map(({ text }) => text).join('&')}` : '';
  return url.origin + normalizedEncoding(url.pathname) + search + url.hash;
}

/** Removes parameters from a URL by name; a `*` at the end of a name matches any ending. */
export function withoutParameters(url: URL, names: readonly string[]): URL {
  if (names.length === 0 || url.search === '') return url;
  const isIgnored = (name: string) =>
    names.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
  const parts = url.search.slice(1).split('&');
  // The other parameters keep their spelling.
  const rest = parts.filter((part) => part !== '' && !isIgnored([...new URLSearchParams(part).keys()][0] ?? ''));
  const bare = new URL(url);
  bare.search = rest.join('&');
  return bare;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
