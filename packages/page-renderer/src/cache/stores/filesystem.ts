import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { monotonic, wallClock } from '../../kernel/clock.ts';
import { FileRemovals } from './file-removals.ts';
import { ID } from '../keys/key.ts';
import { isListed, LOOKED_AT, mayBeSelected, unknownPlace } from './listing.ts';
import { HEADER, headerEnd, pack, unpackMetadata } from './pack.ts';
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
import { isLater, isSelected, removeMarked, SHOWN } from './store.ts';
import { Unpacked } from './unpacked.ts';

const { O_RDONLY, O_NOFOLLOW } = constants;

/** The folder for everything that the store writes; other files in the configured folder are ignored. */
const FOLDER = 'results';
const SUFFIX = '.result';
const SHARD = /^[0-9a-f]{2}$/;
const PART = /^[0-9a-f]{32}-[0-9a-f]{32}\.[0-9a-f]{16}\.part$/;
/** Age in milliseconds after which a temporary file is abandoned: its process was killed. */
const ABANDONED = 10 * 60_000;
/** Milliseconds for which the list of files is reused, although other processes may add to it. */
const BELIEVED = 10_000;
/** Maximum fraction of time for listing many files. */
const LISTING = 1 / 20;
/** Milliseconds. */
const USE_STEP = 1_000;
/** Number of files that are read in parallel. */
const AT_ONCE = 32;

interface File {
  bytes: number;
  /** Milliseconds since 1970. */
  used: number;
}

/**
 * Stores each result in a file of its own. A file gets its name when it is complete, so that a killed process
 * leaves no partial files; several processes may share the folder. The modification time of a file is the time of its
 * last use.
 */
export class FilesystemStore implements CacheStore {
  readonly #configured: string;
  readonly #folder: string;
  readonly #limits: StoreLimits;
  readonly #removals: FileRemovals;
  readonly #unpacked: Unpacked;
  #prepared: Promise<void> | undefined;
  /** The least recently used one comes first. */
  #files = new Map<string, File>();
  readonly #touched = new LRUCache<string, number>({ max: 10_000 });
  #believedUntil = -Infinity;
  #makingRoom: Promise<void> = Promise.resolve();

  constructor(folder: string, limits: StoreLimits) {
    this.#configured = path.resolve(folder);
    this.#folder = path.join(this.#configured, FOLDER);
    this.#removals = new FileRemovals(this.#folder);
    this.#limits = limits;
    this.#unpacked = new Unpacked(limits.maxBody);
  }

  /** @throws if the folder is not writable, or other users might write to it */
  async tryOut(): Promise<void> {
    await this.#prepare();
    const probe = path.join(this.#folder, `${randomBytes(8).toString('hex')}.probe`);
    await writeDurably(probe, Buffer.alloc(1));
    await unlink(probe);
  }

  async get(id: string): Promise<CachedResult | undefined> {
    await this.#prepare();
    const file = this.#fileOf(id);
    try {
      const source = await sourceOf(file);
      const known = source === undefined ? undefined : this.#unpacked.from(id, source);
      const result = known ?? this.#unpacked.of(id, await readFile(file, { flag: O_RDONLY | O_NOFOLLOW }), source);
      if (result) this.#use(id, file);
      return result;
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.#unpacked.forget(id);
      return undefined;
    }
  }

  /** Records a use; writes it to the file, for other processes, at most once a second. */
  #use(id: string, file: string): void {
    const now = wallClock();
    const known = this.#files.get(id);
    if (known) this.#note(id, known.bytes, now);
    if (now - (this.#touched.get(id) ?? 0) < USE_STEP) return;
    this.#touched.set(id, now);
    // The client does not wait for this, and a failure does not matter.
    void utimes(file, now / 1000, now / 1000).catch(() => {});
  }

  #note(id: string, bytes: number, used: number): void {
    this.#files.delete(id);
    this.#files.set(id, { bytes, used });
  }

  async put(id: string, result: CachedResult): Promise<boolean> {
    const { maxBytes } = this.#limits;
    const packed = pack(result, maxBytes === -1 ? Infinity : maxBytes);
    if (!packed) return false;
    await this.#prepare();
    const file = this.#fileOf(id);
    const part = path.join(path.dirname(file), `${id}.${randomBytes(8).toString('hex')}.part`);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      await writeDurably(part, packed);
      if (await this.#isOvertaken(id, result)) {
        await unlink(part);
        return false;
      }
      await rename(part, file);
    } catch (error) {
      await unlink(part).catch(() => {});
      throw error;
    }
    // A removal that happened meanwhile has already searched for files.
    if (await this.#removals.overtake(id, result.begunAt)) {
      await this.#delete(id);
      return false;
    }
    this.#note(id, packed.byteLength, wallClock());
    this.#makingRoom = this.#makingRoom.then(() => this.#makeRoom()).catch(() => {});
    await this.#makingRoom;
    return true;
  }

  async remove(selection: Selection, dryRun: boolean): Promise<Removal> {
    await this.#prepare();
    const remove = () => this.#removeFiles(selection, dryRun);
    return dryRun ? remove() : removeMarked(() => this.#removals.mark(selection), remove);
  }

  async #removeFiles(selection: Selection, dryRun: boolean): Promise<Removal> {
    const removal: Removal = { count: 0, urls: [] };
    const ids = await this.#candidates(selection);
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const found = await Promise.all(
        ids.slice(start, start + AT_ONCE).map(async (id) => {
          const metadata = await this.#metadataOf(id);
          if (!isSelected(selection, id, metadata ?? { url: '', tags: [] })) return undefined;
          return dryRun || (await this.#delete(id)) ? { metadata } : undefined;
        }),
      );
      for (const one of found.filter((one) => one !== undefined)) {
        removal.count += 1;
        if (one.metadata && removal.urls.length < SHOWN) removal.urls.push(one.metadata.url);
      }
    }
    return removal;
  }

  async count(): Promise<number> {
    await this.#prepare();
    await this.#list();
    return this.#files.size;
  }

  /** Sorted by id, so that the variants of a page follow each other. */
  async list(listing: Listing): Promise<ListedPart> {
    const { selection, after, limit } = listing;
    if (after !== null && !ID.test(after)) throw unknownPlace();
    await this.#prepare();
    const results: ListedResult[] = [];
    let [last, looked] = [after, 0];
    for await (const ids of this.#idsAfter(after ?? '', selection)) {
      const found = await Promise.all(ids.map((id) => this.#listed(id)));
      for (const [index, id] of ids.entries()) {
        if (results.length === limit || looked === LOOKED_AT) return { results, next: last };
        [last, looked] = [id, looked + 1];
        const one = found[index];
        if (one && isListed(listing, id, one.metadata)) results.push(one);
      }
    }
    return { results, next: null };
  }

  async close(): Promise<void> {
    await this.#makingRoom;
  }

  /** The ids after one that may be selected, a few at a time; only one folder is listed at a time. */
  async *#idsAfter(after: string, selection: Selection): AsyncIterable<string[]> {
    const shards = (await readdir(this.#folder)).filter((name) => SHARD.test(name) && name >= after.slice(0, 2));
    for (const shard of shards.toSorted()) {
      if (selection.by === 'page' && !selection.pages.some((page) => page.startsWith(shard))) continue;
      const ids = (await this.#namesIn(shard)).map(idOf).filter((id) => id !== undefined);
      const ordered = ids.filter((id) => id > after && mayBeSelected(selection, id)).toSorted();
      for (let start = 0; start < ordered.length; start += AT_ONCE) yield ordered.slice(start, start + AT_ONCE);
    }
  }

  async #listed(id: string): Promise<ListedResult | undefined> {
    const [metadata, facts] = await Promise.all([this.#metadataOf(id), stat(this.#fileOf(id)).catch(() => undefined)]);
    return metadata && facts && { id, metadata, bytes: facts.size, usedAt: facts.mtimeMs };
  }

  /** @throws if the folder cannot be created, or other users might write to it */
  #prepare(): Promise<void> {
    this.#prepared ??= prepareFolder(this.#configured, this.#folder).catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  #fileOf(id: string): string {
    if (!ID.test(id)) throw new TypeError('not the id of a result');
    return path.join(this.#folder, id.slice(0, 2), id + SUFFIX);
  }

  /** Whether there is a newer result, or there was a removal, since the render of this one began. */
  async #isOvertaken(id: string, { begunAt }: CachedResult): Promise<boolean> {
    const [present, isRemoved] = await Promise.all([this.#metadataOf(id), this.#removals.overtake(id, begunAt)]);
    return isRemoved || isLater(present?.begunAt, begunAt);
  }

  async #candidates(selection: Selection): Promise<string[]> {
    if (selection.by !== 'page') {
      await this.#list();
      return [...this.#files.keys()];
    }
    const shards = new Set(selection.pages.map((page) => page.slice(0, 2)));
    const names = await Promise.all([...shards].map((shard) => this.#namesIn(shard)));
    return names
      .flat()
      .map(idOf)
      .filter((id) => id !== undefined);
  }

  async #metadataOf(id: string): Promise<Metadata | undefined> {
    try {
      await using file = await open(this.#fileOf(id), O_RDONLY | O_NOFOLLOW);
      const { bytesRead, buffer } = await file.read(Buffer.alloc(HEADER), 0, HEADER, 0);
      const start = buffer.subarray(0, bytesRead);
      const end = headerEnd(start);
      if (end <= start.byteLength) return unpackMetadata(start);
      return unpackMetadata(await file.readFile());
    } catch {
      return undefined;
    }
  }

  async #delete(id: string): Promise<boolean> {
    this.#files.delete(id);
    try {
      await unlink(this.#fileOf(id));
      return true;
    } catch (error) {
      // Another process was faster.
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async #namesIn(shard: string): Promise<string[]> {
    return readdir(path.join(this.#folder, shard)).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
  }

  /** Lists the files, including those of other processes. */
  async #list(): Promise<void> {
    const started = monotonic();
    const found: Array<[id: string, file: File]> = [];
    const shards = (await readdir(this.#folder)).filter((name) => SHARD.test(name));
    for (const shard of shards) {
      await Promise.all(
        (await this.#namesIn(shard)).map(async (name) => {
          const file = path.join(this.#folder, shard, name);
          const id = idOf(name);
          if (id === undefined && !PART.test(name)) return;
          const facts = await stat(file).catch(() => undefined);
          if (!facts) return;
          if (id !== undefined) {
            const used = Math.max(facts.mtimeMs, this.#files.get(id)?.used ?? 0);
            found.push([id, { bytes: facts.size, used }]);
          } else if (wallClock() - facts.mtimeMs > ABANDONED) {
            await unlink(file).catch(() => {});
          }
        }),
      );
    }
    await this.#removals.forget();
    this.#files = new Map(found.toSorted(([, a], [, b]) => a.used - b.used));
    const ended = monotonic();
    this.#believedUntil = ended + Math.max(BELIEVED, (ended - started) / LISTING);
  }

  async #makeRoom(): Promise<void> {
    const { maxEntries, maxBytes, keptFor } = this.#limits;
    if (monotonic() > this.#believedUntil) await this.#list();
    let bytes = 0;
    if (maxBytes !== -1) for (const file of this.#files.values()) bytes += file.bytes;
    const expired = wallClock() - keptFor;
    for (const [id, file] of this.#files) {
      const fits = (maxEntries === -1 || this.#files.size <= maxEntries) && (maxBytes === -1 || bytes <= maxBytes);
      if (fits && file.used >= expired) return;
      await this.#delete(id);
      bytes -= file.bytes;
    }
  }
}

async function prepareFolder(configured: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await refuseForeign(configured);
}

/** In a folder that everybody may write to, such as the temporary one, a folder of another user may be a trap. @throws {Error} */
export async function refuseForeign(configured: string): Promise<void> {
  const [own, parent] = await Promise.all([stat(configured), stat(path.dirname(configured))]);
  const isShared = (parent.mode & 0o002) !== 0;
  const uid = process.getuid?.();
  if (isShared && uid !== undefined && own.uid !== uid) {
    throw new Error(`${configured} belongs to another user, who could put pages into it; set another snapshotDir`);
  }
}

async function writeDurably(file: string, content: Buffer): Promise<void> {
  // `wx` does not follow links that another user may have created.
  await using handle = await open(file, 'wx', 0o600);
  await handle.writeFile(content);
  // Before it gets its name: otherwise a power failure could leave an empty file with this name.
  await handle.datasync();
}

function idOf(name: string): string | undefined {
  const id = name.slice(0, -SUFFIX.length);
  return name.endsWith(SUFFIX) && ID.test(id) ? id : undefined;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/**
 * Tells a file from others that have or had its name: every result is written to a new file. Its times of use do not count. Undefined for what
 * is no file, and where the file system does not know when a file was made.
 */
async function sourceOf(file: string): Promise<string | undefined> {
  const found = await lstat(file, { bigint: true });
  if (!found.isFile() || found.birthtimeNs === 0n) return undefined;
  return `${found.dev} ${found.ino} ${found.size} ${found.birthtimeNs}`;
}
