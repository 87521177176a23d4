import type { Redis } from 'ioredis';
import type { CachedResult } from './cached-result.ts';
import { pack, unpack } from './pack.ts';
import type { CacheStore, Removal, Selection, StoreLimits } from './store.ts';
import { isSelected, SHOWN } from './store.ts';

/** How many members a step of a scan asks for. */
const STEP = 500;

/**
 * Keeps results in Redis, for several renderers on several machines. A sorted set holds the ids with the time of their
 * last use; what the store asks for is always in this set, so that other keys of the database are never walked through.
 */
export class RedisStore implements CacheStore {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #limits: StoreLimits;
  readonly #used: string;

  constructor(redis: Redis, prefix: string, limits: StoreLimits) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#limits = limits;
    this.#used = `${prefix}used`;
  }

  async get(id: string): Promise<CachedResult | undefined> {
    const packed = await this.#redis.getBuffer(this.#keyOf(id));
    if (packed === null) return undefined;
    const result = unpack(packed);
    // Whoever waits for the result does not wait for this. `XX`: what is removed meanwhile stays so.
    void this.#redis.zadd(this.#used, 'XX', Date.now(), id).catch(() => {});
    return result;
  }

  async put(id: string, result: CachedResult): Promise<boolean> {
    const packed = pack(result) as Buffer;
    const { keptFor, maxEntries } = this.#limits;
    const kept = Math.ceil(result.storedAt + keptFor - Date.now());
    const transaction = this.#redis.multi().zadd(this.#used, Date.now(), id);
    const key = this.#keyOf(id);
    if (keptFor === Infinity) transaction.set(key, packed);
    else transaction.set(key, packed, 'PX', Math.max(1, kept));
    await committed(transaction.exec());
    // What has expired in Redis is still named in the set.
    if (keptFor !== Infinity) await this.#redis.zremrangebyscore(this.#used, '-inf', Date.now() - keptFor);
    if (maxEntries !== -1) await this.#makeRoom(maxEntries);
    return true;
  }

  async remove(selection: Selection, dryRun: boolean): Promise<Removal> {
    const removal: Removal = { count: 0, urls: [] };
    const seen = new Set<string>();
    let cursor = '0';
    do {
      const [next, members] = await this.#redis.zscan(this.#used, cursor, 'COUNT', STEP);
      cursor = next;
      const ids = members.filter((_, index) => index % 2 === 0).filter((id) => !seen.has(id) && mayBe(selection, id));
      for (const id of ids) seen.add(id);
      await this.#removeAmong(ids, selection, dryRun, removal);
    } while (cursor !== '0');
    return removal;
  }

  async count(): Promise<number> {
    return this.#redis.zcard(this.#used);
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  #keyOf(id: string): string {
    return `${this.#prefix}result:${id}`;
  }

  async #removeAmong(ids: string[], selection: Selection, dryRun: boolean, removal: Removal): Promise<void> {
    for (const id of ids) {
      const packed = await this.#redis.getBuffer(this.#keyOf(id));
      const words = packed === null ? undefined : wordsOf(packed);
      if (!isSelected(selection, id, words ?? { url: '', tags: [] })) continue;
      if (!dryRun) await this.#delete([id]);
      if (packed === null) continue;
      removal.count += 1;
      if (words && removal.urls.length < SHOWN) removal.urls.push(words.url);
    }
  }

  async #makeRoom(maxEntries: number): Promise<void> {
    let surplus = (await this.#redis.zcard(this.#used)) - maxEntries;
    for (; surplus > 0; surplus -= STEP) {
      await this.#delete(await this.#redis.zrange(this.#used, 0, String(Math.min(surplus, STEP) - 1)));
    }
  }

  async #delete(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const keys = ids.map((id) => this.#keyOf(id));
    await committed(
      this.#redis
        .multi()
        .unlink(...keys)
        .zrem(this.#used, ...ids)
        .exec(),
    );
  }
}

/** A transaction that is sent may still have been refused command by command, for example because the memory is full. */
async function committed(answer: Promise<Array<[error: Error | null, result: unknown]> | null>): Promise<void> {
  const error = (await answer)?.find(([error]) => error)?.[0];
  if (error) throw error;
}

/** Whether the result has to be looked at. */
function mayBe(selection: Selection, id: string): boolean {
  return selection.by !== 'page' || isSelected(selection, id, { url: '', tags: [] });
}

function wordsOf(packed: Buffer): Pick<CachedResult, 'url' | 'tags'> | undefined {
  try {
    return unpack(packed);
  } catch {
    return undefined;
  }
}
