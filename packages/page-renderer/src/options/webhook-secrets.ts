/** Secrets of webhooks (Standard Webhooks 1.0, symmetric signatures). */

const PREFIX = 'whsec_';
/** Bytes of a key: 192 to 512 bits (Standard Webhooks, "Signature scheme"). */
const [SHORTEST, LONGEST] = [24, 64];
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const PRINTABLE = /^[\x20-\x7e]*$/;

/** The key of a secret: Base64 after `whsec_`, otherwise the text itself. @throws {Error} with the mistake, but nothing of the secret */
export function keyOf(secret: string): Buffer {
  if (!secret.startsWith(PREFIX)) {
    if (!PRINTABLE.test(secret)) throw new Error(`must be printable ASCII, or ${PREFIX} and Base64`);
    if (secret.length < SHORTEST) throw new Error(`expected ${SHORTEST} characters or more`);
    return Buffer.from(secret, 'ascii');
  }
  const coded = secret.slice(PREFIX.length);
  const key = Buffer.from(coded, 'base64');
  if (!BASE64.test(coded)) throw new Error(`expected Base64 after ${PREFIX}`);
  if (key.length < SHORTEST || key.length > LONGEST) {
    throw new Error(`expected ${SHORTEST} to ${LONGEST} bytes after ${PREFIX}`);
  }
  return key;
}
