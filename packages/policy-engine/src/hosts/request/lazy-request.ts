/**
 * A web-standard `Request` on top of what Node has already parsed; the complete one is created only when it is needed.
 * Most requests need only two or three headers; copying all of them, and creating a URL and a signal for each request,
 * would cost more than the query that answers it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { PEER } from '../../platform/web/request/as-sent.ts';
import { LazyHeaders } from '../../platform/web/response/lazy-headers.ts';
import { completeWith } from '../../platform/web/response/platform-object.ts';

/** What is known without creating the request. It has no body. */
export interface KnownRequest {
  readonly method: string;
  readonly url: () => string;
  /** As Node provides them: with lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** Default: a signal that never aborts. */
  readonly signal?: () => AbortSignal;
  /** Address of the peer, if no environment has it. */
  readonly peer?: string | undefined;
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

  get [PEER](): string | undefined {
    return this.#known.peer;
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
 * A request that behaves like a `Request`. `fetch` and `new Request` accept only the platform's own requests: pass them
 * its `clone()`.
 */
export function lazyRequest(known: KnownRequest): Request {
  return new LazyRequest(known) as unknown as Request;
}
