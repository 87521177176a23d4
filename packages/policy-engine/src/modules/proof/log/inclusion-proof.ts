/** Proofs that are stored with what was logged: `c2sp.org/tlog-proof@v1` (C2SP tlog-proof). */
import { base64Of } from './bytes.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { LogFormatError } from './errors.ts';
import { formatNote, LONGEST_NOTE, parseNote, type SignedNote } from './note.ts';
import { linesOf, parseBase64, parseDecimal, parseHash, quoted, readText, type TextInput } from './strict.ts';
import { LONGEST_PROOF } from './verify-tree.ts';

const HEADER = 'c2sp.org/tlog-proof@v1';

/** Bytes of a proof's text: its checkpoint, and as much again for the lines before it. */
const LONGEST_TEXT = 2 * LONGEST_NOTE;

/** A proof that is not verified. */
export interface InclusionProof {
  /** Place of the leaf in the log, from 0. */
  readonly index: number;
  /** Hashes from the leaf's neighbour up to the root's child. */
  readonly path: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly checkpoint: SignedNote;
  /** Opaque and not authenticated. Not empty. */
  readonly extra?: Uint8Array;
}

/**
 * Writes a proof (tlog-proof, "Format").
 *
 * @throws {LogFormatError}
 */
export function formatInclusionProof({ index, path, checkpoint, extra }: InclusionProof): string {
  const head = [
    HEADER,
    ...(extra === undefined ? [] : [`extra ${base64Of(extra)}`]),
    `index ${index}`,
    ...path.map(base64Of),
  ];
  const text = `${head.join('\n')}\n\n${formatNote(checkpoint)}`;
  // A proof that can't be read again is not written.
  parseInclusionProof(text);
  return text;
}

/**
 * Reads a proof. Content outside of the format is rejected.
 *
 * @throws {LogFormatError}
 */
export function parseInclusionProof(input: TextInput): InclusionProof {
  const text = readText(input, 'proof', LONGEST_TEXT);
  const end = text.indexOf('\n\n');
  if (end < 0) throw new LogFormatError('proof: no empty line before the checkpoint');
  const [header = '', ...lines] = linesOf(text.slice(0, end + 1), 'proof');
  if (header !== HEADER) throw new LogFormatError(`proof, line 1: ${quoted(header)} is not ${HEADER}`);
  const extra = lines[0]?.startsWith('extra ') ? lines.shift()?.slice('extra '.length) : undefined;
  if (extra === '') throw new LogFormatError('proof: extra without data');
  const index = lines.shift() ?? '';
  if (!index.startsWith('index ')) throw new LogFormatError(`proof: ${quoted(index)} in the place of "index <number>"`);
  if (lines.length > LONGEST_PROOF) throw new LogFormatError(`proof: ${lines.length} hashes, more than any tree needs`);
  const checkpoint = parseNote(text.slice(end + 2));
  parseCheckpoint(checkpoint.text);
  return {
    index: parseDecimal(index.slice('index '.length), 'proof, index'),
    path: lines.map((line, at) => parseHash(line, `proof, hash ${at + 1}`)),
    checkpoint,
    ...(extra !== undefined && { extra: parseBase64(extra, 'proof, extra') }),
  };
}
