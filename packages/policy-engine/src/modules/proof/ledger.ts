/** The ledger as hosts have it. */
import type { Database } from '../../platform/database/port.ts';
import type { LedgerSubject } from './event.ts';
import type { Verification } from './finding.ts';
import type { LedgerCheckpoint } from './checkpoint-store.ts';
import type { Repair, RepairOptions } from './projection/projector.ts';
import type { Receipt } from './receipt-schema.ts';
import type { StoredEvent } from './rows.ts';
import type { RestoredLedger, RestoreLedgerOptions } from './restores/go-on.ts';
import type { Sealed } from './sealer.ts';
import type { AboutFilter } from './store.ts';
import type { VerifyLedgerOptions } from './verify.ts';
import type { CosigningOutcome } from './witnesses/cosigning.ts';

/** Append-only proof of who decided what, when, on which text (GDPR Art. 7(1)). */
export interface Ledger {
  /**
   * The keys that may have signed, as lines of text (verifier keys, C2SP signed-note), the present one first. Publish them
   * where the database can't reach. Not inside of transactions.
   */
  vkeys(): Promise<readonly string[]>;
  /** Whether it is signed with the option `ledgerKey`, not with a key that is in the database. */
  readonly hasOwnKey: boolean;
  /** Seals what is unsealed, unless another process is at it. */
  seal(): Promise<Sealed>;
  /**
   * The newest checkpoint, or that of a size; noted elsewhere, it betrays any later change of what it covers. Null before
   * the first seal, and for a size that has none.
   */
  checkpoint(size?: number): Promise<LedgerCheckpoint | null>;
  /**
   * Proves that the first `from` of `to` events are an older state of the ledger (RFC 9162 §2.1.4): hashes in base64. Null
   * for sizes that no checkpoint covers.
   */
  consistency(from: number, to: number): Promise<string[] | null>;
  /**
   * Verifies that nothing was changed, removed, added or reordered since it was sealed: all of it, in constant memory.
   *
   * @param options.noted a signed checkpoint that was noted elsewhere; without one, a ledger that was rewritten from end to
   * end by someone who holds the key passes
   */
  verify(options?: VerifyLedgerOptions): Promise<Verification>;
  /** Asks every witness now for a cosignature of the newest checkpoint, as is done by itself now and then. */
  cosign(): Promise<CosigningOutcome[]>;
  /**
   * Goes on with a ledger that was restored from a backup: under a new name, whose first leaf names the last checkpoint that
   * is known of it outside of the database, and with all events that are left. The restored ledger has to be whole.
   *
   * @throws {PolicyEngineError} `configuration_invalid` where nothing speaks against the ledger
   */
  restore(options?: RestoreLedgerOptions): Promise<RestoredLedger>;
  /** Proof of an event; null if no event has the id. */
  receipt(eventId: string): Promise<Receipt | null>;
  /** Whether an event was flagged, since this host could not vouch for it. */
  isSuspect(eventId: string): Promise<boolean>;
  /**
   * Judges an event that was flagged: until then it does not count. The judgement is an event of the ledger, and the
   * last one counts.
   *
   * @throws {PolicyEngineError} 404 `not_found`, 409 `not_suspected`
   */
  judge(eventId: string, verdict: 'counts' | 'void'): Promise<void>;
  /**
   * Sets the current decisions (`user_terms`) to what the ledger says, and notes each in the audit log. What decisions
   * on texts that are gone, and events that are gone, say can't be repaired.
   */
  repair(options?: RepairOptions): Promise<Repair>;
  /** The event of an id; null if there is none. */
  event(id: string): Promise<StoredEvent | null>;
  /** Events about an account, with those of visitors that it took over, or about a visitor; the newest first. */
  eventsAbout(subject: LedgerSubject, filter?: AboutFilter): Promise<StoredEvent[]>;
  /**
   * Erases who was behind the events of an account, and behind those of visitors that it took over (GDPR Art. 17). The events
   * stay, as numbers about nobody, and every proof still holds. What others decided in the same browser is left alone. Of many
   * events some are erased at a time, so that nobody waits for long; a call that was killed is done again.
   *
   * @param transaction of the host's, to erase with the account or not at all: then all at once
   * @returns how many events lost their identity
   */
  erase(userId: string, transaction?: Database): Promise<number>;
}
