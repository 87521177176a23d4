/** Cosignatures of witnesses, `cosignature/v1` (C2SP tlog-cosignature, "Ed25519 signed message"). */
import { type KeyObject, sign, verify } from 'node:crypto';
import { parseCheckpoint } from './checkpoint.ts';
import { LogFormatError } from './errors.ts';
import { ed25519Verifier, type NoteSigner, type NoteVerifier } from './note.ts';
import { SIGNATURE_TYPE, type VerifierKey, verifierKey } from './vkey.ts';

/** Bytes of the time, big-endian, before the signature. */
const TIME_BYTES = 8;

/** What is signed: two lines, and the text of the checkpoint. */
function signedMessage(text: Buffer, timestamp: bigint): Buffer {
  return Buffer.concat([Buffer.from(`cosignature/v1\ntime ${timestamp}\n`), text]);
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
      parseCheckpoint(text.toString());
      const time = Buffer.alloc(TIME_BYTES);
      time.writeBigUInt64BE(BigInt(timestamp));
      return Buffer.concat([time, sign(null, signedMessage(text, BigInt(timestamp)), secret)]);
    },
  };
}

/**
 * Verifies type `0x04`. A time above 2^53 - 1 seconds does not verify: verifiers may reject what is in the future.
 */
export function cosignatureVerifier(key: VerifierKey): NoteVerifier {
  return {
    key,
    verify: (text, signature) => {
      if (signature.length !== TIME_BYTES + 64) return false;
      const timestamp = signature.readBigUInt64BE();
      if (timestamp > BigInt(Number.MAX_SAFE_INTEGER)) return false;
      return verify(null, signedMessage(text, timestamp), key.key, signature.subarray(TIME_BYTES));
    },
  };
}

/** When a cosignature that verifies was made: seconds since the epoch. */
export function cosignatureTime(signature: Buffer): number {
  return Number(signature.readBigUInt64BE());
}

/** The verifier for a key, depending on its type. */
export function verifierOf(key: VerifierKey): NoteVerifier {
  switch (key.type) {
    case SIGNATURE_TYPE.ed25519:
      return ed25519Verifier(key);
    case SIGNATURE_TYPE.cosignature:
      return cosignatureVerifier(key);
  }
}
