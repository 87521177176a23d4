/** The check of a receipt, up to the first step that fails. */
import { hexOf } from '../../modules/proof/log/bytes.ts';
import { noteVerifier } from '../../modules/proof/log/cosignature.ts';
import { SIGNATURE_TYPE, type VerifierKey } from '../../modules/proof/log/vkey.ts';
import { checkReceipt, type Finding, type Noted as NotedIn } from '../../modules/proof/receipts/check/check.ts';
import type { Receipt } from '../../modules/proof/receipts/check/form.ts';
import { readJson, Refused } from '../../modules/proof/receipts/check/json.ts';
import { atLeast, exactly, type Member, texts } from '../../modules/proof/receipts/check/shapes.ts';
import { browserCrypto } from './crypto.ts';

/** Outcome of a check. */
export interface Outcome {
  readonly verdict: 'holds' | 'marked' | 'pending' | 'refused';
  /** In order, up to the first that fails. */
  readonly steps: readonly Finding[];
  /** Null if the receipt is rejected: none of its content is to be shown. */
  readonly receipt: Receipt | null;
  readonly leaf: string | null;
}

/** A checkpoint that was noted elsewhere; empty for none. */
export interface Noted {
  readonly checkpoint: string;
  /** The response of `/ledger/consistency.json`. */
  readonly consistency: string;
}

/** Checks a receipt with the keys of the ledger, and those of witnesses, alone. */
export function verifyReceipt(source: string, keys: readonly VerifierKey[], noted: Noted): Outcome {
  const verifiers = keys.map((key) => noteVerifier(key, browserCrypto));
  const logs = (origin: string) =>
    verifiers.filter(({ key }) => key.type === SIGNATURE_TYPE.ed25519 && key.name === origin);
  const witnesses = verifiers.filter(({ key }) => key.type === SIGNATURE_TYPE.cosignature);
  const trust = { logs, witnesses, isQuorum: () => true };
  const { findings, receipt, leaf } = checkReceipt(source, trust, notedIn(noted), browserCrypto);
  const failed = findings.findIndex(({ state }) => state === 'fails');
  if (failed >= 0 || receipt === null || leaf === null) {
    return { verdict: 'refused', steps: findings.slice(0, failed + 1), receipt: null, leaf: null };
  }
  const verdict = receipt.proof === null ? 'pending' : receipt.suspicion === null ? 'holds' : 'marked';
  return { verdict, steps: findings, receipt, leaf: hexOf(leaf) };
}

function notedIn({ checkpoint, consistency }: Noted): NotedIn | null {
  // Lines around a note are lost or added when it is copied.
  const wanted = checkpoint.replaceAll('\r', '').trim();
  if (wanted === '') return null;
  return {
    checkpoint: `${wanted}\n`,
    consistency: (from, to) => (from === to || consistency.trim() === '' ? null : consistencyIn(consistency, from, to)),
  };
}

const CONSISTENCY: readonly Member[] = [
  { name: 'from', check: atLeast(0) },
  { name: 'to', check: atLeast(0) },
  { name: 'proof', check: texts },
];

function consistencyIn(source: string, older: number, newer: number): readonly string[] {
  const { from, to, proof } = exactly(readJson(source), CONSISTENCY, 'consistency');
  if (from !== older || to !== newer) throw new Refused(`${older} → ${newer}`);
  return proof as readonly string[];
}
