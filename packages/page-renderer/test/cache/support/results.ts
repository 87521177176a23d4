import type { CachedResult } from '../../../dist/cache/stores/store.js';
import type { CacheKey } from '../../../dist/cache/keys/key.js';
import { cacheKey } from '../../../dist/cache/keys/key.js';

/** The key of a page for a phone or a desktop. */
export function keyOf(url: string, mobile = false): CacheKey {
  return cacheKey('render', new URL(url), { mobile }, 'setup');
}

/** A result for a key. */
export function resultOf(key: CacheKey, changes: Partial<CachedResult> = {}): CachedResult {
  const body = Buffer.from(`<h1>${key.url}</h1>`);
  return {
    key: key.text,
    url: key.url,
    tags: [],
    begunAt: Date.now(),
    storedAt: Date.now(),
    renewedAt: null,
    inputs: new Uint8Array(),
    status: 200,
    verdict: 'complete',
    objections: [],
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    etag: 'etag',
    size: body.byteLength,
    textLength: 20,
    content: null,
    contentSince: null,
    changedAt: null,
    bodies: { identity: body },
    ...changes,
  };
}
