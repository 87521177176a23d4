/** What is known about a ledger outside of its database, and whether it contradicts the ledger. */
import {
  type Checkpoint,
  isSame,
  LogFormatError,
  LogVerificationError,
  originHash,
  parseCheckpoint,
  parseNote,
  type PolicyWitness,
  proveConsistency,
  type ReadNodes,
  type TreeHead,
  verifierOf,
  verifyConsistency,
  verifyNote,
} from '../log/index.ts';
import { type TrustedKey, verifiersFor } from '../seal/keys.ts';
import type { AskWitness } from '../witnesses/client.ts';

/** A checkpoint that was saved outside. */
export interface NotedOutside {
  /** Who has it, for messages: `the mark`, or the name of a witness. */
  readonly by: string;
  readonly checkpoint: Checkpoint;
  /** The signed note. */
  readonly note: string;
  /** Whether it is beyond doubt: in the host's own mark, or signed by a key of the ledger. */
  readonly isSure: boolean;
}

/** The ledger of this database. */
export interface PresentLedger {
  /** Null before the first seal. */
  readonly origin: string | null;
  /** Null if stored data differs from what was signed: then nothing can be determined. */
  readonly head: TreeHead | null;
  readonly keys: readonly TrustedKey[];
  /** Nodes of its tree. */
  readonly read: ReadNodes;
  /** Origins of the ledgers that it continues, each with the size of its last known checkpoint. */
  readonly former: ReadonlyMap<string, number>;
}

/** `shorter`: events are missing; `another`: as many or more, but others; `other_log`: a ledger with another name. */
export type Contradiction = 'shorter' | 'another' | 'other_log';

/** How a saved checkpoint contradicts a ledger; null if it does not. */
export async function contradictionOf(
  { checkpoint }: Pick<NotedOutside, 'checkpoint'>,
  { origin, head, read, former }: PresentLedger,
): Promise<Contradiction | null> {
  const { size, root } = checkpoint;
  if (size === 0 || size <= (former.get(checkpoint.origin) ?? 0)) return null;
  if (origin === null) return 'shorter';
  if (checkpoint.origin !== origin) return 'other_log';
  if (head === null) return null;
  if (size > head.size) return 'shorter';
  if (size === head.size) return isSame(root, head.root) ? null : 'another';
  try {
    const proof = await proveConsistency(read, size, head.size);
    return verifyConsistency({ size, root }, head, proof) ? null : 'another';
  } catch (error) {
    // Hashes are missing: another check reports that.
    if (error instanceof LogFormatError) return null;
    throw error;
  }
}

/**
 * Reads a mark.
 *
 * @throws {LogFormatError} for a text that is not a checkpoint
 * @throws {LogVerificationError} for one with this ledger's name that its keys did not sign
 */
export function readMark(note: string, { origin, keys }: Pick<PresentLedger, 'origin' | 'keys'>): NotedOutside {
  const checkpoint = parseCheckpoint(parseNote(note).text);
  if (checkpoint.origin === origin) verifyNote(note, verifiersFor(origin, keys));
  return { by: 'the mark', checkpoint, note, isSure: true };
}

/**
 * Requests the newest checkpoint that a witness cosigned ("Monitor Retrieval Mechanism").
 *
 * @returns null if it has none, or does not publish it
 * @throws {Error} if it does not answer, or with something else
 */
export async function askForNoted(
  witness: PolicyWitness,
  origin: string,
  { keys, ask }: { readonly keys: readonly TrustedKey[]; readonly ask: AskWitness },
): Promise<NotedOutside | null> {
  const { status, body } = await ask({ method: 'GET', url: `${witness.url}/${originHash(origin)}/checkpoint` });
  if (status === 404) return null;
  if (status !== 200) throw new Error(`it answered ${status}`);
  const checkpoint = parseCheckpoint(verifyNote(body, [verifierOf(witness.key)]).text);
  if (checkpoint.origin !== origin) throw new LogVerificationError('origin', 'it answered with another ledger');
  return { by: witness.name, checkpoint, note: body, isSure: isSigned(body, origin, keys) };
}

function isSigned(note: string, origin: string, keys: readonly TrustedKey[]): boolean {
  try {
    verifyNote(note, verifiersFor(origin, keys));
    return true;
  } catch (error) {
    if (error instanceof LogVerificationError) return false;
    throw error;
  }
}
