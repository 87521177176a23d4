import type { StoreLimits } from '../../../dist/cache/store.js';

export const UNLIMITED: StoreLimits = { maxEntries: -1, maxBytes: -1, keptFor: Infinity, maxBody: Infinity };
