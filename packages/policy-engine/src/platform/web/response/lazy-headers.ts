/**
 * Web-standard `Headers` over a plain object as Node reads and writes it. A separate implementation, since most headers
 * of a request are never read and those of a response are written once: filling `Headers` costs more than the rest of
 * the frame.
 */
import { completeWith } from './platform-object.ts';

/** Header values under lower-case names, as in Node. */
export type PlainHeaders = Record<string, string | string[] | undefined>;

/** `Headers` that are created from a plain object when a member is used that only the platform's have. */
export class LazyHeaders {
  #plain: PlainHeaders;
  #isOwn: boolean;
  readonly #side: 'request' | 'response';
  #whole: Headers | undefined;

  /** @param side the object of a request is Node's, and copied before the first change; cookies of a response stay apart */
  constructor(plain: PlainHeaders, side: 'request' | 'response') {
    this.#plain = plain;
    this.#side = side;
    this.#isOwn = side === 'response';
  }

  /** The value of a header, several joined; null if there is none. */
  get(name: string): string | null {
    if (this.#whole !== undefined) return this.#whole.get(name);
    const value = this.#plain[name.toLowerCase()];
    if (typeof value === 'string') return value;
    // Not what every object inherits, such as `constructor`.
    return Array.isArray(value) ? value.join(', ') : null;
  }

  /** Whether there is a header of this name. */
  has(name: string): boolean {
    return this.#whole === undefined ? this.get(name) !== null : this.#whole.has(name);
  }

  /** Sets or replaces a header. */
  set(name: string, value: string): void {
    if (this.#whole === undefined) this.#changeable()[name.toLowerCase()] = value;
    else this.#whole.set(name, value);
  }

  /** Adds a cookie to the response, besides existing ones. */
  appendCookie(value: string): void {
    if (this.#whole !== undefined) {
      this.#whole.append('set-cookie', value);
      return;
    }
    const plain = this.#changeable();
    plain['set-cookie'] = [plain['set-cookie'] ?? [], value].flat();
  }

  /** The headers as Node's `writeHead` takes them. */
  toPlain(): PlainHeaders {
    if (this.#whole === undefined) return this.#plain;
    const cookies = this.#whole.getSetCookie();
    return { ...Object.fromEntries(this.#whole), ...(cookies.length > 0 && { 'set-cookie': cookies }) };
  }

  /** The platform's own headers; from now on they are authoritative. */
  whole(): Headers {
    if (this.#whole !== undefined) return this.#whole;
    this.#whole = new Headers();
    for (const [name, value] of Object.entries(this.#plain)) {
      // HTTP/2 pseudo-headers are not headers.
      if (value === undefined || name.startsWith(':')) continue;
      const values = this.#side === 'response' || typeof value === 'string' ? [value].flat() : [value.join(', ')];
      for (const one of values) this.#whole.append(name, one);
    }
    return this.#whole;
  }

  #changeable(): PlainHeaders {
    if (!this.#isOwn) this.#plain = { ...this.#plain };
    this.#isOwn = true;
    return this.#plain;
  }
}
completeWith(LazyHeaders, Headers);
