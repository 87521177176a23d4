/** The keys of signed cookies: the host's, or one that is generated once and stored in the database. */
import { createHash, createHmac } from 'node:crypto';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { storedSecret } from '../../platform/database/connection/secret.ts';
import { isSameText } from '../../platform/same-text.ts';

/** The source of keys. */
export interface CookieKeysOptions {
  readonly database: Database;
  readonly naming: Naming;
  /** The host's keys, the signing one first; none: one is generated and kept in the database. */
  readonly secrets: readonly string[];
  readonly now: () => Date;
}

/** The content of a signed cookie, and the key that signed it. */
export interface OpenedCookie {
  readonly parts: readonly string[];
  readonly key: CookieKey;
}

const NAME = 'visitor-cookies';

/** One key. Each use has its own prefix, so that no signature is valid for another use. */
export class CookieKey {
  /** Identifies the key in a cookie; reveals nothing about the key itself. */
  readonly id: string;
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
    this.id = createHash('sha256').update(`policy-engine/cookie-key/1 ${secret}`).digest('base64url').slice(0, 6);
  }

  /** Keyed hash of an account, by which a cookie identifies its owner without naming anybody. */
  accountHash(userId: string): string {
    return this.#hash('account', [userId]);
  }

  /**
   * ID of the visitor for a random word of a page, before there was a cookie. The ID reveals nothing about the word.
   */
  visitorOfClick(word: string): string {
    const hex = createHash('sha256')
      .update(this.#hash('click', [word]))
      .digest('hex');
    // A random UUID by its format (RFC 9562 §5.4), like all visitor IDs.
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  /**
   * Signs parts, none of which contains a full stop.
   *
   * @param beside further signed data that is not in the cookie
   */
  seal(cookie: string, parts: readonly string[], beside = ''): string {
    return [this.id, ...parts, this.#hash(cookie, [beside, ...parts])].join('.');
  }

  /** Whether a signature is valid, in constant time. */
  isSealed(cookie: string, parts: readonly string[], beside: string, signature: string): boolean {
    return isSameText(this.#hash(cookie, [beside, ...parts]), signature);
  }

  #hash(use: string, parts: readonly string[]): string {
    const content = JSON.stringify(['policy-engine/cookie/1', use, ...parts]);
    // 128 bits are enough, and the space in response headers is limited.
    return createHmac('sha256', this.#secret).update(content).digest('base64url').slice(0, 22);
  }
}

/** All keys; the first signs, the others only verify. */
export class CookieKeys {
  readonly #options: CookieKeysOptions;
  #keys: readonly CookieKey[];
  #reading: Promise<void> | undefined;

  constructor(options: CookieKeysOptions) {
    this.#options = options;
    this.#keys = options.secrets.map((secret) => new CookieKey(secret));
  }

  /** The signing key; read from the database once per process. */
  async signing(): Promise<CookieKey> {
    const [known] = this.#keys;
    if (known !== undefined) return known;
    // A failure is not cached: the next request tries again.
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await this.#reading;
    return this.signing();
  }

  /** Opens a signed cookie; null for one that is not signed by our keys. */
  async open(cookie: string, value: string, beside: string = ''): Promise<OpenedCookie | null> {
    const [id, ...rest] = value.split('.');
    const [parts, signature] = [rest.slice(0, -1), rest.at(-1)];
    if (signature === undefined) return null;
    await this.signing();
    const key = this.#keys.find((one) => one.id === id);
    return key?.isSealed(cookie, parts, beside, signature) === true ? { parts, key } : null;
  }

  async #read(): Promise<void> {
    const { database, naming, now } = this.#options;
    this.#keys = [new CookieKey(await storedSecret(database, naming, NAME, now()))];
  }
}
