import { isAgent } from './match.ts';
import type { DecisionOptions, PathPattern, RenderMiddlewareOptions } from './options.ts';
import { header, pathOf, type RenderRequest } from './request.ts';
import { STATIC_EXTENSIONS } from './static-files.ts';

/** Sent with each request to the renderer, so that there is no loop if the renderer's address leads back to this site. */
export const LOOP_HEADER = 'x-render-middleware';

/** Our header, and the one with which renderers of the Prerender family mark their own requests. */
const LOOP_HEADERS = [LOOP_HEADER, 'x-prerender'] as const;

/** Whether a renderer loads the page, even if a `userAgentPattern` matches it. */
const RENDERERS = /\b(?:page-renderer|rendertron|prerender|headlesschrome)\b/i;

/** Whether an `Accept` header includes pages. Servers of the fediverse request the same addresses as JSON. */
const ACCEPTS_PAGES = /text\/html|application\/xhtml\+xml|text\/\*|\*\/\*/i;

function isStaticFile(path: string): boolean {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  const extension = /\.([a-z0-9]+)$/i.exec(pathname)?.[1];
  return extension !== undefined && STATIC_EXTENSIONS.has(extension.toLowerCase());
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
 * Whether the response to a request depends on the client: a GET or HEAD request for a page that is not excluded.
 * Such responses depend on the user agent and on whether a renderer sends the request, and must have a matching `Vary`.
 */
export function dependsOnAgent(request: RenderRequest, options: Partial<RenderMiddlewareOptions> = {}): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request.url);
  if (path === undefined || isStaticFile(path)) return false;
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
  if (userAgent === undefined || RENDERERS.test(userAgent) || !dependsOnAgent(request, options)) return false;
  if (LOOP_HEADERS.some((name) => header(request.headers, name) !== undefined)) return false;
  const accept = header(request.headers, 'accept') ?? '';
  if (accept !== '' && !ACCEPTS_PAGES.test(accept)) return false;
  const { userAgentPattern, classes } = options;
  return userAgentPattern === undefined ? isAgent(userAgent, classes) : matches(userAgent, userAgentPattern);
}
