/** How events are signed (Standard Webhooks 1.0, symmetric signatures): HMAC-SHA256 over id, time and body. */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
/** Bytes of a key: 192 to 512 bits (Standard Webhooks, Signature scheme). */
const [SHORTEST_KEY, LONGEST_KEY] = [24, 64];
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
/** Libraries read other characters differently. */
const PRINTABLE = /^[\u0020-\u007e]*$/;

/** The key of a secret. @throws {Error} with the mistake, but nothing of the secret */
export function keyOf(secret: string): Buffer {
  if (!secret.startsWith(PREFIX)) return textKey(secret);
  const coded = secret.slice(PREFIX.length);
  if (!BASE64.test(coded)) throw new Error(`is not Base64 after ${PREFIX}`);
  const key = Buffer.from(coded, 'base64');
  if (key.length >= SHORTEST_KEY && key.length <= LONGEST_KEY) return key;
  throw new Error(`must hold ${SHORTEST_KEY} to ${LONGEST_KEY} bytes after ${PREFIX}, not ${key.length}`);
}

function textKey(secret: string): Buffer {
  if (!PRINTABLE.test(secret)) throw new Error(`must be printable ASCII, or ${PREFIX} with Base64`);
  if (secret.length >= SHORTEST_KEY) return Buffer.from(secret, 'ascii');
  throw new Error(`must have at least ${SHORTEST_KEY} characters, not ${secret.length}`);
}

/** The signed data, besides the key. */
export interface Signed {
  readonly id: string;
  /** Seconds since 1970, as in the header. */
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

/** One signature, as the header `webhook-signature` lists them. */
export function signature(key: Buffer, { id, timestamp, body }: Signed): string {
  const hash = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return `v1,${hash}`;
}

/** The headers that prove the sender of a body. */
export function signedHeaders(
  keys: readonly Buffer[],
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => signature(key, { id, timestamp, body })).join(' '),
  };
}
