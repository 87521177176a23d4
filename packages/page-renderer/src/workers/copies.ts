import { LRUCache } from 'lru-cache';
import { bytesOf } from '../cache/stores/memory.ts';
import type { CachedResult, CacheStore, ListedPart, Removal } from '../cache/stores/store.ts';
import { isSelected } from '../cache/stores/store.ts';
import type { FromWorker, Outdated } from './messages.ts';

/** Maximum size of the copies in a process, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The `memory` cache in a worker process, with copies of the results that were requested here. Results that the main process
 * removes or replaces are removed here before it confirms that. Results are rendered and stored only there.
 */
export class Copies implements CacheStore {
  readonly #copies: LRUCache<string, CachedResult>;
  readonly #send: (message: FromWorker) => void;
  readonly #asked = new Map<string, PromiseWithResolvers<CachedResult | undefined>>();

  /** @param maxBytes of the cache itself; -1 for any number */
  constructor(maxBytes: number, send: (message: FromWorker) => void) {
    const maxSize = maxBytes === -1 ? MOST_BYTES : Math.min(MOST_BYTES, maxBytes);
    this.#copies = new LRUCache({ maxSize, sizeCalculation: bytesOf });
    this.#send = send;
  }

  get(id: string): CachedResult | undefined | Promise<CachedResult | undefined> {
    return this.#copies.get(id) ?? this.#ask(id);
  }

  /** Must be called when the response arrives, because later messages may remove the result. */
  keep(id: string, result: CachedResult | undefined): void {
    if (result) this.#copies.set(id, result);
    this.#asked.get(id)?.resolve(result);
    this.#asked.delete(id);
  }

  forget(what: Outdated): void {
    if (what.by === 'id') this.#copies.delete(what.id);
    else for (const [id, result] of this.#copies) if (isSelected(what, id, result)) this.#copies.delete(id);
  }

  async put(): Promise<boolean> {
    return false;
  }

  async remove(): Promise<Removal> {
    return { count: 0, urls: [] };
  }

  async count(): Promise<number> {
    return this.#copies.size;
  }

  /** The main process lists the results themselves. */
  async list(): Promise<ListedPart> {
    return { results: [], next: null };
  }

  async close(): Promise<void> {
    this.#copies.clear();
  }

  #ask(id: string): Promise<CachedResult | undefined> {
    let asked = this.#asked.get(id);
    if (!asked) {
      asked = Promise.withResolvers();
      this.#asked.set(id, asked);
      this.#send({ kind: 'get', id });
    }
    return asked.promise;
  }
}
