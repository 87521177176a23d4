import type { Logger } from 'pino';
import { monotonic } from '../clock.ts';
import { RendererError } from '../errors.ts';
import { inTime } from '../in-time.ts';
import { GarbageError } from './pack.ts';
import type { CachedResult, CacheStore, Removal, Selection } from './store.ts';

/** Failures in a row after which a store is left alone for a while. */
const PATIENCE = 5;
/** How long, in milliseconds. */
const REST = 10_000;
/** Nobody waits for a result to be kept, or stands to gain from giving up soon on a removal; in milliseconds. */
const UNHURRIED = { put: 10_000, remove: 30_000 };
/** A failing store is logged once in this time, in milliseconds, with the number of failures. */
const LOG_STEP = 30_000;

/** What a store failed to do, since the start. */
export interface StoreFailures {
  get: number;
  put: number;
  remove: number;
  /** Things stored that were no results. */
  garbage: number;
}

/**
 * A store that can be down, slow, full or hold garbage without a render failing: what it can't do in time is passed over,
 * counted and logged. Only a removal that fails is an error, since whoever asked for it relies on it.
 */
export class FailsafeStore {
  readonly failures: StoreFailures = { get: 0, put: 0, remove: 0, garbage: 0 };
  readonly #store: CacheStore;
  readonly #timeout: number;
  readonly #logger: Logger;
  #inARow = 0;
  #restsUntil = -Infinity;
  #loggedAt = -Infinity;
  #unlogged = 0;

  /** @param timeout milliseconds the store may take */
  constructor(store: CacheStore, timeout: number, logger: Logger) {
    this.#store = store;
    this.#timeout = timeout;
    this.#logger = logger;
  }

  /** Whether the store answers, or is left alone for having failed again and again. */
  get state(): 'ok' | 'down' {
    return monotonic() < this.#restsUntil ? 'down' : 'ok';
  }

  /** A result; undefined also where the store can't say. What a store has at once is given at once. */
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

  /** @returns whether the result is kept now */
  async put(id: string, result: CachedResult): Promise<boolean> {
    if (this.state === 'down') return false;
    return this.#awaited('put', this.#store.put(id, result), false);
  }

  /** @throws {RendererError} `cache-unavailable` */
  async remove(selection: Selection, dryRun: boolean): Promise<Removal> {
    try {
      return await inTime(this.#store.remove(selection, dryRun), Math.max(UNHURRIED.remove, this.#timeout));
    } catch (error) {
      this.#failed('remove', error);
      const message = 'The cache could not be reached, so results may still be in it; try again';
      throw new RendererError('cache-unavailable', message, { cause: error, retryAfter: 5 });
    }
  }

  /** Number of results; null where the store can't say. That counting takes too long is no failure of what it is for. */
  async count(): Promise<number | null> {
    if (this.state === 'down') return null;
    return inTime(this.#store.count(), this.#timeout).catch(() => null);
  }

  async close(): Promise<void> {
    await inTime(this.#store.close(), this.#timeout).catch(() => {});
  }

  async #awaited<T, F>(operation: 'get' | 'put', work: Promise<T>, otherwise: F): Promise<T | F> {
    try {
      const value = await inTime(work, operation === 'put' ? Math.max(UNHURRIED.put, this.#timeout) : this.#timeout);
      this.#inARow = 0;
      return value;
    } catch (error) {
      this.#failed(operation, error);
      return otherwise;
    }
  }

  #failed(operation: 'get' | 'put' | 'remove', error: unknown): void {
    const isGarbage = error instanceof GarbageError;
    this.failures[isGarbage ? 'garbage' : operation] += 1;
    // What is stored badly says nothing about the store.
    if (!isGarbage) this.#inARow += 1;
    if (this.#inARow >= PATIENCE) this.#restsUntil = monotonic() + REST;
    this.#unlogged += 1;
    const now = monotonic();
    if (now - this.#loggedAt < LOG_STEP) return;
    this.#logger.warn(
      { operation, failures: this.#unlogged, err: error },
      'the cache failed; the request is handled without it',
    );
    this.#loggedAt = now;
    this.#unlogged = 0;
  }
}
