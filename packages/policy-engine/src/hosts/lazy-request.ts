/**
 * A web-standard `Request` that is made when something needs it whole. Most pages of a host ask for a cookie and a
 * session; making a `Request`, with its signal, for each of them costs more than the query that answers.
 */

/** What is known without making the request. It has no body. */
export interface KnownRequest {
  readonly method: string;
  readonly url: () => string;
  readonly headers: () => Headers;
}

class LazyRequest {
  readonly #known: KnownRequest;
  #url: string | undefined;
  #headers: Headers | undefined;
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
    return (this.#headers ??= this.#known.headers());
  }

  whole(): Request {
    return (this.#whole ??= new Request(this.url, { method: this.method, headers: this.headers }));
  }
}

// Every other member of a Request is asked of the one behind it.
for (const name of Object.keys(Object.getOwnPropertyDescriptors(Request.prototype))) {
  if (Object.hasOwn(LazyRequest.prototype, name)) continue;
  Object.defineProperty(LazyRequest.prototype, name, {
    get(this: LazyRequest): unknown {
      const whole = this.whole();
      const member: unknown = Reflect.get(whole, name);
      return typeof member === 'function' ? member.bind(whole) : member;
    },
  });
}
Object.setPrototypeOf(LazyRequest.prototype, Request.prototype);

/**
 * A request that behaves like a `Request`. As with any that is not the platform's own, it is its `clone()` that `fetch`
 * and `new Request` take.
 */
export function lazyRequest(known: KnownRequest): Request {
  return new LazyRequest(known) as unknown as Request;
}
