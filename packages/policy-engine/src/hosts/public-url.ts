/** The URL of a request as its client sent it. */

// Nothing in it that a URL parser would write in another way; paths with dots between slashes are looked at by it.
const PLAIN_PATH = /^\/(?!\/)[\w\-.~/?=&%+:@,]*$/;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

let known: { readonly written: string; readonly origin: string | null } | undefined;

/**
 * The origin as a URL parser writes it; null if it is none. Most requests come to the one that the last one came to.
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
 * A URL from what a request names.
 *
 * @param origin protocol and host, as the framework tells them
 * @param url of the request line: a path with query, which may begin with two slashes and be no host for that, or a URL
 */
export function urlOn(origin: string, url: string): string {
  const base = isPlain(url) ? originOf(origin) : null;
  if (base !== null) return base + url;
  return url.startsWith('/') ? new URL(origin + url).href : new URL(url, origin).href;
}
