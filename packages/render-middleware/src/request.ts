/** Headers of a web `Request` or of a Node request. */
export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What is read of a request: a web `Request` is one, and so is a Node request with its `url`. */
export interface RenderRequest {
  readonly method: string;
  /** Path with query as in a Node request, or an absolute URL as in a web `Request`. */
  readonly url: string;
  /** Node gives names in lower case; so must whoever builds the object by hand. */
  readonly headers: HeaderSource;
  /** Ends the question to the renderer when the visitor has gone. */
  readonly signal?: AbortSignal;
  /** `http` or `https`, where the host knows it; read only without the option `origin`. */
  readonly protocol?: string;
  /** IP address of the client, where the host knows it; read only with the option `verify`. */
  readonly address?: string;
}

/** A header's value; `undefined` if it is absent. */
export function header(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

/**
 * Path and query of a request, and nothing of the host it may name: the first line of a request can hold an absolute URL
 * (`GET http://intranet.local/ HTTP/1.1`). `undefined` for forms that are no page, such as `*`.
 */
export function pathOf(url: string): string | undefined {
  if (url.startsWith('/')) return url;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
