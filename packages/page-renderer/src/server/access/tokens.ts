/** Secret tokens that clients send. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** A list of tokens, any of which is accepted. Comparing takes the same time whatever was sent. */
export class Tokens {
  readonly #digests: readonly Buffer[];

  constructor(tokens: readonly string[]) {
    this.#digests = tokens.map(digest);
  }

  /** @returns index of the token that was sent; -1 if it is none of them */
  find(sent: string): number {
    const compared = digest(sent);
    // Hashes of equal length, and all of them are compared, so that the time reveals nothing.
    return this.#digests.map((token) => timingSafeEqual(compared, token)).indexOf(true);
  }
}

/** The token of `Authorization: Bearer …` (RFC 6750 §2.1); empty without one. */
export function bearerToken(authorization: string | undefined): string {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
}

/** The password of `Authorization: Basic …` (RFC 7617), which browsers ask users for; empty without one. */
export function basicPassword(authorization: string | undefined): string {
  const encoded = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return /:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1] ?? '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
