import { isAboutPage, isBodiless, isForBot, isRedirect, passedHeaders } from './renderer-response.ts';
import { checkOptions } from '../options/check.ts';
import { asksForRendered } from '../decide/decide.ts';
import { type Attempt, Circuit } from './circuit.ts';
import { findAgent } from '../bots/match.ts';
import type { Fallback, ProxyOptions } from '../options/options.ts';
import { dialectOf, type RendererRequest, rendererRequest } from './renderer-request.ts';
import { header, type RenderRequest } from '../request/request.ts';
import { leadsBack, targetUrl } from '../request/target.ts';

/** Longer than the renderer's own limit of 10 s, so that its response about a slow page still arrives. */
const DEFAULT_TIMEOUT = 11_000;

/** State between requests, which lives as long as the options object. */
const circuits = new WeakMap<ProxyOptions, Circuit>();

/** Allows every attempt. */
const NO_CIRCUIT: Attempt = { success() {}, failure() {}, cancelled() {} };

function attemptFor(options: ProxyOptions): Attempt | undefined {
  if (options.circuit === false) return NO_CIRCUIT;
  let circuit = circuits.get(options);
  if (circuit === undefined) {
    circuit = new Circuit(checkOptions(options).circuit || {});
    circuits.set(options, circuit);
  }
  return circuit.attempt();
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

const timedOut = (): DOMException => new DOMException('The renderer fell silent', 'TimeoutError');

/** The time limit, and the two reasons to abort the request: it is exceeded, or the visitor has left. */
interface Cancellation {
  readonly timeout: number;
  readonly abort: AbortController;
  readonly visitor: AbortSignal | undefined;
}

/** The body, in parts as the bot reads it; it ends with an error if the renderer closes the connection early. */
function monitored(body: ReadableStream<Uint8Array>, { timeout, abort, visitor }: Cancellation, attempt: Attempt) {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await withTimer(
            timeout,
            () => abort.abort(timedOut()),
            () => reader.read(),
          );
          if (!done) return controller.enqueue(value);
          attempt.success();
          controller.close();
        } catch (error) {
          if (visitor?.aborted) attempt.cancelled();
          else attempt.failure();
          throw error;
        }
      },
      async cancel(reason) {
        attempt.cancelled();
        await reader.cancel(reason);
      },
    },
    // Nothing is read ahead: if the bot reads slowly, the response of the renderer slows down, and no page is buffered.
    { highWaterMark: 0 },
  );
}

function ask({ url, headers }: RendererRequest, { timeout, abort, visitor }: Cancellation): Promise<Response> {
  const stop = (): void => abort.abort(timedOut());
  // Not AbortSignal.any, which the edge runtime of Next 15 lacks.
  const leave = (): void => abort.abort(visitor?.reason);
  if (visitor?.aborted) leave();
  else visitor?.addEventListener('abort', leave, { once: true });
  return withTimer(timeout, stop, () =>
    // GET for HEAD as well: renderers of this kind respond only to GET, and the headers are the same.
    fetch(url, {
      headers,
      redirect: 'manual',
      signal: abort.signal,
    }),
  );
}

/** Whether the request claims to come from a bot, or asks for what bots get, and could not be verified. */
async function isImpostor(request: RenderRequest, { verify, clientAddress }: ProxyOptions): Promise<boolean> {
  if (verify === undefined) return false;
  const agent = findAgent(header(request.headers, 'user-agent') ?? '');
  if (agent === undefined) return asksForRendered(request);
  const address = clientAddress ? clientAddress(request) : request.address;
  if (address === undefined) return true;
  try {
    return (await verify({ agent, address })) === 'unverified';
  } catch {
    return true;
  }
}

interface RendererAnswer {
  readonly answer: Response;
  readonly attempt: Attempt;
  readonly cancellation: Cancellation;
}

/** The renderer's response if it is for the bot, otherwise the reason. */
async function askRenderer(
  request: RenderRequest,
  options: ProxyOptions,
  target: string,
): Promise<RendererAnswer | Fallback | undefined> {
  const isCachedOnly = await isImpostor(request, options);
  const attempt = attemptFor(options);
  if (attempt === undefined) return { reason: 'circuit-open', target };
  const { timeout = DEFAULT_TIMEOUT } = options;
  const cancellation = { timeout, abort: new AbortController(), visitor: request.signal };
  const asked = rendererRequest(request, options, target, isCachedOnly);
  let answer: Response;
  try {
    answer = await ask(asked, cancellation);
  } catch (error) {
    if (request.signal?.aborted) {
      attempt.cancelled();
      return undefined;
    }
    attempt.failure();
    return cancellation.abort.signal.aborted ? { reason: 'timeout', target } : { reason: 'unreachable', target, error };
  }
  const { status, headers } = answer;
  const location = isRedirect(status) ? headers.get('location') : null;
  if (location !== null && leadsBack(location, request, target)) {
    attempt.success();
    cancellation.abort.abort();
    return { reason: 'redirect', target, status };
  }
  const isOddity = status === 304 && !asked.isConditional;
  if (isForBot(answer, dialectOf(options)) && !isOddity) return { answer, attempt, cancellation };
  cancellation.abort.abort();
  if (status >= 500 && !isAboutPage(answer, isCachedOnly)) attempt.failure();
  else attempt.success();
  return isCachedOnly && status === 504 ? { reason: 'unverified', target } : { reason: 'status', target, status };
}

/**
 * Requests the page of a request from the renderer.
 *
 * `undefined` means that the host must send the page itself: the renderer is down, slow or failing, or the visitor has
 * left. Redirects are passed on, not followed. Of the visitor's headers only `User-Agent`, the conditions (`If-None-Match`,
 * `If-Modified-Since`), `Accept-Encoding`, `X-Request-Id` and the trace context (`traceparent`, `tracestate`) are sent to the
 * renderer: a page rendered with one visitor's cookies could be cached and shown to another.
 *
 * The failures of the renderer are counted per `options` object: pass the same object each time.
 *
 * @throws {RenderMiddlewareError} `invalid-option`; never because of the renderer.
 */
export async function proxyRender(request: RenderRequest, options: ProxyOptions): Promise<Response | undefined> {
  checkOptions(options);
  const target = targetUrl(request, options);
  if (target === undefined) {
    options.onFallback?.({ reason: 'target' });
    return undefined;
  }
  const outcome = await askRenderer(request, options, target);
  if (outcome === undefined) return undefined;
  if ('reason' in outcome) {
    options.onFallback?.(outcome);
    return undefined;
  }
  const { answer, attempt, cancellation } = outcome;
  const { status, body } = answer;
  const headers = passedHeaders(answer, request);
  if (request.method === 'HEAD' || isBodiless(status) || body === null) {
    attempt.success();
    cancellation.abort.abort();
    return new Response(null, { status, headers });
  }
  return new Response(monitored(body, cancellation, attempt), { status, headers });
}
