/** Secret tokens that callers send. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Tokens, of which any opens. Comparing takes the same time whatever was sent. */
export class Tokens {
  readonly #digests: readonly Buffer[];

  constructor(tokens: readonly string[]) {
    this.#digests = tokens.map(digest);
  }

  /** @returns which of the tokens was sent, from 0 on; -1 for none of them */
  find(sent: string): number {
    const compared = digest(sent);
    // Of equal length, and all of them, so that the time it takes says nothing.
    return this.#digests.map((token) => timingSafeEqual(compared, token)).indexOf(true);
  }
}

/** The token of `Authorization: Bearer …` (RFC 6750 §2.1); empty without one. */
export function bearerToken(authorization: string | undefined): string {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
}

/** The password of `Authorization: Basic …` (RFC 7617), which browsers ask people for; empty without one. */
export function basicPassword(authorization: string | undefined): string {
  const encoded = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return /:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1] ?? '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
