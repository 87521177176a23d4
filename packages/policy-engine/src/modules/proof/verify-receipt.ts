/** Checking a receipt with nothing but the receipt and a key. */
import { commitment, canonical, type Plain } from './hashes.ts';
import { headHash, isSignedBy, type LedgerHead } from './head.ts';
import { type LedgerKey, publicKey } from './keys.ts';
import { leafHash, rootOfPath } from './merkle.ts';
import { type Receipt, ReceiptSchema } from './receipt-schema.ts';

/** Outcome of checking a receipt. */
export interface ReceiptCheck {
  /** Whether it proves its event. A pending receipt proves nothing yet. */
  readonly valid: boolean;
  /** What is wrong, a sentence each. */
  readonly problems: readonly string[];
  /** Hash of its head: without a signature, compare it with one that was noted. Null while pending. */
  readonly headHash: string | null;
}

/**
 * Checks a receipt offline: the leaf, what its commitments stand for, the way to the root (RFC 9162 §2.1.3.2), the head,
 * and the signature (RFC 8032).
 *
 * @param receipt what came as JSON
 * @param key the host's public key, known from elsewhere than the receipt; null checks everything but the signature, which
 * proves something only together with a head hash that was noted
 * @throws {PolicyEngineError} `configuration_invalid` for a key that is none
 * @example
 * ```ts
 * const { valid, problems } = verifyReceipt(JSON.parse(text), await readFile('ledger-public.pem', 'utf8'));
 * ```
 */
export function verifyReceipt(receipt: unknown, key: LedgerKey | null): ReceiptCheck {
  const parsed = ReceiptSchema.safeParse(receipt);
  if (!parsed.success) return { valid: false, problems: ['this is not a receipt'], headHash: null };
  const { head } = parsed.data;
  const problems = [...leafProblems(parsed.data), ...(head === null ? [PENDING] : sealProblems(parsed.data, key))];
  return {
    valid: problems.length === 0,
    problems,
    headHash: head === null ? null : headHash(headOf(parsed.data, head)),
  };
}

const PENDING = 'it is pending: no head covers the event yet';

function leafProblems({ leaf, leaf_hash, opened }: Receipt): string[] {
  const problems: string[] = [];
  if (leafHash(canonical(withoutGaps(leaf))) !== leaf_hash) problems.push('the leaf is not what its hash says');
  if (opened === null) return problems;
  const { salt: subjectSalt, ...subject } = opened.subject;
  const { salt, ...circumstances } = opened.circumstances;
  if (commitment(subjectSalt, subject) !== leaf.subject_commitment) problems.push('it is about somebody else');
  if (commitment(salt, withoutGaps(circumstances)) !== leaf.circumstances_commitment) {
    problems.push('the circumstances are not those that were noted');
  }
  return problems;
}

/** Members that are absent are no part of what was hashed. */
function withoutGaps(record: object): Plain {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function headOf({ head_hash, signature }: Receipt, { key, ...head }: NonNullable<Receipt['head']>): LedgerHead {
  return { ...head, keyId: key, hash: head_hash ?? '', signature };
}

function sealProblems(receipt: Receipt, key: LedgerKey | null): string[] {
  const problems: string[] = [];
  const { proof, leaf_hash } = receipt;
  if (receipt.head === null || proof === null) return [PENDING];
  const head = headOf(receipt, receipt.head);
  const isInPlace = proof.size === head.size && proof.position === head.first + proof.index;
  if (!isInPlace || rootOfPath(leaf_hash, proof.index, proof.size, proof.path) !== head.root) {
    problems.push('the proof does not lead to the head');
  }
  if (headHash(head) !== head.hash) problems.push('the head is not what its hash says');
  if (key === null) return problems;
  if (head.signature === null) problems.push('the head is not signed');
  else if (!isSignedBy(head, publicKey(key))) problems.push('the signature is not of this key');
  return problems;
}
