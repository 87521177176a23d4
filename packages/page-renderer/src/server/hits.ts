import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Lookup } from '../cache/result-cache.ts';
import { RendererError } from '../errors.ts';
import type { Backend } from './context.ts';
import type { Caching, Located } from './caching.ts';
import { deliver } from './delivery.ts';
import { readAddress, readParameters } from './dialects/prerender.ts';
import { isMiddleware, MIDDLEWARE_MARKER, readRender, readScreenshot } from './dialects/rendertron.ts';
import { loggedTarget, logRequest, sane } from './log.ts';
import type { Wanted } from './wanted.ts';

/** Request lines of which is remembered what they ask for, in characters. */
const REMEMBERED = 4 * 1024 * 1024;

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Known extends Located {
  target: string;
}

/**
 * Answers requests whose result is cached and fresh before the web framework sees them, which would take longer than
 * all the rest. Anything else, and what is not quite clear, goes on to `next`.
 */
export function answerHits(caching: Caching, backend: Backend, next: Listener): RequestListener {
  // The configuration does not change, so what was allowed once still is.
  const known = new LRUCache<string, Known>({ maxSize: REMEMBERED, sizeCalculation: (_, line) => line.length + 500 });

  const locate = (request: IncomingMessage): Known | undefined => {
    const line = request.url ?? '';
    const marker = isMiddleware(request.headers[MIDDLEWARE_MARKER]);
    const name = marker ? `+${line}` : line;
    const found = known.get(name);
    if (found) return found;
    const wanted = read(line, marker, backend);
    if (!wanted || wanted.refresh) return undefined;
    const located = { ...caching.locate(wanted), target: loggedTarget(wanted.url) };
    known.set(name, located);
    return located;
  };

  const answerOrPass = (lookup: Lookup, known: Known, request: IncomingMessage, response: ServerResponse) => {
    // Gone while the store was asked.
    if (response.destroyed) return;
    try {
      if (answer(lookup, known, request, response, caching, backend)) return;
      caching.lookups.set(request, lookup);
    } catch (error) {
      // Thrown out of here, it would end the process.
      backend.logger.error({ err: error }, 'fault');
      if (response.headersSent) return void response.destroy();
    }
    void next(request, response);
  };

  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return void next(request, response);
    let located: Known | undefined;
    try {
      located = locate(request);
    } catch (error) {
      // The routes say what is wrong with it.
      if (!(error instanceof RendererError)) throw error;
    }
    if (!located) return void next(request, response);
    const lookup = caching.cache.lookUp(located.key);
    if (!(lookup instanceof Promise)) return answerOrPass(lookup, located, request, response);
    void lookup.then((found) => answerOrPass(found, located, request, response));
  };
}

function answer(
  { result, age }: Lookup,
  { target }: Known,
  request: IncomingMessage,
  response: ServerResponse,
  { cache }: Caching,
  { logger }: Backend,
): boolean {
  if (!result || age !== 'fresh') return false;
  const started = performance.now();
  const { method = 'GET', headers: asked, url: path = '' } = request;
  const { status, headers, body } = deliver(result, 'hit', true, {
    method,
    acceptEncoding: asked['accept-encoding'],
    ifNoneMatch: asked['if-none-match'],
  });
  // Decoding is left to the routes, which can wait for it; it is done once.
  if (body instanceof Promise) {
    body.catch(() => {});
    return false;
  }
  const requestId = sane(asked['x-request-id'] as string | undefined) ?? randomUUID();
  headers.push('X-Request-Id', requestId);
  response.writeHead(status, headers);
  response.end(body ?? undefined);
  cache.countHit();
  const { verdict } = result;
  logRequest(logger, { requestId, method, path, target, status, verdict, cache: 'page-renderer; hit', started });
  return true;
}

/** What a request line asks for, as the routes read it; undefined for other lines. @throws {RendererError} */
function read(line: string, isMiddleware: boolean, sizes: { width: number; height: number }): Wanted | undefined {
  if (line.includes('#')) return undefined;
  if (line.startsWith('/render/')) return readRender(line.slice('/render/'.length), isMiddleware);
  if (line.startsWith('/screenshot/')) return readScreenshot(line.slice('/screenshot/'.length), isMiddleware, sizes);
  if (line.startsWith('/render?')) return readParameters(new URLSearchParams(line.slice('/render?'.length)), sizes);
  return readAddress(line);
}
