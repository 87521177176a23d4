/** Headers of a web `Request` or of a Node request. */
export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parts of a request that are read: a web `Request`, or a Node request with its `url`. */
export interface RenderRequest {
  readonly method: string;
  /** Path with query as in a Node request, or an absolute URL as in a web `Request`. */
  readonly url: string;
  /** Node gives names in lower case; an object that you create must do so, too. */
  readonly headers: HeaderSource;
  /** Aborts the request to the renderer when the visitor has left. */
  readonly signal?: AbortSignal;
  /** `http` or `https`, if the host knows it; read only without the option `origin`. */
  readonly protocol?: string;
  /** IP address of the client, if the host knows it; read only with the option `verify`. */
  readonly address?: string;
}

/** A header's value; `undefined` if there is none. */
export function header(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

/** Only its path is used. */
const ANY_SITE = 'http://site.invalid';

/**
 * Path and query of a request, without the host: the first line of a request can contain an absolute URL
 * (`GET http://intranet.local/ HTTP/1.1`). `undefined` for other forms, such as `*`.
 *
 * The path is that of a parsed URL, without `/../`: behind the address of the renderer, it would lead to other addresses of the
 * renderer, and a pattern of the options must match what is rendered.
 */
export function pathOf(url: string): string | undefined {
  // Appended, not resolved: `//intranet.local/` is a path.
  const absolute = url.startsWith('/') ? ANY_SITE + url : url;
  if (!/^https?:\/\//i.test(absolute) || !URL.canParse(absolute)) return undefined;
  const { pathname, search } = new URL(absolute);
  return pathname + search;
}
