import type { Representation } from '../../cache/result-cache.ts';
import { RendererError } from '../../errors.ts';
import { parsePictureOptions } from '../../render/picture.ts';
import type { Verdict } from '../../render/verdicts.ts';
import type { AppContext, Backend } from '../context.ts';
import { noteTarget, signalOf } from '../context.ts';
import type { RenderLine } from '../grammar.ts';
import { readRenderRequest } from '../grammar.ts';
import type { RenderRequest } from '../request.ts';
import { MIDDLEWARE_MARKER } from '../request.ts';
import { answerFromCache, statusOfUncached } from './from-cache.ts';
import { answerFromRender, renderedPage, renderedPicture } from './from-render.ts';

/** Screenshot options are a handful of numbers. */
const MAX_BODY = 16 * 1024;

/** Answers every endpoint that renders, from the cache where it can, else from a render. @throws {RendererError} */
export async function answerRender(c: AppContext, backend: Backend, line: RenderLine): Promise<Response> {
  const credential = backend.renders.require(c, line);
  const request = await readRequest(c, backend, line);
  const { cache } = backend;
  const isCachedOnly = /\bonly-if-cached\b/i.test(c.req.header('cache-control') ?? '');
  if (!cache && isCachedOnly) throw notCached();
  if (!cache) {
    backend.limit.require(c, credential);
    return answerFromRender(await render(backend, request, signalOf(c)));
  }
  const { request: located, key } = cache.locate(request);
  const incoming = c.env?.incoming;
  const lookup = (incoming && cache.lookups.get(incoming)) ?? (await cache.results.lookUp(key));
  if (isCachedOnly && lookup.age !== 'fresh' && lookup.age !== 'stale') throw notCached();
  const refresh = request.refresh && !isCachedOnly;
  const effort = isCachedOnly ? 'none' : cache.results.effortOf(lookup, refresh);
  if (effort === 'render') backend.limit.require(c, credential);
  const isSpent = effort === 'renewal' && !backend.limit.allows(c, credential);
  const answered = await cache.results.answer({
    lookup,
    refresh,
    cachedOnly: isCachedOnly || isSpent,
    signal: signalOf(c),
    render: (signal) => render(backend, located, signal),
  });
  if (answered.kind === 'rendered') {
    const response = answerFromRender(answered.rendered);
    response.headers.set('Cache-Status', statusOfUncached(answered.source));
    return response;
  }
  const { status, headers, body } = answerFromCache(answered.result, answered.source, answered.stored, {
    method: c.req.method,
    acceptEncoding: c.req.header('accept-encoding'),
    ifNoneMatch: c.req.header('if-none-match'),
  });
  const all = new Headers();
  for (let index = 0; index < headers.length; index += 2) all.append(headers[index] ?? '', headers[index + 1] ?? '');
  return new Response((await body) as Uint8Array<ArrayBuffer> | null, { status, headers: all });
}

async function readRequest(c: AppContext, { width, height }: Backend, line: RenderLine): Promise<RenderRequest> {
  const passesRedirects = c.req.header(MIDDLEWARE_MARKER) !== undefined;
  const request = readRenderRequest(line, { width, height, passesRedirects });
  noteTarget(c, request.url);
  if (c.req.method !== 'POST') return request;
  const picture = parsePictureOptions(await readBody(c));
  return { ...request, options: { ...request.options, picture } };
}

async function readBody(c: AppContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY) throw new RendererError('body-too-large', `The body is larger than ${MAX_BODY / 1024} KiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function notCached(): RendererError {
  return new RendererError('not-cached', 'Only a cached result was asked for, and there is none');
}

async function render(
  { renderer, partial, pageHeaders, metrics }: Backend,
  { kind, url, options }: RenderRequest,
  signal: AbortSignal,
): Promise<Representation> {
  const count = <T extends { verdict: Verdict }>(result: T): T => {
    metrics.countRender(kind, result.verdict);
    return result;
  };
  const countFailed = (error: unknown): never => {
    if (error instanceof RendererError && error.verdict !== undefined) metrics.countRender(kind, error.verdict);
    throw error;
  };
  const all = { ...options, signal };
  if (kind === 'render') {
    const result = await renderer.render(url, all).then(count, countFailed);
    return renderedPage(result, { partial, pageHeaders });
  }
  const type = `image/${options.picture?.type ?? 'jpeg'}`;
  return renderedPicture(await renderer.screenshot(url, all).then(count, countFailed), partial, type);
}
