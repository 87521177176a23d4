/** The ledger's public names. */
export { ways } from './event.ts';
export type { Circumstances, How, LedgerFacts, LedgerIdentity, LedgerLeaf, LedgerSubject } from './event.ts';
export type { Finding, Verification } from './finding.ts';
export type { HeadContent, HeadRecord, LedgerHead } from './head.ts';
export { publicKey } from './keys.ts';
export type { LedgerJwk, LedgerKey, PublicLedgerKey } from './keys.ts';
export type { LeafJson, Receipt } from './receipt-schema.ts';
export type { StoredEvent } from './rows.ts';
export type { Sealed } from './sealer.ts';
export type { Ledger } from './service.ts';
export type { LedgerSettings } from './settings.ts';
export type { AboutFilter, EventFilter } from './store.ts';
export { verifyLedger } from './verify.ts';
export type { VerifyOptions } from './verify.ts';
export { verifyReceipt } from './verify-receipt.ts';
export type { ReceiptCheck } from './verify-receipt.ts';
