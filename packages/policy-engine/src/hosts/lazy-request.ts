/**
 * A web-standard `Request` on top of what Node has already parsed; the complete one is created only when it is needed.
 * For most requests only two or three headers are read; copying all of them, a URL and a signal for each would cost
 * more than the query that answers.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { LazyHeaders } from '../platform/web/lazy-headers.ts';
import { completeWith } from '../platform/web/platform-object.ts';

/** What is known without making the request. It has no body. */
export interface KnownRequest {
  readonly method: string;
  readonly url: () => string;
  /** As Node gives them: lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** Default: one that never aborts. */
  readonly signal?: () => AbortSignal;
}

class LazyRequest {
  readonly body = null;
  readonly #known: KnownRequest;
  #url: string | undefined;
  #headers: Headers | undefined;
  #signal: AbortSignal | undefined;
  #whole: Request | undefined;

  constructor(known: KnownRequest) {
    this.#known = known;
  }

  get method(): string {
    return this.#known.method;
  }

  get url(): string {
    return (this.#url ??= this.#known.url());
  }

  get headers(): Headers {
    return (this.#headers ??= new LazyHeaders(this.#known.headers, 'request') as unknown as Headers);
  }

  get signal(): AbortSignal {
    return (this.#signal ??= this.#known.signal?.() ?? this.whole().signal);
  }

  whole(): Request {
    const { signal } = this.#known;
    this.#whole ??= new Request(this.url, {
      method: this.method,
      headers: [...this.headers],
      ...(signal !== undefined && { signal: this.signal }),
    });
    return this.#whole;
  }
}
completeWith(LazyRequest, Request);

/**
 * A request that behaves like a `Request`. As with any that is not the platform's own, it is its `clone()` that `fetch`
 * and `new Request` take.
 */
export function lazyRequest(known: KnownRequest): Request {
  return new LazyRequest(known) as unknown as Request;
}
