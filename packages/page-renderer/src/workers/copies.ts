import { LRUCache } from 'lru-cache';
import { bytesOf } from '../cache/memory.ts';
import type { CachedResult, CacheStore, Removal } from '../cache/store.ts';
import { isSelected } from '../cache/store.ts';
import type { FromWorker, Outdated } from './messages.ts';

/** Bytes of results of which a process has copies. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The `memory` cache as another process has it, with copies of what was asked for here. What that one removes or replaces is
 * forgotten here before it says so to anyone. Results are made and kept there only.
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

  /** To be called as the answer comes: what is to be forgotten comes after it. */
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
