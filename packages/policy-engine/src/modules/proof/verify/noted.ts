/** A checkpoint that was saved elsewhere: finds it in a text, and compares a ledger with it. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { LedgerFinding } from './finding.ts';
import { type TrustedKey, verifiersFor } from '../seal/keys.ts';
import {
  type Checkpoint,
  formatNote,
  type Hash,
  LogFormatError,
  LogVerificationError,
  parseCheckpoint,
  parseInclusionProof,
  parseNote,
  verifyNote,
} from '../log/index.ts';

/** A checkpoint with its signatures, somewhere in a text. */
const NOTE = /(?:^|\n)(?<note>[^\n]+\n\d+\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n)*\n(?:— [^\n ]+ [A-Za-z0-9+/=]+(?:\n|$))+)/;

/**
 * The signed checkpoint in a text: alone, in a mail that quotes it, or in a receipt.
 *
 * @throws {PolicyEngineError} `configuration_invalid` for a text without one
 */
export function notedCheckpoint(text: string, what: string): string {
  const found = text.trimStart().startsWith('{') ? noteOfReceipt(text) : NOTE.exec(unquoted(text))?.groups?.['note'];
  if (found !== undefined) return found.endsWith('\n') ? found : `${found}\n`;
  throw new PolicyEngineError('configuration_invalid', `${what} holds no signed checkpoint of a ledger`);
}

/** Lines as they were before a mail program quoted or wrapped them. */
function unquoted(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^(?:[ \t]*>)*[ \t]*/gm, '')
    .replaceAll(/[ \t]+$/gm, '');
}

function noteOfReceipt(text: string): string | undefined {
  try {
    const { proof } = JSON.parse(text) as { proof?: unknown };
    return typeof proof === 'string' ? formatNote(parseInclusionProof(proof).checkpoint) : undefined;
  } catch {
    return undefined;
  }
}

/** A ledger that was verified. */
export interface VerifiedLedger {
  readonly origin: string | null;
  readonly size: number;
  readonly keys: readonly TrustedKey[];
  /** Root of its first events. */
  readonly rootAt: (size: number) => Promise<Hash | null>;
}

/** Whether a ledger begins with what a saved checkpoint covers. */
export async function checkNoted(noted: string, ledger: VerifiedLedger): Promise<LedgerFinding[]> {
  const found = (message: string): LedgerFinding[] => [{ code: 'noted_checkpoint_contradicted', message }];
  let checkpoint: Checkpoint;
  try {
    checkpoint = signedCheckpoint(noted, ledger.keys);
  } catch (error) {
    if (error instanceof LogFormatError || error instanceof LogVerificationError) {
      return found(`the noted checkpoint does not belong to this ledger: ${error.message}`);
    }
    throw error;
  }
  const { origin, size, root } = checkpoint;
  if (ledger.origin !== null && origin !== ledger.origin) return found(`the noted checkpoint is of ${origin}`);
  if (size > ledger.size) {
    return found(`the noted checkpoint covers ${size} events, this ledger ${ledger.size}: it was cut or rewritten`);
  }
  const actual = await ledger.rootAt(size);
  if (actual?.equals(root) === true) return [];
  return found(`the first ${size} events are not those of the noted checkpoint: the ledger was rewritten`);
}

/**
 * The statement of a signed checkpoint.
 *
 * @param keys empty: signatures are not checked
 * @throws {LogFormatError}
 * @throws {LogVerificationError}
 */
export function signedCheckpoint(note: string, keys: readonly TrustedKey[]): Checkpoint {
  const { text } = parseNote(note);
  const checkpoint = parseCheckpoint(text);
  if (keys.length > 0) verifyNote(note, verifiersFor(checkpoint.origin, keys));
  return checkpoint;
}
