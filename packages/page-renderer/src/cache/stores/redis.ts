import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { monotonic } from '../../kernel/clock.ts';
import { isListed, LOOKED_AT, mayBeSelected, unknownPlace } from './listing.ts';
import { ID } from '../keys/key.ts';
import { GarbageError, HEADER, headerEnd, isForeign, MAGIC, MAX_HEADER, pack, unpackMetadata } from './pack.ts';
import { SharedClock } from './shared-clock.ts';
import type {
  CachedResult,
  CacheStore,
  ListedPart,
  ListedResult,
  Listing,
  Metadata,
  Removal,
  Selection,
  StoreLimits,
} from './store.ts';
import { CLOCK_SKEW, isSelected, marksOf, marksOn, REMEMBERED, removeMarked, SHOWN } from './store.ts';
import { Unpacked } from './unpacked.ts';

/** Milliseconds. */
const USE_STEP = 1_000;
/** Number of members per step of a scan. */
const STEP = 500;
/** The same for a list, of which only some results are requested. */
const LIST_STEP = 50;
/** A place in the list: the cursor of a scan, and the last id of this step. */
const PLACE = /^(\d{1,20}):([0-9a-f]{32}-[0-9a-f]{32}|-)$/;

/** The time of Redis in milliseconds since 1970. */
export const NOW: string = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)`;

/**
 * Stores a result unless it is outdated, or the stored one has a newer format: during an update, nodes of both versions use the
 * same Redis. KEYS: the result, the set, the removals that concern it. ARGV: its bytes, its id, when its render began, what the
 * latest plausible time is ahead of now, its lifetime, and the format; times in milliseconds. The format is that of `pack`: four
 * bytes, a checksum, the length of the header, and the header as JSON.
 */
const PUT = `${NOW}
local function begunAt(key)
  local isRead, at = pcall(function()
    local length = struct.unpack('>I4', redis.call('GETRANGE', key, 8, 11))
    return cjson.decode(redis.call('GETRANGE', key, 12, math.min(11 + length, 1048575))).begunAt
  end)
  return isRead and tonumber(at) or 0
end
local isRead, format = pcall(redis.call, 'GETRANGE', KEYS[1], 0, 3)
if isRead and string.match(format, '^PRC%d$') and format > ARGV[6] then return { now, 0 } end
local times = { begunAt(KEYS[1]), tonumber(redis.call('GET', KEYS[3]) or 0), tonumber(redis.call('GET', KEYS[4]) or 0) }
for _, time in ipairs(times) do
  if time > tonumber(ARGV[3]) and time < now + tonumber(ARGV[4]) then return { now, 0 } end
end
if ARGV[5] == '' then redis.call('SET', KEYS[1], ARGV[1]) else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[5]) end
redis.call('ZADD', KEYS[2], now, ARGV[2])
return { now, 1 }`;

/** Records removals: later writes are compared with them. Renders that began in the same millisecond are outdated. */
const MARK = `${NOW}
for _, key in ipairs(KEYS) do redis.call('SET', key, string.format('%.0f', now + 1), 'PX', ARGV[1]) end`;

/** Deletes results. KEYS: the set, the results. ARGV: their ids. A transaction would be refused if there is no memory. */
const DELETE = `
redis.call('DEL', unpack(KEYS, 2))
return redis.call('ZREM', KEYS[1], unpack(ARGV))`;

/** Number of keys of one call. */
const KEYS_AT_ONCE = 1_000;

/** The key of a record of a removal. */
export function markKey(prefix: string, mark: string): string {
  return `${prefix}removed:${mark}`;
}

/**
 * Stores results in Redis, for several renderers on several machines. All times are those of Redis, so that nodes agree on what is
 * newer, whatever their own clocks say. A sorted set contains the ids with the time of their
 * last use; the store only reads keys in this set, so that it never scans other keys of the database.
 */
export class RedisStore implements CacheStore {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #limits: StoreLimits;
  readonly #used: string;
  readonly #clock: SharedClock;
  readonly #unpacked: Unpacked;
  /** When this process last noted a use of a result. */
  readonly #noted: LRUCache<string, number> = new LRUCache({ max: 10_000 });
  readonly explain: (error: unknown) => unknown;
  #isAskingTime = false;

  /** @param explain see {@link CacheStore.explain} */
  constructor(
    redis: Redis,
    prefix: string,
    limits: StoreLimits,
    clock: SharedClock = new SharedClock(),
    explain: (error: unknown) => unknown = (error) => error,
  ) {
    this.explain = explain;
    this.#clock = clock;
    this.#redis = redis;
    this.#prefix = prefix;
    this.#limits = limits;
    this.#used = `${prefix}used`;
    this.#unpacked = new Unpacked(limits.maxBody);
  }

  now(): number {
    return this.#clock.now();
  }

  /** Requests the time of Redis. */
  async setClock(): Promise<void> {
    if (this.#isAskingTime) return;
    this.#isAskingTime = true;
    const sent = monotonic();
    try {
      const [seconds, microseconds] = await this.#redis.time();
      this.#clock.note(Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000), sent);
    } finally {
      this.#isAskingTime = false;
    }
  }

  async get(id: string): Promise<CachedResult | undefined> {
    // The client does not wait for the time, nor below for the note of the use.
    if (this.#clock.isOld) void this.setClock().catch(() => {});
    const { maxStored } = this.#limits;
    // Redis stores up to 512 MB under a key: one byte too many shows that it is more than a result.
    const packed = await this.#redis.getrangeBuffer(this.#keyOf(id), 0, maxStored);
    if (packed.byteLength === 0) return undefined;
    if (packed.byteLength > maxStored) throw new GarbageError('larger than a result may be');
    const result = this.#unpacked.of(id, packed);
    // `XX`: a result that is removed meanwhile is not added again.
    if (result && this.#isUseDue(id)) void this.#redis.zadd(this.#used, 'XX', this.now(), id).catch(() => {});
    return result;
  }

  /** Uses are noted once a second. */
  #isUseDue(id: string): boolean {
    const now = monotonic();
    if (now - (this.#noted.get(id) ?? -Infinity) < USE_STEP) return false;
    this.#noted.set(id, now);
    return true;
  }

  async isRemoved(id: string, begunAt: number): Promise<boolean> {
    const times = await this.#redis.mget(marksOn(id).map((mark) => markKey(this.#prefix, mark)));
    return times.some((time) => Number(time) > begunAt);
  }

  async put(id: string, result: CachedResult): Promise<boolean> {
    const { keptFor, maxEntries, maxStored } = this.#limits;
    const packed = pack(result, maxStored);
    if (!packed) return false;
    const now = this.now();
    const expiry = keptFor === Infinity ? '' : String(Math.max(1, Math.ceil(result.storedAt + keptFor - now)));
    const keys = [this.#keyOf(id), this.#used, ...marksOn(id).map((mark) => markKey(this.#prefix, mark))];
    const values = [packed, id, String(result.begunAt), String(CLOCK_SKEW), expiry, MAGIC.toString()];
    const sent = monotonic();
    const [time, isKept] = (await this.#redis.eval(PUT, keys.length, ...keys, ...values)) as [number, number];
    this.#clock.note(time, sent);
    // Results that have expired in Redis are still in the set.
    if (keptFor !== Infinity) await this.#redis.zremrangebyscore(this.#used, '-inf', now - keptFor);
    if (maxEntries !== -1) await this.#makeRoom(maxEntries);
    return isKept === 1;
  }

  async remove(selection: Selection, dryRun: boolean): Promise<Removal> {
    const remove = () => this.#removeNamed(selection, dryRun);
    return dryRun ? remove() : removeMarked(() => this.#mark(selection), remove);
  }

  async #removeNamed(selection: Selection, dryRun: boolean): Promise<Removal> {
    const removal: Removal = { count: 0, urls: [] };
    for await (const ids of this.#scan(selection)) await this.#removeAmong(ids, selection, dryRun, removal);
    return removal;
  }

  /** The ids of results that may be selected, each once. */
  async *#scan(selection: Selection): AsyncIterable<string[]> {
    const seen = new Set<string>();
    let cursor = '0';
    do {
      const [next, members] = await this.#redis.zscan(this.#used, cursor, 'COUNT', STEP);
      cursor = next;
      const ids = members
        .filter((_, index) => index % 2 === 0)
        .filter((id) => !seen.has(id) && mayBeSelected(selection, id));
      for (const id of ids) seen.add(id);
      yield ids;
    } while (cursor !== '0');
  }

  async count(): Promise<number> {
    return this.#redis.zcard(this.#used);
  }

  /** In the order of a scan: Redis guarantees that it finds every member that is there all the time. */
  async list(listing: Listing): Promise<ListedPart> {
    const { selection, limit } = listing;
    const results = new Map<string, ListedResult>();
    let [cursor, after] = readScanPlace(listing.after);
    let looked = 0;
    do {
      const [next, members] = await this.#redis.zscan(this.#used, cursor, 'COUNT', LIST_STEP);
      const uses = new Map(members.flatMap((id, index) => (index % 2 === 0 ? [[id, Number(members[index + 1])]] : [])));
      const begun = after;
      // A step may have more members than requested, so a place may be in the middle of a step.
      const ids = [...uses.keys()].filter((id) => ID.test(id) && id > begun && mayBeSelected(selection, id)).toSorted();
      for (let start = 0; start < ids.length; start += LIST_STEP) {
        for (const { id, metadata } of await this.#look(ids.slice(start, start + LIST_STEP))) {
          if (results.size === limit || looked === LOOKED_AT) {
            return { results: await this.#withSizes([...results.values()]), next: `${cursor}:${after || '-'}` };
          }
          [after, looked] = [id, looked + 1];
          if (!metadata || !isListed(listing, id, metadata)) continue;
          results.set(id, { id, metadata, bytes: 0, usedAt: uses.get(id) ?? null });
        }
      }
      [cursor, after] = [next, ''];
    } while (cursor !== '0');
    return { results: await this.#withSizes([...results.values()]), next: null };
  }

  async #withSizes(results: ListedResult[]): Promise<ListedResult[]> {
    const sizes = await Promise.all(results.map(({ id }) => this.#redis.strlen(this.#keyOf(id))));
    return results.map((result, index) => ({ ...result, bytes: sizes[index] ?? 0 }));
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  #keyOf(id: string): string {
    return `${this.#prefix}result:${id}`;
  }

  async #mark(selection: Selection): Promise<void> {
    const keys = marksOf(selection).map((mark) => markKey(this.#prefix, mark));
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
      const some = keys.slice(from, from + KEYS_AT_ONCE);
      // oxlint-disable-next-line no-await-in-loop -- a script has a limited number of keys
      await this.#redis.eval(MARK, some.length, ...some, REMEMBERED);
    }
  }

  async #removeAmong(ids: string[], selection: Selection, dryRun: boolean, removal: Removal): Promise<void> {
    const selected: string[] = [];
    for (const { id, isThere, isForeign, metadata } of await this.#look(ids)) {
      // A result of another version cannot be read, but may be meant.
      if (!isForeign && !isSelected(selection, id, metadata ?? { url: '', tags: [] })) continue;
      selected.push(id);
      if (!isThere) continue;
      removal.count += 1;
      if (metadata && removal.urls.length < SHOWN) removal.urls.push(metadata.url);
    }
    if (!dryRun) await this.#delete(selected);
  }

  /** The properties of results, without their bodies. */
  async #look(ids: string[]): Promise<Looked[]> {
    return Promise.all(
      ids.map(async (id) => {
        let start = await this.#startOf(id);
        if (start === null) return { id, isThere: true, isForeign: false, metadata: undefined };
        const end = headerEnd(start);
        if (end > HEADER && end <= MAX_HEADER) start = await this.#redis.getrangeBuffer(this.#keyOf(id), 0, end - 1);
        return { id, isThere: start.byteLength > 0, isForeign: isForeign(start), metadata: unpackMetadata(start) };
      }),
    );
  }

  /** The first bytes of a result; null for a value of another type, which is not ours and can be removed. */
  async #startOf(id: string): Promise<Buffer | null> {
    try {
      return await this.#redis.getrangeBuffer(this.#keyOf(id), 0, HEADER - 1);
    } catch (error) {
      if ((error as Error).message.startsWith('WRONGTYPE')) return null;
      throw error;
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
    await this.#redis.eval(DELETE, 1 + keys.length, this.#used, ...keys, ...ids);
  }
}

/** What is known of an id in the set. */
interface Looked {
  readonly id: string;
  readonly isThere: boolean;
  /** Whether the result has the format of another version. */
  readonly isForeign: boolean;
  readonly metadata: Metadata | undefined;
}

/** @throws {RendererError} `invalid-parameter` */
function readScanPlace(after: string | null): [cursor: string, id: string] {
  if (after === null) return ['0', ''];
  const [, cursor, id] = PLACE.exec(after) ?? [];
  if (cursor === undefined || id === undefined) throw unknownPlace();
  return [cursor, id === '-' ? '' : id];
}
