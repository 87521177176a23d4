/**
 * The ledger: proof of decisions, and how to check it without an engine.
 *
 * @module
 */
export type {
  Circumstances as LedgerCircumstances,
  DecisionChannel,
  LedgerFacts,
  LedgerIdentity,
  LedgerLeaf,
  LedgerReference,
  LedgerSubject,
} from './modules/proof/ledger/event.ts';
export type { LedgerFinding, Verification as LedgerVerification } from './modules/proof/verify/finding.ts';
export type { LedgerCheckpoint } from './modules/proof/seal/checkpoint-store.ts';
export { ledgerVkey } from './modules/proof/seal/keys.ts';
export type { LedgerJwk, LedgerKey } from './modules/proof/seal/keys.ts';
export type { Ledger } from './modules/proof/ledger.ts';
export type { LeafJson as ReceiptLeaf } from './modules/proof/receipts/check/records.ts';
export type { Receipt } from './modules/proof/receipts/check/form.ts';
export type { RestoredLedger, RestoreLedgerOptions } from './modules/proof/restores/go-on.ts';
export type { StoredEvent as LedgerEvent } from './modules/proof/ledger/rows.ts';
export type { Sealed as SealResult } from './modules/proof/seal/sealer.ts';
export type { LedgerSettings } from './modules/proof/settings.ts';
export type { AboutFilter as LedgerEventFilter } from './modules/proof/ledger/store.ts';
export type { VerifyLedgerOptions } from './modules/proof/verify/verify.ts';
export { verifyReceipt } from './modules/proof/receipts/verify.ts';
export type { NotedCheckpoint, ReceiptCheck } from './modules/proof/receipts/verify.ts';
export type { CosigningOutcome } from './modules/proof/witnesses/cosigning.ts';
export type { LedgerWitness } from './modules/proof/witnesses/settings.ts';
