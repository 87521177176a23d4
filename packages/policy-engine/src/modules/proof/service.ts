/** The ledger's interface for other modules: append, claim, erase, seal, prove. */
import { type Batches, BatchSize } from '../../platform/database/statements/batch-size.ts';
import { type CappedCount, isBeyondCount } from '../../platform/database/statements/capped-count.ts';
import type { Database } from '../../platform/database/port.ts';
import type { WebLogger } from '../../platform/logger.ts';
import { EventAppender } from './ledger/append.ts';
import { Erasing, type ErasingOptions } from './ledger/erasing.ts';
import type { LedgerSubject, NewEvent } from './ledger/event.ts';
import type { Audit } from '../audit/index.ts';
import { type EventDraft, newEvent, treeHash } from './ledger/event.ts';
import { CheckpointStore, type LedgerCheckpoint } from './seal/checkpoint-store.ts';
import type { Ledger } from './ledger.ts';
import type { Verification } from './verify/finding.ts';
import { nodeReader, type Policy, proveConsistency } from './log/index.ts';
import { LogIdentity, type LogIdentityOptions } from './seal/log-identity.ts';
import { ProjectionWatch } from './projection/watch.ts';
import { Projector, type Repair, type RepairOptions } from './projection/projector.ts';
import { refusals } from '../../errors/refusals.ts';
import { unknownCircumstances } from './ledger/circumstances.ts';
import { Doubts } from './projection/doubts.ts';
import {
  type Merge,
  mergeAccounts,
  type MergedAccount,
  type MergeOutcome,
  mergeOutcomes,
} from './projection/account-merge.ts';
import { DecisionWriter } from './projection/decision-writer.ts';
import { SubjectStore } from './projection/subject-store.ts';
import { VisitorWriter } from './projection/visitor-writer.ts';
import { Receipts, type ShownReceipt } from './receipts/receipt.ts';
import type { Receipt } from './receipts/check/form.ts';
import type { StoredEvent } from './ledger/rows.ts';
import type { Sealed } from './seal/sealer.ts';
import { Sealer } from './seal/sealer.ts';
import type { Suspicion } from './seal/suspicion.ts';
import type { DecisionTotals } from './listing/decision-totals.ts';
import type { EventFilter } from './listing/event-filter.ts';
import { EventList, type EventOrder } from './listing/event-list.ts';
import { type AboutFilter, EventStore } from './ledger/store.ts';
import { type LedgerHealth, ledgerHealth } from './seal/health.ts';
import { TileStore } from './seal/tile-store.ts';
import { verifyLedger, type VerifyLedgerOptions } from './verify/verify.ts';
import type { NotifyDecisions } from './webhook-events.ts';
import type { Mark } from './restores/mark.ts';
import { configuredLog, goOn, type RestoredLedger, type RestoreLedgerOptions } from './restores/go-on.ts';
import { Restores } from './restores/restores.ts';
import type { AskWitness } from './witnesses/client.ts';
import type { CosigningOutcome } from './witnesses/cosigning.ts';
import { Witnesses } from './witnesses/service.ts';

/** What the ledger needs. */
export interface LedgerOptions extends LogIdentityOptions {
  readonly batchSize: number;
  readonly leaseMilliseconds: number;
  readonly sealEveryMilliseconds: number;
  /** How long an event may stay unsealed. */
  readonly unsealedMilliseconds: number;
  readonly flagForeign: boolean;
  /** The witnesses, and their quorum; without any, a policy without witnesses. */
  readonly policy: Policy;
  readonly quorum: number | undefined;
  readonly uncosignedMilliseconds: number;
  /** Where the newest checkpoint is stored outside of the database; null for nowhere. */
  readonly mark: Mark | null;
  readonly ask: AskWitness;
  /** Records erasures, and flagged events. Default: nothing is recorded. */
  readonly audit?: Pick<Audit, 'record'> | undefined;
  /** Notifies about decisions; null for nobody. */
  readonly tell: NotifyDecisions | null;
  readonly logger: WebLogger;
}

/** Append-only proof of who decided what, when, on which text (GDPR Art. 7(1)). */
export class LedgerService implements Ledger {
  readonly #options: LedgerOptions;
  readonly #sealer: Sealer;
  readonly #log: LogIdentity;
  readonly #receipts: Receipts;
  /** Compares what is derived from the ledger with the ledger. */
  readonly watch: ProjectionWatch;
  /** Writes decisions of accounts. */
  readonly decisions: DecisionWriter;
  /** Writes decisions of visitors without an account. */
  readonly visitors: VisitorWriter;
  /** The witnesses. */
  readonly witnesses: Witnesses;
  /** Whether the database was restored from a backup. */
  readonly restores: Restores;
  #timer: NodeJS.Timeout | undefined;
  readonly #events: EventAppender;
  readonly #erasing: Erasing;
  readonly #erasureListeners: ErasingOptions['erased'][] = [];
  #totals: DecisionTotals | null = null;
  #sealing: Promise<unknown> = Promise.resolve();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#log = new LogIdentity(options);
    const log = this.#log;
    this.#receipts = new Receipts({ ...options, log });
    this.watch = new ProjectionWatch(options);
    this.witnesses = new Witnesses(options);
    this.restores = new Restores({ ...options, log, configured: configuredLog(options) });
    this.#sealer = new Sealer({
      ...options,
      log,
      outside: this.restores,
      suspect: (transaction, found) => this.#suspect(transaction, found),
      sealed: (events) => this.watch.afterSealing(events),
    });
    this.#events = new EventAppender(options.naming);
    const suspect = (transaction: Database, found: readonly Suspicion[]) => this.#suspect(transaction, found);
    const erased: ErasingOptions['erased'] = async (transaction, events) => {
      for (const listener of this.#erasureListeners) await listener(transaction, events);
    };
    this.#erasing = new Erasing({ ...options, suspect, erased });
    const eventOf = (draft: EventDraft, number: number) => this.eventOf(draft, number);
    this.decisions = new DecisionWriter({ ...options, eventOf });
    this.visitors = new VisitorWriter({ ...options, eventOf });
  }

  async vkeys(): Promise<readonly string[]> {
    return (await this.#log.open()).vkeys;
  }

  async origin(): Promise<string> {
    return (await this.#log.open()).origin;
  }

  /** An event of this host, to be appended in the transaction of what it records. @param number see `LedgerFacts` */
  eventOf(draft: EventDraft, number: number | null = null): NewEvent {
    return newEvent(draft, { key: this.#options.key?.append ?? null, number });
  }

  /**
   * A seal does not make an event true, so events that can't be authenticated are reported to the logger and in the
   * audit log.
   */
  async #suspect(transaction: Database, found: readonly Suspicion[]): Promise<void> {
    const { audit, logger } = this.#options;
    for (const { id, rule, reason } of found) {
      logger.error('this host cannot authenticate an event of the ledger', { event: id, rule, reason });
      await audit?.record(transaction, { action: 'ledger_suspected', rule, subject: id });
    }
  }

  /** Appends events of accounts whose rows are locked, in the transaction of what they record. */
  async appendWithin(transaction: Database, events: readonly NewEvent[]): Promise<void> {
    await this.#events.appendMany(transaction, events);
  }

  /** Appends events about nobody, in a transaction of their own. */
  async append(events: readonly NewEvent[]): Promise<void> {
    const { database, tell } = this.#options;
    const [only] = events;
    if (database.capabilities.writableCte && only !== undefined && events.length === 1 && tell === null) {
      return this.#events.append(database, only);
    }
    await database.transaction(
      async (transaction) => {
        for (const event of events) await this.#events.append(transaction, event);
        await tell?.(transaction, events);
      },
      { isolation: 'read committed' },
    );
  }

  async erase(userId: string, transaction?: Database): Promise<number> {
    const { database } = this.#options;
    if (transaction !== undefined) {
      return transaction.transaction((within) => this.#erasing.whole(within, userId));
    }
    return this.eraseInBatches(userId, new BatchSize().batches(database));
  }

  /** Calls a listener in each transaction that erases identities, with the events as they were before. */
  onErasure(listener: ErasingOptions['erased']): void {
    this.#erasureListeners.push(listener);
  }

  /** Lets lists count decisions by the totals of their days. */
  countBy(totals: DecisionTotals): void {
    this.#totals = totals;
  }

  /** Erases in transactions that the caller creates. @returns how many events lost their identity */
  async eraseInBatches(userId: string, batches: Batches): Promise<number> {
    return this.#erasing.inBatches(userId, batches);
  }

  /**
   * Merges an account into another, in an open transaction.
   *
   * @throws {PolicyEngineError} 409 `account_merged` if one of them was merged into a third one
   */
  async mergeAccounts(transaction: Database, merge: Merge): Promise<MergedAccount> {
    const eventOf = (draft: EventDraft, number: number) => this.eventOf(draft, number);
    return mergeAccounts(transaction, merge, { ...this.#options, eventOf });
  }

  /** What counts after a merge. @throws {PolicyEngineError} 409 `account_merged` if one of them was merged before */
  async mergeOutcomes(accounts: Pick<Merge, 'from' | 'into'>): Promise<readonly MergeOutcome[]> {
    return mergeOutcomes(accounts, this.#options);
  }

  /** The account that an ID was merged into; null for one that was not. */
  async mergedInto(userId: string): Promise<string | null> {
    return new SubjectStore(this.#options.database, this.#options.naming).mergedInto(userId);
  }

  async judge(eventId: string, verdict: 'counts' | 'void', how: 'panel' | 'host' = 'host'): Promise<void> {
    const { database, naming, audit, now } = this.#options;
    const projector = new Projector(this.#options);
    await database.transaction(async (transaction) => {
      const event = await new EventStore(transaction, naming).find(eventId);
      if (event === undefined) throw refusals.notFound();
      if (event.doubt === null) throw refusals.conflict('not_suspected', 'error.not_suspected');
      const { rule } = event.leaf;
      const refers = { event: eventId, hash: treeHash(event).toString('hex'), reason: verdict, count: null };
      const facts = { kind: 'judgement', rule: null, version: null, textHash: null, decision: null, how } as const;
      const nobody = { userId: null, visitorId: null };
      const draft = { ...facts, at: now(), refers, subject: nobody, circumstances: unknownCircumstances };
      await this.#events.append(transaction, this.eventOf(draft));
      await projector.doubt(transaction, event, verdict);
      await audit?.record(transaction, { action: 'ledger_judged', rule, subject: eventId });
    });
  }

  /** Flagged events, those without a review first. */
  async suspected(last: StoredEvent | null = null, limit = 1000): Promise<StoredEvent[]> {
    const { database, naming } = this.#options;
    const place = last === null ? null : { id: last.leaf.id, doubt: last.doubt };
    return this.#store().named(await new Doubts(database, naming).list(place, limit));
  }

  /** How many of them have no review. */
  async unjudged(): Promise<number> {
    return new Doubts(this.#options.database, this.#options.naming).unjudged();
  }

  async repair(options: RepairOptions = {}): Promise<Repair> {
    return new Projector(this.#options).repair(options);
  }

  async seal(): Promise<Sealed> {
    return this.#sealer.seal();
  }

  async cosign(): Promise<CosigningOutcome[]> {
    const outcomes = await this.witnesses.cosign();
    await this.restores.hear(outcomes);
    return outcomes;
  }

  async restore(options: RestoreLedgerOptions = {}): Promise<RestoredLedger> {
    const continued = await goOn({
      ...this.#options,
      restores: this.restores,
      log: this.#log,
      checkpoint: options.checkpoint,
      origin: options.origin ?? this.#options.origin ?? undefined,
    });
    await this.seal();
    return continued;
  }

  get hasOwnKey(): boolean {
    return this.#options.key !== null;
  }

  async verify(options: VerifyLedgerOptions = {}): Promise<Verification> {
    const { database, naming, policy, now } = this.#options;
    const { keys, origin } = await this.#log.open();
    return verifyLedger({ ...options, database, naming, keys, origin, witnesses: policy.witnesses, now });
  }

  async receipt(eventId: string): Promise<Receipt | null> {
    const event = await this.event(eventId);
    return event === null ? null : this.receiptOf(event);
  }

  /** Proof of an event that has been read. */
  async receiptOf(event: StoredEvent): Promise<Receipt> {
    return this.#receipts.of(event);
  }

  /** The same, with what its page shows. */
  async shownReceipt(event: StoredEvent): Promise<ShownReceipt> {
    return this.#receipts.shown(event);
  }

  async event(id: string): Promise<StoredEvent | null> {
    return (await this.#store().find(id)) ?? null;
  }

  async isSuspect(eventId: string): Promise<boolean> {
    const event = await this.event(eventId);
    return event !== null && (await this.suspicionsAmong([event])).has(eventId);
  }

  /** Why some events were flagged, by ID. */
  async suspicionsAmong(events: readonly StoredEvent[]): Promise<ReadonlyMap<string, string>> {
    const flags = await this.#store().flags(events);
    return new Map([...flags].map(([id, { leaf }]) => [id, leaf.refers?.reason ?? '']));
  }

  async eventsAbout(
    subject: LedgerSubject,
    filter: AboutFilter = {},
    transaction: Database = this.#options.database,
  ): Promise<StoredEvent[]> {
    return new EventStore(transaction, this.#options.naming).about(subject, filter);
  }

  /** Whether an event is about a person, including events of visitors that the person took over. */
  async isAbout({ leaf, identity }: StoredEvent, { userId, visitorId }: LedgerSubject): Promise<boolean> {
    if (identity === null) return false;
    const isOwn = identity.userId !== null && userId !== null;
    if (isOwn && (await this.#store().accountsOf(userId)).includes(identity.userId)) return true;
    if (identity.visitorId === null || identity.userId !== null) return false;
    if (identity.visitorId === visitorId) return true;
    if (userId === null) return false;
    for (const account of await this.#store().accountsOf(userId)) {
      if ((await this.#store().adoptedBy(account)).includes(leaf.id)) return true;
    }
    return false;
  }

  /** The newest first. @param page - counted from 1 */
  async page(
    filter: EventFilter,
    page: number,
    size: number,
    order?: EventOrder,
  ): Promise<{ events: StoredEvent[]; total: CappedCount }> {
    const list = this.#list();
    const events = isBeyondCount(page, size) ? [] : list.page(filter, size, (page - 1) * size, order);
    const [found, total] = await Promise.all([events, list.count(filter)]);
    return { events: found, total };
  }

  /** How many events a list has. */
  count(filter: EventFilter): Promise<CappedCount> {
    return this.#list().count(filter);
  }

  /** Events after one in the list of all events; null for its beginning. */
  async eventsAfter(filter: EventFilter, last: StoredEvent | null, limit: number): Promise<StoredEvent[]> {
    return this.#list().after(filter, last, limit);
  }

  #list(): EventList {
    return new EventList(this.#options.database, this.#options.naming, this.#totals);
  }

  #store(): EventStore {
    return new EventStore(this.#options.database, this.#options.naming);
  }

  /** Checks whether the database was restored, and seals at intervals; never keeps the process alive. */
  start(): void {
    const { sealEveryMilliseconds, logger } = this.#options;
    this.restores.state().then(
      ({ restored }) => restored && logger.error('the ledger was restored from a backup', { reason: restored.reason }),
      (error: unknown) => logger.error('checking for a restored ledger failed', { error }),
    );
    this.#timer ??= setInterval(() => {
      this.#sealing = this.seal().catch((error: unknown) => logger.error('sealing the ledger failed', { error }));
    }, sealEveryMilliseconds).unref();
  }

  /** Stops what `start` started, and waits for the batch in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#sealing;
  }

  async checkpoint(size?: number): Promise<LedgerCheckpoint | null> {
    const { database, naming } = this.#options;
    const store = new CheckpointStore(database, naming);
    return (await (size === undefined ? store.last() : store.at(size))) ?? null;
  }

  async consistency(from: number, to: number): Promise<string[] | null> {
    const { database, naming } = this.#options;
    const size = (await this.checkpoint())?.size ?? 0;
    if (from > to || to > size) return null;
    const proof = await proveConsistency(nodeReader(new TileStore(database, naming).read, size), from, to);
    return proof.map((hash) => hash.toString('base64'));
  }

  /** What prevents sealing, and since when events have been waiting. */
  async health(): Promise<LedgerHealth> {
    const { database, naming, unsealedMilliseconds, now } = this.#options;
    return ledgerHealth({ database, naming, log: this.#log, unsealedMilliseconds, now });
  }
}
