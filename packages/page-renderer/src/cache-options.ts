/** The options of a cache (spec: Configuration). */
export interface CacheConfig {
  /** Minutes after which a result expires; -1 keeps it. Default: 1440. */
  cacheDurationMinutes: number;
  /** Results kept; -1 for any number. Default: 100. */
  cacheMaxEntries: number;
  /** Bytes that the memory and the filesystem cache may take; -1 for any number. Default: 256 MiB. */
  cacheMaxBytes: number;
  /** Minutes for which redirects, 404, 410 and pages that show nothing are kept; 0 for not at all. Default: 5. */
  shortDurationMinutes: number;
  /** Minutes for which an expired result is still the answer while a new one is made. Default: 0. */
  staleWhileRevalidateMinutes: number;
  /** Minutes for which an expired result is the answer if no new one can be made. Default: 0. */
  staleIfErrorMinutes: number;
  /**
   * Minutes after its render for which an expired result may be renewed without one, where nothing that it was made of has
   * changed; 0 renders always. Default: 10080.
   */
  renewForMinutes: number;
  /** Part of the last good result's text that a new one must have to replace it the first time; 0 for none. Default: 0.3. */
  shrinkThreshold: number;
  /** Names of query parameters that are taken out of targets, `*` standing for any ending. Default: none. */
  ignoredParameters: readonly string[];
  /** Milliseconds that a lookup may take before the cache is passed over. Default: 1000. */
  storeTimeout: number;
  /** Where Redis is. Default: `redis://127.0.0.1:6379`. */
  redisUrl: string;
  /** What all keys in Redis begin with. Default: `page-renderer:`. */
  redisPrefix: string;
  /** Folder of the files of the filesystem cache. Default: `page-renderer` in the system's temporary folder. */
  snapshotDir: string;
}
