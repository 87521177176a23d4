/** The behaviour of all stores; the test file of each store runs this suite. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CacheKey } from '../../../dist/cache/keys/key.js';
import { pageOf } from '../../../dist/cache/keys/key.js';
import type {
  CachedResult,
  CacheStore,
  ListedResult,
  Selection,
  StoreLimits,
} from '../../../dist/cache/stores/store.js';
import { UNLIMITED } from './limits.ts';
import { keyOf, resultOf } from './results.ts';

/** Creates the stores of a suite, in a new empty place for each test. */
export interface StorePlace {
  open(limits: StoreLimits): Promise<CacheStore>;
  /** Another process's view of the same place; missing if there is none. */
  again?(limits: StoreLimits): Promise<CacheStore>;
  /** Empties the place. */
  empty(): Promise<void>;
  /** Corrupts what is stored under the key; missing if nobody else can do so. */
  corrupt?(key: CacheKey, bytes: Buffer): Promise<void>;
}

export function storeSuite(name: string, makePlace: () => Promise<StorePlace>, close?: () => Promise<void>): void {
  describe(name, () => {
    let place: StorePlace;
    before(async () => {
      place = await makePlace();
    });
    after(async () => {
      await place?.empty();
      await close?.();
    });

    async function withStore(limits: Partial<StoreLimits>, use: (store: CacheStore) => Promise<void>): Promise<void> {
      await place.empty();
      const store = await place.open({ ...UNLIMITED, ...limits });
      try {
        await use(store);
      } finally {
        await store.close();
      }
    }

    const put = async (store: CacheStore, ...urls: string[]) => {
      for (const url of urls) {
        assert.equal(await store.put(keyOf(url).id, resultOf(keyOf(url))), true);
        // Two uses within one clock tick have no order.
        await sleep(3);
      }
    };
    const has = async (store: CacheStore, url: string) => (await store.get(keyOf(url).id)) !== undefined;

    test('gives back what was put, in every part', async () => {
      await withStore({}, async (store) => {
        const key = keyOf('https://example.com/ä?q=1');
        const result = resultOf(key, {
          tags: ['a', 'b:c'],
          objections: ['no-store', 'vary: accept-language', 'vary: *'],
          status: 404,
          verdict: 'ready-signal',
          headers: [
            ['Content-Type', 'text/html; charset=utf-8'],
            ['Link', '<a>; rel="b"'],
            ['Link', '<c>'],
          ],
          textLength: null,
          bodies: { br: randomBytes(2_000), gzip: randomBytes(3_000), zstd: randomBytes(10) },
          size: 20_000,
          renewedAt: Date.now(),
          inputs: randomBytes(500),
        });
        assert.equal(await store.get(key.id), undefined);
        assert.equal(await store.put(key.id, result), true);
        const found = await store.get(key.id);
        assert.ok(found);
        for (const [coding, bytes] of Object.entries(result.bodies)) {
          assert.ok(Buffer.from(bytes).equals(found.bodies[coding as 'br'] ?? Buffer.alloc(0)), coding);
        }
        const plain = (one: CachedResult) => ({ ...one, inputs: Buffer.from(one.inputs), bodies: {} });
        assert.deepEqual(plain(found), plain(result));
        assert.equal(await store.count(), 1);
      });
    });

    test('keeps the newer of two results of a key', async () => {
      await withStore({}, async (store) => {
        const key = keyOf('https://example.com/');
        await store.put(key.id, resultOf(key, { status: 404 }));
        await store.put(key.id, resultOf(key, { status: 200 }));
        assert.equal((await store.get(key.id))?.status, 200);
        assert.equal(await store.count(), 1);
      });
    });

    test('makes room by what was used longest ago, a lookup being a use', async () => {
      await withStore({ maxEntries: 3 }, async (store) => {
        await put(store, 'https://a.test/', 'https://b.test/', 'https://c.test/');
        await sleep(3);
        assert.ok(await has(store, 'https://a.test/'));
        // Some stores record the use after they have returned the result.
        await sleep(60);
        await put(store, 'https://d.test/');
        assert.equal(await store.count(), 3);
        assert.equal(await has(store, 'https://b.test/'), false);
        for (const url of ['https://a.test/', 'https://c.test/', 'https://d.test/'])
          assert.ok(await has(store, url), url);
      });
    });

    test('keeps any number of results with the limit -1', async () => {
      await withStore({ maxEntries: -1 }, async (store) => {
        const keys = Array.from({ length: 20 }, (_, page) => keyOf(`https://example.com/${page}`));
        for (const key of keys) assert.equal(await store.put(key.id, resultOf(key)), true);
        assert.equal(await store.count(), keys.length);
        for (const key of keys) assert.ok(await store.get(key.id));
      });
    });

    test('removes every variant of a page, and no other page', async () => {
      await withStore({}, async (store) => {
        const pages = [pageOf(new URL('https://example.com/a'))];
        const other = keyOf('https://example.com/ab');
        for (const key of [
          keyOf('https://example.com/a'),
          keyOf('https://example.com/a', true),
          keyOf('https://example.com/a/'),
          other,
        ]) {
          await store.put(key.id, resultOf(key));
        }
        const found = await store.remove({ by: 'page', pages }, true);
        assert.deepEqual([found.count, await store.count()], [3, 4]);
        assert.equal((await store.remove({ by: 'page', pages }, false)).count, 3);
        assert.equal((await store.remove({ by: 'page', pages }, false)).count, 0);
        assert.ok(await store.get(other.id));
        assert.equal(await store.count(), 1);
      });
    });

    test('removes by prefix and by tag, and says beforehand what it would', async () => {
      await withStore({}, async (store) => {
        for (const [url, tags] of [
          ['https://example.com/blog/1', ['blog', 'ann']],
          ['https://example.com/blog/2', ['blog']],
          ['https://example.com/shop', ['ann']],
          ['https://example.com.test/blog/', []],
        ] as const) {
          await store.put(keyOf(url).id, resultOf(keyOf(url), { tags }));
        }
        const prefix = 'https://example.com/blog/';
        const preview = await store.remove({ by: 'prefix', prefix }, true);
        assert.deepEqual([preview.count, preview.urls.toSorted()], [2, [`${prefix}1`, `${prefix}2`]]);
        assert.equal(await store.count(), 4);
        const tagged = await store.remove({ by: 'tag', tag: 'ann' }, false);
        assert.deepEqual([tagged.count, tagged.urls.toSorted()], [2, [`${prefix}1`, 'https://example.com/shop']]);
        assert.equal((await store.remove({ by: 'prefix', prefix }, false)).count, 1);
        assert.equal((await store.remove({ by: 'tag', tag: 'an' }, false)).count, 0);
        assert.equal((await store.remove({ by: 'all' }, false)).count, 1);
        assert.equal(await store.count(), 0);
      });
    });

    test('lists each selected result once, a part at a time', async () => {
      await withStore({}, async (store) => {
        const urls = Array.from({ length: 25 }, (_, page) => `https://${page % 2 ? 'shop' : 'blog'}.example/p/${page}`);
        const keys = [...urls.map((url) => keyOf(url)), keyOf('https://shop.example/P/Mobile', true)];
        for (const [index, key] of keys.entries()) {
          await store.put(key.id, resultOf(key, { tags: [index % 2 === 1 ? 'odd' : 'even'], status: 404 }));
        }
        const listed = async (selection: Selection, text: string, limit: number) => {
          const parts: ListedResult[][] = [];
          for (let after: string | null = null; ;) {
            const { results, next } = await store.list({ selection, text, after, limit });
            assert.ok(results.length <= limit, `${results.length} results`);
            parts.push([...results]);
            if (next === null) return parts.flat();
            assert.ok(parts.length < 100, 'it never ends');
            after = next;
          }
        };
        const pages = keys.slice(0, 7).map((key) => key.id.slice(0, 32));
        const others = Array.from({ length: 60 }, (_, page) => pageOf(new URL(`https://c.test/${page}`)));
        for (const [selection, expected] of [
          [{ by: 'all' }, keys],
          [{ by: 'tag', tag: 'odd' }, keys.filter((_, index) => index % 2 === 1)],
          [{ by: 'tag', tag: 'none' }, []],
          [{ by: 'page', pages: [...pages, ...others] }, keys.slice(0, 7)],
          [{ by: 'prefix', prefix: 'https://shop.example/' }, keys.filter(({ url }) => url.includes('shop'))],
        ] as ReadonlyArray<readonly [Selection, CacheKey[]]>) {
          for (const limit of [3, 100]) {
            const ids = (await listed(selection, '', limit)).map(({ id }) => id);
            assert.deepEqual(
              ids.toSorted(),
              expected.map(({ id }) => id).toSorted(),
              `${selection.by}, ${limit} at once`,
            );
          }
        }
        const [one, ...more] = await listed({ by: 'prefix', prefix: 'https://shop' }, 'p/MOBILE', 5);
        assert.equal(more.length, 0);
        const {
          bodies: _bodies,
          inputs: _inputs,
          ...metadata
        } = resultOf(keyOf('https://shop.example/P/Mobile', true));
        const { begunAt, storedAt } = one?.metadata ?? metadata;
        assert.deepEqual(one?.metadata, { ...metadata, tags: ['odd'], status: 404, begunAt, storedAt });
        assert.ok(one && one.bytes >= metadata.size, String(one?.bytes));
        assert.ok(one.usedAt === null || Math.abs(one.usedAt - Date.now()) < 600_000);
        assert.deepEqual(await listed({ by: 'all' }, 'nowhere', 5), []);
        await assert.rejects(store.list({ selection: { by: 'all' }, text: '', after: '\0', limit: 5 }), {
          code: 'invalid-parameter',
        });
      });
    });

    test('is shared with other processes, where it can be', async () => {
      await withStore({}, async (store) => {
        if (!place.again) return assert.equal(name, 'memory');
        const other = await place.again(UNLIMITED);
        await put(store, 'https://a.test/');
        assert.ok(await has(other, 'https://a.test/'));
        await put(other, 'https://b.test/');
        assert.ok(await has(store, 'https://b.test/'));
        assert.equal(await store.count(), 2);
        assert.equal((await other.remove({ by: 'all' }, false)).count, 2);
        assert.equal(await has(store, 'https://a.test/'), false);
        await other.close();
      });
    });

    test('keeps no result of a render that a removal or a newer result has overtaken', async () => {
      await withStore({}, async (store) => {
        const key = keyOf('https://a.test/');
        const began = (begunAt: number, status = 200) => resultOf(key, { begunAt, status });
        const now = Date.now();
        assert.equal(await store.put(key.id, began(now - 10, 404)), true);
        assert.equal(await store.put(key.id, began(now - 20)), false);
        assert.equal((await store.get(key.id))?.status, 404);
        assert.equal(await store.count(), 1);
        // A result from a clock that was hours ahead is not newer.
        assert.equal(await store.put(key.id, began(now + 4 * 3_600_000)), true);
        assert.equal(await store.put(key.id, began(now, 410)), true);
        // Within the process, renders are notified of removals directly.
        if (!place.again) return assert.equal(name, 'memory');
        const other = await place.again(UNLIMITED);
        const others = keyOf('https://b.test/');
        for (const selection of [
          { by: 'page', pages: [pageOf(new URL('https://a.test/'))] },
          { by: 'tag', tag: 'none' },
        ] as const) {
          const begunAt = Date.now();
          await sleep(2);
          await other.remove(selection, true);
          assert.equal(await store.put(key.id, began(begunAt)), true);
          await other.remove(selection, false);
          assert.equal(await store.put(key.id, began(begunAt)), false, selection.by);
          const isNamed = selection.by === 'page';
          assert.equal(await store.put(others.id, resultOf(others, { begunAt })), isNamed, selection.by);
          await sleep(2);
          assert.equal(await store.put(key.id, began(Date.now())), true);
        }
        await other.close();
      });
    });

    test('tells garbage from a result, and a new result replaces it', async () => {
      await withStore({}, async (store) => {
        if (!place.corrupt) return assert.equal(name, 'memory');
        const key = keyOf('https://a.test/');
        await put(store, 'https://a.test/');
        // A store may take nothing for an entry that is not there.
        await place.corrupt(key, Buffer.alloc(0));
        assert.equal(await Promise.resolve(store.get(key.id)).catch(() => undefined), undefined);
        for (const bytes of [randomBytes(40), Buffer.from('PRC3'), Buffer.from('PRC3\0\0\0\0\xff\xff\xff\xff{}')]) {
          await place.corrupt(key, bytes);
          await assert.rejects(async () => store.get(key.id), { name: 'GarbageError' });
        }
        // Removals read it, too.
        assert.equal((await store.remove({ by: 'tag', tag: 'a' }, false)).count, 0);
        // A removal includes every result whose render began within the same clock tick.
        await sleep(2);
        await put(store, 'https://a.test/');
        assert.ok(await has(store, 'https://a.test/'));
      });
    });
  });
}
