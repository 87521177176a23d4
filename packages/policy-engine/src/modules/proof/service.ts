/** The ledger as other modules see it: append, claim, erase, seal, prove. */
import type { Database } from '../../platform/database/port.ts';
import { timeText } from '../../platform/database/times.ts';
import type { WebLogger } from '../../platform/logger.ts';
import { EventAppender } from './append.ts';
import { type DayCount, type DayRange, decisionsPerDay } from './figures.ts';
import type { LedgerSubject, NewEvent } from './event.ts';
import type { Audit } from '../audit/service.ts';
import { erasureMark, type Happening, newEvent } from './event.ts';
import { CheckpointStore, type LedgerCheckpoint } from './checkpoint-store.ts';
import type { Ledger } from './ledger.ts';
import type { Verification } from './finding.ts';
import { proveConsistency } from './log/tree-proofs.ts';
import { nodeReader } from './log/tiles.ts';
import { LogIdentity, type LogIdentityOptions } from './log-identity.ts';
import { Receipts } from './receipt.ts';
import type { Receipt } from './receipt-schema.ts';
import type { StoredEvent } from './rows.ts';
import type { Sealed } from './sealer.ts';
import { Sealer } from './sealer.ts';
import { type Suspicion, suspicionsOf } from './suspicion.ts';
import { type AboutFilter, type EventFilter, EventStore, type ImportedEvent } from './store.ts';
import { type LedgerHealth, ledgerHealth } from './health.ts';
import { TileStore } from './tile-store.ts';
import { verifyLedger, type VerifyLedgerOptions } from './verify.ts';

/** What the ledger needs. */
export interface LedgerOptions extends LogIdentityOptions {
  readonly batchSize: number;
  readonly leaseMilliseconds: number;
  readonly sealEveryMilliseconds: number;
  /** For how long an event may stay unsealed. */
  readonly unsealedMilliseconds: number;
  readonly reportUnmarked: boolean;
  /** Notes erasures, and events that are sealed under suspicion. Default: nowhere. */
  readonly audit?: Pick<Audit, 'record'> | undefined;
  readonly logger: WebLogger;
}

/** Two decisions alike within this time are one, clicked twice. */
const SAME_CLICK_MILLISECONDS = 60_000;

/** Append-only proof of who decided what, when, on which text (GDPR Art. 7(1)). */
export class LedgerService implements Ledger {
  readonly #options: LedgerOptions;
  readonly #sealer: Sealer;
  readonly #log: LogIdentity;
  readonly #receipts: Receipts;
  #timer: NodeJS.Timeout | undefined;
  readonly #events: EventAppender;
  #sealing: Promise<unknown> = Promise.resolve();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#log = new LogIdentity(options);
    const log = this.#log;
    this.#receipts = new Receipts({ ...options, log });
    this.#sealer = new Sealer({ ...options, log, suspect: (transaction, found) => this.#suspect(transaction, found) });
    this.#events = new EventAppender(options.naming);
  }

  async vkeys(): Promise<readonly string[]> {
    return (await this.#log.open()).vkeys;
  }

  async origin(): Promise<string> {
    return (await this.#log.open()).origin;
  }

  /** An event of this host, to be appended in the transaction of what it records. */
  eventOf(happening: Happening, id?: string): NewEvent {
    return newEvent(happening, this.#options.key?.append ?? null, id);
  }

  /** A seal does not make an event true, so what can't be vouched for is said, to the log of the host and in the audit log. */
  async #suspect(transaction: Database, found: readonly Suspicion[]): Promise<void> {
    const { audit, logger } = this.#options;
    for (const { id, rule, reason } of found) {
      logger.error('this host can not vouch for an event of the ledger', { event: id, rule, reason });
      await audit?.record(transaction, { action: 'ledger_suspected', rule, subject: id });
    }
  }

  /**
   * Appends what a visitor decided, unless the very same is there already, from a second click a moment ago.
   *
   * @param isClick whether the id comes from a page and not from a cookie: it stands for one click, and no longer than that
   * @returns the events that were appended; null where nothing may be appended in the name of this visitor
   */
  async appendOnce(visitorId: string, events: readonly NewEvent[], isClick: boolean): Promise<NewEvent[] | null> {
    const { database, naming, now } = this.#options;
    // Serializable, so that of two clicks at once only one finds nothing, and none comes after an adoption.
    return database.transaction(async (transaction) => {
      const store = new EventStore(transaction, naming);
      if (await store.isClosed(visitorId)) return null;
      const first = isClick ? await store.firstOf(visitorId) : null;
      if (first !== null && now().getTime() - Date.parse(first) > SAME_CLICK_MILLISECONDS) return null;
      const fresh: NewEvent[] = [];
      for (const event of events) {
        const { rule, decision, version, at } = event.leaf;
        const last = rule === null ? undefined : await store.lastOf(visitorId, rule);
        const isSame = last?.leaf.decision === decision && last.leaf.version === version;
        if (isSame && Date.parse(at) - Date.parse(last.leaf.at) < SAME_CLICK_MILLISECONDS) continue;
        await this.#events.append(transaction, event);
        fresh.push(event);
      }
      return fresh;
    });
  }

  /**
   * Claims what a visitor decided last on a rule, for the account that takes it over, and closes the visitor: nothing is
   * appended in their name any more. Runs in the serializable transaction that appends the adoption.
   *
   * @returns null where there is nothing to claim: no event, or another account has claimed one of this visitor, or it is
   * claimed already
   */
  async claim(
    transaction: Database,
    { userId, visitorId }: { readonly userId: string; readonly visitorId: string },
    rule: string,
  ): Promise<StoredEvent | null> {
    const store = new EventStore(transaction, this.#options.naming);
    const event = await store.lastOf(visitorId, rule);
    if (event === undefined) return null;
    const [adoptions, isClosed] = [await store.adoptionsOf(visitorId), await store.isClosed(visitorId)];
    const isOfAnother = adoptions.some((one) => one.userId !== userId) || (isClosed && adoptions.length === 0);
    if (isOfAnother || adoptions.some(({ adopted }) => adopted === event.hash)) return null;
    if (!isClosed) await store.close(visitorId, timeText(this.#options.now()));
    return event;
  }

  /** Appends events in the transaction of what they record. */
  async appendWithin(transaction: Database, events: readonly NewEvent[]): Promise<void> {
    await this.#events.appendMany(transaction, events);
  }

  /** Decisions of some accounts that were imported so far, as a transaction sees them. */
  async importedAbout(userIds: readonly string[], database: Database): Promise<ImportedEvent[]> {
    return new EventStore(database, this.#options.naming).importedAbout(userIds);
  }

  /** Appends events together, in a transaction of their own. */
  async append(events: readonly NewEvent[]): Promise<void> {
    const { database } = this.#options;
    const [only] = events;
    if (database.capabilities.writableCte && only !== undefined && events.length === 1) {
      return this.#events.append(database, only);
    }
    await database.transaction(
      async (transaction) => {
        for (const event of events) await this.#events.append(transaction, event);
      },
      { isolation: 'read committed' },
    );
  }

  async erase(userId: string, database: Database = this.#options.database): Promise<number> {
    const { audit, naming, key, reportUnmarked } = this.#options;
    return database.transaction(async (transaction) => {
      const markOf = ({ hash }: StoredEvent) => erasureMark(key?.append ?? null, hash);
      const { count, unsealed } = await new EventStore(transaction, naming).erase(userId, markOf);
      // What is not sealed yet is examined now: it can only be vouched for as long as it names somebody.
      await this.#suspect(transaction, suspicionsOf(unsealed, reportUnmarked ? key : null));
      // Not whom: a log that names them would undo what was done.
      if (count > 0) await audit?.record(transaction, { action: 'ledger_erased', rule: null, subject: null });
      return count;
    });
  }

  async seal(): Promise<Sealed> {
    return this.#sealer.seal();
  }

  get hasOwnKey(): boolean {
    return this.#options.key !== null;
  }

  async verify(options: VerifyLedgerOptions = {}): Promise<Verification> {
    const { database, naming } = this.#options;
    const { keys, origin } = await this.#log.open();
    return verifyLedger({ ...options, database, naming, keys, origin });
  }

  async receipt(eventId: string): Promise<Receipt | null> {
    const event = await this.event(eventId);
    return event === null ? null : this.receiptOf(event);
  }

  /** Proof of an event that was read. */
  async receiptOf(event: StoredEvent): Promise<Receipt> {
    return this.#receipts.of(event);
  }

  async event(id: string): Promise<StoredEvent | null> {
    return (await this.#store().find(id)) ?? null;
  }

  async isSuspect(eventId: string): Promise<boolean> {
    const event = await this.event(eventId);
    return event !== null && (await this.suspicionsAmong([event])).has(eventId);
  }

  /** Why some events were sealed under a mark, by id. */
  async suspicionsAmong(events: readonly StoredEvent[]): Promise<ReadonlyMap<string, string>> {
    const marks = await this.#store().marks(events);
    return new Map([...marks].map(([id, { leaf }]) => [id, leaf.refers?.reason ?? '']));
  }

  async eventsAbout(subject: LedgerSubject, filter: AboutFilter = {}): Promise<StoredEvent[]> {
    return this.#store().about(subject, filter);
  }

  /** Whether an event is about somebody, be it one of a visitor that they took over. */
  async isAbout({ leaf, identity }: StoredEvent, { userId, visitorId }: LedgerSubject): Promise<boolean> {
    if (identity === null) return false;
    if (userId !== null && identity.userId === userId) return true;
    if (identity.visitorId === null || identity.userId !== null) return false;
    if (identity.visitorId === visitorId) return true;
    return userId !== null && (await this.#store().adoptedBy(userId)).includes(leaf.id);
  }

  /** How many decided how on each day; numbers about nobody. */
  async perDay(range: DayRange): Promise<DayCount[]> {
    return decisionsPerDay(this.#options.database, this.#options.naming, range);
  }

  /** @param page - counted from 1 */
  async page(filter: EventFilter, page: number, size: number): Promise<{ events: StoredEvent[]; total: number }> {
    const store = this.#store();
    const [events, total] = await Promise.all([store.page(filter, size, (page - 1) * size), store.count(filter)]);
    return { events, total };
  }

  #store(): EventStore {
    return new EventStore(this.#options.database, this.#options.naming);
  }

  /** Seals now and then; never keeps the process alive. */
  start(): void {
    const { sealEveryMilliseconds, logger } = this.#options;
    this.#timer ??= setInterval(() => {
      this.#sealing = this.seal().catch((error: unknown) => logger.error('sealing the ledger failed', { error }));
    }, sealEveryMilliseconds).unref();
  }

  /** Ends what `start` began, and waits for the batch under way. */
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

  /** What keeps the ledger from being sealed, and since when something waits for it. */
  async health(): Promise<LedgerHealth> {
    const { database, naming, unsealedMilliseconds, now } = this.#options;
    return ledgerHealth({ database, naming, log: this.#log, unsealedMilliseconds, now });
  }
}
