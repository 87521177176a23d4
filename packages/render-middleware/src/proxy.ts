import { LOOP_HEADER } from './decide.ts';
import { checkOptions, type ProxyOptions } from './options.ts';
import type { RenderRequest } from './request.ts';
import { targetUrl } from './target.ts';

/** Longer than the renderer's own limit of 10 s, so that its answer about a slow page is still seen. */
const DEFAULT_TIMEOUT = 11_000;

/**
 * What is passed on of the renderer's answer. All others stay behind: `Set-Cookie` and `Content-Security-Policy` belong
 * to the page as the renderer's browser saw it, hop-by-hop fields and `Content-Length` to the connection.
 */
const PASSED_HEADERS = [
  'cache-control',
  'content-language',
  'content-type',
  'last-modified',
  'link',
  'retry-after',
  'x-render-verdict',
  'x-renderer',
  'x-robots-tag',
] as const;

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

/** Statuses whose answers have no body; `Response` refuses one. */
const isBodiless = (status: number): boolean => status === 204 || status === 205 || status === 304;

/**
 * A 4xx that is about the renderer and not about the page: it comes without `X-Renderer` (Rendertron), or as a problem
 * document (RFC 9457), which no page is. A bot must not be told that a page is forbidden because the renderer may not
 * fetch it.
 */
function isRefusal({ status, headers }: Response): boolean {
  if (status < 400 || status >= 500) return false;
  return !headers.has('x-renderer') || /^application\/problem\+json\b/i.test(headers.get('content-type') ?? '');
}

function passedHeaders(answer: Response): Headers {
  const headers = new Headers({ vary: 'User-Agent' });
  for (const name of PASSED_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const location = answer.headers.get('location');
  if (location !== null && isRedirect(answer.status)) headers.set('location', location);
  return headers;
}

/** Runs `step`, and `onTimeout` if it takes longer than `timeout` milliseconds. */
async function withTimer<T>(timeout: number, onTimeout: () => void, step: () => Promise<T>): Promise<T> {
  const timer = setTimeout(onTimeout, timeout);
  try {
    return await step();
  } finally {
    clearTimeout(timer);
  }
}

/** Two reasons to end the question: our own clock, and the visitor's leaving. */
interface Signals {
  readonly abort: AbortController;
  readonly visitor: AbortSignal | undefined;
}

const silence = (): DOMException => new DOMException('The renderer fell silent', 'TimeoutError');

/** The body, ended with an error when the renderer falls silent in the middle of it. */
function watched(
  body: ReadableStream<Uint8Array>,
  timeout: number,
  abort: AbortController,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await withTimer(
        timeout,
        () => abort.abort(silence()),
        () => reader.read(),
      );
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      await reader.cancel(reason);
    },
  });
}

/** Asks; what `fetch` throws is told apart by the caller. */
function ask(target: string, proxyUrl: string, timeout: number, signals: Signals): Promise<Response> {
  const { abort, visitor } = signals;
  const url = `${proxyUrl.replace(/\/+$/, '')}/render/${encodeURIComponent(target)}`;
  const stop = (): void => abort.abort(silence());
  return withTimer(timeout, stop, () =>
    // GET for HEAD as well: renderers of this kind answer GET only, and the headers are the same. No preference for
    // HTML: errors of the renderer's own then come as problem documents and can be told from pages.
    fetch(url, {
      headers: { accept: '*/*', [LOOP_HEADER]: '1' },
      redirect: 'manual',
      signal: visitor ? AbortSignal.any([visitor, abort.signal]) : abort.signal,
    }),
  );
}

/**
 * Asks the renderer for the page of a request.
 *
 * `undefined` means that the host has to send the page itself: the renderer is down, slow or failing, or the visitor has
 * gone. Redirects are passed on, not followed. Nothing of the visitor's headers reaches the renderer: a page rendered
 * with one visitor's cookies could be kept and shown to another.
 *
 * @throws {RenderMiddlewareError} `invalid-option`; never for what the renderer does.
 */
export async function proxyRender(request: RenderRequest, options: ProxyOptions): Promise<Response | undefined> {
  const { proxyUrl, timeout = DEFAULT_TIMEOUT, onFallback } = checkOptions(options);
  const target = targetUrl(request, options);
  if (target === undefined) {
    onFallback?.({ reason: 'target' });
    return undefined;
  }

  const abort = new AbortController();
  let answer: Response;
  try {
    answer = await ask(target, proxyUrl, timeout, { abort, visitor: request.signal });
  } catch (error) {
    if (request.signal?.aborted) return undefined;
    onFallback?.(abort.signal.aborted ? { reason: 'timeout', target } : { reason: 'unreachable', target, error });
    return undefined;
  }

  const { status, body } = answer;
  if (status >= 500 || isRefusal(answer)) {
    abort.abort();
    onFallback?.({ reason: 'status', target, status });
    return undefined;
  }
  const bodiless = request.method === 'HEAD' || isBodiless(status) || body === null;
  if (bodiless) abort.abort();
  return new Response(bodiless ? null : watched(body, timeout, abort), { status, headers: passedHeaders(answer) });
}
