/** The state of the cache, and the removal of results from it. */
import { normalizedUrl, removedPagesOf } from '../../cache/keys/key.ts';
import type { Selection } from '../../cache/stores/store.ts';
import { readTags } from '../../cache/keys/tags.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { AppContext, Backend } from '../context/context.ts';
import { noteTarget } from '../context/context.ts';
import { readPattern, removeMatching } from './pattern.ts';
import { readTrueOrFalse } from '../../grammar/dialects/parameters.ts';
import { readInvalidation } from '../../grammar/dialects/rendertron.ts';
import type { OtherLine } from '../../grammar/grammar.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
/** Maximum number of selections of one request. */
const MAX_SELECTIONS = 50;
/** The parameters of `POST /purge`. */
export const PURGE_PARAMETERS: readonly string[] = ['prefix', 'tag', 'pattern', 'dryRun'];
/** Maximum length of a prefix or a tag in characters, which every store supports. */
const MAX_LENGTH = 1_000;

/** `GET /cache`: content, hits and failures of the cache since the start, as JSON. */
export async function cacheState(c: AppContext, backend: Backend): Promise<Response> {
  backend.admin.require(c);
  const state = await backend.cache?.results.state();
  return c.json({ cache: backend.cacheName, ...state }, 200, HEADERS);
}

/**
 * `GET /invalidate/{target_url}` (every variant of the page) and `GET /invalidate/` (everything): returns the number of
 * removed results (spec: R-invalidate, R-open-invalidate).
 */
export async function invalidate(c: AppContext, { admin, cache }: Backend, { rest }: OtherLine): Promise<Response> {
  if (rest === '') admin.require(c);
  else admin.requireForOnePage(c);
  const targets = rest === '' ? [] : readInvalidation(rest);
  if (targets[0]) noteTarget(c, targets[0]);
  if (!cache) return c.json({ removed: 0 }, 200, HEADERS);
  const pages = [...new Set(targets.flatMap((target) => removedPagesOf(cache.target(target))))];
  const { count } = await cache.results.remove(rest === '' ? { by: 'all' } : { by: 'page', pages });
  return c.json({ removed: count }, 200, HEADERS);
}

/**
 * `POST /purge?prefix=…&tag=…&pattern=…`: removes all results whose URL begins with a prefix, whose page has a tag, or whose URL matches a
 * pattern; with
 * `dryRun=true` only lists them. Meant to be called when a new version of a site is deployed.
 */
export async function purge(c: AppContext, { admin, cache }: Backend, { rest }: OtherLine): Promise<Response> {
  admin.require(c);
  const parameters = new URLSearchParams(rest);
  const patterns = parameters.getAll('pattern').map(readPattern);
  const selections = readSelections(parameters, patterns.length);
  // A typing error here would remove what should only be listed.
  const dryRun = readTrueOrFalse(parameters, 'dryRun');
  const found = { count: 0, urls: [] as string[] };
  for (const selection of cache ? selections : []) {
    const removal = await cache?.results.remove(selection, dryRun);
    found.count += removal?.count ?? 0;
    found.urls.push(...(removal?.urls ?? []));
  }
  for (const pattern of cache ? patterns : []) {
    const removal = cache && (await removeMatching(cache.results, pattern, dryRun));
    found.count += removal?.count ?? 0;
    found.urls.push(...(removal?.urls ?? []));
  }
  const { count, urls } = found;
  return c.json({ matched: count, removed: dryRun ? 0 : count, dryRun, urls: [...new Set(urls)] }, 200, HEADERS);
}

/** @param others number of selections of another kind */
function readSelections(parameters: URLSearchParams, others: number): Selection[] {
  for (const name of parameters.keys()) {
    if (!PURGE_PARAMETERS.includes(name)) {
      const known = PURGE_PARAMETERS.join(', ');
      throw new RendererError('invalid-parameter', `${name}: unknown parameter (known: ${known})`);
    }
  }
  const prefixes = parameters.getAll('prefix').map((text): Selection => ({ by: 'prefix', prefix: readPrefix(text) }));
  const tags = parameters.getAll('tag').map((text): Selection => ({ by: 'tag', tag: readTag(text) }));
  const selections = [...prefixes, ...tags];
  const all = selections.length + others;
  if (all === 0 || all > MAX_SELECTIONS) {
    const message = `Select what to remove with 1 to ${MAX_SELECTIONS} "prefix", "tag" or "pattern" parameters; GET /invalidate/ removes everything`;
    throw new RendererError('invalid-parameter', message);
  }
  return selections;
}

/**
 * Reads a prefix, whose host must be complete: `https://example.com` does not match `https://example.com.test/`.
 *
 * @throws {RendererError} `invalid-parameter`
 */
export function readPrefix(text: string): string {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url || url.username !== '' || url.href.length > MAX_LENGTH) {
    throw new RendererError(
      'invalid-parameter',
      `prefix: expected the beginning of a URL, such as https://example.com/blog/`,
    );
  }
  return normalizedUrl(url);
}

/** A tag as pages declare it. @throws {RendererError} `invalid-parameter` */
export function readTag(text: string): string {
  const [tag, ...more] = readTags(text, undefined);
  if (tag !== undefined && more.length === 0) return tag;
  throw new RendererError('invalid-parameter', `tag: expected one word of at most 128 visible characters`);
}
