/** Copies of cached results in another process: requested once, and removed before the removal is confirmed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryStore } from '../../dist/cache/stores/memory.js';
import { Copies } from '../../dist/workers/copies.js';
import { SharedStore } from '../../dist/workers/shared-store.js';
import type { Outdated } from '../../dist/workers/messages.js';
import { UNLIMITED } from '../cache/support/limits.ts';
import { keyOf, resultOf } from '../cache/support/results.ts';

const MIB = 1024 * 1024;
const key = keyOf('https://site.test/page');

/** A store with copies, and delayed messages between them. */
function shared() {
  const memory = new MemoryStore({ ...UNLIMITED, maxEntries: 100 });
  const asked: string[] = [];
  const copies = new Copies(-1, (message) => {
    if (message.kind === 'get') asked.push(message.id);
  });
  const forgotten: Outdated[] = [];
  const store = new SharedStore(memory, async (what) => {
    forgotten.push(what);
    copies.forget(what);
  });
  const answer = () => {
    for (const id of asked.splice(0)) copies.keep(id, memory.get(id));
  };
  return { store, copies, asked, forgotten, answer };
}

describe('copies of results', () => {
  test('are requested once for simultaneous requests, and are available from then on', async () => {
    const { store, copies, asked, answer } = shared();
    const result = resultOf(key);
    await store.put(key.id, result);
    const both = Promise.all([copies.get(key.id), copies.get(key.id)]);
    assert.deepEqual(asked, [key.id]);
    answer();
    assert.deepEqual(await both, [result, result]);
    assert.deepEqual([copies.get(key.id), asked], [result, []]);
  });

  test('are asked for again where there was none', async () => {
    const { copies, asked, answer } = shared();
    const none = copies.get(key.id);
    answer();
    assert.equal(await none, undefined);
    void copies.get(key.id);
    assert.deepEqual(asked, [key.id]);
  });

  test('take no more than their part of the memory', async () => {
    const asked: string[] = [];
    const copies = new Copies(MIB, () => {});
    for (let page = 0; page < 10; page += 1) {
      const one = keyOf(`https://site.test/${page}`);
      asked.push(one.id);
      copies.keep(one.id, resultOf(one, { bodies: { identity: Buffer.alloc(MIB / 4) }, size: MIB / 4 }));
    }
    assert.ok((await copies.count()) < 4);
    assert.ok(copies.get(asked.at(-1) ?? '') !== undefined);
  });

  for (const [what, selection] of Object.entries({
    'its page': { by: 'page', pages: [key.id.slice(0, 32)] },
    'a prefix': { by: 'prefix', prefix: 'https://site.test/' },
    'a tag': { by: 'tag', tag: 'news' },
    everything: { by: 'all' },
  } as const)) {
    test(`are gone when ${what} is removed, and stay when that is only tried`, async () => {
      const { store, copies, forgotten, answer } = shared();
      await store.put(key.id, resultOf(key, { tags: ['news'] }));
      void copies.get(key.id);
      answer();
      assert.equal((await store.remove(selection, true)).count, 1);
      assert.equal(await copies.count(), 1);
      assert.equal((await store.remove(selection, false)).count, 1);
      assert.deepEqual([await copies.count(), forgotten.at(-1)], [0, selection]);
    });
  }

  test('are gone when another result takes the place', async () => {
    const { store, copies, asked, answer } = shared();
    await store.put(key.id, resultOf(key));
    void copies.get(key.id);
    answer();
    await store.put(key.id, resultOf(key, { etag: 'other' }));
    const found = copies.get(key.id);
    assert.deepEqual(asked, [key.id]);
    answer();
    assert.equal((await found)?.etag, 'other');
  });
});
