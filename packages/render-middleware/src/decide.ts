import { isAgent } from './match.ts';
import type { DecisionOptions, PathPattern, RenderMiddlewareOptions } from './options.ts';
import { header, pathOf, type RenderRequest } from './request.ts';
import { STATIC_EXTENSIONS } from './static-files.ts';

/** Sent with each question to the renderer, so that a renderer's address that leads back to this site can't loop. */
export const LOOP_HEADER = 'x-render-middleware';

/** Ours, and the one by which renderers of the Prerender family mark their own page loads. */
const LOOP_HEADERS = [LOOP_HEADER, 'x-prerender'] as const;

/** A renderer that loads the page it was asked for, whatever a `userAgentPattern` says of it. */
const RENDERERS = /\b(?:page-renderer|rendertron|prerender|headlesschrome)\b/i;

/** Whether an `Accept` header takes pages. Servers of the fediverse ask the same addresses for JSON. */
const ACCEPTS_PAGES = /text\/html|application\/xhtml\+xml|text\/\*|\*\/\*/i;

function isStaticFile(path: string): boolean {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  const extension = /\.([a-z0-9]+)$/i.exec(pathname)?.[1];
  return extension !== undefined && STATIC_EXTENSIONS.has(extension.toLowerCase());
}

/** `search` ignores the state that a pattern with the flag g keeps between calls of `test`. */
const matches = (text: string, pattern: PathPattern): boolean => text.search(pattern) !== -1;

function isIncluded(path: string, options: DecisionOptions): boolean {
  const { excludeUrlPattern, allowlist = options.whitelist, denylist = options.blacklist } = options;
  if (excludeUrlPattern !== undefined && matches(path, excludeUrlPattern)) return false;
  if (denylist?.some((pattern) => matches(path, pattern))) return false;
  return allowlist === undefined || allowlist.some((pattern) => matches(path, pattern));
}

/**
 * Whether it depends on who asks how this request is answered: a page, asked for with GET or HEAD, that is not excluded.
 * Such answers differ by user agent and by whether a renderer asks, and have to say so (`Vary`), to a renderer as well.
 */
export function dependsOnAgent(request: RenderRequest, options: Partial<RenderMiddlewareOptions> = {}): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request.url);
  if (path === undefined || isStaticFile(path)) return false;
  return isIncluded(path, options);
}

/**
 * Whether a request is to be answered with a rendered page. Pure: it reads the request and nothing else. Of the options
 * it reads {@link DecisionOptions}; those of `proxyRender` may stand beside them, so that one object serves both.
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
