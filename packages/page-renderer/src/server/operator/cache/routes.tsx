/** Pages about the cache that change nothing: the list, one result, its body, and what a removal would remove. */
import { plainBody } from '../../../cache/results/encoding.ts';
import { ID, readKey } from '../../../cache/keys/key.ts';
import type { CachedResult, Listing } from '../../../cache/stores/store.ts';
import { wallClock } from '../../../kernel/clock.ts';
import { RendererError } from '../../../kernel/errors.ts';
import type { CacheAccess } from '../../../cache/access.ts';
import { readPrefix } from '../../routes/cache.ts';
import { chosenOf, removeChosen } from './chosen.ts';
import { CachePage, NoCachePage } from './page.tsx';
import { RemovalPage } from './removal-page.tsx';
import { ResultPage } from './result-page.tsx';
import type { OperatorView, Visit } from '../frame/visit.ts';

/** Number of results on a page. */
const PAGE = 50;
/** Maximum number of characters of a search. */
const MAX_SEARCH = 1_000;
/** Maximum number of bytes of an image that is part of a page. */
const MAX_PICTURE = 4_000_000;
const IMAGES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** `GET /operator/cache?q=…&after=…`: the list of cached results. */
export async function showCache({ backend, parameters }: Visit): Promise<OperatorView> {
  const { cache, cacheName } = backend;
  if (!cache) return { title: 'Cache', current: 'cache', body: <NoCachePage /> };
  const search = (parameters.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  const prefix = prefixOf(search);
  const after = parameters.get('after');
  const { stored } = cache.results;
  const listing: Listing = {
    selection: prefix === undefined ? { by: 'all' } : { by: 'prefix', prefix },
    text: prefix === undefined ? search : '',
    after,
    limit: PAGE,
  };
  const [part, state] = await Promise.all([stored.list(listing), cache.results.state()]);
  const now = wallClock();
  const results = part.results.map((result) => ({
    ...result,
    age: stored.ageOf(result.metadata, now),
    expires: stored.freshUntil(result.metadata),
    isServed: cache.requestOf(result.metadata.key) !== undefined,
    requests: cache.results.demand.requestsOf(result.metadata.key),
  }));
  const page = { cacheName: cacheName ?? '', search, prefix, after, results, next: part.next, state, now };
  return { title: 'Cache', current: 'cache', body: <CachePage {...page} removed={numberIn(parameters, 'removed')} /> };
}

/** A search that is the beginning of a URL; undefined for any other text. */
function prefixOf(search: string): string | undefined {
  if (!/^https?:\/\/[^/]/i.test(search)) return undefined;
  try {
    return readPrefix(search);
  } catch {
    return undefined;
  }
}

function numberIn(parameters: URLSearchParams, name: string): number | undefined {
  const value = parameters.get(name) ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** `GET /operator/cache/result?id=…`. */
export async function showResult(visit: Visit): Promise<OperatorView> {
  const { cache, id, result } = await resultOf(visit);
  const { stored } = cache.results;
  const now = wallClock();
  const said = visit.parameters.get('said');
  const image = imageOf(result);
  const isShown = image !== undefined && result.size <= MAX_PICTURE;
  const picture = isShown ? `data:${image};base64,${Buffer.from(await decoded(result)).toString('base64')}` : undefined;
  const properties = {
    id,
    result,
    image,
    picture,
    age: stored.ageOf(result, now),
    expires: stored.freshUntil(result),
    isServed: cache.requestOf(result.key) !== undefined,
    requests: cache.results.demand.requestsOf(result.key),
    said: said === 'stored' || said === 'not-stored' ? said : undefined,
    now,
    visit,
  } as const;
  return { title: 'Cached result', current: 'cache', body: <ResultPage {...properties} /> };
}

/** The result that the parameter `id` names. @throws {RendererError} `not-found` */
export async function resultOf({ backend, parameters, form }: Visit): Promise<{
  cache: CacheAccess;
  id: string;
  result: CachedResult;
}> {
  const id = form.get('id') ?? parameters.get('id') ?? '';
  const result = ID.test(id) ? await backend.cache?.results.stored.get(id) : undefined;
  if (backend.cache && result) return { cache: backend.cache, id, result };
  throw new RendererError(
    'not-found',
    'This result is not in the cache: it was removed, or the store is not available',
  );
}

/** The type of a stored image that browsers show. */
function imageOf({ key, headers }: CachedResult): string | undefined {
  if (readKey(key)?.kind !== 'screenshot') return undefined;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return IMAGES.has(type) ? type : undefined;
}

/**
 * `GET /operator/cache/body?id=…`: HTML is sent as text, so that nothing in it runs; everything else is a file or an
 * image.
 */
export async function showBody(visit: Visit): Promise<Response> {
  const { id, result } = await resultOf(visit);
  const kind = readKey(result.key)?.kind;
  const image = imageOf(result);
  const isText = kind === 'render' || kind === 'har' || kind === 'pair';
  const headers = new Headers({
    'Content-Type': isText ? 'text/plain; charset=utf-8' : (image ?? 'application/octet-stream'),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  if (!isText && image === undefined)
    headers.set('Content-Disposition', `attachment; filename="${id}.${kind ?? 'bin'}"`);
  const body = await decoded(result);
  return new Response(body as Uint8Array<ArrayBuffer>, { headers });
}

/** @throws {RendererError} `not-found` for a result that is damaged in the store */
export async function decoded(result: CachedResult): Promise<Uint8Array> {
  try {
    return await plainBody(result);
  } catch (error) {
    throw new RendererError('not-found', 'This result is damaged in the store; remove it', { cause: error });
  }
}

/** `GET /operator/cache/remove?id=…`, `?prefix=…` or `?pattern=…`: the number of results that would be removed, and a button. */
export async function showRemoval(visit: Visit): Promise<OperatorView> {
  const chosen = chosenOf(visit.parameters);
  const removal = await removeChosen(visit, chosen, true);
  const body = <RemovalPage chosen={chosen} removal={removal} visit={visit} />;
  return { title: 'Remove from the cache', current: 'cache', body };
}
