/** Checks a receipt with nothing but the receipt and a key. */
import { hash } from 'node:crypto';
import { reasonOf } from '../../../errors.ts';
import { commitment, canonical, type Plain } from '../ledger/hashes.ts';
import { type LedgerKey, type TrustedKey, trustedKeys } from '../seal/keys.ts';
import { verifyLater } from './later.ts';
import {
  type Checkpoint,
  type Cosignature,
  formatNote,
  isQuorum,
  knownCosignatures,
  leafHash,
  LogFormatError,
  LogVerificationError,
  parseHash,
  parseInclusionProof,
  type Policy,
  verifyConsistency,
  verifyInclusion,
} from '../log/index.ts';
import { signedCheckpoint } from '../verify/noted.ts';
import type { LeafJson } from '../ledger/leaf-json.ts';
import { type Receipt, ReceiptSchema } from './schema.ts';
import { strictJson } from '../ledger/strict-json.ts';
import { verifyTombstone } from '../ledger/tombstones.ts';
import { isCosigned, trustedWitnesses } from '../witnesses/trusted.ts';

/** Result of checking a receipt. */
export interface ReceiptCheck {
  /** Whether it proves its event. A pending receipt proves nothing yet, nor does one of a flagged event. */
  readonly valid: boolean;
  /** What is wrong, a sentence each. */
  readonly problems: readonly string[];
  /** The checkpoint of its proof: without a key, compare it with a stored one. Null while pending. */
  readonly checkpoint: {
    readonly origin: string;
    readonly size: number;
    /** Base64, as in the checkpoint. */
    readonly root: string;
  } | null;
  /** Witnesses that cosigned that checkpoint, with their signed times; empty if no witness was given. */
  readonly cosignatures: readonly { readonly name: string; readonly at: string }[];
}

/** What connects a receipt with a checkpoint that was stored before or after it. */
export interface NotedCheckpoint {
  /** The signed checkpoint. */
  readonly checkpoint: string;
  /** Hashes in base64, of `/ledger/consistency.json`; not needed if both have the same size. */
  readonly consistency?: readonly string[] | undefined;
}

/**
 * Checks a receipt offline: the leaf, the values of its commitments, the text, the path to the root (RFC 9162
 * §2.1.3.2), the checkpoint and its signature. Anything unknown, missing or changed is rejected.
 *
 * @param receipt JSON, as text or parsed; duplicate members can be detected only in a text
 * @param key the host's keys, from a source other than the receipt: verifier keys (`vkey`), a line each, or one key in
 * another form. Null checks everything but signatures, which proves something only together with a saved checkpoint
 * @param noted a checkpoint that must belong to the same ledger
 * @param witnesses who must have cosigned it: keys of witnesses (`vkey`), a line each, of which one is enough, or a
 * policy file (C2SP tlog-policy). Default: cosignatures are not checked
 * @throws {PolicyEngineError} `configuration_invalid` for an invalid key
 * @example
 * ```ts
 * const { valid, problems } = verifyReceipt(text, await readFile('ledger.vkey', 'utf8'));
 * ```
 */
export function verifyReceipt(
  receipt: unknown,
  key: LedgerKey | null,
  noted?: NotedCheckpoint,
  witnesses?: string,
): ReceiptCheck {
  const keys = key === null ? [] : trustedKeys(key);
  const policy = witnesses === undefined ? null : trustedWitnesses(witnesses);
  const nothing = { valid: false, checkpoint: null, cosignatures: [] } as const;
  const none = (problem: string): ReceiptCheck => ({ ...nothing, problems: [problem] });
  let parsed: Receipt;
  try {
    parsed = ReceiptSchema.parse(strictJson(typeof receipt === 'string' ? receipt : JSON.stringify(receipt)));
  } catch {
    return none('this is not a receipt, or one with members that it does not have');
  }
  const problems = leafProblems(parsed);
  const { proof } = parsed;
  if (proof === null) {
    const isMore = parsed.later !== null || parsed.suspicion !== null || parsed.erasure !== null || parsed.cosigned;
    return { ...nothing, problems: [...problems, isMore ? EARLY : PENDING] };
  }
  const check = new ProofCheck(keys, policy, problems);
  const checkpoint = check.proven(parsed.event, proof, 'the event');
  if (checkpoint === null) return { ...nothing, problems };
  const cosignatures = check.cosigned(parsed.cosigned, proof);
  check.erasure(parsed, checkpoint);
  check.suspicion(parsed);
  check.later(parsed, checkpoint);
  if (noted !== undefined) check.noted(checkpoint, noted);
  const { origin, size, root } = checkpoint;
  return {
    valid: problems.length === 0,
    problems,
    checkpoint: { origin, size, root: root.toString('base64') },
    cosignatures: cosignatures.map(({ witness, time }) => ({ name: witness.key.name, at: timeOf(time) })),
  };
}

/** An invalid time is shown unchanged. */
function timeOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
}

const PENDING = 'it is pending: no checkpoint covers the event yet';
const EARLY = 'it has no proof, and says what only a sealed event has';

/** Absent members were not part of what was hashed. */
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

/** Checks proofs, and collects problems. */
class ProofCheck {
  readonly #keys: readonly TrustedKey[];
  readonly #policy: Policy | null;
  readonly #problems: string[];

  /** @param policy who must have cosigned; null for nobody */
  constructor(keys: readonly TrustedKey[], policy: Policy | null, problems: string[]) {
    this.#keys = keys;
    this.#policy = policy;
    this.#problems = problems;
  }

  /** @returns the signed checkpoint that a proof leads to; null if there is none */
  proven(event: LeafJson, text: string, what: string): Checkpoint | null {
    return this.#attempt(() => {
      const { index, path, checkpoint: note, extra } = parseInclusionProof(text);
      if (extra !== undefined) throw new LogFormatError('the proof has an extra line, which no signature covers');
      const checkpoint = signedCheckpoint(formatNote(note), this.#keys);
      const { size, root } = checkpoint;
      if (!verifyInclusion({ leaf: hashOfEvent(event), index, size, root }, path)) {
        this.#problems.push(`the proof does not lead from ${what} to the checkpoint: one of them was changed`);
      }
      return checkpoint;
    });
  }

  erasure({ event, openings, erasure }: Receipt, { origin }: Checkpoint): void {
    if (openings !== null && erasure !== null) this.#problems.push('it names somebody, and says that they were erased');
    if (openings !== null) return;
    if (erasure === null) {
      this.#problems.push('it does not say whom it is about, and nothing proves that they were erased');
    } else if (this.#keys.length > 0) {
      this.#attempt(() => verifyTombstone(erasure, hashOfEvent(event), origin, this.#keys));
    }
  }

  /** @param isSaid what the receipt states about the checkpoint @returns cosignatures of known witnesses */
  cosigned(isSaid: boolean, proof: string): readonly Cosignature[] {
    const policy = this.#policy;
    const found = this.#attempt(() => {
      const { checkpoint: note } = parseInclusionProof(proof);
      if (isCosigned(note) !== isSaid) {
        const other = isSaid ? 'has no cosignatures' : 'has cosignatures';
        this.#problems.push(`the checkpoint ${other}, and the receipt says otherwise`);
      }
      if (policy === null) return [];
      const cosignatures = knownCosignatures(policy, note);
      if (!isQuorum(policy.quorum, (one) => cosignatures.some(({ witness }) => witness === one))) {
        const by = cosignatures.map(({ witness }) => witness.key.name).join(', ') || 'no known witness';
        this.#problems.push(`the checkpoint is cosigned by ${by}, which is not enough`);
      }
      return cosignatures;
    });
    return found ?? [];
  }

  suspicion({ event, suspicion }: Receipt): void {
    if (suspicion === null) return;
    const { event: flag, proof } = suspicion;
    const isAbout = flag.about === event.id && flag.about_hash === hashOfEvent(event).toString('hex');
    if (flag.kind !== 'suspicion' || !isAbout) this.#problems.push('the flag is not about this event');
    this.proven(flag, proof, 'the flag');
    this.#problems.push(`the event was sealed under a flag, ${flag.reason}: it does not count until it is judged`);
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
