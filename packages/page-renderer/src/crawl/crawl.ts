/**
 * The addresses of a site, by its links: level by level, so that the same site is visited in the same order each time, whatever finishes
 * first. A crawl has no state of its own that must survive: whoever visits an address stores what it found, and hands that out again
 * when the crawl is repeated after its process was killed.
 *
 * What a crawl holds in memory is bounded by its number of pages: the addresses of those, and of the next level.
 */

/** The bounds of a crawl. */
export interface CrawlLimits {
  /** Maximum number of addresses. */
  readonly pages: number;
  /** Maximum number of links from the first addresses to another one. */
  readonly depth: number;
}

/** Where an address is visited: its level, and its position in it. */
export interface Place {
  readonly depth: number;
  readonly index: number;
}

/** What was found at a place before the process was killed. */
export interface Replayed extends Place {
  readonly url: string;
  readonly found: readonly string[];
}

/** How {@link crawl} works. */
export interface Crawling {
  /** The first addresses. */
  readonly seeds: readonly string[];
  readonly limits: CrawlLimits;
  /** Number of addresses that are visited at the same time. */
  readonly workers: number;
  /** Whether an address may be visited: it is of a host of the crawl, and its `robots.txt` allows it. */
  readonly mayVisit: (url: string) => Promise<boolean>;
  /** What was found on a level before. */
  readonly replay: (depth: number) => AsyncIterable<Replayed>;
  /** Visits an address, and stores what was found. @returns the addresses that it leads to, in their order */
  readonly visit: (url: string, place: Place) => Promise<readonly string[]>;
  /** Called when the number of known addresses has changed. */
  readonly onFound: (known: number) => void;
  readonly signal: AbortSignal;
}

/** How a crawl ended. */
export interface Crawled {
  readonly pages: number;
  /** Whether a limit kept it from visiting all that was found. */
  readonly isCut: boolean;
}

/** Addresses of a page that are looked at. */
export const MAX_LINKS = 5_000;

/** See the head of the file. @throws the reason of the signal, and what `visit` throws */
export async function crawl(how: Crawling): Promise<Crawled> {
  const { limits, mayVisit, signal } = how;
  const seen = new Set<string>();
  let next = new Level(limits.pages);
  for (const [index, url] of how.seeds.entries()) if (await mayVisit(url)) next.add(url, index);
  let isCut = next.isCut;
  for (let depth = 0; ; depth += 1) {
    const level = next.take(limits.pages - seen.size, seen);
    isCut ||= next.isCut;
    if (level.length === 0) return { pages: seen.size, isCut };
    how.onFound(seen.size);
    next = new Level(limits.pages - seen.size);
    const add = async (index: number, found: readonly string[]) => {
      for (const [position, url] of found.slice(0, MAX_LINKS).entries()) {
        if (!seen.has(url) && (await mayVisit(url))) next.add(url, index * MAX_LINKS + position);
      }
    };
    const done = new Set<number>();
    for await (const { url, index, found } of how.replay(depth)) {
      // A site is the same as before, because its first addresses are stored.
      if (level[index] !== url || done.has(index)) continue;
      done.add(index);
      await add(index, found);
    }
    const entries = level.entries();
    const worker = async () => {
      for (const [index, url] of entries) {
        signal.throwIfAborted();
        if (!done.has(index)) await add(index, await how.visit(url, { depth, index }));
      }
    };
    await allOrNone(Array.from({ length: how.workers }, worker));
    if (depth === limits.depth) return { pages: seen.size, isCut: isCut || next.size > 0 };
  }
}

/** Waits for all of them, also if one fails. */
async function allOrNone(workers: ReadonlyArray<Promise<void>>): Promise<void> {
  const failed = (await Promise.allSettled(workers)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The addresses of the next level, in the order of the links that lead to them. */
class Level {
  readonly #most: number;
  readonly #places = new Map<string, number>();
  isCut = false;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#places.size;
  }

  add(url: string, place: number): void {
    const known = this.#places.get(url);
    if (known === undefined || place < known) this.#places.set(url, place);
    if (this.#places.size > 2 * this.#most + 1_000) this.#cut(this.#most);
  }

  take(most: number, seen: Set<string>): string[] {
    this.#cut(most);
    const level = this.#sorted().map(([url]) => url);
    for (const url of level) seen.add(url);
    return level;
  }

  #sorted(): Array<[url: string, place: number]> {
    return [...this.#places].toSorted(([, a], [, b]) => a - b);
  }

  #cut(most: number): void {
    if (this.#places.size <= most) return;
    this.isCut = true;
    for (const [url] of this.#sorted().slice(most)) this.#places.delete(url);
  }
}
