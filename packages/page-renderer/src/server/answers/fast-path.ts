import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Lookup } from '../../cache/result-cache.ts';
import { monotonic } from '../../clock.ts';
import { RendererError } from '../../errors.ts';
import type { CacheAccess, LocatedRequest } from '../cache-access.ts';
import type { Backend } from '../context.ts';
import type { RenderLine } from '../grammar.ts';
import { isRenderLine, parseLine, readRenderRequest } from '../grammar.ts';
import { loggedTarget, logRequest, usableRequestId } from '../log.ts';
import { MIDDLEWARE_MARKER } from '../request.ts';
import { accessRequest } from '../access/request.ts';
import { requireScriptAccess } from '../access/script-access.ts';
import { botOf } from '../../telemetry/bots.ts';
import { answerFromCache } from './from-cache.ts';

/** Maximum length of request lines whose parsed form is remembered, in characters. */
const REMEMBERED = 4 * 1024 * 1024;

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

interface KnownRequest extends LocatedRequest {
  line: RenderLine;
  target: string;
  site: string;
}

/** What is needed to serve cached results. */
type HitBackend = Pick<Backend, 'width' | 'height' | 'renders' | 'admin' | 'logger' | 'traffic'>;

/**
 * Serves requests whose result is cached and fresh without the web framework, which would take longer than
 * everything else. All other requests are passed to `next`.
 */
export function answerCacheHits(cache: CacheAccess, backend: HitBackend, next: Listener): RequestListener {
  // The configuration does not change, so a target that was allowed once is still allowed.
  const known = new LRUCache<string, KnownRequest>({
    maxSize: REMEMBERED,
    sizeCalculation: (_, line) => line.length + 500,
  });
  const { width, height } = backend;

  const locate = (incoming: IncomingMessage): KnownRequest | undefined => {
    const line = incoming.url ?? '';
    const passesRedirects = incoming.headers[MIDDLEWARE_MARKER] !== undefined;
    const name = passesRedirects ? `+${line}` : line;
    const found = known.get(name);
    if (found) return found;
    const parsed = parseLine(line);
    if (!parsed || !isRenderLine(parsed)) return undefined;
    const request = readRenderRequest(parsed, { width, height, passesRedirects });
    if (request.refresh) return undefined;
    const located = {
      ...cache.locate(request),
      line: parsed,
      target: loggedTarget(request.url),
      site: request.url.host,
    };
    known.set(name, located);
    return located;
  };

  const answerOrPass = (lookup: Lookup, asked: KnownRequest, incoming: IncomingMessage, response: ServerResponse) => {
    // The client left while the store was read.
    if (response.destroyed) return;
    try {
      if (answerHit(lookup, asked, incoming, response, cache, backend)) return;
      cache.lookups.set(incoming, lookup);
    } catch (error) {
      // An error thrown here would end the process.
      backend.logger.error({ err: error }, 'fault');
      if (response.headersSent) return void response.destroy();
    }
    void next(incoming, response);
  };

  return (incoming, response) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return void next(incoming, response);
    let located: KnownRequest | undefined;
    try {
      located = locate(incoming);
      if (located) {
        const asked = accessRequest(incoming);
        requireScriptAccess(asked, backend, backend.renders.require(asked, located.line), located.request);
      }
    } catch (error) {
      // The routes report what is wrong or missing.
      if (!(error instanceof RendererError)) throw error;
      located = undefined;
    }
    if (!located) return void next(incoming, response);
    const asked = located;
    const lookup = cache.results.lookUp(asked.key);
    if (!(lookup instanceof Promise)) return answerOrPass(lookup, asked, incoming, response);
    void lookup.then((found) => answerOrPass(found, asked, incoming, response));
  };
}

/** @returns whether a fresh result was served */
function answerHit(
  { result, age }: Lookup,
  { target, site }: KnownRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
  { results }: CacheAccess,
  { logger, traffic }: HitBackend,
): boolean {
  if (!result || age !== 'fresh') return false;
  const started = monotonic();
  const { method = 'GET', headers: asked, url: path = '' } = incoming;
  const { status, headers, body } = answerFromCache(result, 'hit', true, {
    method,
    acceptEncoding: asked['accept-encoding'],
    ifNoneMatch: asked['if-none-match'],
  });
  // Decoding is left to the routes, which can wait for it; it is done once.
  if (body instanceof Promise) {
    body.catch(() => {});
    return false;
  }
  const requestId = usableRequestId(asked['x-request-id'] as string | undefined) ?? randomUUID();
  headers.push('X-Request-Id', requestId);
  response.writeHead(status, headers);
  response.end(body ?? undefined);
  results.countHits(1);
  const { req } = accessRequest(incoming);
  const bot = botOf((name) => req.header(name)).class;
  traffic.note({ site, bot, isCached: true, code: undefined, ms: monotonic() - started });
  const { verdict } = result;
  logRequest(logger, { requestId, method, path, target, status, verdict, cache: 'page-renderer; hit', started });
  return true;
}
