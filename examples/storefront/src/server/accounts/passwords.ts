import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Default `N` of scrypt. */
export const DEFAULT_PASSWORD_COST = 16_384;
/** The longest password; hashing a very long one would only take time. */
export const LONGEST_PASSWORD = 200;
const LENGTH = 32;

function derive(password: string, salt: Buffer, N: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Depending on the keyboard, the same letters are typed composed or decomposed.
    const text = password.normalize('NFKC');
    scrypt(text, salt, LENGTH, { N, r: 8, p: 1 }, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Hashes passwords, and compares them with hashes. */
export class Passwords {
  readonly #cost: number;

  /** @param cost `N` of scrypt, a power of two; a hash contains its cost, so hashes with another cost stay valid */
  constructor(cost: number) {
    this.#cost = cost;
  }

  /** Hashes a password with a new salt: `scrypt$<salt>$<key>$<cost>`. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await derive(password, salt, this.#cost);
    return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}$${this.#cost}`;
  }

  /**
   * Whether the password matches the hash. Takes the same time for a wrong password and for a missing hash.
   *
   * @param hash undefined if there is no such user
   */
  async matches(password: string, hash: string | undefined): Promise<boolean> {
    if (password.length > LONGEST_PASSWORD) return false;
    const nobody = `scrypt$${'A'.repeat(22)}$${'A'.repeat(43)}$${this.#cost}`;
    // Hashes of older databases do not contain the cost.
    const [, salt = '', key = '', cost = DEFAULT_PASSWORD_COST] = (hash ?? nobody).split('$');
    const expected = Buffer.from(key, 'base64url');
    const given = await derive(password, Buffer.from(salt, 'base64url'), Number(cost));
    return given.length === expected.length && timingSafeEqual(given, expected) && hash !== undefined;
  }
}
