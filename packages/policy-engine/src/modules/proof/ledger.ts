/** The API of the ledger for hosts. */
import type { Database } from '../../platform/database/port.ts';
import type { LedgerSubject } from './ledger/event.ts';
import type { Verification } from './verify/finding.ts';
import type { LedgerCheckpoint } from './seal/checkpoint-store.ts';
import type { Repair, RepairOptions } from './projection/projector.ts';
import type { Receipt } from './receipts/check/form.ts';
import type { StoredEvent } from './ledger/rows.ts';
import type { RestoredLedger, RestoreLedgerOptions } from './restores/go-on.ts';
import type { Sealed } from './seal/sealer.ts';
import type { AboutFilter } from './ledger/store.ts';
import type { VerifyLedgerOptions } from './verify/verify.ts';
import type { CosigningOutcome } from './witnesses/cosigning.ts';

/** Append-only proof of who decided what, when, on which text (GDPR Art. 7(1)). */
export interface Ledger {
  /**
   * The keys that may have signed, as lines of text (verifier keys, C2SP signed-note), the current one first. Publish
   * them out of reach of the database. Do not call it inside transactions.
   */
  vkeys(): Promise<readonly string[]>;
  /** Whether it is signed with the option `ledgerKey`, not with a key in the database. */
  readonly hasOwnKey: boolean;
  /** Seals unsealed events, unless another process is sealing. */
  seal(): Promise<Sealed>;
  /**
   * The newest checkpoint, or that of a size; a copy saved elsewhere reveals any later change of what it covers. Null
   * before the first seal, and for a size without a checkpoint.
   */
  checkpoint(size?: number): Promise<LedgerCheckpoint | null>;
  /**
   * Proves that the first `from` of `to` events are an older state of the ledger (RFC 9162 §2.1.4): hashes in base64. Null
   * for sizes that no checkpoint covers.
   */
  consistency(from: number, to: number): Promise<string[] | null>;
  /**
   * Verifies that nothing was changed, removed, added or reordered since it was sealed: the whole ledger, in constant
   * memory.
   *
   * @param options.noted a signed checkpoint that was saved elsewhere; without one, the verification does not detect a
   * ledger that was completely rewritten by someone who holds the key
   */
  verify(options?: VerifyLedgerOptions): Promise<Verification>;
  /** Requests a cosignature of the newest checkpoint from every witness now; a job does so regularly. */
  cosign(): Promise<CosigningOutcome[]>;
  /**
   * Continues a ledger that was restored from a backup: under a new name, with all remaining events. Its first leaf
   * names the last checkpoint that is known outside of the database. The restored ledger must be complete.
   *
   * @throws {PolicyEngineError} `configuration_invalid` if nothing contradicts the ledger
   */
  restore(options?: RestoreLedgerOptions): Promise<RestoredLedger>;
  /** Proof of an event; null if no event has the ID. */
  receipt(eventId: string): Promise<Receipt | null>;
  /** Whether an event was flagged because this host could not confirm its origin. */
  isSuspect(eventId: string): Promise<boolean>;
  /**
   * Judges an event that was flagged; it does not count before. The judgement is an event of the ledger; the last one
   * counts.
   *
   * @throws {PolicyEngineError} 404 `not_found`, 409 `not_suspected`
   */
  judge(eventId: string, verdict: 'counts' | 'void'): Promise<void>;
  /**
   * Sets the current decisions (`user_terms`) to what the ledger says, and records each change in the audit log.
   * Decisions on deleted texts, and missing events, can't be repaired.
   */
  repair(options?: RepairOptions): Promise<Repair>;
  /** The event of an ID; null if there is none. */
  event(id: string): Promise<StoredEvent | null>;
  /** Events about an account, including those of visitors that it took over, or about a visitor; the newest first. */
  eventsAbout(subject: LedgerSubject, filter?: AboutFilter): Promise<StoredEvent[]>;
  /**
   * Erases the identities of the events of an account, and of visitors that it took over (GDPR Art. 17). The events
   * stay, as numbers about nobody, and every proof still holds. Decisions of others in the same browser are kept. Many
   * events are erased in several short transactions; repeat a call that was interrupted.
   *
   * @param transaction of the host, to erase together with the account or not at all: then all events at once
   * @returns how many events lost their identity
   */
  erase(userId: string, transaction?: Database): Promise<number>;
}
