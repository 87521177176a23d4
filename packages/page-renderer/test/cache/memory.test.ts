/** Results in the process. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../dist/cache/stores/memory.js';
import { UNLIMITED } from './support/limits.ts';
import { keyOf, resultOf } from './support/results.ts';
import { storeSuite } from './support/store-suite.ts';

storeSuite('memory', async () => ({ open: async (limits) => new MemoryStore(limits), empty: async () => {} }));

test('the memory cache holds its limit of bytes, bodies that are decoded later included', async () => {
  const store = new MemoryStore({ ...UNLIMITED, maxBytes: 1_000_000 });
  for (let page = 0; page < 50; page++) {
    const key = keyOf(`https://example.com/${page}`);
    await store.put(key.id, resultOf(key, { size: 90_000, bodies: { br: Buffer.alloc(10_000) } }));
  }
  assert.equal(await store.count(), 9);
  const key = keyOf('https://example.com/large');
  assert.equal(await store.put(key.id, resultOf(key, { size: 2_000_000, bodies: { br: Buffer.alloc(10) } })), false);
  assert.equal(await store.count(), 9);
});
