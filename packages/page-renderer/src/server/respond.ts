import type { Rendered } from '../cache/result-cache.ts';
import { RendererError } from '../errors.ts';
import type { AppContext, Backend } from './context.ts';
import { signalOf } from './context.ts';
import { deliver, passedStatus } from './delivery.ts';
import { renderedPage, renderedPicture, toResponse } from './results.ts';
import type { Wanted } from './wanted.ts';

/** Answers with what is wanted: from the cache where it can, else from a render. @throws {RendererError} */
export async function respond(c: AppContext, backend: Backend, wanted: Wanted): Promise<Response> {
  const { caching } = backend;
  const isCachedOnly = /\bonly-if-cached\b/i.test(c.req.header('cache-control') ?? '');
  if (!caching && isCachedOnly) throw notCached();
  if (!caching) return toResponse(await render(backend, wanted, signalOf(c)));
  const { wanted: located, key } = caching.locate(wanted);
  const incoming = c.env?.incoming;
  const lookup = (incoming && caching.lookups.get(incoming)) ?? (await caching.cache.lookUp(key));
  if (isCachedOnly && lookup.age !== 'fresh' && lookup.age !== 'stale') throw notCached();
  const answered = await caching.cache.answer({
    lookup,
    refresh: wanted.refresh && !isCachedOnly,
    cachedOnly: isCachedOnly,
    signal: signalOf(c),
    render: (signal) => render(backend, located, signal),
  });
  if (answered.kind === 'rendered') {
    const response = toResponse(answered.rendered);
    response.headers.set('Cache-Status', passedStatus(answered.source));
    return response;
  }
  const { status, headers, body } = deliver(answered.result, answered.source, answered.stored, {
    method: c.req.method,
    acceptEncoding: c.req.header('accept-encoding'),
    ifNoneMatch: c.req.header('if-none-match'),
  });
  const all = new Headers();
  for (let index = 0; index < headers.length; index += 2) all.append(headers[index] ?? '', headers[index + 1] ?? '');
  return new Response((await body) as Uint8Array<ArrayBuffer> | null, { status, headers: all });
}

function notCached(): RendererError {
  return new RendererError('not-cached', 'Only a cached result was asked for, and there is none');
}

async function render({ renderer, partial }: Backend, wanted: Wanted, signal: AbortSignal): Promise<Rendered> {
  const { kind, url, options, pictureType } = wanted;
  if (kind === 'render') return renderedPage(await renderer.render(url, { ...options, signal }), partial);
  return renderedPicture(await renderer.screenshot(url, { ...options, signal }), partial, pictureType);
}
