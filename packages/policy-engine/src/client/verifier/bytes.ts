/** Bytes: conversions from and to text, and WebCrypto operations. */
import { Refused } from './json.ts';

/** Bytes as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

export function joined(...parts: readonly (Bytes | readonly number[])[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function isSame(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export const hexOf = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Bytes from an even number of hexadecimal digits. */
export const bytesOfHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

export const base64Of = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes));

/** @throws {Refused} for non-canonical base64 */
export function bytesOfBase64(text: string): Bytes {
  let bytes: Bytes;
  try {
    bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new Refused('base64');
  }
  if (base64Of(bytes) !== text) throw new Refused('base64');
  return bytes;
}

/** @throws {Refused} unless it is base64 of 32 bytes */
export function hashOfBase64(text: string): Bytes {
  const bytes = bytesOfBase64(text);
  if (bytes.length !== 32) throw new Refused('SHA-256');
  return bytes;
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export async function hmacSha256(secret: Bytes, bytes: Bytes): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes));
}

const importEd25519 = (key: Bytes) => crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);

/** Whether a signature is that of an Ed25519 key (RFC 8032). */
export async function isSignedBy(key: Bytes, signature: Bytes, bytes: Bytes): Promise<boolean> {
  return crypto.subtle.verify('Ed25519', await importEd25519(key), signature, bytes);
}

/** Whether the browser supports all of this: an address without https has no WebCrypto, an old browser no Ed25519. */
export async function canVerify(): Promise<boolean> {
  try {
    // The first test vector of RFC 8032, §7.1.
    const key = bytesOfHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
    const signature = bytesOfHex(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    );
    return await isSignedBy(key, signature, utf8(''));
  } catch {
    return false;
  }
}
