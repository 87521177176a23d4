import type { ProxyOptions } from './options.ts';
import { header, pathOf, type RenderRequest } from './request.ts';

/** A host name or address with an optional port: no user name, no path, nothing that `URL` would parse differently. */
const AUTHORITY = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

const firstOf = (list: string | undefined): string | undefined => list?.split(',', 1)[0]?.trim();

function forwardedOrigin(request: RenderRequest, options: ProxyOptions): string | undefined {
  const { allowedForwardedHosts: allowed = [], forwardedHostHeader = 'x-forwarded-host' } = options;
  const host = firstOf(header(request.headers, forwardedHostHeader.toLowerCase()))?.toLowerCase();
  if (host === undefined || !allowed.some((name) => name.toLowerCase() === host)) return undefined;
  const protocol = firstOf(header(request.headers, 'x-forwarded-proto'))?.toLowerCase();
  return `${protocol === 'https' || protocol === 'http' ? protocol : schemeOf(request)}://${host}`;
}

function schemeOf(request: RenderRequest): string {
  const protocol = request.protocol ?? /^(https?):/i.exec(request.url)?.[1];
  return protocol?.toLowerCase() === 'https' ? 'https' : 'http';
}

function hostOrigin(request: RenderRequest): string | undefined {
  const named = header(request.headers, 'host') ?? (URL.canParse(request.url) ? new URL(request.url).host : undefined);
  return named !== undefined && AUTHORITY.test(named) ? `${schemeOf(request)}://${named}` : undefined;
}

/**
 * The absolute URL of the requested page; `undefined` if it is not known.
 *
 * The path is appended, not resolved: `new URL('//intranet.local/', origin)` would leave the site.
 */
export function targetUrl(request: RenderRequest, options: ProxyOptions): string | undefined {
  const path = pathOf(request.url);
  const origin = options.origin
    ? new URL(options.origin).origin
    : (forwardedOrigin(request, options) ?? hostOrigin(request));
  if (path === undefined || origin === undefined) return undefined;
  const url = origin + path;
  return URL.canParse(url) ? url : undefined;
}
