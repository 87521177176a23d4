import { withAgent } from './vary.ts';

/**
 * What is passed on of the renderer's answer. All others stay behind: `Set-Cookie` and `Content-Security-Policy` belong
 * to the page as the renderer's browser saw it, hop-by-hop fields (RFC 9110 §7.6.1) to the connection, and so do those
 * that `Connection` names.
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
  'x-render-pending',
  'x-render-verdict',
  'x-renderer',
  'x-rendertron-cached',
  'x-robots-tag',
] as const;

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

/** Statuses whose answers have no body; `Response` refuses one. */
export const isBodiless = (status: number): boolean => status === 204 || status === 205 || status === 304;

/** Statuses by which a service of the Prerender family refuses us; its other 4xx are the page's. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 407, 429]);

/** A problem document (RFC 9457), which no page is. */
const isProblem = (headers: Headers): boolean =>
  /^application\/problem\+json\b/i.test(headers.get('content-type') ?? '');

/**
 * A 4xx that is about the renderer and not about the page: a problem document, or one
 * without `X-Renderer` (Rendertron). A bot must not be told that a page is forbidden because the renderer may not
 * fetch it.
 */
export function isRefusal({ status, headers }: Response, dialect: 'rendertron' | 'prerender'): boolean {
  if (status < 400 || status >= 500) return false;
  if (isProblem(headers)) return true;
  return dialect === 'rendertron' ? !headers.has('x-renderer') : REFUSALS.has(status);
}

/**
 * A 5xx that says something of one page and nothing of the renderer: the page's own status, that it could not be reached
 * or took too long, or that there was no copy. A renderer names itself in each, what fails in front of it does not.
 */
export function isAboutPage({ status, headers }: Response, isCachedOnly: boolean): boolean {
  if (/^(?:budget|over-)/.test(headers.get('x-render-verdict') ?? '') || (isCachedOnly && status === 504)) return true;
  return headers.has('x-renderer') && (status === 502 || status === 504 || !isProblem(headers));
}

/** `fetch` has decoded the body: what was the same octet by octet is now the same by meaning (RFC 9110 §8.8.1). */
function weakened(headers: Headers): void {
  const etag = headers.get('etag');
  if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`);
}

/** The headers for the bot. */
export function passedHeaders(answer: Response): Headers {
  const headers = new Headers();
  const named = (answer.headers.get('connection') ?? '').toLowerCase().split(/\s*,\s*/);
  for (const name of PASSED_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null && !named.includes(name)) headers.set(name, value);
  }
  if (answer.headers.has('content-encoding')) {
    weakened(headers);
  } else if (!isBodiless(answer.status)) {
    // By its length a page that breaks off is known to be incomplete where nothing else tells, as in HTTP/1.0.
    const length = answer.headers.get('content-length');
    if (length !== null) headers.set('content-length', length);
  }
  const location = answer.headers.get('location');
  if (location !== null && isRedirect(answer.status)) headers.set('location', location);
  headers.set('vary', withAgent(answer.headers.get('vary') ?? undefined));
  return headers;
}
