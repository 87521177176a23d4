/**
 * For packages with a store of their own, such as `page-renderer-datastore`: what a store does, results as bytes, places in its list,
 * and records of removals.
 *
 * @module
 */
export { wallClock } from './kernel/clock.ts';
export { isBefore, isListed, LOOKED_AT, placeText, readPlace } from './cache/stores/listing.ts';
export type { Place } from './cache/stores/listing.ts';
export { GarbageError, pack, unpack, unpackMetadata } from './cache/stores/pack.ts';
export { isLater, marksOf, marksOn, markTime, REMEMBERED } from './cache/stores/store.ts';
export type {
  CachedResult,
  CacheStore,
  ListedPart,
  ListedResult,
  Listing,
  Metadata,
  Removal,
  Selection,
  StoreLimits,
} from './cache/stores/store.ts';
