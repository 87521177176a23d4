/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { Access, Call } from '../../platform/web/index.ts';
import type { LedgerKey } from './seal/keys.ts';
import type { Ledger } from './ledger.ts';
import type { proofOptions } from './options.ts';
import type { LedgerService } from './service.ts';
import type { LedgerSettings } from './settings.ts';

export { UNKNOWN_LANGUAGE } from './listing/event-filter.ts';
export { circumstancesOf } from './ledger/circumstances.ts';
export type { Circumstances, DecisionChannel, EventDraft, LedgerSubject, NewEvent } from './ledger/event.ts';
export type { StoredEvent } from './ledger/rows.ts';
export { shownAppearance } from './ledger/shown-appearance.ts';
export type { DecisionToWrite, WrittenDecision } from './projection/decision-writer.ts';
export type { DecisionsWanted } from './listing/decision-totals.ts';
export type { MergeOutcome } from './projection/account-merge.ts';
export { counts, effectiveDecisions, isImported } from './projection/effective-decision.ts';
export { RecordStore } from './projection/record-store.ts';
export { SubjectStore } from './projection/subject-store.ts';
export { type PresentDecision, type UserTerm, UserTermStore } from './projection/user-term-store.ts';
export { verifyReceipt } from './receipts/verify.ts';
export { ReceiptSchema } from './receipts/schema.ts';
export { markAt } from './restores/mark.ts';
export type { Ledger } from './ledger.ts';
export type { LedgerService } from './service.ts';
export { eventJson, EventJsonSchema } from './web/representation.ts';
export { BannerLink } from './web/views/banner-link.tsx';
export { DecisionBadge, eventColumns, eventLabel, receiptColumn, visitorName } from './web/views/event-parts.tsx';
export { receiptPage } from './web/views/receipt-page.tsx';

type Shapes = typeof proofOptions;

declare module '../../kernel/module.ts' {
  interface Services {
    readonly proof: LedgerService;
  }
  interface Hooks {
    /** Name of the rule of an ID: the rule's own ID, or that of a user term of the caller. @throws not_found */
    ruleOfUserTerm(call: Call<Access, unknown, unknown, unknown>, id: string): Promise<string>;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /**
     * Private Ed25519 key that signs the checkpoints of the ledger: PEM, JWK or `KeyObject`. Keep it out of the database
     * and its backups. Without it the engine generates a key and stores it in the database; then anyone who can write to
     * the database can sign.
     */
    readonly ledgerKey?: LedgerKey;
    /** How the ledger is sealed. */
    readonly ledger?: LedgerSettings;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /** Proof of every decision: seal, verify, receipts, erasure. */
    readonly ledger: Ledger;
  }
}
