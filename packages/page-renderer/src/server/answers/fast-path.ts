import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Lookup } from '../../cache/result-cache.ts';
import { monotonic } from '../../kernel/clock.ts';
import { prefersMarkdown } from '../../grammar/dialects/format.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { CacheAccess, LocatedRequest, MadeLookup } from '../../cache/access.ts';
import type { Backend } from '../context/context.ts';
import type { RenderLine } from '../../grammar/grammar.ts';
import { isRenderLine, parseLine, readRenderRequest, routeOf } from '../../grammar/grammar.ts';
import { loggedTarget } from '../../telemetry/log.ts';
import { MIDDLEWARE_MARKER } from '../../grammar/dialects/request.ts';
import { accessRequest } from '../access/request.ts';
import { requireScriptAccess } from './script-access.ts';
import { PRERENDER_REQUEST_ID } from './prerender-contract.ts';
import { additionsOf } from '../context/note-render.ts';
import { answerFromCache, cacheLabelOf } from './from-cache.ts';

/** Maximum length of request lines whose parsed form is remembered, in characters. */
const REMEMBERED = 4 * 1024 * 1024;

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

interface KnownRequest extends LocatedRequest {
  line: RenderLine;
  route: string;
  target: string;
  site: string;
}

/** What is needed to serve cached results. */
type HitBackend = Pick<Backend, 'width' | 'height' | 'renders' | 'admin' | 'logger' | 'observation'>;

/**
 * Serves requests whose result is cached and fresh without the web framework, which would take longer than
 * everything else. All other requests are passed to `next`.
 */
export function answerCacheHits(cache: CacheAccess, backend: HitBackend, next: Listener): RequestListener {
  // The configuration does not change, so a target that was allowed once is still allowed.
  const known = new LRUCache<string, KnownRequest>({
    maxSize: REMEMBERED,
    sizeCalculation: (_, name) => name.length + 500,
  });
  const { width, height } = backend;
  let { version } = cache;

  const locate = (incoming: IncomingMessage): KnownRequest | undefined => {
    const line = incoming.url ?? '';
    const passesRedirects = incoming.headers[MIDDLEWARE_MARKER] !== undefined;
    if (version !== cache.version) known.clear();
    version = cache.version;
    const header = (name: string) => incoming.headersDistinct[name]?.join(', ');
    const ofKey = cache.keyHeaders.length === 0 ? '' : JSON.stringify(cache.keyHeaders.map(header));
    const name = (passesRedirects ? `+${line}` : line) + ofKey;
    const found = known.get(name);
    if (found) return found;
    const parsed = parseLine(line);
    if (!parsed || !isRenderLine(parsed)) return undefined;
    const request = readRenderRequest(parsed, { width, height, passesRedirects });
    if (request.refresh || (request.format ?? 'html') !== 'html') return undefined;
    const located = {
      ...cache.locate(request, header),
      line: parsed,
      route: routeOf(parsed),
      target: loggedTarget(request.url),
      site: request.url.host,
    };
    known.set(name, located);
    return located;
  };

  const answerOrPass = (
    made: MadeLookup,
    located: KnownRequest,
    incoming: IncomingMessage,
    response: ServerResponse,
  ) => {
    // The client left while the store was read.
    if (response.destroyed) return;
    try {
      if (answerHit(made, located, incoming, response, cache, backend)) return;
      cache.lookups.set(incoming, made);
    } catch (error) {
      // An error thrown here would end the process.
      backend.logger.error({ err: error }, 'fault');
      if (response.headersSent) return void response.destroy();
    }
    void next(incoming, response);
  };

  return (incoming, response) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return void next(incoming, response);
    if (prefersMarkdown(incoming.headers.accept)) return void next(incoming, response);
    const arrived = monotonic();
    let located: KnownRequest | undefined;
    try {
      located = locate(incoming);
      if (located) {
        const asked = accessRequest(incoming);
        requireScriptAccess(asked, backend, backend.renders.require(asked, located.line), located.request);
        backend.renders.requireAdded(located.request);
      }
    } catch (error) {
      // The routes report what is wrong or missing.
      if (!(error instanceof RendererError)) throw error;
      located = undefined;
    }
    if (!located) return void next(incoming, response);
    const asked = located;
    const begun = monotonic();
    const lookup = cache.results.lookUp(asked.key);
    const go = (found: Lookup) => {
      answerOrPass({ lookup: found, arrived, begun, ended: monotonic() }, asked, incoming, response);
    };
    if (lookup instanceof Promise) void lookup.then(go);
    else go(lookup);
  };
}

/** @returns whether a fresh result was served */
function answerHit(
  { lookup: { key, result, age }, arrived, begun, ended }: MadeLookup,
  { target, site, route, request }: KnownRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
  { results }: CacheAccess,
  { observation }: HitBackend,
): boolean {
  if (!result || age !== 'fresh') return false;
  const { method = 'GET', headers: asked, url: path = '' } = incoming;
  const { status, headers, body } = answerFromCache(result, 'hit', true, {
    method,
    acceptEncoding: asked['accept-encoding'],
    ifNoneMatch: asked['if-none-match'],
    now: results.now(),
  });
  // Decoding is left to the routes, which can wait for it; it is done once.
  if (body instanceof Promise) {
    body.catch(() => {});
    return false;
  }
  const { req } = accessRequest(incoming);
  const header = (name: string) => req.header(name);
  const observed = observation.begin({ method, path, route, isRender: true, header, started: arrived });
  observed.addStep('lookup', begun, ended);
  observed.cache = cacheLabelOf('hit', result);
  observed.additions = additionsOf(request);
  observed.bytes = body?.byteLength ?? 0;
  headers.push('X-Request-Id', observed.requestId, PRERENDER_REQUEST_ID, observed.prerenderRequestId);
  const timing = observed.serverTiming;
  if (timing !== undefined) headers.push('Server-Timing', timing);
  response.writeHead(status, headers);
  response.end(body ?? undefined);
  results.countHits(1);
  results.demand.note(key.text);
  observed.end({ status, verdict: result.verdict, target, site, cacheStatus: 'page-renderer; hit' });
  return true;
}
