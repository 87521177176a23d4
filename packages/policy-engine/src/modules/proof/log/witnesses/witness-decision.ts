/** Whether a witness cosigns a checkpoint (C2SP tlog-witness, "add-checkpoint"), without reading or writing anything. */
import { isSame } from '../bytes.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { LogVerificationError } from '../errors.ts';
import { type NoteVerifier, type SignedNote, verifyNote } from '../note.ts';
import { verifyConsistency } from '../tree-proofs.ts';
import { EMPTY_ROOT } from '../tree.ts';
import type { TreeHead } from '../verify-tree.ts';
import { type ReadAddCheckpoint, SIZE_TYPE, type WitnessAnswer } from './witness.ts';

/** What a witness knows about a log. */
export interface WitnessedLog {
  /** Trusted keys for this origin. */
  readonly verifiers: readonly NoteVerifier[];
  /** The checkpoint that it cosigned last. */
  readonly latest: TreeHead | null;
}

/** The decision to cosign, or the response. */
export type WitnessDecision =
  | {
      readonly action: 'cosign';
      readonly checkpoint: Checkpoint;
      /**
       * With only those signatures of the log that verify. The witness stores size and root in the transaction in which
       * it read the latest ones, then adds its cosignature, and answers with it.
       */
      readonly note: SignedNote;
    }
  | { readonly action: 'refuse'; readonly answer: WitnessAnswer };

/** A response with a sentence for people. */
export function refusal(status: 400 | 403 | 404 | 422, message: string): WitnessAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${message}\n` };
}

const refuse = (...answer: Parameters<typeof refusal>): WitnessDecision => ({
  action: 'refuse',
  answer: refusal(...answer),
});

/**
 * Decides on a request, in the order of the specification.
 *
 * @param log what is known about the request's origin, `null` for an unknown one
 */
export function decide(log: WitnessedLog | null, request: ReadAddCheckpoint): WitnessDecision {
  const { old, proof, checkpoint, note } = request;
  if (log === null) return refuse(404, 'this witness does not know the origin');
  let verified: SignedNote;
  try {
    const { text, signatures } = verifyNote(note, log.verifiers);
    verified = { text, signatures: signatures.map(({ name, id, signature }) => ({ name, id, signature })) };
  } catch (error) {
    if (error instanceof LogVerificationError) return refuse(403, error.message);
    throw error;
  }
  const { size, root } = checkpoint;
  if (old > size) return refuse(400, `the old size ${old} is larger than the size ${size}`);
  const latest = log.latest ?? { size: 0, root: EMPTY_ROOT };
  if (old !== latest.size) {
    return { action: 'refuse', answer: { status: 409, contentType: SIZE_TYPE, body: `${latest.size}\n` } };
  }
  if (size === 0 && !EMPTY_ROOT.equals(root)) return refuse(422, 'a tree without leaves has another root');
  if (old === 0 && proof.length > 0) return refuse(422, 'a proof from the empty tree has no hashes');
  if (old === size && !isSame(root, latest.root)) return refuse(422, `another root of ${size} leaves was cosigned`);
  if (!verifyConsistency(latest, checkpoint, proof)) {
    return refuse(422, `the proof does not lead from the ${old} leaves cosigned last to the ${size} of the checkpoint`);
  }
  return { action: 'cosign', checkpoint, note: verified };
}
