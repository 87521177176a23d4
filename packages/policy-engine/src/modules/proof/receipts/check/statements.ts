/**
 * What a host signs besides checkpoints, as the line of a signed note: that an identity was erased, and whether a person
 * decided again. No tree can prove either.
 */
import { base64Of } from '../../log/bytes.ts';
import { LogFormatError } from '../../log/errors.ts';
import { parseSignatures, type SignedNote } from '../../log/note.ts';

/**
 * The text of a tombstone. Its first line is not an origin, and its second no size: it never passes for a checkpoint.
 */
export function tombstoneText(origin: string, leaf: Uint8Array): string {
  return `policy-engine/erasure/1\n${origin}\n${base64Of(leaf)}\n`;
}

/** A statement about a person's later decisions. */
export interface LaterStatement {
  /** Leaf hash of the event that the receipt is about. */
  readonly leaf: Uint8Array;
  /** Whether a later event of the same person and rule exists. */
  readonly exists: boolean;
  /** Up to the checkpoint of this size. */
  readonly size: number;
}

/**
 * The text that is signed. Its first line is not an origin, and its third no root: it never passes for a checkpoint.
 */
export function laterText({ leaf, exists, size }: LaterStatement): string {
  return `policy-engine/receipt/2 later\n${base64Of(leaf)}\n${size}\n${exists ? 'yes' : 'no'}\n`;
}

/** A text with the line of its signature, which is not verified. @throws {LogFormatError} */
export function statement(text: string, line: string): SignedNote {
  const signatures = parseSignatures(`${line}\n`);
  if (signatures.length !== 1) throw new LogFormatError('note: more than one signature line');
  return { text, signatures };
}
