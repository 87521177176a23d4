import { BUFFER_HEADER } from '../decide/decide.ts';
import { header, type RenderRequest } from '../request/request.ts';
import { withAgent } from '../decide/vary.ts';

/**
 * Headers of the renderer's response that are passed on. All others are not: `Set-Cookie` and `Content-Security-Policy` belong
 * to the page in the renderer's browser, hop-by-hop headers (RFC 9110 §7.6.1) and those that `Connection` names to the
 * connection.
 */
const PASSED_HEADERS = [
  'age',
  'cache-control',
  'content-language',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'link',
  'retry-after',
  'x-prerender-reject-reason',
  'x-prerender-requestid',
  'x-render-pending',
  'x-render-status-from',
  'x-render-verdict',
  'x-renderer',
  'x-rendertron-cached',
  'x-robots-tag',
] as const;

/** Statuses with which a client is sent elsewhere. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

/** Statuses of responses without a body; `Response` throws for a body. */
export const isBodiless = (status: number): boolean => status === 204 || status === 205 || status === 304;

/**
 * Whose status it is, as page-renderer says: the target's server, the page with a meta tag, or the renderer itself.
 * `undefined` for other renderers, and for a gateway in front of the renderer.
 */
function statusFrom(headers: Headers): 'target' | 'page' | 'renderer' | undefined {
  const source = headers.get('x-render-status-from');
  return source === 'target' || source === 'page' || source === 'renderer' ? source : undefined;
}

/** 4xx statuses with which a service of the Prerender family refuses us; its other 4xx are those of the page. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 407, 429]);

/** A problem document (RFC 9457), which is never a page. */
const isProblem = (headers: Headers): boolean =>
  /^application\/problem\+json\b/i.test(headers.get('content-type') ?? '');

/**
 * Whether the bot gets a response: if its status is that of the page, also 5xx that the page sets itself. For a 5xx of the target
 * the site itself is asked, which knows best whether that is still so.
 */
export function isForBot(answer: Response, dialect: 'rendertron' | 'prerender'): boolean {
  const { status, headers } = answer;
  const isPages = statusFrom(headers) === 'page';
  return isPages || (status < 500 && !isRefusal(answer, dialect));
}

/**
 * A 4xx of the renderer itself, not of the page: it says so, or it is a problem document, or a response
 * without `X-Renderer` (Rendertron). A bot must not be told that a page is forbidden because the renderer may not
 * fetch it.
 */
function isRefusal({ status, headers }: Response, dialect: 'rendertron' | 'prerender'): boolean {
  if (status < 400 || status >= 500) return false;
  const source = statusFrom(headers);
  if (source !== undefined) return source === 'renderer';
  if (isProblem(headers)) return true;
  return dialect === 'rendertron' ? !headers.has('x-renderer') : REFUSALS.has(status);
}

/**
 * A 5xx about one page, not about the renderer: the page's own status, an unreachable or slow page, or no cached
 * result. The renderer names itself in these responses; a proxy in front of it does not.
 */
export function isAboutPage({ status, headers }: Response, isCachedOnly: boolean): boolean {
  if (/^(?:budget|over-)/.test(headers.get('x-render-verdict') ?? '') || (isCachedOnly && status === 504)) return true;
  return headers.has('x-renderer') && (status === 502 || status === 504 || !isProblem(headers));
}

/** `fetch` has decoded the body: it is no longer the same byte for byte, only by meaning (RFC 9110 §8.8.1). */
function weakened(headers: Headers): void {
  const etag = headers.get('etag');
  if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`);
}

/** The headers for the bot. @param request the one that is answered */
export function passedHeaders(answer: Response, request: RenderRequest): Headers {
  const headers = new Headers();
  const named = (answer.headers.get('connection') ?? '').toLowerCase().split(/\s*,\s*/);
  for (const name of PASSED_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null && !named.includes(name)) headers.set(name, value);
  }
  if (answer.headers.has('content-encoding')) {
    weakened(headers);
  } else if (!isBodiless(answer.status)) {
    // The length shows that a page is incomplete if nothing else does, as in HTTP/1.0.
    const length = answer.headers.get('content-length');
    if (length !== null) headers.set('content-length', length);
  }
  const location = answer.headers.get('location');
  if (location !== null && isRedirect(answer.status)) headers.set('location', location);
  const vary = withAgent(answer.headers.get('vary') ?? undefined);
  // A cache must not serve it to people who have the same user agent.
  const isBuffers = header(request.headers, BUFFER_HEADER) !== undefined && vary !== '*';
  headers.set('vary', isBuffers ? `${vary}, X-Bufferbot` : vary);
  return headers;
}
