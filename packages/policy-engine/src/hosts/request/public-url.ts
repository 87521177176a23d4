/** The URL of a request as its client sent it. */

// Characters that a URL parser keeps unchanged; paths with dot segments are left to the parser.
const PLAIN_PATH = /^\/(?!\/)[\w\-.~/?=&%+:@,]*$/;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

let known: { readonly written: string; readonly origin: string | null } | undefined;

/**
 * The origin as a URL parser writes it; null if it is not a valid origin. Caches the last one: most requests have the
 * same origin as the one before.
 */
export function originOf(written: string): string | null {
  if (known?.written === written) return known.origin;
  const origin = URL.canParse(written) ? new URL(written).origin : null;
  known = { written, origin };
  return origin;
}

/** Whether a path and query is spelled as a URL parser would. */
export function isPlain(path: string): boolean {
  return PLAIN_PATH.test(path) && !DOT_SEGMENT.test(path);
}

/**
 * The URL of a request.
 *
 * @param origin protocol and host, as the framework reports them
 * @param url of the request line: a path with query, or a URL. A path may begin with two slashes, which do not make its
 * first segment a host.
 */
export function urlOn(origin: string, url: string): string {
  const base = isPlain(url) ? originOf(origin) : null;
  if (base !== null) return base + url;
  return url.startsWith('/') ? new URL(origin + url).href : new URL(url, origin).href;
}
