import type { Objection } from '../../headers/caching.ts';
import { wallClock } from '../../kernel/clock.ts';
import type { Verdict } from '../../kernel/verdicts.ts';

/** Content codings (RFC 9110 §8.4.1) in which a body is stored. */
export type Encoding = 'br' | 'zstd' | 'gzip';

/** A body in each coding in which it is stored: at least one. */
export type Bodies = Readonly<Partial<Record<Encoding | 'identity', Uint8Array>>>;

/**
 * What is known about the content of a result. It is the same content as long as its digest is the same.
 */
export interface ContentHistory {
  /** Its digest; null if it is not known. */
  readonly content: string | null;
  /** When the first render with this content began, in milliseconds since 1970; null if it is not known. */
  readonly contentSince: number | null;
  /** The same, if there was other content before; null if no change was seen. */
  readonly changedAt: number | null;
}

/** A result as it is stored: everything that is needed to serve it again. */
export interface CachedResult extends ContentHistory {
  /** The id of its key; see {@link CacheKey}. */
  readonly key: string;
  /** The normalised target. */
  readonly url: string;
  readonly tags: readonly string[];
  /** When the render or the renewal began, in milliseconds since 1970: it may not have seen later changes. */
  readonly begunAt: number;
  /** When it ended. */
  readonly storedAt: number;
  /** When it was last renewed without a new render; null if never. */
  readonly renewedAt: number | null;
  readonly status: number;
  readonly verdict: Verdict;
  /** What its origin says against keeping it, less what its key settles: it is kept as long as the configuration ignores them. */
  readonly objections: readonly Objection[];
  /** Headers of the response that come from the page and its type. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** Entity tag of the decoded body; opaque, without quotes. */
  readonly etag: string;
  /** Size of the decoded body in bytes. */
  readonly size: number;
  /** Characters of visible text; null if they are not counted, as for a screenshot. */
  readonly textLength: number | null;
  /** Its inputs (`packInputs`); empty if they are not known. */
  readonly inputs: Uint8Array;
  readonly bodies: Bodies;
}

/** A selection of results. */
export type Selection =
  | { by: 'page'; pages: readonly string[] }
  | { by: 'prefix'; prefix: string }
  | { by: 'tag'; tag: string }
  | { by: 'all' };

/** The kinds of selections. */
export const SELECTED_BY: ReadonlyArray<Selection['by']> = ['page', 'prefix', 'tag', 'all'];

/** The selected results, which were removed unless it was a dry run. */
export interface Removal {
  count: number;
  /** URLs of the first ones, at most {@link SHOWN}. */
  urls: string[];
}

/** Maximum number of URLs that a removal lists. */
export const SHOWN = 100;

/** A request for one part of the list. */
export interface Listing {
  readonly selection: Selection;
  /** A text that the URLs contain, in upper or lower case; empty for any. */
  readonly text: string;
  /** Where the part begins: `next` of the one before; null for the first one. */
  readonly after: string | null;
  /** Maximum number of results. */
  readonly limit: number;
}

/** The properties of a stored result, without its bodies. */
export type Metadata = Omit<CachedResult, 'bodies' | 'inputs'>;

/** One result in the list. */
export interface ListedResult {
  readonly id: string;
  readonly metadata: Metadata;
  /** Bytes that it takes in the store. */
  readonly bytes: number;
  /** When it was last used, in milliseconds since 1970; null if the store does not know. */
  readonly usedAt: number | null;
}

/**
 * One part of the list. A result that is there from the first part to the last is in one of them, and rarely in two, if others are
 * stored meanwhile; the order is that of the store.
 * A part may have fewer results than requested, or none, although there are more: a search stops after a number of results
 * (`LOOKED_AT`).
 */
export interface ListedPart {
  readonly results: readonly ListedResult[];
  /** Where the next part begins; null if this is the last one. */
  readonly next: string | null;
}

/** Limits of a store; -1: no limit. */
export interface StoreLimits {
  maxEntries: number;
  /** Bytes; only stores on this machine apply it. */
  maxBytes: number;
  /** Milliseconds after which a result is of no use; Infinity: never. */
  keptFor: number;
  /** Bytes that a decoded body may have: a stored result that says more is garbage. */
  maxBody: number;
  /** Bytes that a result may have in a store on another machine: no more are read, and a longer one is garbage. */
  maxStored: number;
}

/** A store for results by id ({@link CacheKey}). The least recently used results are removed first. */
export interface CacheStore {
  /**
   * A result, fresh or not. A read counts as a use.
   *
   * @throws {GarbageError} for stored data that is not a result; any error if the store cannot be reached
   */
  get(id: string): CachedResult | undefined | Promise<CachedResult | undefined>;
  /**
   * Stores a result in place of an older one.
   *
   * @returns false if it is too large for the store, or outdated: because of a result whose render
   *   began later, or, in a store that several processes share, because of a removal during the render
   */
  put(id: string, result: CachedResult): Promise<boolean>;
  /** Removes results, or with `dryRun` only lists them. */
  remove(selection: Selection, dryRun: boolean): Promise<Removal>;
  /** Number of results. */
  count(): Promise<number>;
  /** The time of a store that several machines share, in milliseconds since 1970. Default: the clock of this machine. */
  now?(): number;
  /** The error of an operation with what is known about its reason. Default: the error itself. */
  explain?(error: unknown): unknown;
  /** Whether results of an id whose render began at this time were removed by another process. Default: false. */
  isRemoved?(id: string, begunAt: number): Promise<boolean>;
  /** One part of the list of results. Not a use. @throws {RendererError} `invalid-parameter` for `after` */
  list(listing: Listing): Promise<ListedPart>;
  close(): Promise<void>;
}

/** For how many milliseconds a removal is recorded: longer than any render takes. */
export const REMEMBERED: number = 15 * 60_000;
/** Milliseconds; a time that is further in the future comes from a clock that was wrong. */
export const CLOCK_SKEW: number = 5 * 60_000;

/** The time of a removal that begins now, in milliseconds since 1970: renders that began in the same millisecond are outdated. */
export function markTime(): number {
  return wallClock() + 1;
}

/**
 * Removes results after a mark that all processes of a store see. The mark is set before results are searched; but a store
 * that is full may have no room for it before something is removed.
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

/** The mark of a removal that did not name pages. */
const EVERYTHING = 'all';

/**
 * The marks of a removal. The tags and redirects of a page that is being rendered are
 * not known: a removal by prefix or tag applies to all renders in progress.
 */
export function marksOf(selection: Selection): readonly string[] {
  return selection.by === 'page' ? selection.pages : [EVERYTHING];
}

/** The {@link marksOf} removals that make a result of this id outdated. */
export function marksOn(id: string): [page: string, everything: string] {
  return [id.slice(0, 32), EVERYTHING];
}

/** Whether a result of this id and with these properties is selected. */
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
