/** Keys that verify notes, as lines of text (C2SP signed-note, "Verifier keys"). */
import { base64Of, hexOf, isSame, joined, utf8 } from './bytes.ts';
import type { Cryptography } from './crypto.ts';
import { LogFormatError } from './errors.ts';
import { parseBase64, quoted, readText } from './strict.ts';

/**
 * What a key signs, and how (signed-note, "Signature types"). Not supported: ECDSA (0x02) and RFC 6962 tree heads
 * (0x05), which the engine's logs do not use, and ML-DSA-44 (0x06), which the oldest supported Node can't compute.
 */
export const SIGNATURE_TYPE = {
  /** Ed25519 over the text of the note. */
  ed25519: 0x01,
  /** A witness's cosignature with a time (tlog-cosignature). */
  cosignature: 0x04,
} as const;

/** One of {@link SIGNATURE_TYPE}. */
export type SignatureType = (typeof SIGNATURE_TYPE)[keyof typeof SIGNATURE_TYPE];

/** A public Ed25519 key with the name it signs under. */
export interface VerifierKey {
  /** For a log its origin, for a witness a URL without a scheme. */
  readonly name: string;
  /** The key ID: 8 hexadecimal digits. */
  readonly id: string;
  readonly type: SignatureType;
  /** As RFC 8032 encodes it: 32 bytes. */
  readonly publicKey: Uint8Array;
}

const LONGEST_VKEY = 4096;

/**
 * Whether a name is valid in a signature line: not empty, no Unicode space, plus or control (signed-note, "Format").
 */
export function isKeyName(name: string): boolean {
  if (name === '' || !name.isWellFormed() || /[\p{White_Space}+]/u.test(name)) return false;
  return Array.from(name).every((character) => character >= ' ');
}

/**
 * Combines a public key of 32 bytes with its name and purpose. Its ID is SHA-256(name || 0x0A || type || public key)[:4]
 * (signed-note, "Signatures").
 *
 * @throws {LogFormatError} for a name that is not valid for signatures
 */
export function namedKey(
  name: string,
  type: SignatureType,
  publicKey: Uint8Array,
  { sha256 }: Pick<Cryptography, 'sha256'>,
): VerifierKey {
  if (!isKeyName(name)) throw new LogFormatError(`key name ${quoted(name)}: empty, or with a space, control or plus`);
  const id = hexOf(sha256(joined(utf8(`${name}\n`), [type], publicKey)).subarray(0, 4));
  return { name, id, type, publicKey };
}

/** `<name>+<key ID>+<base64(type || public key)>`. */
export function formatVkey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id}+${base64Of(joined([type], publicKey))}`;
}

/**
 * Reads a verifier key. Its ID must be the hash that signed-note and tlog-cosignature require.
 *
 * @throws {LogFormatError} also for types of keys that are not supported, see {@link SIGNATURE_TYPE}
 */
export function readVkey(vkey: string, crypto: Pick<Cryptography, 'sha256'>): VerifierKey {
  const text = readText(vkey, 'verifier key', LONGEST_VKEY);
  // Only base64 may contain further pluses.
  const parts = /^(?<name>[^+]*)\+(?<id>[^+]*)\+(?<encoded>.*)$/s.exec(text)?.groups;
  if (parts === undefined) throw new LogFormatError(`verifier key ${quoted(text)}: not <name>+<id>+<key>`);
  const { name = '', id = '', encoded = '' } = parts;
  const what = `verifier key of ${quoted(name)}`;
  if (!/^[0-9a-f]{8}$/.test(id))
    throw new LogFormatError(`${what}: the ID ${quoted(id)} is not 8 lower-case hex digits`);
  const bytes = parseBase64(encoded, what);
  const type = Object.values(SIGNATURE_TYPE).find((one) => one === bytes[0]);
  if (type === undefined) {
    const given = bytes[0] === undefined ? 'missing' : `0x${bytes[0].toString(16).padStart(2, '0')}`;
    throw new LogFormatError(
      `${what}: signature type ${given}, supported are 0x01 (Ed25519) and 0x04 (cosignature/v1)`,
    );
  }
  if (bytes.length !== 33)
    throw new LogFormatError(`${what}: an Ed25519 key has 32 bytes, this one ${bytes.length - 1}`);
  const key = namedKey(name, type, bytes.subarray(1), crypto);
  if (key.id !== id) throw new LogFormatError(`${what}: the ID is ${id}, but the key's is ${key.id}`);
  return key;
}

/** Whether two keys are the same key with the same name and purpose. */
export function isSameKey(one: VerifierKey, other: VerifierKey): boolean {
  return one.name === other.name && one.type === other.type && isSame(one.publicKey, other.publicKey);
}
