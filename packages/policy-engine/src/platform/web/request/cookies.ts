/** Cookies of one request and its response (RFC 6265): reads them, sets several, deletes by name, domain and path. */
import { PolicyEngineError } from '../../../errors/errors.ts';

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
  /**
   * Whether it is kept apart for each site that shows the page in a frame (CHIPS,
   * https://datatracker.ietf.org/doc/draft-cutler-httpbis-partitioned-cookies/). A cookie of the same name that is not is another one.
   */
  readonly partitioned?: boolean;
}

const NAME = /^[!#$%&'*+\-.^_`|~\w]{1,256}$/;
/** Names that a browser keeps although RFC 6265 has no such tokens, as `_id(1)`; they can be deleted. */
const KEPT_NAME = /^[!-:<>-~](?:[ -:<>-~]{0,254}[!-:<>-~])?$/;
const DOMAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
// Printable ASCII without `;`: anything else could end the attribute or the header.
const PATH = /^\/[\x20-\x3a\x3c-\x7e]*$/;
const MAX_VALUE = 4096;

function refuse(what: string, value: string): never {
  throw new PolicyEngineError('invalid_cookie', `${what} cannot be used in a cookie: ${JSON.stringify(value)}`);
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

interface Received {
  readonly first: Map<string, string>;
  /** All values of the names that were sent more than once, which is rare. */
  readonly several: Map<string, string[]>;
}

function parse(header: string | null): Received {
  const first = new Map<string, string>();
  const several = new Map<string, string[]>();
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals === -1) continue;
    const name = pair.slice(0, equals).trim();
    const value = decodeValue(pair.slice(equals + 1).trim());
    const known = first.get(name);
    // The first one wins: browsers send the cookie of the longest path first (RFC 6265 §5.4).
    if (known === undefined) first.set(name, value);
    else several.set(name, [...(several.get(name) ?? [known]), value]);
  }
  return { first, several };
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
  const { partitioned = false, sameSite } = options;
  // Browsers ignore cookies of these names, deletions included, without Secure (RFC 6265bis §4.1.3).
  if (options.secure || partitioned || sameSite === 'None' || /^__(?:Secure|Host)-/i.test(name)) parts.push('Secure');
  // Deletions are not limited, since a response may have to delete many cookies; in a frame of another site they need it.
  if (options.maxAge !== 0 || sameSite === 'None') parts.push(`SameSite=${sameSite ?? 'Lax'}`);
  if (partitioned) parts.push('Partitioned');
  return { text: parts.join('; '), key: `${name};${domain?.toLowerCase() ?? ''};${path};${partitioned}` };
}

interface Change {
  readonly name: string;
  /** Null for a deletion. */
  readonly value: string | null;
  /** Of `Set-Cookie`. */
  readonly line: string;
}

/** Whether a response can delete a cookie of this name: browsers also send names that no header can repeat. */
export const isDeletable = (name: string): boolean => KEPT_NAME.test(name);

/** The cookies of one request, and those that its response will set. */
export class Cookies {
  readonly #received: Received;
  readonly #changes: Map<string, Change> = new Map();

  /** @param header - the `Cookie` header of the request */
  constructor(header: string | null) {
    this.#received = parse(header);
  }

  /** The value that the browser sent; without changes of this response. */
  get(name: string): string | undefined {
    return this.#received.first.get(name);
  }

  /** All values that the browser sent under a name, as of this host and of a parent domain; without changes of this response. */
  all(name: string): readonly string[] {
    const several = this.#received.several.get(name);
    if (several !== undefined) return several;
    const value = this.#received.first.get(name);
    return value === undefined ? [] : [value];
  }

  /** The value as the browser will have it after this response. */
  current(name: string): string | undefined {
    if (this.#changes.size === 0) return this.get(name);
    const changed = [...this.#changes.values()].findLast((change) => change.name === name);
    return changed === undefined ? this.get(name) : (changed.value ?? undefined);
  }

  /** The names that the browser sent. */
  names(): string[] {
    return [...this.#received.first.keys()];
  }

  /**
   * The values as the browser will have them after this response, by name. A name that the response sets has the new value alone, and one
   * that it only deletes has none: who writes a cookie that may be in several places deletes the others.
   */
  after(): ReadonlyMap<string, readonly string[]> {
    const left = new Map(this.names().map((name) => [name, this.all(name)]));
    const changes = [...this.#changes.values()];
    for (const { name } of changes) left.delete(name);
    for (const { name, value } of changes) if (value !== null) left.set(name, [value]);
    return left;
  }

  /**
   * Sets a cookie with the response; the same name, domain and path again replaces it.
   *
   * @throws PolicyEngineError `invalid_cookie` for a name, domain, path or age that would break the syntax of the
   * header
   */
  set(name: string, given: string, options: CookieOptions = {}): void {
    if (!(options.maxAge === 0 ? KEPT_NAME : NAME).test(name)) refuse('The name', name);
    const encoded = encodeURIComponent(given);
    if (encoded.length > MAX_VALUE) refuse('The value', `${encoded.slice(0, 20)}…`);
    const { text, key } = attributes(name, options);
    const value = options.maxAge === 0 ? null : given;
    this.#changes.set(key, { name, value, line: `${name}=${encoded}; ${text}` });
  }

  /**
   * Deletes a cookie in the browser. Only the same domain and path reach it: a cookie set for `.example.com` is not
   * deleted without `domain`.
   *
   * @throws PolicyEngineError `invalid_cookie`
   */
  delete(name: string, options: Omit<CookieOptions, 'maxAge' | 'httpOnly'> = {}): void {
    this.set(name, '', { ...options, maxAge: 0 });
  }

  /** The `Set-Cookie` values of the response. */
  changes(): string[] {
    return [...this.#changes.values()].map(({ line }) => line);
  }
}
