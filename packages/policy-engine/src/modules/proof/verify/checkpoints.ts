/** Checks checkpoints one after another: their numbers, their texts, their signatures. */
import type { LedgerCheckpoint } from '../seal/checkpoint-store.ts';
import type { LedgerFinding } from './finding.ts';
import { span } from './finding.ts';
import { type TrustedKey, verifiersFor } from '../seal/keys.ts';
import {
  type Checkpoint,
  hexOf,
  isSameKey,
  knownCosignatures,
  LogFormatError,
  LogVerificationError,
  parseCheckpoint,
  parseNote,
  type PolicyWitness,
  type TreeHead,
  verifyNote,
} from '../log/index.ts';

/** What is known about the checkpoints so far. */
export class CheckpointCheck {
  readonly #keys: readonly TrustedKey[];
  readonly #hasGivenKeys: boolean;
  #origin: string | null;
  #number = 0;
  #size = 0;
  /** Size of the first checkpoint after the last one that a given key signed; null for none. */
  #onlyStored: number | null = null;
  readonly #witnesses: readonly PolicyWitness[];
  count = 0;
  /** Valid cosignatures of known witnesses; null if no witness is known. */
  cosignatures: number | null;
  /** The newest one. */
  last: LedgerCheckpoint | null = null;

  /**
   * @param keys empty: signatures are not checked
   * @param origin name of the log, null if the database does not contain it: then the first checkpoint's name is used
   * @param witnesses whose cosignatures are checked; those of others are ignored
   */
  constructor(keys: readonly TrustedKey[], origin: string | null, witnesses: readonly PolicyWitness[] = []) {
    this.#keys = keys;
    this.#witnesses = witnesses;
    this.cosignatures = witnesses.length === 0 ? null : 0;
    this.#hasGivenKeys = keys.some(({ isStored }) => !isStored);
    this.#origin = origin;
  }

  /** Name of the log; null if unknown. */
  get origin(): string | null {
    return this.#origin;
  }

  /** @returns the expected tree; null for a checkpoint that does not state it */
  check(stored: LedgerCheckpoint): { readonly findings: LedgerFinding[]; readonly head: TreeHead | null } {
    const name = `checkpoint ${stored.size}`;
    const findings = this.#numbered(stored);
    this.count += 1;
    this.last = stored;
    let checkpoint: Checkpoint;
    try {
      checkpoint = parseCheckpoint(parseNote(stored.note).text);
    } catch (error) {
      if (!(error instanceof LogFormatError)) throw error;
      findings.push({ code: 'checkpoint_changed', message: `${name} cannot be read: ${error.message}` });
      return { findings, head: null };
    }
    const { origin, size, root } = checkpoint;
    this.#origin ??= origin;
    if (origin !== this.#origin) {
      findings.push({ code: 'checkpoint_changed', message: `${name} is of another log, ${origin}` });
    }
    if (size !== stored.size || hexOf(root) !== stored.root) {
      findings.push({ code: 'checkpoint_changed', message: `${name} is not what its note says` });
    }
    findings.push(...this.#signatures(stored, origin), ...this.#cosignatures(stored));
    if (size > this.#size) {
      this.#size = size;
      return { findings, head: { size, root } };
    }
    findings.push({ code: 'checkpoint_changed', message: `${name} is not larger than the one before` });
    return { findings, head: null };
  }

  /** Findings that are known only at the end. */
  end(): LedgerFinding[] {
    if (this.#onlyStored === null) return [];
    const message = `from checkpoint ${this.#onlyStored} on, only the key that lies in the database has signed`;
    return [{ code: 'signature_missing', message }];
  }

  #numbered({ number, size }: LedgerCheckpoint): LedgerFinding[] {
    const expected = this.#number + 1;
    this.#number = number;
    if (number === expected) return [];
    const message =
      number > expected
        ? `checkpoint number ${span(expected, number)} is missing before that of size ${size}`
        : `checkpoint ${size} has the number ${number} of another one`;
    return [{ code: 'checkpoint_missing', message }];
  }

  /**
   * A missing cosignature is not the host's fault; a cosignature of a known witness that does not verify was tampered
   * with.
   */
  #cosignatures({ size, note }: LedgerCheckpoint): LedgerFinding[] {
    if (this.cosignatures === null) return [];
    try {
      this.cosignatures += knownCosignatures({ witnesses: this.#witnesses }, parseNote(note)).length;
      return [];
    } catch (error) {
      if (!(error instanceof LogVerificationError)) throw error;
      return [{ code: 'cosignature_wrong', message: `checkpoint ${size}: ${error.message}` }];
    }
  }

  #signatures({ size, note }: LedgerCheckpoint, origin: string): LedgerFinding[] {
    if (this.#keys.length === 0) return [];
    const verifiers = verifiersFor(origin, this.#keys);
    try {
      const { signatures } = verifyNote(note, verifiers);
      const isGiven = signatures.some(({ key }) => verifiers.some((one) => !one.isStored && isSameKey(one.key, key)));
      // A signature of a given key covers everything before it: the database's own key may have been the first.
      if (isGiven) this.#onlyStored = null;
      else if (this.#hasGivenKeys) this.#onlyStored ??= size;
      return [];
    } catch (error) {
      if (!(error instanceof LogVerificationError)) throw error;
      const isWrong = error.failure === 'signature';
      const message = `checkpoint ${size}: ${error.message}`;
      return [{ code: isWrong ? 'signature_wrong' : 'signature_missing', message }];
    }
  }
}
