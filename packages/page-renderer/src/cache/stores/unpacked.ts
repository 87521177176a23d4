import { LRUCache } from 'lru-cache';
import { bytesOf } from './memory.ts';
import { unpack } from './pack.ts';
import type { CachedResult } from './store.ts';

/** Bytes of the results that are remembered. */
const MOST = 32 * 2 ** 20;

interface Remembered {
  readonly packed: Buffer;
  readonly result: CachedResult;
  /** What tells the file that it was read from from others with its name. */
  readonly source: string | undefined;
}

/**
 * Results that were unpacked lately. One whose bytes are the same as before needs neither its checksum nor its header to be read again, which
 * takes most of the time of a hit; its bodies are parts of those bytes.
 */
export class Unpacked {
  readonly #maxBody: number;
  readonly #remembered: LRUCache<string, Remembered> = new LRUCache({
    maxSize: MOST,
    sizeCalculation: ({ result }) => bytesOf(result),
  });

  /** @param maxBody bytes that a decoded body may have */
  constructor(maxBody: number) {
    this.#maxBody = maxBody;
  }

  /** The result that was read from this source; undefined if it was another one, or is forgotten. */
  from(id: string, source: string): CachedResult | undefined {
    const remembered = this.#remembered.get(id);
    return remembered?.source === source ? remembered.result : undefined;
  }

  /**
   * @param source where the bytes are from
   * @returns undefined for a result in the format of another version
   * @throws {GarbageError}
   */
  of(id: string, packed: Buffer, source?: string): CachedResult | undefined {
    const remembered = this.#remembered.get(id);
    const isSame = remembered?.packed.equals(packed) === true;
    const result = isSame ? remembered.result : unpack(packed, this.#maxBody);
    if (!result) this.#remembered.delete(id);
    else if (!isSame || remembered.source !== source) this.#remembered.set(id, { packed, result, source });
    return result;
  }

  forget(id: string): void {
    this.#remembered.delete(id);
  }
}
