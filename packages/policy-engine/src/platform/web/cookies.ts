/** Cookies of one request and its response (RFC 6265): reads them, sets several, deletes by name, domain and path. */
import { parseCookie } from 'cookie';
import { PolicyEngineError } from '../../errors.ts';

/** Where and how long a cookie lives. */
export interface CookieOptions {
  /** Host or base domain; a leading dot is dropped, as browsers do (RFC 6265 §5.2.3). Unset: this host only. */
  readonly domain?: string;
  /** Default `/`. */
  readonly path?: string;
  /** Seconds; unset: until the browser closes. */
  readonly maxAge?: number;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
  /** Default `Lax`. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

const NAME = /^[!#$%&'*+\-.^_`|~\w]{1,256}$/;
const DOMAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
// Printable ASCII without `;`: anything else could end the attribute or the header.
const PATH = /^\/[\x20-\x3a\x3c-\x7e]*$/;
const MAX_VALUE = 4096;

function refuse(what: string, value: string): never {
  throw new PolicyEngineError('invalid_cookie', `${what} cannot be used in a cookie: ${JSON.stringify(value)}`);
}

function attributes(name: string, options: CookieOptions): { text: string; key: string } {
  const domain = options.domain?.replace(/^\./, '');
  const path = options.path ?? '/';
  if (domain !== undefined && !(domain.length <= 253 && DOMAIN.test(domain))) refuse('The domain', domain);
  if (!PATH.test(path)) refuse('The path', path);
  const parts = [`Path=${path}`];
  if (domain !== undefined) parts.push(`Domain=${domain}`);
  if (options.maxAge !== undefined) {
    if (!Number.isSafeInteger(options.maxAge)) refuse('The age', String(options.maxAge));
    parts.push(`Max-Age=${options.maxAge}`);
  }
  if (options.httpOnly) parts.push('HttpOnly');
  // Browsers ignore cookies of these names, deletions included, without Secure (RFC 6265bis §4.1.3).
  if (options.secure || options.sameSite === 'None' || /^__(?:Secure|Host)-/i.test(name)) parts.push('Secure');
  // Deletions are not limited, since a response may have to delete many cookies.
  if (options.maxAge !== 0) parts.push(`SameSite=${options.sameSite ?? 'Lax'}`);
  return { text: parts.join('; '), key: `${name};${domain?.toLowerCase() ?? ''};${path}` };
}

/** The cookies of one request, and those that its response will set. */
export class Cookies {
  readonly #received: ReturnType<typeof parseCookie>;
  readonly #changes: Map<string, string> = new Map();

  /** @param header - the `Cookie` header of the request */
  constructor(header: string | null) {
    // The first one of a name wins: browsers send the cookie of the longest path first (RFC 6265 §5.4).
    this.#received = parseCookie(header ?? '');
  }

  /** The value that the browser sent; without changes of this response. */
  get(name: string): string | undefined {
    return this.#received[name];
  }

  /** The names that the browser sent. */
  names(): string[] {
    return Object.keys(this.#received);
  }

  /**
   * Sets a cookie with the response; the same name, domain and path again replaces it.
   *
   * @throws PolicyEngineError `invalid_cookie` for a name, domain, path or age that would break the syntax of the
   * header
   */
  set(name: string, value: string, options: CookieOptions = {}): void {
    if (!NAME.test(name)) refuse('The name', name);
    const encoded = encodeURIComponent(value);
    if (encoded.length > MAX_VALUE) refuse('The value', `${encoded.slice(0, 20)}…`);
    const { text, key } = attributes(name, options);
    this.#changes.set(key, `${name}=${encoded}; ${text}`);
  }

  /**
   * Deletes a cookie in the browser. Only the same domain and path reach it: a cookie set for `.example.com` is not
   * deleted without `domain`.
   *
   * @throws PolicyEngineError `invalid_cookie`
   */
  delete(name: string, options: Pick<CookieOptions, 'domain' | 'path' | 'secure'> = {}): void {
    this.set(name, '', { ...options, maxAge: 0 });
  }

  /** The `Set-Cookie` values of the response. */
  changes(): string[] {
    return [...this.#changes.values()];
  }
}
