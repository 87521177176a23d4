/** Verification of signatures by their type, and cosignatures of witnesses (C2SP tlog-cosignature, `cosignature/v1`). */
import { joined, utf8 } from './bytes.ts';
import { parseCheckpoint } from './checkpoint.ts';
import type { Cryptography } from './crypto.ts';
import { LogVerificationError } from './errors.ts';
import { type NoteVerifier, type SignedNote, type VerifiedSignature, verifyNote } from './note.ts';
import { SIGNATURE_TYPE, type VerifierKey } from './vkey.ts';

/** Bytes of the time, big-endian, before the signature. */
export const TIME_BYTES = 8;

/** What is signed: two lines, and the text of the checkpoint. */
export function cosignedMessage(text: Uint8Array, timestamp: number | bigint): Uint8Array {
  return joined(utf8(`cosignature/v1\ntime ${timestamp}\n`), text);
}

const timeIn = ({ buffer, byteOffset }: Uint8Array): bigint => new DataView(buffer, byteOffset).getBigUint64(0);

/** When a cosignature that verifies was made: seconds since the epoch. */
export const cosignatureTime = (signature: Uint8Array): number => Number(timeIn(signature));

/**
 * The verifier for a key, depending on its type. A cosignature with a time above 2^53 - 1 seconds does not verify:
 * verifiers may reject what is in the future.
 */
export function noteVerifier(key: VerifierKey, { isSignedBy }: Pick<Cryptography, 'isSignedBy'>): NoteVerifier {
  const isOwn = (signature: Uint8Array, bytes: Uint8Array) =>
    signature.length === 64 && isSignedBy(key.publicKey, signature, bytes);
  switch (key.type) {
    case SIGNATURE_TYPE.ed25519:
      return { key, verify: (text, signature) => isOwn(signature, text) };
    case SIGNATURE_TYPE.cosignature:
      return {
        key,
        verify: (text, signature) => {
          if (signature.length < TIME_BYTES || timeIn(signature) > Number.MAX_SAFE_INTEGER) return false;
          return isOwn(signature.subarray(TIME_BYTES), cosignedMessage(text, timeIn(signature)));
        },
      };
  }
}

/**
 * The signatures of a note by known witnesses; those of others are ignored.
 *
 * @throws {LogVerificationError} `signature` for one of a known witness that does not verify
 */
export function cosignaturesIn(note: SignedNote, witnesses: readonly NoteVerifier[]): readonly VerifiedSignature[] {
  try {
    return verifyNote(note, witnesses).signatures;
  } catch (error) {
    if (error instanceof LogVerificationError && error.failure === 'unsigned') return [];
    throw error;
  }
}

/** Whether a checkpoint has signatures besides those of the log itself, known or not. */
export function isCosigned({ text, signatures }: SignedNote): boolean {
  const { origin } = parseCheckpoint(text);
  return signatures.some(({ name }) => name !== origin);
}
