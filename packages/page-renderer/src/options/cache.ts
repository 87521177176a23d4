import type { OriginRule } from './origin-rules.ts';

/** The options of a cache (spec: R-config-cache-config). */
export interface CacheConfig {
  /** Minutes after which a result expires; -1: never. Default: 1440. */
  cacheDurationMinutes: number;
  /** Maximum number of results; -1: no limit. Default: 100. */
  cacheMaxEntries: number;
  /** Maximum size of the memory or filesystem cache, in bytes; -1: no limit. Default: 256 MiB. */
  cacheMaxBytes: number;
  /** Minutes for which redirects, 404, 410, blank pages and those with an unanswered request are cached; 0: not cached. Default: 5. */
  shortDurationMinutes: number;
  /** Minutes for which an expired result is still served while a new one is rendered. Default: 0. */
  staleWhileRevalidateMinutes: number;
  /** Minutes for which an expired result is served if no new one can be rendered. Default: 0. */
  staleIfErrorMinutes: number;
  /**
   * Minutes after its render for which an expired result can be renewed without a new render, if nothing it was made of has
   * changed; 0: never. Default: 10080.
   */
  renewForMinutes: number;
  /** A render with less than this fraction of the text of the previous result is repeated once; 0: never. Default: 0.3. */
  shrinkThreshold: number;
  /** Names of query parameters that are removed from targets; `*` at the end matches any ending. Default: none. */
  ignoredParameters: readonly string[];
  /** How pages are cached whose origin says something about it; the first rule that matches applies. Default: none. */
  originRules: readonly OriginRule[];
  /** Seconds for which an error of the target is returned to other requests for the page; 0: not at all. Default: 0. */
  errorDurationSeconds: number;
  /** Whether `/readyz` is 503 while the cache does not respond. Default: false. */
  requiredForReady: boolean;
  /** Time limit of a lookup, in milliseconds; after that the request is handled without the cache. Default: 1000. */
  storeTimeout: number;
  /** Address of Redis. Default: `redis://127.0.0.1:6379`. */
  redisUrl: string;
  /** Prefix of all keys in Redis. Default: `page-renderer:`. */
  redisPrefix: string;
  /** Folder of the filesystem cache. Default: `page-renderer` in the temporary folder of the system. */
  snapshotDir: string;
}
