import { wallClock } from '../clock.ts';
import type { Verdict } from '../render/verdicts.ts';

/** Content codings (RFC 9110 §8.4.1) in which a body is kept. */
export type Encoding = 'br' | 'zstd' | 'gzip';

/** A body in each coding in which it is kept: at least one. */
export type Bodies = Readonly<Partial<Record<Encoding | 'identity', Uint8Array>>>;

/** A result as it is kept: all that is needed to answer with it again. */
export interface CachedResult {
  /** What it is the answer to; see {@link CacheKey}. */
  readonly key: string;
  /** The normalised target. */
  readonly url: string;
  readonly tags: readonly string[];
  /** When the render began, or the asking that renewed it, in milliseconds since 1970: what happened later, it may not have seen. */
  readonly begunAt: number;
  /** When it ended. */
  readonly storedAt: number;
  /** When it was last found to hold without a new render; null where it was not. */
  readonly renewedAt: number | null;
  readonly status: number;
  readonly verdict: Verdict;
  /** Headers of the answer that come from the page and its type. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** Of the body as it is without any coding; opaque, without quotes. */
  readonly etag: string;
  /** Bytes of the body without any coding. */
  readonly size: number;
  /** Characters of visible text; null where nothing counts them, as on a picture. */
  readonly textLength: number | null;
  /** What it was made of (`packInputs`); empty where that is not known. */
  readonly inputs: Uint8Array;
  readonly bodies: Bodies;
}

/** Which results are meant. */
export type Selection =
  | { by: 'page'; pages: readonly string[] }
  | { by: 'prefix'; prefix: string }
  | { by: 'tag'; tag: string }
  | { by: 'all' };

/** What was found, and removed unless it was asked for only. */
export interface Removal {
  count: number;
  /** URLs of the first of them, at most {@link SHOWN}. */
  urls: string[];
}

/** How many URLs a removal lists. */
export const SHOWN = 100;

/** Limits of a store; -1 is none. */
export interface StoreLimits {
  maxEntries: number;
  /** Bytes; only stores that take space of this machine hold it. */
  maxBytes: number;
  /** Milliseconds after which a result is of no use to anyone; Infinity if never. */
  keptFor: number;
}

/** A place where results are kept by id ({@link CacheKey}). The results that were used longest ago make room for new ones. */
export interface CacheStore {
  /**
   * A result, fresh or not. Having been asked for, it counts as used.
   *
   * @throws {GarbageError} for something stored that is no result; any error where the store is out of reach
   */
  get(id: string): CachedResult | undefined | Promise<CachedResult | undefined>;
  /**
   * Keeps a result in place of an older one.
   *
   * @returns false where it is larger than the store takes, and where it has been overtaken: by a result of a render that
   *   began later, or, in a store that several processes share, by a removal while the page was being rendered
   */
  put(id: string, result: CachedResult): Promise<boolean>;
  /** Removes results, or with `dryRun` only says which. */
  remove(selection: Selection, dryRun: boolean): Promise<Removal>;
  /** Number of results. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** For how many milliseconds a removal is remembered: longer than any render takes. */
export const REMEMBERED: number = 15 * 60_000;
/** Milliseconds; what is further in the future has been written by a clock that was wrong. */
export const CLOCK_SKEW: number = 5 * 60_000;

/** The time of a removal that begins now, in milliseconds since 1970: what began in the same millisecond is overtaken, too. */
export function markTime(): number {
  return wallClock() + 1;
}

/**
 * Removes under a mark that all who share a store see. The mark is set before anything is looked for; but a store that is
 * full may have no room for it before something is removed.
 */
export async function removeMarked(mark: () => Promise<void>, remove: () => Promise<Removal>): Promise<Removal> {
  const isMarked = await mark().then(
    () => true,
    () => false,
  );
  const removal = await remove();
  if (!isMarked) await mark();
  return removal;
}

/** Whether something happened after a render began. */
export function isLater(time: number | undefined, begunAt: number): boolean {
  return time !== undefined && time > begunAt && time < wallClock() + CLOCK_SKEW;
}

/** What a removal is remembered under where it did not name pages. */
const EVERYTHING = 'all';

/**
 * What a removal is remembered under. What a page that is being rendered will be tagged with, and where it redirects, is
 * not known: a removal by prefix or tag is one of everything that is under way.
 */
export function marksOf(selection: Selection): readonly string[] {
  return selection.by === 'page' ? selection.pages : [EVERYTHING];
}

/** The {@link marksOf} removals that overtake a result of this id. */
export function marksOn(id: string): [page: string, everything: string] {
  return [id.slice(0, 32), EVERYTHING];
}

/** Whether a result of this id and with these words of its own is selected. */
export function isSelected(selection: Selection, id: string, result: Pick<CachedResult, 'url' | 'tags'>): boolean {
  switch (selection.by) {
    case 'all':
      return true;
    case 'page':
      return selection.pages.includes(id.slice(0, 32));
    case 'prefix':
      return result.url.startsWith(selection.prefix);
    case 'tag':
      return result.tags.includes(selection.tag);
  }
}
