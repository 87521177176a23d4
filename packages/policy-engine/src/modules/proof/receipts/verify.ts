/** Checks a receipt with nothing but the receipt and a key. */
import { type LedgerKey, trustedKeys, verifiersFor } from '../seal/keys.ts';
import { base64Of, isQuorum, isSameKey, nodeCrypto, type Policy, type VerifierKey, verifierOf } from '../log/index.ts';
import { trustedWitnesses } from '../witnesses/trusted.ts';
import { checkReceipt } from './check/check.ts';

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
  const keys = key === null ? null : trustedKeys(key);
  const { quorum, witnesses: known } = witnesses === undefined ? NOBODY : trustedWitnesses(witnesses);
  const trust = {
    logs: keys && ((origin: string) => verifiersFor(origin, keys)),
    witnesses: known.map((witness) => verifierOf(witness.key)),
    isQuorum: (cosigned: readonly VerifierKey[]) =>
      isQuorum(quorum, (witness) => cosigned.some((one) => isSameKey(one, witness.key))),
  };
  const other = noted && { checkpoint: noted.checkpoint, consistency: () => noted.consistency ?? null };
  const { findings, checkpoint } = checkReceipt(textOf(receipt), trust, other ?? null, nodeCrypto);
  const problems = findings.flatMap(({ problem }) => problem ?? []);
  return {
    valid: problems.length === 0,
    problems,
    checkpoint: checkpoint && { origin: checkpoint.origin, size: checkpoint.size, root: base64Of(checkpoint.root) },
    cosignatures: findings
      .filter(({ name, state }) => name === 'witnesses' && state === 'holds')
      .map(({ values: { name = '', time = '' } }) => ({ name: String(name), at: String(time) })),
  };
}

const NOBODY: Pick<Policy, 'quorum' | 'witnesses'> = { quorum: null, witnesses: [] };

/** JSON of a receipt; empty for what has none. */
function textOf(receipt: unknown): string {
  if (typeof receipt === 'string') return receipt;
  try {
    return JSON.stringify(receipt) ?? '';
  } catch {
    return '';
  }
}
