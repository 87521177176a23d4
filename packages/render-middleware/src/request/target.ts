import { AUTHORITY, forwardedOrigin, hostKey, hostOf } from './forwarded.ts';
import type { ProxyOptions } from '../options/options.ts';
import { header, pathOf, type RenderRequest } from './request.ts';

function schemeOf(request: RenderRequest): 'http' | 'https' {
  const protocol = request.protocol ?? /^(https?):/i.exec(request.url)?.[1];
  return protocol?.toLowerCase() === 'https' ? 'https' : 'http';
}

function originOf(request: RenderRequest, options: ProxyOptions): string | undefined {
  const { origin, allowedForwardedHosts: allowed } = options;
  if (origin) return origin;
  if (allowed) return forwardedOrigin(request, options, allowed, schemeOf(request));
  const host = header(request.headers, 'host') ?? hostOf(request);
  return host !== undefined && AUTHORITY.test(host) ? `${schemeOf(request)}://${host}` : undefined;
}

/**
 * The absolute URL of the requested page; `undefined` if it is not known.
 *
 * The path is appended, not resolved: `new URL('//intranet.local/', origin)` would leave the site.
 */
export function targetUrl(request: RenderRequest, options: ProxyOptions): string | undefined {
  const path = pathOf(request.url);
  const origin = URL.parse(originOf(request, options) ?? '')?.origin;
  if (path === undefined || origin === undefined) return undefined;
  const url = origin + path;
  return URL.canParse(url) ? url : undefined;
}

/** An address without what is the same page for a bot: scheme, default port and fragment. */
function pageOf(url: string, base?: string): string | undefined {
  const { host, pathname, search } = URL.parse(url, base) ?? {};
  return host === undefined ? undefined : `${hostKey(host)}${pathname}${search}`;
}

/**
 * Whether a redirect leads to the address that the bot has asked for: it would follow it for ever.
 *
 * The scheme makes no difference, because behind a proxy it may not be known which one the bot has used. The hosts of the
 * request are compared, too: the option `origin` may name another than the bot.
 *
 * @param target the address that was rendered
 */
export function leadsBack(location: string, request: RenderRequest, target: string): boolean {
  const page = pageOf(location, target);
  const path = pathOf(request.url) ?? '/';
  const named = ['host', 'x-forwarded-host'].flatMap((name) => header(request.headers, name)?.split(',') ?? []);
  const hosts = [...named, hostOf(request) ?? ''].map((host) => host.trim()).filter((host) => AUTHORITY.test(host));
  const asked = [target, ...hosts.map((host) => `http://${host}${path}`)];
  return page !== undefined && asked.some((url) => pageOf(url) === page);
}
