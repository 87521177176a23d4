import type { Datastore, Key, Query, Transaction } from '@google-cloud/datastore';
import { and, PropertyFilter } from '@google-cloud/datastore';
import type {
  CachedResult,
  CacheStore,
  ListedPart,
  Listing,
  Place,
  Removal,
  Selection,
  StoreLimits,
} from 'page-renderer/stores';
import {
  GarbageError,
  isBefore,
  isLater,
  isListed,
  LOOKED_AT,
  markTime,
  marksOf,
  marksOn,
  pack,
  placeText,
  readPlace,
  REMEMBERED,
  unpack,
  unpackMetadata,
  wallClock,
} from 'page-renderer/stores';

const KIND = 'page-renderer-result';
/** The kind of entities that record removals, for all processes that are rendering. */
const MARK_KIND = 'page-renderer-removal';
/** gRPC code of a transaction that lost against another one. */
const ABORTED = 10;
/** Number of attempts of a transaction for a result. */
const ATTEMPTS = 3;
/** An entity may have 1 MiB less four bytes, including names and indexed properties. */
const MAX_PACKED = 1_048_572 - 16 * 1_024;
/** Indexed text may have 1500 bytes. */
const MAX_INDEXED = 1_500;
/** A commit may have 500 changes; keys are requested in steps of the same size. */
const STEP = 500;
/** URLs are read from whole entities, which may be large: a few show what kind of pages they are. */
const LISTED = 20;
/** Maximum number of entities, and of queries, for one part of a list. */
const PART = 50;
/** Interval in milliseconds in which a use is written, because each write is paid. */
const USE_STEP = 10 * 60_000;

interface Entity {
  packed: Buffer;
  used: Date;
}
interface Mark {
  at: Date;
}

/** Stores results in Google Cloud Datastore (spec: R-cache-datastore). */
export class DatastoreStore implements CacheStore {
  readonly #datastore: Datastore;
  readonly #limits: StoreLimits;
  readonly #useStep: number;

  constructor(datastore: Datastore, limits: StoreLimits, useStep: number = USE_STEP) {
    this.#datastore = datastore;
    this.#limits = limits;
    this.#useStep = useStep;
  }

  async get(id: string): Promise<CachedResult | undefined> {
    const [entity] = (await this.#datastore.get(this.#keyOf(id))) as [Partial<Entity> | undefined];
    if (entity === undefined) return undefined;
    if (!Buffer.isBuffer(entity.packed)) throw new GarbageError('an entity without a result');
    const result = unpack(entity.packed, this.#limits.maxBody);
    if (!result) return undefined;
    const used = entity.used instanceof Date ? entity.used.getTime() : 0;
    // The client does not wait for this.
    if (wallClock() - used > this.#useStep) void this.#use(id).catch(() => {});
    return result;
  }

  /** Writes a use, unless the result is removed or replaced meanwhile. */
  async #use(id: string): Promise<void> {
    await this.#inTransaction(async (transaction) => {
      const [entity] = (await transaction.get(this.#keyOf(id))) as [Entity | undefined];
      const result = entity && unpack(entity.packed, this.#limits.maxBody);
      if (!result) return false;
      transaction.save(this.#entityOf(id, result, entity.packed));
      return true;
    }, 1);
  }

  async put(id: string, result: CachedResult): Promise<boolean> {
    const packed = pack(result, MAX_PACKED);
    if (!packed) return false;
    const isKept = await this.#inTransaction(async (transaction) => {
      if (await this.#isOvertaken(transaction, id, result)) return false;
      transaction.save(this.#entityOf(id, result, packed));
      return true;
    }, ATTEMPTS);
    if (isKept && this.#limits.maxEntries !== -1) await this.#makeRoom(this.#limits.maxEntries);
    return isKept;
  }

  /** Whether there is a newer result, or there was a removal, since the render of this one began. */
  async #isOvertaken(transaction: Transaction, id: string, { begunAt }: CachedResult): Promise<boolean> {
    const marks = marksOn(id).map((mark) => this.#markOf(mark));
    const [found] = (await transaction.get([this.#keyOf(id), ...marks])) as [Array<Partial<Entity & Mark>>];
    return found.some(({ packed, at }) =>
      isLater(at?.getTime() ?? (packed && unpackMetadata(packed)?.begunAt), begunAt),
    );
  }

  /** Commits if `work` says so; tries again if another transaction has changed what was read. */
  async #inTransaction(work: (transaction: Transaction) => Promise<boolean>, attempts: number): Promise<boolean> {
    const transaction = this.#datastore.transaction();
    await transaction.run();
    try {
      if (await work(transaction)) {
        await transaction.commit();
        return true;
      }
    } catch (error) {
      const isAborted = (error as { code?: unknown }).code === ABORTED;
      if (!isAborted) await transaction.rollback().catch(() => {});
      if (isAborted && attempts > 1) return this.#inTransaction(work, attempts - 1);
      throw error;
    }
    await transaction.rollback();
    return false;
  }

  async remove(selection: Selection, dryRun: boolean): Promise<Removal> {
    if (!dryRun) await this.#mark(selection);
    const removal: Removal = { count: 0, urls: [] };
    for (const query of this.#queriesFor(selection)) {
      const keys = await this.#keysOf(query);
      const missing = LISTED - removal.urls.length;
      if (missing > 0 && keys.length > 0) removal.urls.push(...(await this.#urlsOf(keys.slice(0, missing))));
      if (!dryRun) await this.#delete(keys);
      removal.count += keys.length;
    }
    return removal;
  }

  async count(): Promise<number> {
    return (await this.#keysOf(this.#datastore.createQuery(KIND))).length;
  }

  /** Sorted by URL, or the results of pages and of a tag by id. Entities are read only for those that may be listed. */
  async list(listing: Listing): Promise<ListedPart> {
    const { ids, next } = await this.#idsIn(listing);
    if (ids.length === 0) return { results: [], next };
    const [entities] = (await this.#datastore.get(ids.map((id) => this.#keyOf(id)))) as [Array<Partial<Entity>>];
    const found = new Map(entities.map((entity) => [nameOf(entity, this.#datastore), entity]));
    const results = ids.flatMap((id) => {
      const { packed, used } = found.get(id) ?? {};
      const metadata = Buffer.isBuffer(packed) ? unpackMetadata(packed) : undefined;
      if (!metadata || !packed || !isListed(listing, id, metadata)) return [];
      return [{ id, metadata, bytes: packed.byteLength, usedAt: used instanceof Date ? used.getTime() : null }];
    });
    return { results, next };
  }

  async #idsIn(listing: Listing): Promise<{ ids: string[]; next: string | null }> {
    const { selection, limit } = listing;
    const after = readPlace(listing.after);
    const most = Math.min(limit, PART);
    const ids: string[] = [];
    let [last, looked] = [after, 0];
    for (const [index, { query, begin }] of this.#queriesAfter(selection, after).entries()) {
      if (index === PART) return { ids, next: placeText(begin) };
      let step = query.limit(STEP);
      for (let isOver = false; !isOver;) {
        const [found, info] = await this.#datastore.runQuery(step);
        for (const entity of found as Array<{ url?: string }>) {
          const place = { url: entity.url ?? '', id: nameOf(entity, this.#datastore) };
          if (after && !isBefore(after, place)) continue;
          if (ids.length === most || looked === LOOKED_AT) return { ids, next: last ? placeText(last) : null };
          [last, looked] = [place, looked + 1];
          // Without its URL, a result is judged when it is read.
          if (!isSorted(selection) || isListed(listing, place.id, { ...place, tags: [] })) ids.push(place.id);
        }
        const { moreResults, endCursor } = info;
        isOver = found.length === 0 || moreResults === this.#datastore.NO_MORE_RESULTS || !endCursor;
        if (!isOver && endCursor) step = step.start(endCursor);
      }
    }
    return { ids, next: null };
  }

  /**
   * Queries that find the results from a place on, one after the other, and where each begins. Only indexes are used that Datastore
   * has for every kind: URLs can be read from an index with a range of them, but not together with a tag or a page.
   */
  #queriesAfter(selection: Selection, after: Place | undefined): Array<{ query: Query; begin: Place }> {
    if (isSorted(selection)) {
      const prefix = selection.by === 'prefix' ? selection.prefix : '';
      const begin = { url: after && after.url > prefix ? after.url : prefix, id: '' };
      // URLs are ASCII, so the end comes after all URLs with the prefix.
      const end = new PropertyFilter('url', '<', `${prefix}\u{10ffff}`);
      const range = and([new PropertyFilter('url', '>=', begin.url), end]);
      return [{ query: this.#datastore.createQuery(KIND).filter(range).order('url').select('url'), begin }];
    }
    const left = new PropertyFilter('__key__', '>', this.#keyOf(after?.id || '-'));
    const found = (name: 'page' | 'tags', value: string, id: string) => {
      const query = this.#datastore.createQuery(KIND).filter(and([new PropertyFilter(name, '=', value), left]));
      return { query: query.select('__key__'), begin: { url: '', id } };
    };
    if (selection.by === 'tag') return [found('tags', selection.tag, '')];
    const first = after?.id.slice(0, 32) ?? '';
    const pages = [...new Set(selection.pages)].filter((page) => page >= first).toSorted();
    return pages.map((page) => found('page', page, page));
  }

  async close(): Promise<void> {}

  #keyOf(id: string): Key {
    return this.#datastore.key([KIND, id]);
  }

  #markOf(mark: string): Key {
    return this.#datastore.key([MARK_KIND, mark]);
  }

  /** Records a removal before results are searched, and deletes records that are older than any render. */
  async #mark(selection: Selection): Promise<void> {
    const data = { at: new Date(markTime()) };
    await this.#datastore.save(marksOf(selection).map((mark) => ({ key: this.#markOf(mark), data })));
    const old = new PropertyFilter('at', '<', new Date(wallClock() - REMEMBERED));
    await this.#delete(await this.#keysOf(this.#datastore.createQuery(MARK_KIND).filter(old)));
  }

  #entityOf(id: string, result: CachedResult, packed: Buffer): object {
    const { keptFor } = this.#limits;
    const data = {
      page: id.slice(0, 32),
      url: result.url.slice(0, MAX_INDEXED),
      tags: result.tags,
      used: new Date(wallClock()),
      // For a time-to-live policy on this property.
      expires: keptFor === Infinity ? null : new Date(result.storedAt + keptFor),
      packed,
    };
    return { key: this.#keyOf(id), data, excludeFromIndexes: ['packed', 'expires'] };
  }

  #queriesFor(selection: Selection): Query[] {
    const query = () => this.#datastore.createQuery(KIND);
    switch (selection.by) {
      case 'all':
        return [query()];
      case 'page':
        return selection.pages.map((page) => query().filter(new PropertyFilter('page', '=', page)));
      case 'tag':
        return [query().filter(new PropertyFilter('tags', '=', selection.tag))];
      case 'prefix': {
        const { prefix } = selection;
        // URLs are ASCII, so this comes after all URLs with the prefix.
        const end = `${prefix}\u{10ffff}`;
        const range = [new PropertyFilter('url', '>=', prefix), new PropertyFilter('url', '<', end)];
        return [query().filter(and(range))];
      }
    }
  }

  /** Keys in steps, because the size of a response is limited. */
  async #keysOf(query: Query): Promise<Key[]> {
    const keys: Key[] = [];
    let step = query.select('__key__').limit(STEP);
    while (true) {
      const [found, info] = await this.#datastore.runQuery(step);
      for (const entity of found) keys.push((entity as Record<symbol, Key>)[this.#datastore.KEY] as Key);
      if (found.length === 0 || info.moreResults === this.#datastore.NO_MORE_RESULTS || !info.endCursor) return keys;
      step = step.start(info.endCursor);
    }
  }

  async #urlsOf(keys: Key[]): Promise<string[]> {
    const [entities] = (await this.#datastore.get(keys)) as [Array<{ url?: string }>];
    return entities.map(({ url }) => url ?? '').filter(Boolean);
  }

  async #makeRoom(maxEntries: number): Promise<void> {
    const keys = await this.#keysOf(this.#datastore.createQuery(KIND).order('used'));
    await this.#delete(keys.slice(0, Math.max(0, keys.length - maxEntries)));
  }

  async #delete(keys: Key[]): Promise<void> {
    for (let start = 0; start < keys.length; start += STEP) {
      await this.#datastore.delete(keys.slice(start, start + STEP));
    }
  }
}

/** Whether a selection is listed by URL. */
function isSorted(selection: Selection): selection is Extract<Selection, { by: 'prefix' | 'all' }> {
  return selection.by === 'prefix' || selection.by === 'all';
}

/** The id of a result, from its entity. */
function nameOf(entity: object, { KEY }: Datastore): string {
  return (entity as Record<symbol, Key>)[KEY]?.name ?? '';
}
