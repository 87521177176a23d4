/** Signed notes (C2SP signed-note): a text, an empty line, and lines with signatures. */
import { base64Of, bytesOfHex, hexOf, isSame, joined, utf8 } from './bytes.ts';
import { LogFormatError, LogVerificationError } from './errors.ts';
import { parseBase64, quoted, readText, type TextInput } from './strict.ts';
import { isKeyName, isSameKey, type VerifierKey } from './vkey.ts';

/** Signatures that a note may have. The specification requires at least 16; Go's implementation reads as many as this. */
export const MOST_SIGNATURES = 100;

/** Bytes of a note: {@link MOST_SIGNATURES} of the largest kind, and a text. */
export const LONGEST_NOTE: number = 2 ** 20;

/** One signature line. */
export interface NoteSignature {
  readonly name: string;
  /** The key ID: 8 hexadecimal digits. */
  readonly id: string;
  /** Without the key ID. */
  readonly signature: Uint8Array;
}

/** A note whose signatures are not verified. */
export interface SignedNote {
  /** With its last newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Signs texts of notes under a name. */
export interface NoteSigner {
  readonly key: VerifierKey;
  readonly sign: (text: Uint8Array) => Uint8Array;
}

/** Verifies signatures of one key. */
export interface NoteVerifier {
  readonly key: VerifierKey;
  readonly verify: (text: Uint8Array, signature: Uint8Array) => boolean;
}

const PREFIX = '— ';

/**
 * Reads signature lines, as they end a note and as a witness answers.
 *
 * @throws {LogFormatError}
 */
export function parseSignatures(lines: string): NoteSignature[] {
  if (!lines.endsWith('\n')) throw new LogFormatError('note: no signature line, or the last one without a newline');
  const each = lines.slice(0, -1).split('\n');
  if (each.length > MOST_SIGNATURES) {
    throw new LogFormatError(`note: ${each.length} signatures, more than ${MOST_SIGNATURES}`);
  }
  return each.map((line, at) => {
    const what = `note, signature ${at + 1}`;
    if (!line.startsWith(PREFIX)) throw new LogFormatError(`${what}: ${quoted(line)} does not begin with "— "`);
    const rest = line.slice(PREFIX.length);
    const space = rest.indexOf(' ');
    const name = rest.slice(0, Math.max(space, 0));
    if (!isKeyName(name)) throw new LogFormatError(`${what}: ${quoted(line)} has no valid key name`);
    const bytes = parseBase64(rest.slice(space + 1), what);
    if (bytes.length < 5) throw new LogFormatError(`${what}: ${bytes.length} bytes are no key ID and signature`);
    return { name, id: hexOf(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
  });
}

/** Signature lines, each with its newline. */
export function formatSignatures(signatures: readonly NoteSignature[]): string {
  return signatures
    .map(({ name, id, signature }) => {
      if (!isKeyName(name)) throw new LogFormatError(`note: key name ${quoted(name)}`);
      return `${PREFIX}${name} ${base64Of(joined(bytesOfHex(id), signature))}\n`;
    })
    .join('');
}

/**
 * Reads a note without verifying it. The text is not to be used before {@link verifyNote}.
 *
 * @throws {LogFormatError}
 */
export function parseNote(input: TextInput): SignedNote {
  const note = readText(input, 'note', LONGEST_NOTE);
  const end = note.lastIndexOf('\n\n');
  if (end < 0) throw new LogFormatError('note: no empty line before the signatures');
  return { text: note.slice(0, end + 1), signatures: parseSignatures(note.slice(end + 2)) };
}

/** Writes a note. @throws {LogFormatError} for a text or signatures that can't be read again */
export function formatNote({ text, signatures }: SignedNote): string {
  if (!text.endsWith('\n')) throw new LogFormatError('note: the text does not end with a newline');
  if (signatures.length === 0) throw new LogFormatError('note: no signature');
  if (signatures.length > MOST_SIGNATURES) throw new LogFormatError(`note: more than ${MOST_SIGNATURES} signatures`);
  return readText(`${text}\n${formatSignatures(signatures)}`, 'note', LONGEST_NOTE);
}

/** One signature under a text. */
export function signText(text: string, { key, sign }: NoteSigner): NoteSignature {
  return { name: key.name, id: key.id, signature: sign(utf8(text)) };
}

/**
 * Signs a text with each of the signers. Two signers of a log are how its key is rotated.
 *
 * @example
 * const note = signNote(formatCheckpoint(checkpoint), [ed25519Signer('example.com/ledger', secretKey)]);
 */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  return formatNote({ text, signatures: signers.map((signer) => signText(text, signer)) });
}

const isSameSignature = (one: NoteSignature, other: NoteSignature) =>
  one.name === other.name && one.id === other.id && isSame(one.signature, other.signature);

/** Adds signatures to a note. They take the place of those that their keys made before. */
export function withSignatures({ text, signatures }: SignedNote, added: readonly NoteSignature[]): SignedNote {
  const kept = signatures.filter((old) => !added.some(({ name, id }) => name === old.name && id === old.id));
  return { text, signatures: [...kept, ...added] };
}

/** A signature that verifies. */
export interface VerifiedSignature extends NoteSignature {
  readonly key: VerifierKey;
}

/** A note of which at least one signature verifies. */
export interface VerifiedNote {
  readonly text: string;
  /** In the order of the note. A key that signed twice, as a witness may at two times, is here twice. */
  readonly signatures: readonly VerifiedSignature[];
}

/** Known keys by name and ID. @throws {LogFormatError} if two different keys have both in common */
function knownKeys(verifiers: readonly NoteVerifier[]): ReadonlyMap<string, NoteVerifier> {
  const known = new Map<string, NoteVerifier>();
  for (const verifier of verifiers) {
    const { name, id } = verifier.key;
    const other = known.get(`${name}+${id}`);
    if (other !== undefined && !isSameKey(other.key, verifier.key)) {
      throw new LogFormatError(`two different keys are named ${name}+${id}`);
    }
    known.set(`${name}+${id}`, verifier);
  }
  return known;
}

/**
 * Verifies a note (signed-note, "Signatures"). Signatures of unknown keys are ignored, also those that share a name or an
 * ID with a known key. Each signature of a known key is verified, repeated ones once; one that fails is fatal.
 *
 * @throws {LogFormatError}
 * @throws {LogVerificationError} `signature` or `unsigned`
 */
export function verifyNote(note: TextInput | SignedNote, verifiers: readonly NoteVerifier[]): VerifiedNote {
  const known = knownKeys(verifiers);
  const { text, signatures } = typeof note === 'string' || note instanceof Uint8Array ? parseNote(note) : note;
  const bytes = utf8(text);
  const verified: VerifiedSignature[] = [];
  for (const one of signatures) {
    const verifier = known.get(`${one.name}+${one.id}`);
    if (verifier === undefined || verified.some((other) => isSameSignature(one, other))) continue;
    if (!verifier.verify(bytes, one.signature)) {
      const name = `${one.name}+${one.id}`;
      throw new LogVerificationError('signature', `the signature of ${name} does not verify`, name);
    }
    verified.push({ ...one, key: verifier.key });
  }
  if (verified.length === 0) {
    throw new LogVerificationError('unsigned', 'the note is signed by no known key', signatures[0]?.name);
  }
  return { text, signatures: verified };
}
