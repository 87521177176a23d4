import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const COST = { N: 16_384, r: 8, p: 1 };
const LENGTH = 32;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same letters can be typed composed or decomposed, depending on the keyboard.
    scrypt(password.normalize('NFKC'), salt, LENGTH, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Hashes a password with a salt of its own: `scrypt$<salt>$<key>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** What a password is compared with where there is no user, so that the answer takes as long. */
const NOBODY = `scrypt$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(LENGTH).toString('base64url')}`;

/**
 * Whether the password belongs to the hash. Takes the same time for a wrong password and for no hash at all.
 *
 * @param hash undefined where there is no such user
 */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = (hash ?? NOBODY).split('$');
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'));
  return given.length === expected.length && timingSafeEqual(given, expected) && hash !== undefined;
}
