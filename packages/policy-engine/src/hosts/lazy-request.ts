/**
 * A web-standard `Request` over what Node parsed already, made whole when something needs it whole. Most requests are asked
 * for two or three headers; copying all of them, a URL and a signal for each costs more than the query that answers.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** What is known without making the request. It has no body. */
export interface KnownRequest {
  readonly method: string;
  readonly url: () => string;
  /** As Node gives them: lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** Default: one that never aborts. */
  readonly signal?: () => AbortSignal;
}

/** Members that a class does not have itself are asked of the platform's object that it makes then. */
function completeWith(lazy: { prototype: { whole(): object } }, platform: { prototype: object }): void {
  for (const name of Reflect.ownKeys(platform.prototype)) {
    if (Object.hasOwn(lazy.prototype, name) || name === Symbol.toStringTag) continue;
    Object.defineProperty(lazy.prototype, name, {
      get(this: { whole(): object }): unknown {
        const whole = this.whole();
        const member: unknown = Reflect.get(whole, name);
        return typeof member === 'function' ? member.bind(whole) : member;
      },
    });
  }
  Object.setPrototypeOf(lazy.prototype, platform.prototype);
}

class LazyHeaders {
  readonly #known: IncomingHttpHeaders;
  #whole: Headers | undefined;

  constructor(known: IncomingHttpHeaders) {
    this.#known = known;
  }

  get(name: string): string | null {
    // Once made whole it may have been changed.
    if (this.#whole !== undefined) return this.#whole.get(name);
    const key = name.toLowerCase();
    const value = Object.hasOwn(this.#known, key) ? this.#known[key] : undefined;
    if (value === undefined) return null;
    return typeof value === 'string' ? value : value.join(', ');
  }

  has(name: string): boolean {
    return this.#whole === undefined ? this.get(name) !== null : this.#whole.has(name);
  }

  whole(): Headers {
    if (this.#whole !== undefined) return this.#whole;
    this.#whole = new Headers();
    for (const [name, value] of Object.entries(this.#known)) {
      // HTTP/2 pseudo-headers are no headers.
      if (value === undefined || name.startsWith(':')) continue;
      this.#whole.set(name, typeof value === 'string' ? value : value.join(', '));
    }
    return this.#whole;
  }
}
completeWith(LazyHeaders, Headers);

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
    return (this.#headers ??= new LazyHeaders(this.#known.headers) as unknown as Headers);
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
