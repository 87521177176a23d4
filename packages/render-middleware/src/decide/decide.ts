import { isAgent } from '../bots/match.ts';
import type { DecisionOptions, PathPattern, RenderMiddlewareOptions } from '../options/options.ts';
import { header, pathOf, type RenderRequest } from '../request/request.ts';
import { STATIC_EXTENSIONS } from './static-files.ts';

/** Sent with each request to the renderer, so that there is no loop if the renderer's address leads back to this site. */
export const LOOP_HEADER = 'x-render-middleware';

/** Our header, and the one with which renderers of the Prerender family mark their own requests. */
const LOOP_HEADERS = [LOOP_HEADER, 'x-prerender'] as const;

/** With any value, Buffer asks for what its previews of links are made of. */
export const BUFFER_HEADER = 'x-bufferbot';

/** Whether a renderer loads the page, even if a `userAgentPattern` matches it. */
const RENDERERS = /\b(?:page-renderer|rendertron|prerender|headlesschrome)\b/i;

/** Whether an `Accept` header includes pages. Servers of the fediverse request the same addresses as JSON. */
const ACCEPTS_PAGES = /text\/html|application\/xhtml\+xml|text\/\*|\*\/\*/i;

/** The path without its query, and its extension if it is that of a file which is no page. */
function staticExtension(path: string): { pathname: string; extension: string } | undefined {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  const extension = /\.([a-z0-9]+)$/i.exec(pathname)?.[1];
  return extension !== undefined && STATIC_EXTENSIONS.has(extension.toLowerCase())
    ? { pathname, extension }
    : undefined;
}

/** `search` ignores the state that a regular expression with the flag g keeps between calls of `test`. */
const matches = (text: string, pattern: PathPattern): boolean => text.search(pattern) !== -1;

function isIncluded(path: string, options: DecisionOptions): boolean {
  const { excludeUrlPattern, allowlist = options.whitelist, denylist = options.blacklist } = options;
  if (excludeUrlPattern !== undefined && matches(path, excludeUrlPattern)) return false;
  if (denylist?.some((pattern) => matches(path, pattern))) return false;
  return allowlist === undefined || allowlist.some((pattern) => matches(path, pattern));
}

/**
 * Whether a path is that of a file which is no page. A pattern of `allowlist` that names its extension says that it is one, such as
 * `/^\/docs\/next\.js$/`; one that also matches other extensions (`/^\/docs/`) says nothing of files.
 */
function isStaticFile(path: string, { allowlist, whitelist }: DecisionOptions): boolean {
  const file = staticExtension(path);
  if (file === undefined) return false;
  const { pathname, extension } = file;
  const other = `${pathname.slice(0, -extension.length)}-${path.slice(pathname.length)}`;
  return !(allowlist ?? whitelist)?.some((pattern) => matches(path, pattern) && !matches(other, pattern));
}

/**
 * Whether a client asks for the rendered page whatever its user agent is, as in the integrations of Prerender: by the parameter of
 * the AJAX crawling scheme, or with the header of Buffer's previews.
 */
export function asksForRendered({ url, headers }: RenderRequest): boolean {
  const query = /\?([^#]*)/.exec(pathOf(url) ?? '')?.[1] ?? '';
  if (query.split('&').some((part) => part.split('=', 1)[0] === '_escaped_fragment_')) return true;
  return (header(headers, BUFFER_HEADER) ?? '') !== '';
}

/**
 * Whether the response to a request depends on the client: a GET or HEAD request for a page that is not excluded.
 * Such responses depend on the user agent and on whether a renderer sends the request, and must have a matching `Vary`.
 */
export function dependsOnAgent(request: RenderRequest, options: Partial<RenderMiddlewareOptions> = {}): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request.url);
  if (path === undefined || isStaticFile(path, options)) return false;
  return isIncluded(path, options);
}

/**
 * Whether a request gets a rendered page. Pure: it reads only the request. It reads the options of
 * {@link DecisionOptions}; the object may also contain those of `proxyRender`, so that one object serves both.
 *
 * @example
 * shouldRender({ method: 'GET', url: '/products/1', headers: { 'user-agent': 'Googlebot/2.1' } }); // true
 */
export function shouldRender(request: RenderRequest, options: Partial<RenderMiddlewareOptions> = {}): boolean {
  const userAgent = header(request.headers, 'user-agent');
  if (userAgent === undefined || userAgent === '' || RENDERERS.test(userAgent) || !dependsOnAgent(request, options))
    return false;
  if (LOOP_HEADERS.some((name) => header(request.headers, name) !== undefined)) return false;
  const accept = header(request.headers, 'accept') ?? '';
  if (accept !== '' && !ACCEPTS_PAGES.test(accept)) return false;
  if (asksForRendered(request)) return true;
  const { userAgentPattern, classes } = options;
  return userAgentPattern === undefined ? isAgent(userAgent, classes) : matches(userAgent, userAgentPattern);
}
