import type { StoreLimits } from '../../../dist/cache/stores/store.js';

/** `maxStored` is what Redis stores under one key. */
export const UNLIMITED: StoreLimits = {
  maxEntries: -1,
  maxBytes: -1,
  keptFor: Infinity,
  maxBody: Infinity,
  maxStored: 512 * 2 ** 20,
};
