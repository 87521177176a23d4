/** Requests to the cache, and its responses. */
import type { AskAgain, RenewalOutcome } from '../renewals/renewals.ts';
import type { Priority, Urgency } from '../../kernel/priority.ts';
import type { Representation } from './make-result.ts';
import type { StoreFailures } from '../stores/failsafe-store.ts';
import type { Age } from './freshness.ts';
import type { CacheKey } from '../keys/key.ts';
import type { CachedResult, Selection } from '../stores/store.ts';

/** What the cache knows about a key. */
export interface Lookup {
  readonly key: CacheKey;
  readonly result: CachedResult | undefined;
  readonly age: Age;
}

/** The source of a response, with the terms of RFC 9211. */
export type Source =
  | 'hit'
  /** Expired; a new one is being rendered, or could not be rendered. */
  | 'stale'
  /** Rendered for this request. */
  | 'miss'
  /** It had expired, and its inputs have not changed. */
  | 'renewed'
  /** Rendered for another request that came a little earlier. */
  | 'collapsed'
  /** Rendered because the request asked for a new one. */
  | 'refresh';

/** The response to a request. */
export type CacheResponse =
  /** `stored`: whether the store is known to have it. */
  | { kind: 'result'; source: Source; result: CachedResult; stored: boolean }
  /** Of a render that is not stored. */
  | { kind: 'rendered'; source: Source; rendered: Representation };

/** What the cache needs to answer a request after the lookup of its key. */
export interface CacheRequest {
  lookup: Lookup;
  /** Ignores the cached result, and replaces it (spec: R-render-refresh). */
  refresh: boolean;
  /** The client may not have pages rendered. */
  cachedOnly?: boolean;
  /** Ends when the client has closed its connection. */
  signal?: AbortSignal | undefined;
  /** The class of the client; default: a person. A result that is replaced after it was served has at most the class `renewal`. */
  priority?: Priority;
  /**
   * @param signal ends when no client waits for the render any more
   * @param spent milliseconds of the time budget that have already passed
   * @param urgency that of the most urgent client that waits for it
   */
  render: (signal: AbortSignal, spent: number, urgency: Urgency) => Promise<Representation>;
  /** Called before `render` for a client that waited for the render of another one, and may not share it; it may throw. */
  beforeOwnRender?: (() => void) | undefined;
  /** Checks whether the inputs of an expired result have changed; missing if nothing is renewed. */
  askAgain?: AskAgain | undefined;
}

/** Counters since the start. */
export interface CacheState {
  state: 'ok' | 'down';
  /** Whether results can be stored; false after several failed writes in a row. */
  writable: boolean;
  /** Number of results in the store; null if it cannot say. */
  entries: number | null;
  answers: Record<Source, number>;
  stored: number;
  /** Results that were not stored because they were partial, failed, of another status, too large, or outdated. */
  notStored: number;
  /** Pages rendered twice because they were much smaller than before. */
  shrunk: number;
  /** Stored results whose content differs from that of the result before. */
  changed: number;
  /** Results removed on request, by what selected them. */
  removed: Record<Selection['by'], number>;
  /** The outcomes for expired results. */
  renewals: Record<RenewalOutcome, number>;
  failures: StoreFailures;
}
