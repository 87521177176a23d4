import type { CachedResult } from './cached-result.ts';

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
  /** Keeps a result in place of an older one. @returns false where it is larger than the store takes */
  put(id: string, result: CachedResult): Promise<boolean>;
  /** Removes results, or with `dryRun` only says which. */
  remove(selection: Selection, dryRun: boolean): Promise<Removal>;
  /** Number of results. */
  count(): Promise<number>;
  close(): Promise<void>;
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
