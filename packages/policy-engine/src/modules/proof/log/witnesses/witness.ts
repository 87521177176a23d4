/** The messages between a log and a witness (C2SP tlog-witness, "add-checkpoint"). */
import { hash } from 'node:crypto';
import { base64Of } from '../bytes.ts';
import { type Checkpoint, parseCheckpoint } from '../checkpoint.ts';
import { cosignatureTime } from '../cosignature.ts';
import { LogFormatError } from '../errors.ts';
import { verifierOf } from '../node.ts';
import {
  formatNote,
  LONGEST_NOTE,
  type NoteSignature,
  parseNote,
  parseSignatures,
  type SignedNote,
  verifyNote,
} from '../note.ts';
import { type Cosignature, cosignaturesOf, type PolicyWitness } from './policy.ts';
import { linesOf, parseDecimal, parseHash, quoted, readText, type TextInput } from '../strict.ts';
import { LONGEST_PROOF } from '../verify-tree.ts';

/** Content type of a `409 Conflict`, whose body is the size that the witness knows. */
export const SIZE_TYPE = 'text/x.tlog.size';

/** Maximum size of a request in bytes: a checkpoint, and lines before it. A server need not read more. */
export const LONGEST_REQUEST: number = LONGEST_NOTE + 4096;

/** A request to cosign a checkpoint. */
export interface AddCheckpoint {
  /** Size of the checkpoint that the witness cosigned last, 0 if there was none. */
  readonly old: number;
  /** Proves that the checkpoint is consistent with the one of that size. */
  readonly proof: readonly Uint8Array[];
  readonly note: SignedNote;
}

/** Writes the body of a request. @throws {LogFormatError} */
export function formatAddCheckpoint({ old, proof, note }: AddCheckpoint): string {
  if (proof.length > LONGEST_PROOF) throw new LogFormatError(`add-checkpoint: more than ${LONGEST_PROOF} hashes`);
  const lines = [`old ${parseDecimal(String(old), 'add-checkpoint, old size')}`];
  return [...lines, ...proof.map((one) => base64Of(one)), '', formatNote(note)].join('\n');
}

/** A request as a witness reads it. */
export interface ReadAddCheckpoint extends AddCheckpoint {
  /** Not verified. */
  readonly checkpoint: Checkpoint;
}

/**
 * Reads the body of a request.
 *
 * @throws {LogFormatError} to be answered with `400 Bad Request`
 */
export function parseAddCheckpoint(body: TextInput): ReadAddCheckpoint {
  const text = readText(body, 'add-checkpoint', LONGEST_REQUEST);
  const end = text.indexOf('\n\n');
  if (end < 0) throw new LogFormatError('add-checkpoint: no empty line before the checkpoint');
  const [old = '', ...proof] = linesOf(text.slice(0, end + 1), 'add-checkpoint');
  if (!old.startsWith('old ')) throw new LogFormatError(`add-checkpoint: ${quoted(old)} in the place of "old <size>"`);
  if (proof.length > LONGEST_PROOF) {
    throw new LogFormatError(`add-checkpoint: ${proof.length} hashes, more than ${LONGEST_PROOF}`);
  }
  const note = parseNote(text.slice(end + 2));
  return {
    old: parseDecimal(old.slice('old '.length), 'add-checkpoint, old size'),
    proof: proof.map((line, at) => parseHash(line, `add-checkpoint, hash ${at + 1}`)),
    note,
    checkpoint: parseCheckpoint(note.text),
  };
}

/** The HTTP response of a witness. */
export interface WitnessAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** The meaning of a response for the log. */
export type WitnessOutcome =
  | {
      readonly outcome: 'cosigned';
      /** To be added to the checkpoint. */
      readonly signatures: readonly NoteSignature[];
      readonly cosignatures: readonly Cosignature[];
    }
  /** The witness knows another size: repeat the request with a proof from that size. */
  | { readonly outcome: 'conflict'; readonly size: number }
  | { readonly outcome: 'refused'; readonly status: number; readonly message: string };

/**
 * Reads the response of a witness. Cosignatures of keys other than the expected ones are ignored.
 *
 * @param text of the checkpoint that was sent
 * @throws {LogFormatError}
 * @throws {LogVerificationError} `signature`, or `unsigned` if none is from these witnesses
 */
export function readWitnessAnswer(
  { status, contentType, body }: WitnessAnswer,
  text: string,
  witnesses: readonly PolicyWitness[],
): WitnessOutcome {
  if (status === 409 && contentType.split(';')[0]?.trim() === SIZE_TYPE)
    return { outcome: 'conflict', size: parseKnownSize(body) };
  if (status !== 200) return { outcome: 'refused', status, message: body.slice(0, 200).trim() };
  // Read separately: appended to the checkpoint, a response with an empty line would move the end of its text.
  const signatures = parseSignatures(readText(body, 'answer of the witness', LONGEST_NOTE));
  const verified = verifyNote(
    { text, signatures },
    witnesses.map(({ key }) => verifierOf(key)),
  );
  if (verified.signatures.some(({ signature }) => cosignatureTime(signature) === 0)) {
    throw new LogFormatError('answer of the witness: a cosignature without a time');
  }
  return {
    outcome: 'cosigned',
    signatures: verified.signatures.map(({ name, id, signature }) => ({ name, id, signature })),
    cosignatures: cosignaturesOf(witnesses, verified.signatures),
  };
}

/** The size in the body of a `409 Conflict`. @throws {LogFormatError} */
function parseKnownSize(body: string): number {
  const [line = '', ...others] = linesOf(readText(body, 'answer of the witness', 64), 'answer of the witness');
  if (others.length > 0) throw new LogFormatError('answer of the witness: more than one line');
  return parseDecimal(line, 'answer of the witness, size');
}

/** Names a log in the path `<monitoring prefix>/<origin hash>/checkpoint` ("Monitor Retrieval Mechanism"). */
export function originHash(origin: string): string {
  return hash('sha256', origin, 'hex');
}
