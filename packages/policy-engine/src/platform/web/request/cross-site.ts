/**
 * Cross-site request forgery: an unsafe request that a foreign page could have made a signed-in browser send is rejected.
 * No tokens, hence no session and nothing to expire: browsers themselves state the origin of a request.
 *
 * 1. `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/) is set by the browser and cannot be set by a page. Only
 *    `same-origin` and `none` (typed or bookmarked by the person) pass. `same-site` counts as foreign: a sibling
 *    subdomain may belong to somebody else, or be taken over.
 * 2. Without it (plain http other than localhost, browsers before 2023) `Origin` must be one of the public origins. They
 *    are configured because a proxy may rewrite `Host`; unconfigured, the request's own origin counts. Browsers send
 *    `Origin` with every method but GET and HEAD (https://fetch.spec.whatwg.org/#append-a-request-origin-header);
 *    `null` is foreign.
 * 3. With neither, `Referer`, if present, must be of an accepted origin.
 * 4. With none of the three the client is not a browser of recent years. Go's `http.CrossOriginProtection` accepts such
 *    requests; the engine accepts one only if a form could not have sent it: with a method other than POST or a content
 *    type that forms don't have (both need a preflight, which the engine never permits), or with nothing ambient to
 *    abuse (no cookie and no credentials that browsers repeat automatically, as for Basic and Negotiate). A client with
 *    a cookie that posts a form must state its origin by sending `Origin`.
 */
import { httpErrors } from '../response/http-error.ts';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
/** Content types a form can have without a preflight (https://fetch.spec.whatwg.org/#cors-safelisted-request-header). */
const SIMPLE_TYPES: ReadonlySet<string> = new Set([
  '',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
]);

/** Whether a method promises to change nothing (RFC 9110 §9.2.1). */
export function isSafeMethod(method: string): boolean {
  return SAFE.has(method);
}

/** The media type of a `Content-Type` header, in lower case and without parameters; empty if there is none. */
export function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

function hasAmbientCredentials(headers: Headers): boolean {
  return headers.has('cookie') || /^(?:basic|digest|negotiate|ntlm)\b/i.test(headers.get('authorization') ?? '');
}

/**
 * The origin that a request states, by the first of the three headers that it has; null if it has none of them.
 *
 * @param publicOrigins - public origins of the engine, such as `https://www.example.com`; empty: the request's own
 */
function sourceOf(request: Request, publicOrigins: ReadonlySet<string>): 'ours' | 'foreign' | null {
  const { headers } = request;
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== '') return site === 'same-origin' || site === 'none' ? 'ours' : 'foreign';
  const isOurs = (origin: string | null): boolean =>
    origin !== null && (publicOrigins.size > 0 ? publicOrigins.has(origin) : origin === new URL(request.url).origin);
  const origin = headers.get('origin');
  if (origin !== null) return isOurs(origin) ? 'ours' : 'foreign';
  const referer = headers.get('referer');
  if (referer !== null) return isOurs(originOf(referer)) ? 'ours' : 'foreign';
  return null;
}

/**
 * Whether the headers of a request, with any method, say that a foreign page made it. For a GET with effects: the check
 * below is for unsafe methods, and lets every GET pass.
 */
export function isForeignRequest(request: Request, publicOrigins: ReadonlySet<string>): boolean {
  return sourceOf(request, publicOrigins) === 'foreign';
}

/**
 * Rejects unsafe requests that come from a foreign page.
 *
 * @param request - as received: `_method` of a form is not considered
 * @throws HttpError 403 `cross_site_request`
 */
export function refuseForeignRequest(request: Request, publicOrigins: ReadonlySet<string>): void {
  const { method, headers } = request;
  if (isSafeMethod(method)) return;
  const source = sourceOf(request, publicOrigins);
  if (source === 'ours') return;
  if (source === 'foreign') throw httpErrors.crossSite();
  if (method !== 'POST' || !SIMPLE_TYPES.has(mediaType(headers.get('content-type')))) return;
  if (hasAmbientCredentials(headers)) throw httpErrors.crossSite();
}
