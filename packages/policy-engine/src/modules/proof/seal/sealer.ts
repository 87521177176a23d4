/** Seals: numbers unsealed events, batch by batch, and ends each batch with a signed checkpoint of the whole tree. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { EventAppender } from '../ledger/append.ts';
import { BatchSize } from '../../../platform/database/statements/batch-size.ts';
import { batchOf } from './batch.ts';
import { CheckpointStore, type LedgerCheckpoint } from './checkpoint-store.ts';
import { type SecretLedgerKey, verifiersFor } from './keys.ts';
import { Lease } from './lease.ts';
import {
  appendLeaves,
  EMPTY_ROOT,
  formatCheckpoint,
  LogVerificationError,
  type NoteSigner,
  parseCheckpoint,
  parseNote,
  signNote,
  type TreeHead,
  verifyNote,
} from '../log/index.ts';
import { inSealingOrder, withPredecessors } from './sealing-order.ts';
import type { LogIdentity, OpenLog } from './log-identity.ts';
import { Projector } from '../projection/projector.ts';
import { RESTORED } from '../restores/store.ts';
import { signTombstonesAgain } from '../restores/tombstones.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import { LedgerSources, type WaitingRecord } from '../sources/all.ts';
import { EventStore } from '../ledger/store.ts';
import { type Suspicion, suspicionsOf } from './suspicion.ts';
import { TileStore } from './tile-store.ts';
import { TombstoneStore } from '../ledger/tombstone-store.ts';
import { makeTombstones } from '../ledger/tombstones.ts';

/** What the sealer needs. */
export interface SealerOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly log: LogIdentity;
  /** Authenticates events as the host's own; null if only the database has a key. */
  readonly key: SecretLedgerKey | null;
  readonly batchSize: number;
  readonly leaseMilliseconds: number;
  /** Whether events without the mark of the key are suspect. */
  readonly flagForeign: boolean;
  readonly now: () => Date;
  /** Called before anything is sealed, and with each committed checkpoint. Default: nothing is called. */
  readonly outside?: SealOutside | undefined;
  /** Called in the transaction of a batch, with the suspicions about its events. */
  readonly suspect?: ((transaction: Database, suspicions: readonly Suspicion[]) => Promise<void>) | undefined;
  /** Called with the events of each batch, once it is committed. */
  readonly sealed?: ((events: readonly StoredEvent[]) => Promise<void>) | undefined;
}

/** Stores checkpoints outside of the database. */
export interface SealOutside {
  /** @throws {PolicyEngineError} `ledger_restored` if this is not the ledger of the stored checkpoint */
  requireOwn(): Promise<void>;
  keep(checkpoint: LedgerCheckpoint): Promise<void>;
}

/** The result of a run. */
export interface Sealed {
  /** Number of sealed events, without those that the sealer added. */
  readonly events: number;
  /** The newest checkpoint it created; null if it created none. */
  readonly checkpoint: LedgerCheckpoint | null;
  /** Whether it gave way to another process. */
  readonly elsewhere: boolean;
}

interface SealedBatch {
  readonly events: readonly StoredEvent[];
  readonly checkpoint: LedgerCheckpoint;
  /** See {@link NextBatch}. */
  readonly isLast: boolean;
}

interface NextBatch {
  readonly batch: StoredEvent[];
  readonly records: WaitingRecord[];
  /** Whether the events were sealed before, in an earlier ledger. */
  readonly isAgain: boolean;
  /**
   * Whether no other event was waiting when it was read. What was appended since then waits for the next run: while many people
   * decide, a run would otherwise not end, and put few events under each checkpoint.
   */
  readonly isLast: boolean;
}

/** Events of a batch in any case: each batch has work of its own, which a smaller one would repeat too often. */
const LEAST = 25;

/** The sealer of one process. Any number of processes may have one. */
export class Sealer {
  readonly #options: SealerOptions;
  readonly #lease: Lease;
  readonly #size = new BatchSize();
  readonly #appender: EventAppender;
  readonly #projector: Projector;
  #running: Promise<Sealed> | undefined;

  constructor(options: SealerOptions) {
    this.#options = options;
    this.#lease = new Lease(options.naming, options.leaseMilliseconds);
    this.#appender = new EventAppender(options.naming);
    this.#projector = new Projector(options);
  }

  /**
   * Seals everything unsealed, unless another process is sealing. Calls while it runs share its outcome.
   *
   * @throws {LogVerificationError} if stored data does not lead to the last checkpoint, or that is not the host's: the
   * sealer does not build on data that others may have written
   */
  seal(): Promise<Sealed> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<Sealed> {
    const { database, now, log } = this.#options;
    const nothing: Sealed = { events: 0, checkpoint: null, elsewhere: false };
    if (!(await this.#isWaiting())) return nothing;
    const opened = await log.open();
    const token = await this.#lease.take(database, now());
    if (token === null) return { ...nothing, elsewhere: true };
    try {
      return await this.#all(token, opened);
    } catch (error) {
      // Another process may succeed, and need not wait for the lease. If the database is the cause, releasing fails as
      // well, and the error already reports it.
      await this.#lease.release(database, token).catch(() => undefined);
      throw error;
    }
  }

  async #isWaiting(): Promise<boolean> {
    const { database, naming } = this.#options;
    if ((await new EventStore(database, naming).oldestUnsealed()) !== null) return true;
    if (await new TombstoneStore(database, naming).isWaiting()) return true;
    return this.#hasRecords();
  }

  /** A batch may write to the audit log, which is sealed in the same run. */
  async #hasRecords(): Promise<boolean> {
    const { database, naming, now } = this.#options;
    return (await new LedgerSources(database, naming).waiting(1, now())).length > 0;
  }

  async #all(token: number, log: OpenLog): Promise<Sealed> {
    const { outside } = this.#options;
    await outside?.requireOwn();
    let sealed: Sealed = { events: 0, checkpoint: null, elsewhere: false };
    for (;;) {
      const batch = await this.#held(
        token,
        (transaction) => this.#sealNext(transaction, log),
        (made) => made?.events.length ?? 0,
      );
      if (batch === 'lost') return { ...sealed, elsewhere: true };
      if (batch === null) break;
      sealed = { events: sealed.events + batch.events.length, checkpoint: batch.checkpoint, elsewhere: false };
      await outside?.keep(batch.checkpoint);
      await this.#options.sealed?.(batch.events);
      if (batch.isLast && !(await this.#hasRecords())) break;
    }
    for (;;) {
      const count = await this.#held(
        token,
        (transaction) => this.#bury(transaction, log),
        (made) => made,
      );
      if (count === 'lost') return { ...sealed, elsewhere: true };
      if (count === 0) break;
    }
    await this.#lease.release(this.#options.database, token);
    return sealed;
  }

  /** The most that one batch may process, so that others do not wait for it where one writer locks the whole database. */
  get #limit(): number {
    const { database, batchSize } = this.#options;
    return database.capabilities.rowLocks ? batchSize : Math.min(batchSize, Math.max(LEAST, this.#size.rows));
  }

  /**
   * One batch per transaction: a process that dies in it has sealed nothing. The update of the lease comes first, so
   * that what follows sees everything that a former holder committed. It comes last again, for the next batch: others who found
   * that the lease ran out meanwhile wait for the end of the transaction, and would take it then.
   */
  #held<T>(
    token: number,
    work: (transaction: Database) => Promise<T>,
    countOf: (result: T) => number,
  ): Promise<T | 'lost'> {
    const { database, now } = this.#options;
    return this.#size.inTransaction<T | 'lost'>(
      database,
      (result) => (result === 'lost' ? 0 : countOf(result)),
      async (transaction) => {
        if (!(await this.#lease.hold(transaction, token, now()))) return 'lost';
        const result = await work(transaction);
        await this.#lease.hold(transaction, token, now());
        return result;
      },
    );
  }

  async #sealNext(transaction: Database, log: OpenLog): Promise<SealedBatch | null> {
    const { naming, key, flagForeign, now, suspect } = this.#options;
    const sources = new LedgerSources(transaction, naming);
    const events = new EventStore(transaction, naming);
    const checkpoints = new CheckpointStore(transaction, naming);
    const tiles = new TileStore(transaction, naming);
    const { batch, records, isAgain, isLast } = await this.#next(events, sources);
    if (batch.length === 0 && records.length === 0) return null;
    const last = await checkpoints.last();
    const known = isAgain || last === undefined ? await events.earlierLedger() : null;
    // Events that were sealed before a restore were examined then; their suspicions are among the events.
    const isExamined = isAgain && known?.reason === RESTORED;
    const suspicions = isExamined ? [] : suspicionsOf(batch, flagForeign ? key : null);
    if (suspicions.length > 0) await suspect?.(transaction, suspicions);
    const before = last === undefined ? { size: 0, root: EMPTY_ROOT } : trustedHead(last, log);
    const earlier = last === undefined ? known : null;
    const { leaves, places, added, ...made } = batchOf({
      first: before.size,
      records,
      events: batch,
      suspicions,
      earlier,
      key,
      at: now(),
    });
    const tree = await appendLeaves(tiles.read, before, leaves);
    await sources.placed(made.records);
    if (isAgain) await sources.moved(batch, places);
    const numbered = places.size === 0 ? 0 : await events.number(places);
    if (numbered !== batch.length) throw new Error(`Numbered ${numbered} of ${batch.length} events of the ledger.`);
    await this.#appender.appendPlaced(transaction, added);
    const suspected = new Set(suspicions.map(({ id }) => id));
    for (const event of batch) if (suspected.has(event.leaf.id)) await this.#projector.holdBack(transaction, event);
    if (isExamined) await signTombstonesAgain(transaction, naming, batch, log);
    await tiles.write(tree.tiles, before.size);
    const text = formatCheckpoint({ origin: log.origin, size: tree.size, root: tree.root });
    const checkpoint = {
      size: tree.size,
      number: (last?.number ?? 0) + 1,
      root: tree.root.toString('hex'),
      note: signNote(text, signersOf(log, last)),
    };
    await checkpoints.insert(checkpoint);
    return { events: batch, checkpoint, isLast };
  }

  /** @returns how many erasures it processed */
  async #bury(transaction: Database, log: OpenLog): Promise<number> {
    const { naming, key, flagForeign, suspect } = this.#options;
    const options = { naming, key: flagForeign ? key : null, log, limit: this.#limit };
    const { count, suspicions } = await makeTombstones(transaction, options);
    if (suspicions.length > 0) await suspect?.(transaction, suspicions);
    return count;
  }

  /** First what was sealed in an earlier ledger, in its order; then records, then decisions. */
  async #next(events: EventStore, sources: LedgerSources): Promise<NextBatch> {
    const most = this.#limit;
    const earlier = await events.earlier(most);
    if (earlier.length === 0) {
      const records = await sources.waiting(most, this.#options.now());
      const limit = most - records.length;
      const batch = limit === 0 ? [] : await events.unsealed(limit);
      const whole = batch.length < limit ? batch : await withPredecessors(events, batch);
      return { batch: inSealingOrder(whole), records, isAgain: false, isLast: batch.length < limit };
    }
    await events.forgetEarlier(earlier.map(({ leaf }) => leaf.id));
    return { batch: earlier, records: [], isAgain: true, isLast: false };
  }
}

/** The statement of the host's own checkpoint. @throws {LogVerificationError} for any other */
export function trustedHead(last: LedgerCheckpoint, { origin, keys }: Pick<OpenLog, 'origin' | 'keys'>): TreeHead {
  const checkpoint = parseCheckpoint(verifyNote(last.note, verifiersFor(origin, keys)).text);
  if (checkpoint.origin === origin && checkpoint.size === last.size) return checkpoint;
  throw new LogVerificationError('origin', `the checkpoint stored for size ${last.size} is one of another tree`);
}

/** The current key, and after a change also the previous one, so that anyone can follow from key to key. */
function signersOf({ signer, earlierSigners }: OpenLog, last: LedgerCheckpoint | undefined): NoteSigner[] {
  const signatures = last === undefined ? [] : parseNote(last.note).signatures;
  const hasSigned = ({ key }: NoteSigner) => signatures.some(({ name, id }) => name === key.name && id === key.id);
  return hasSigned(signer) ? [signer] : [signer, ...earlierSigners.filter(hasSigned)];
}
