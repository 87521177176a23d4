/** Erases identities of events: at once, or in short transactions between which every proof holds. */
import type { Batches } from '../../../platform/database/statements/batch-size.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { Audit } from '../../audit/index.ts';
import { erasureMark } from './event.ts';
import type { SecretLedgerKey } from '../seal/keys.ts';
import { RecordStore } from '../projection/record-store.ts';
import { effectiveDecisions } from '../projection/effective-decision.ts';
import { SubjectStore } from '../projection/subject-store.ts';
import { UserTermStore } from '../projection/user-term-store.ts';
import type { StoredEvent } from './rows.ts';
import { EventStore } from './store.ts';
import { type Suspicion, suspicionsOf } from '../seal/suspicion.ts';

/** What identities are erased with. */
export interface ErasingOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly key: SecretLedgerKey | null;
  readonly flagForeign: boolean;
  readonly audit?: Pick<Audit, 'record'> | undefined;
  /** Called with the events, as they were before, in the transaction that erases them. */
  readonly erased: (transaction: Database, events: readonly StoredEvent[]) => Promise<void>;
  readonly suspect: (transaction: Database, found: readonly Suspicion[]) => Promise<void>;
}

/** Erases the identities of accounts. */
export class Erasing {
  readonly #options: ErasingOptions;

  constructor(options: ErasingOptions) {
    this.#options = options;
  }

  /** All identities of an account, in one transaction. @returns how many events lost their identity */
  async whole(transaction: Database, userId: string): Promise<number> {
    const { audit, naming } = this.#options;
    const subjects = new SubjectStore(transaction, naming);
    // No decision is recorded in the meantime.
    await subjects.lockAny([userId]);
    let merged = 0;
    for (const other of await subjects.mergedOf(userId)) merged += await this.whole(transaction, other);
    const events = await new EventStore(transaction, naming).erase(userId, this.#mark);
    await subjects.erase(userId, events);
    await new UserTermStore(naming).erase(transaction, userId);
    await this.#examine(transaction, events);
    await this.#options.erased(transaction, events);
    // The ID is not logged: a log with it would undo the erasure.
    if (events.length > 0) await audit?.record(transaction, { action: 'ledger_erased', rule: null, subject: null });
    return events.length + merged;
  }

  /**
   * All identities of an account, in several transactions. If a call is interrupted, the ledger still verifies, and a
   * second call erases the rest. The last transaction erases the events of the account's current decisions, with what
   * is derived from them.
   *
   * @returns how many events lost their identity
   */
  async inBatches(userId: string, batches: Batches): Promise<number> {
    const { database, naming } = this.#options;
    let erased = 0;
    // Each account that was merged into it is complete before the next.
    for (const merged of await new SubjectStore(database, naming).mergedOf(userId)) {
      erased += await this.inBatches(merged, batches);
    }
    const early = await this.#early(userId);
    // A few events are erased with the rest.
    for (let left = early.length > batches.rows ? early : []; left.length > 0;) {
      const ids = left.slice(0, batches.rows);
      left = left.slice(ids.length);
      erased += await batches.record((transaction) => this.#some(transaction, userId, ids), ids.length);
    }
    return erased + (await batches.record((transaction) => this.whole(transaction, userId)));
  }

  /**
   * IDs of events that no current decision needs. In the order of their numbers: decisions from an older system count
   * relative to what was decided before them.
   */
  async #early(userId: string): Promise<string[]> {
    const { database, naming } = this.#options;
    const records = await new RecordStore(database, naming).ofAccount(userId);
    const effective = new Set([...effectiveDecisions(records).values()].map(({ id }) => id));
    // The last transaction is never empty: it writes to the audit log.
    const newest = records.at(-1);
    if (newest !== undefined) effective.add(newest.id);
    // Only as long as the adoptions exist that lead to them.
    const adopted = await new EventStore(database, naming).adoptedBy(userId);
    return [...adopted, ...records.flatMap(({ id }) => (effective.has(id) ? [] : [id]))];
  }

  async #some(transaction: Database, userId: string, ids: readonly string[]): Promise<number> {
    const { naming } = this.#options;
    const subjects = new SubjectStore(transaction, naming);
    await subjects.lockAny([userId]);
    const events = await new EventStore(transaction, naming).eraseSome(ids, this.#mark);
    await subjects.noteErased(userId, events);
    await this.#examine(transaction, events);
    await this.#options.erased(transaction, events);
    return events.length;
  }

  /** Unsealed events are examined now: without their identity the host can no longer confirm their origin. */
  async #examine(transaction: Database, events: readonly StoredEvent[]): Promise<void> {
    const { key, flagForeign, suspect } = this.#options;
    const unsealed = events.filter(({ position }) => position === null);
    await suspect(transaction, suspicionsOf(unsealed, flagForeign ? key : null));
  }

  readonly #mark = ({ hash }: StoredEvent): string => erasureMark(this.#options.key?.append ?? null, hash);
}
