/** Finds all pages of a site: through its `robots.txt`, an index of sitemaps, or one sitemap. */
import type { Fetching, Validators } from './fetch.ts';
import { fetchSitemap } from './fetch.ts';
import type { SitemapEntry } from './parse.ts';
import { parseSitemap, SitemapError } from './parse.ts';

/** Maximum number of sitemaps of one site. */
const MAX_SITEMAPS = 1_000;
/** Maximum number of pages of one site. */
export const MAX_PAGES = 500_000;
/** Maximum size of a `robots.txt` in bytes (RFC 9309 §2.5: at least 500 KiB). */
const MAX_ROBOTS = 512 * 1024;
const MAX_ADDRESS = 2_048;

/** What is found, in the order of the sitemaps. */
export type Found =
  | {
      readonly kind: 'page';
      readonly url: URL;
      readonly lastmod: string | undefined;
      /** The page in other languages; not checked. */
      readonly alternates: readonly string[];
    }
  /** A sitemap or an entry that cannot be used; `retryAfter` in milliseconds. */
  | { readonly kind: 'error'; readonly url: string; readonly error: string; readonly retryAfter?: number | undefined }
  /** A sitemap that was read to its end, or has not changed. */
  | { readonly kind: 'sitemap'; readonly url: string; readonly unchanged: boolean; readonly validators?: Validators };

/** How {@link walkSitemaps} works. */
export interface Walking extends Fetching {
  /** Validators of the last complete read of a sitemap. */
  readonly known?: (url: string) => Promise<Validators | undefined>;
  /** Hosts of which a `robots.txt` may name sitemaps, besides its own. */
  readonly hosts?: ReadonlySet<string>;
}

/**
 * All pages of a sitemap, as they are found. A `robots.txt` leads to the sitemaps that it names, and an address without a path to
 * the `robots.txt` of its site. A `robots.txt` may name sitemaps of its own host and of {@link Walking.hosts}: it is a text of the site,
 * which must not choose what this service requests elsewhere. An entry must be of the host of its sitemap, or of that of the `robots.txt`; an index must
 * not list another index (protocol).
 */
export async function* walkSitemaps(start: URL, how: Walking): AsyncGenerator<Found> {
  const seen = new Set<string>();
  let pages = 0;
  for await (const found of walk(start, how, seen)) {
    if (found.kind === 'page') pages += 1;
    if (pages > MAX_PAGES) {
      yield fault(start.href, `lists more than ${MAX_PAGES} pages; the others were not read`);
      return;
    }
    yield found;
  }
}

async function* walk(start: URL, how: Walking, seen: Set<string>): AsyncGenerator<Found> {
  const isSite = start.pathname === '/' && start.search === '';
  if (!isSite && start.pathname !== '/robots.txt') {
    yield* readOne(start, { how, seen, hosts: [start.host], isChild: false });
    return;
  }
  const robots = new URL('/robots.txt', start);
  const named: URL[] = [];
  try {
    named.push(...(await sitemapsOf(robots, how)));
  } catch (error) {
    // Most sites without a `robots.txt` have a sitemap at the usual place.
    if (!(error instanceof SitemapError) || !isSite) {
      yield faultOf(robots.href, error);
      return;
    }
  }
  if (named.length === 0 && !isSite) yield fault(robots.href, 'names no sitemap');
  if (named.length === 0 && isSite) named.push(new URL('/sitemap.xml', start));
  for (const url of named.slice(0, MAX_SITEMAPS)) {
    if (url.host !== start.host && how.hosts?.has(url.host) !== true) {
      yield fault(url.href, `is on another host than the robots.txt that names it (${start.host}), and is not read`);
      continue;
    }
    yield* readOne(url, { how, seen, hosts: [start.host], isChild: false });
  }
}

/** The sitemaps that a `robots.txt` names (RFC 9309 §2.2.4). @throws {SitemapError} */
async function sitemapsOf(robots: URL, how: Walking): Promise<URL[]> {
  const fetched = await fetchSitemap(robots, undefined, how);
  if (fetched.outcome !== 'changed') return [];
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of fetched.bytes) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= MAX_ROBOTS) break;
  }
  const text = Buffer.concat(chunks).subarray(0, MAX_ROBOTS).toString('utf8');
  const lines = text.matchAll(/^[^\S\r\n]*sitemap[^\S\r\n]*:[^\S\r\n]*(\S+)/gim);
  return Array.from(lines, ([, address = '']) => URL.parse(address, robots)).filter((url) => url !== null);
}

interface Reading {
  readonly how: Walking;
  /** Addresses of the sitemaps that were read. */
  readonly seen: Set<string>;
  /** Whose pages a sitemap may list. */
  readonly hosts: readonly string[];
  readonly isChild: boolean;
}

async function* readOne(url: URL, reading: Reading): AsyncGenerator<Found> {
  const { how, seen } = reading;
  if (seen.has(url.href)) return;
  if (seen.size >= MAX_SITEMAPS) {
    return yield fault(url.href, `was not read: a site can have ${MAX_SITEMAPS} sitemaps`);
  }
  seen.add(url.href);
  const children: URL[] = [];
  let { hosts } = reading;
  try {
    const fetched = await fetchSitemap(url, await how.known?.(url.href), how);
    if (fetched.outcome === 'unchanged') return yield { kind: 'sitemap', url: url.href, unchanged: true };
    hosts = [...hosts, fetched.url.host];
    for await (const entry of parseSitemap(fetched.bytes)) {
      const judged = judge(entry, hosts, reading.isChild);
      if (!(judged instanceof URL)) yield judged;
      else if (entry.kind === 'pages')
        yield { kind: 'page', url: judged, lastmod: entry.lastmod, alternates: entry.alternates };
      else if (children.length < MAX_SITEMAPS) children.push(judged);
      else throw new SitemapError(`lists more than ${MAX_SITEMAPS} sitemaps; the others were not read`);
    }
    yield { kind: 'sitemap', url: url.href, unchanged: false, validators: fetched.validators };
  } catch (error) {
    yield faultOf(url.href, error);
  }
  for (const child of children) yield* readOne(child, { ...reading, hosts, isChild: true });
}

/** The address of an entry, or why it is refused. */
function judge({ kind, loc }: SitemapEntry, hosts: readonly string[], isChild: boolean): URL | Found {
  const shown = loc.slice(0, 200);
  if (loc === '') return fault(shown, 'an entry has no address');
  if (loc.length > MAX_ADDRESS) return fault(shown, `the address has more than ${MAX_ADDRESS} characters`);
  const url = URL.parse(loc);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return fault(shown, 'not an absolute http or https address');
  }
  if (url.username !== '' || url.password !== '') return fault(url.origin, 'the address contains credentials');
  if (!hosts.includes(url.host)) return fault(shown, `of another host than its sitemap (${hosts.at(-1)})`);
  if (kind === 'sitemaps' && isChild) return fault(shown, 'an index in an index is not read');
  return url;
}

function fault(url: string, error: string, retryAfter?: number): Found {
  return { kind: 'error', url, error, retryAfter };
}

function faultOf(url: string, error: unknown): Found {
  if (error instanceof SitemapError) return fault(url, error.message, error.retryAfter);
  throw error;
}
