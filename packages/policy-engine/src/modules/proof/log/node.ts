/** The log's cryptography in Node, and what only a log or a witness in Node does: sign. */
import { createHmac, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { joined } from './bytes.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { cosignedMessage, noteVerifier, TIME_BYTES } from './cosignature.ts';
import type { Cryptography } from './crypto.ts';
import { LogFormatError } from './errors.ts';
import type { NoteSigner, NoteVerifier } from './note.ts';
import { namedKey, readVkey, SIGNATURE_TYPE, type SignatureType, type VerifierKey } from './vkey.ts';

/** Keys that were used before, by their bytes: creating one takes a third of the time of a verification. */
const created = new WeakMap<Uint8Array, KeyObject>();

function keyObject(bytes: Uint8Array): KeyObject {
  const known = created.get(bytes);
  if (known !== undefined) return known;
  const x = Buffer.from(bytes).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  created.set(bytes, key);
  return key;
}

/** The cryptography of `node:crypto`. */
export const nodeCrypto: Cryptography = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  hmacSha256: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
  isSignedBy: (key, signature, bytes) => verify(null, bytes, keyObject(key), signature),
};

/** The public part of a key as RFC 8032 encodes it: 32 bytes. @throws {LogFormatError} for other keys than Ed25519 */
export function publicBytes(key: KeyObject): Uint8Array {
  if (key.asymmetricKeyType !== 'ed25519') throw new LogFormatError('the key is not an Ed25519 key');
  return new Uint8Array(Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url'));
}

/**
 * Combines a key with its name and purpose.
 *
 * @param key Ed25519, public or private
 * @throws {LogFormatError} for a name that is not valid for signatures, and for other keys
 */
export function verifierKey(name: string, type: SignatureType, key: KeyObject): VerifierKey {
  return namedKey(name, type, publicBytes(key), nodeCrypto);
}

/** Reads a verifier key, see {@link readVkey}. @throws {LogFormatError} */
export const parseVkey = (vkey: string): VerifierKey => readVkey(vkey, nodeCrypto);

/** The verifier for a key, depending on its type. */
export const verifierOf = (key: VerifierKey): NoteVerifier => noteVerifier(key, nodeCrypto);

const signed = (bytes: Uint8Array, secret: KeyObject) => new Uint8Array(sign(null, bytes, secret));

/** Signs as `0x01`: Ed25519 over the text (signed-note, "Ed25519 signatures"). */
export function ed25519Signer(name: string, secret: KeyObject): NoteSigner {
  return { key: verifierKey(name, SIGNATURE_TYPE.ed25519, secret), sign: (text) => signed(text, secret) };
}

/**
 * Cosigns checkpoints at a time. The name is not part of what is signed, so a key must not be used under two names.
 *
 * @param timestamp seconds since the epoch, above 0 since tlog-witness forbids that
 * @throws {LogFormatError}
 */
export function cosigner(name: string, secret: KeyObject, timestamp: number): NoteSigner {
  const key = verifierKey(name, SIGNATURE_TYPE.cosignature, secret);
  if (!Number.isSafeInteger(timestamp) || timestamp <= 0) throw new LogFormatError(`cosignature: time ${timestamp}`);
  return {
    key,
    sign: (text) => {
      // A cosignature is a statement about a checkpoint; other texts cannot be cosigned.
      parseCheckpoint(new TextDecoder().decode(text));
      const time = new Uint8Array(TIME_BYTES);
      new DataView(time.buffer).setBigUint64(0, BigInt(timestamp));
      return joined(time, signed(cosignedMessage(text, timestamp), secret));
    },
  };
}
