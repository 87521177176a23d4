/** Checking a receipt with nothing but the receipt and a key. */
import { hash } from 'node:crypto';
import { reasonOf } from '../../errors.ts';
import { commitment, canonical, type Plain } from './hashes.ts';
import { type LedgerKey, type TrustedKey, trustedKeys } from './keys.ts';
import { verifyLater } from './later.ts';
import type { Checkpoint } from './log/checkpoint.ts';
import { LogFormatError, LogVerificationError } from './log/errors.ts';
import { parseInclusionProof } from './log/inclusion-proof.ts';
import { formatNote } from './log/note.ts';
import { parseHash } from './log/strict.ts';
import { leafHash } from './log/tree.ts';
import { verifyConsistency, verifyInclusion } from './log/tree-proofs.ts';
import { signedCheckpoint } from './noted.ts';
import { type LeafJson, type Receipt, ReceiptSchema } from './receipt-schema.ts';
import { strictJson } from './strict-json.ts';

/** Outcome of checking a receipt. */
export interface ReceiptCheck {
  /** Whether it proves its event. A pending receipt proves nothing yet, nor does one of an event under a mark. */
  readonly valid: boolean;
  /** What is wrong, a sentence each. */
  readonly problems: readonly string[];
  /** What its proof leads to: without a key, compare it with one that was noted. Null while pending. */
  readonly checkpoint: {
    readonly origin: string;
    readonly size: number;
    /** Base64, as in the checkpoint. */
    readonly root: string;
  } | null;
}

/** What ties a receipt to a checkpoint that was noted before or after it. */
export interface NotedCheckpoint {
  /** The signed checkpoint. */
  readonly checkpoint: string;
  /** Hashes in base64, of `/ledger/consistency.json`; not needed where both are of one size. */
  readonly consistency?: readonly string[] | undefined;
}

/**
 * Checks a receipt offline: the leaf, what its commitments stand for, the text, the way to the root (RFC 9162 §2.1.3.2), the
 * checkpoint and its signature. Anything unknown, missing or changed is refused.
 *
 * @param receipt JSON, as text or as it was read; only of a text can it be told whether a member is given twice
 * @param key the host's keys, known from elsewhere than the receipt: verifier keys (`vkey`), a line each, or one key in
 * another form. Null checks everything but signatures, which proves something only together with a noted checkpoint
 * @param noted a checkpoint that has to be of the same ledger
 * @throws {PolicyEngineError} `configuration_invalid` for a key that is none
 * @example
 * ```ts
 * const { valid, problems } = verifyReceipt(text, await readFile('ledger.vkey', 'utf8'));
 * ```
 */
export function verifyReceipt(receipt: unknown, key: LedgerKey | null, noted?: NotedCheckpoint): ReceiptCheck {
  const keys = key === null ? [] : trustedKeys(key);
  const none = (problem: string): ReceiptCheck => ({ valid: false, problems: [problem], checkpoint: null });
  let parsed: Receipt;
  try {
    parsed = ReceiptSchema.parse(typeof receipt === 'string' ? strictJson(receipt) : receipt);
  } catch {
    return none('this is not a receipt, or one with members that it does not have');
  }
  const problems = leafProblems(parsed);
  const { proof } = parsed;
  if (proof === null) {
    const isMore = parsed.later !== null || parsed.suspicion !== null;
    return { valid: false, problems: [...problems, isMore ? EARLY : PENDING], checkpoint: null };
  }
  const check = new ProofCheck(keys, problems);
  const checkpoint = check.proven(parsed.event, proof, 'the event');
  if (checkpoint === null) return { valid: false, problems, checkpoint };
  check.suspicion(parsed);
  check.later(parsed, checkpoint);
  if (noted !== undefined) check.noted(checkpoint, noted);
  const { origin, size, root } = checkpoint;
  return { valid: problems.length === 0, problems, checkpoint: { origin, size, root: root.toString('base64') } };
}

const PENDING = 'it is pending: no checkpoint covers the event yet';
const EARLY = 'it has no proof, and says what only a sealed event has';

/** Members that are absent are no part of what was hashed. */
function withoutGaps(record: object): Plain {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

const hashOfEvent = (event: LeafJson): Buffer => leafHash(canonical(withoutGaps(event)));

function leafProblems({ event, openings, text }: Receipt): string[] {
  const problems: string[] = [];
  if (text !== null && (text.hash !== event.text_hash || hash('sha256', text.words) !== text.hash)) {
    problems.push('the text is not the one that was decided on');
  }
  if (openings === null) return problems;
  const { salt: subjectSalt, ...subject } = openings.subject;
  const { salt, ...circumstances } = openings.circumstances;
  if (commitment(subjectSalt, subject) !== event.subject_commitment) problems.push('it is about somebody else');
  if (commitment(salt, withoutGaps(circumstances)) !== event.circumstances_commitment) {
    problems.push('the circumstances are not those that were noted');
  }
  return problems;
}

/** Checks proofs, and collects what is wrong with them. */
class ProofCheck {
  readonly #keys: readonly TrustedKey[];
  readonly #problems: string[];

  constructor(keys: readonly TrustedKey[], problems: string[]) {
    this.#keys = keys;
    this.#problems = problems;
  }

  /** @returns the signed checkpoint that a proof leads to; null if there is none */
  proven(event: LeafJson, text: string, what: string): Checkpoint | null {
    return this.#attempt(() => {
      const { index, path, checkpoint: note, extra } = parseInclusionProof(text);
      if (extra !== undefined) throw new LogFormatError('the proof has an extra line, which nothing vouches for');
      const checkpoint = signedCheckpoint(formatNote(note), this.#keys);
      const { size, root } = checkpoint;
      if (!verifyInclusion({ leaf: hashOfEvent(event), index, size, root }, path)) {
        this.#problems.push(`the proof does not lead from ${what} to the checkpoint: one of them was changed`);
      }
      return checkpoint;
    });
  }

  suspicion({ event, suspicion }: Receipt): void {
    if (suspicion === null) return;
    const { event: mark, proof } = suspicion;
    const isAbout = mark.about === event.id && mark.about_hash === hashOfEvent(event).toString('hex');
    if (mark.kind !== 'suspicion' || !isAbout) this.#problems.push('the mark is not about this event');
    this.proven(mark, proof, 'the mark');
    this.#problems.push(`the event was sealed under a mark, ${mark.reason}: it does not count until it is judged`);
  }

  later({ event, openings, later }: Receipt, { origin, size }: Checkpoint): void {
    if (later === null) {
      const isExpected = openings !== null && event.rule !== null;
      if (isExpected) this.#problems.push('it does not say whether there is a later event');
      return;
    }
    if (later.size < size) this.#problems.push('it says of an earlier checkpoint whether there is a later event');
    if (this.#keys.length === 0) return;
    this.#attempt(() => verifyLater({ ...later, leaf: hashOfEvent(event) }, origin, this.#keys));
  }

  noted(own: Checkpoint, { checkpoint: note, consistency = [] }: NotedCheckpoint): void {
    const noted = this.#attempt(() => signedCheckpoint(note, this.#keys));
    if (noted === null) return;
    const [older, newer] = noted.size < own.size ? [noted, own] : [own, noted];
    const isOne = this.#attempt(() => {
      const proof = consistency.map((hash) => parseHash(hash, 'consistency proof'));
      return noted.origin === own.origin && verifyConsistency(older, newer, proof);
    });
    if (isOne === false) {
      this.#problems.push(
        'it is not of the ledger of the noted checkpoint, or that is not proven: there are two of them',
      );
    }
  }

  #attempt<T>(attempt: () => T): T | null {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof LogFormatError || error instanceof LogVerificationError)) throw error;
      this.#problems.push(reasonOf(error));
      return null;
    }
  }
}
