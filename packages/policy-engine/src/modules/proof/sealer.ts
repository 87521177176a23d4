/** Seals: numbers what is unsealed, batch by batch, and closes each batch with a signed head. */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import type { LedgerHead } from './head.ts';
import { makeHead } from './head.ts';
import { HeadStore } from './head-store.ts';
import { NO_HASH } from './hashes.ts';
import type { SecretLedgerKey } from './keys.ts';
import { Lease } from './lease.ts';
import { rootOf } from './merkle.ts';
import { EventStore } from './store.ts';
import { type Suspicion, suspicionsOf } from './suspicion.ts';

/** What the sealer needs. */
export interface SealerOptions {
  readonly database: Database;
  readonly naming: Naming;
  /** Null: heads are chained hashes without a signature. */
  readonly key: SecretLedgerKey | null;
  readonly batchSize: number;
  readonly leaseMilliseconds: number;
  /** Whether events without the mark of the key are suspect. */
  readonly reportUnmarked: boolean;
  readonly now: () => Date;
  /** Called in the transaction of a batch, with what is wrong with events of it. */
  readonly suspect?: ((transaction: Database, suspicions: readonly Suspicion[]) => Promise<void>) | undefined;
}

/** What a run of the sealer did. */
export interface Sealed {
  /** Events that have their place now. */
  readonly events: number;
  /** The newest head it made; null if it made none. */
  readonly head: LedgerHead | null;
  /** Whether it gave way to another process. */
  readonly elsewhere: boolean;
}

/** One process's sealer. Any number of processes may have one. */
export class Sealer {
  readonly #options: SealerOptions;
  readonly #lease: Lease;
  #running: Promise<Sealed> | undefined;

  constructor(options: SealerOptions) {
    this.#options = options;
    this.#lease = new Lease(options.naming, options.leaseMilliseconds);
  }

  /** Seals everything that is there, unless another process is at it. Calls while it runs share its outcome. */
  seal(): Promise<Sealed> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<Sealed> {
    const { database, naming, now } = this.#options;
    const nothing: Sealed = { events: 0, head: null, elsewhere: false };
    if (!(await new EventStore(database, naming).hasUnsealed())) return nothing;
    const token = await this.#lease.take(database, now());
    if (token === null) return { ...nothing, elsewhere: true };
    let sealed = nothing;
    for (;;) {
      const head = await this.#batch(token);
      if (head === 'lost') return { ...sealed, elsewhere: true };
      if (head === null) break;
      sealed = { events: sealed.events + head.size, head, elsewhere: false };
    }
    await this.#lease.release(database, token);
    return sealed;
  }

  /**
   * One batch, one transaction: a process that dies in it has sealed nothing. The update of the lease comes first, so that
   * what follows sees all that a former holder committed.
   */
  #batch(token: number): Promise<LedgerHead | 'lost' | null> {
    const { database, naming, key, batchSize } = this.#options;
    return database.transaction(
      async (transaction) => {
        const now = this.#options.now();
        if (!(await this.#lease.hold(transaction, token, now))) return 'lost';
        const [events, heads] = [new EventStore(transaction, naming), new HeadStore(transaction, naming)];
        const batch = await events.unsealed(batchSize);
        if (batch.length === 0) return null;
        const suspicions = suspicionsOf(batch, this.#options.reportUnmarked ? key : null);
        if (suspicions.length > 0) await this.#options.suspect?.(transaction, suspicions);
        const last = await heads.last();
        const first = last === undefined ? 0 : last.first + last.size;
        const numbered = await events.number(
          batch.map(({ leaf }) => leaf.id),
          first,
        );
        await events.deleteErased(batch.flatMap(({ leaf, erasure }) => (erasure === null ? [] : [leaf.id])));
        if (numbered !== batch.length) throw new Error(`Numbered ${numbered} of ${batch.length} events of the ledger.`);
        const content = {
          sequence: (last?.sequence ?? 0) + 1,
          previous: last?.hash ?? NO_HASH,
          first,
          size: batch.length,
          root: rootOf(batch.map(({ hash }) => hash)),
          at: now,
        };
        const head = makeHead(content, key);
        await heads.insert(head);
        return head;
      },
      { isolation: 'read committed' },
    );
  }
}
