import type { Logger } from 'pino';
import { monotonic, wallClock } from '../../kernel/clock.ts';
import { wordsOf } from '../../kernel/error-words.ts';
import { RendererError } from '../../kernel/errors.ts';
import { inTime } from '../../kernel/in-time.ts';
import { GarbageError } from './pack.ts';
import { isRefusal } from './redis-connection.ts';
import type { CachedResult, CacheStore, ListedPart, Listing, Removal, Selection } from './store.ts';

/** Number of failed reads in a row after which a store is not used for some time. */
const PATIENCE = 5;
/** Number of failed writes in a row after which a store counts as not writable. */
const LOST_WRITES = 3;
/** This time, in milliseconds. */
const REST = 10_000;
/**
 * Time limit for writes, removals and parts of lists, in milliseconds: no client waits for a write, a removal must not give up
 * early, and a person waits for a part of a list.
 */
const UNHURRIED = { put: 10_000, remove: 30_000, list: 10_000 };
/** Interval in which a failing store is logged once, in milliseconds, with the number of failures. */
const LOG_STEP = 30_000;

/** What can fail: also agreements with other nodes on who renders a page, and reading entries that are no valid results. */
export const FAILURES = ['get', 'put', 'remove', 'lease', 'garbage'] as const;
/** The failures of a store since the start. */
export type StoreFailures = Record<(typeof FAILURES)[number], number>;

/**
 * A store that may be down, slow, full or contain garbage without making a render fail: if it fails or exceeds its time limit,
 * this is counted and logged, and the request is handled without it. Only a failed removal is an error, because the client
 * relies on it.
 */
export class FailsafeStore {
  readonly failures: StoreFailures = { get: 0, put: 0, remove: 0, lease: 0, garbage: 0 };
  readonly #store: CacheStore;
  readonly #timeout: number;
  readonly #logger: Logger;
  /** Failures since the last success. Each kind alone: a full disk can still be read, and a slow store may only write in time. */
  readonly #inARow = { read: 0, write: 0 };
  #restsUntil = -Infinity;
  /** Whether it was not used since its last response. */
  #wasDown = false;
  #loggedAt = -Infinity;
  #unlogged = 0;

  /** @param timeout time limit of the store in milliseconds */
  constructor(store: CacheStore, timeout: number, logger: Logger) {
    this.#store = store;
    this.#timeout = timeout;
    this.#logger = logger;
  }

  /** Whether the store responds; "down" while it is not used after several failures. */
  get state(): 'ok' | 'down' {
    return monotonic() < this.#restsUntil ? 'down' : 'ok';
  }

  /** Whether results can be stored: false after several failed writes in a row, until one succeeds, and while it is not used. */
  get isWritable(): boolean {
    return this.state === 'ok' && this.#inARow.write < LOST_WRITES;
  }

  /** A result; undefined also if the store cannot say. If the store has it in memory, it is returned synchronously. */
  get(id: string): CachedResult | undefined | Promise<CachedResult | undefined> {
    if (this.state === 'down') return undefined;
    try {
      const found = this.#store.get(id);
      return found instanceof Promise ? this.#awaited('get', found, undefined) : found;
    } catch (error) {
      this.#failed('get', error);
      return undefined;
    }
  }

  /** @returns whether the result is stored */
  async put(id: string, result: CachedResult): Promise<boolean> {
    if (this.state === 'down') return false;
    return this.#awaited('put', this.#store.put(id, result), false);
  }

  /** @param also belongs to the removal @throws {RendererError} `cache-unavailable` */
  async remove(selection: Selection, dryRun: boolean, also?: () => Promise<void>): Promise<Removal> {
    const remove = async () => {
      const removal = await this.#store.remove(selection, dryRun);
      await also?.();
      return removal;
    };
    try {
      return await inTime(remove(), Math.max(UNHURRIED.remove, this.#timeout));
    } catch (error) {
      this.#failed('remove', error);
      throw this.#unavailable('results may still be in it', error);
    }
  }

  /** The time with which results are compared, in milliseconds since 1970. */
  now(): number {
    return this.#store.now?.() ?? wallClock();
  }

  /** Whether another process has removed results of this id since; false also if the store cannot say. */
  async isRemoved(id: string, begunAt: number): Promise<boolean> {
    const store = this.#store;
    if (!store.isRemoved) return false;
    return this.attempt('get', async () => store.isRemoved?.(id, begunAt), undefined).then((found) => found ?? false);
  }

  /** Another use of what the store is made of, with the same limits. */
  async attempt<T, F>(operation: 'get' | 'lease', work: () => Promise<T>, otherwise: F): Promise<T | F> {
    return this.state === 'down' ? otherwise : this.#awaited(operation, work(), otherwise);
  }

  /** @throws {RendererError} `cache-unavailable` if the store does not respond now, or refuses to */
  async requireReachable(): Promise<void> {
    try {
      await inTime(this.#store.count(), this.#timeout);
    } catch (error) {
      throw this.#failure('The cache is not available', error);
    }
  }

  /** Number of results; null if the store cannot say. A slow count is not a failure of the store. */
  async count(): Promise<number | null> {
    if (this.state === 'down') return null;
    return inTime(this.#store.count(), this.#timeout).catch(() => null);
  }

  /** One part of the list of results. @throws {RendererError} `cache-unavailable`; `invalid-parameter` for `after` */
  async list(listing: Listing): Promise<ListedPart> {
    try {
      return await inTime(this.#store.list(listing), Math.max(UNHURRIED.list, this.#timeout));
    } catch (error) {
      if (error instanceof RendererError) throw error;
      this.#failed('get', error);
      throw this.#unavailable('its results cannot be listed', error);
    }
  }

  async close(): Promise<void> {
    await inTime(this.#store.close(), this.#timeout).catch(() => {});
  }

  async #awaited<T, F>(operation: 'get' | 'put' | 'lease', work: Promise<T>, otherwise: F): Promise<T | F> {
    try {
      const value = await inTime(work, operation === 'put' ? Math.max(UNHURRIED.put, this.#timeout) : this.#timeout);
      this.#succeeded(operation);
      return value;
    } catch (error) {
      this.#failed(operation, error);
      return otherwise;
    }
  }

  /** Counts a stored result that turns out not to be one when it is used. */
  noteGarbage(cause: unknown): void {
    this.#failed('get', new GarbageError('not a cached result', { cause }));
  }

  #succeeded(operation: 'get' | 'put' | 'lease'): void {
    if (operation === 'put') {
      if (this.#inARow.write >= LOST_WRITES) this.#logger.info('the cache can be written again');
      this.#inARow.write = 0;
      return;
    }
    this.#inARow.read = 0;
    if (this.#wasDown) this.#logger.info('the cache responds again');
    this.#wasDown = false;
  }

  #explained(error: unknown): unknown {
    return this.#store.explain?.(error) ?? error;
  }

  /** What clients are told, and for the log what the store said. */
  #failure(shown: string, error: unknown): RendererError {
    const cause = this.#explained(error);
    return new RendererError('cache-unavailable', `${shown} (${wordsOf(cause)})`, { shown, cause, retryAfter: 5 });
  }

  #unavailable(consequence: string, error: unknown): RendererError {
    return this.#failure(`The cache failed, so ${consequence}; try again`, error);
  }

  /** A lease is written, so that a full store refuses it; if the store does not respond, it cannot be read, either. */
  #kindOf(operation: 'get' | 'put' | 'remove' | 'lease', error: unknown): 'read' | 'write' {
    return operation === 'get' || (operation === 'lease' && !isRefusal(error)) ? 'read' : 'write';
  }

  #failed(operation: 'get' | 'put' | 'remove' | 'lease', error: unknown): void {
    const isGarbage = error instanceof GarbageError;
    this.failures[isGarbage ? 'garbage' : operation] += 1;
    // An invalid entry says nothing about the store.
    if (!isGarbage) this.#inARow[this.#kindOf(operation, error)] += 1;
    if (this.#inARow.read >= PATIENCE) {
      this.#restsUntil = monotonic() + REST;
      this.#wasDown = true;
    }
    this.#unlogged += 1;
    const now = monotonic();
    if (now - this.#loggedAt < LOG_STEP) return;
    this.#logger.warn(
      { operation, failures: this.#unlogged, err: this.#explained(error) },
      'the cache failed; the request is handled without it',
    );
    this.#loggedAt = now;
    this.#unlogged = 0;
  }
}
