/** The ledger's public names. */
export { ways } from './event.ts';
export type { Circumstances, How, LedgerFacts, LedgerIdentity, LedgerLeaf, LedgerSubject } from './event.ts';
export type { HeadContent, LedgerHead } from './head.ts';
export { publicKey } from './keys.ts';
export type { LedgerKey, PublicLedgerKey } from './keys.ts';
export type { Sealed } from './sealer.ts';
export type { Ledger } from './service.ts';
export type { LedgerSettings } from './settings.ts';
