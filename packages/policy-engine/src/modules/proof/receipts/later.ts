/**
 * A host's statement about a person's later decisions: no tree can prove that there is none, so the host signs the
 * statement.
 */
import { parseSignatures, type SignedNote, verifyNote } from '../log/index.ts';
import { type TrustedKey, verifiersFor } from '../seal/keys.ts';

/** The statement. */
export interface LaterStatement {
  /** Leaf hash of the event that the receipt is about. */
  readonly leaf: Buffer;
  /** Whether a later event of the same person and rule exists. */
  readonly exists: boolean;
  /** Up to the checkpoint of this size. */
  readonly size: number;
}

/**
 * The text that is signed. Its first line is not an origin, and its third no root: it never passes for a checkpoint.
 */
export function laterText({ leaf, exists, size }: LaterStatement): string {
  return `policy-engine/receipt/2 later\n${leaf.toString('base64')}\n${size}\n${exists ? 'yes' : 'no'}\n`;
}

/** @throws {LogFormatError} @throws {LogVerificationError} unless a known key signed it */
export function verifyLater(
  statement: LaterStatement & { readonly signature: string },
  origin: string,
  keys: readonly TrustedKey[],
): void {
  const note: SignedNote = { text: laterText(statement), signatures: parseSignatures(`${statement.signature}\n`) };
  verifyNote(note, verifiersFor(origin, keys));
}
