/** The effects of a cache that is down, slow, full or contains garbage. */
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, mock, test } from 'node:test';
import { parseConfig } from 'page-renderer';
import { FilesystemStore } from '../../dist/cache/stores/filesystem.js';
import { MemoryStore } from '../../dist/cache/stores/memory.js';
import { openCache } from '../../dist/cache/open.js';
import { answerFromCache } from '../../dist/server/answers/from-cache.js';
import { eventually } from '../support/processes.ts';
import { ask, cacheOf, isPassedOver, logged, page, settle, silent, textOf, URL_ } from './support/asking.ts';
import { UNLIMITED } from './support/limits.ts';
import { keyOf } from './support/results.ts';
import { freePort } from '../../../../testing/free-port.ts';

describe('a store that', () => {
  test('is down does not fail requests, is counted, logged once, and paused', async () => {
    const { logger, lines } = logged();
    const port = await freePort();
    const config = parseConfig({ cache: 'redis', cacheConfig: { redisUrl: `redis://127.0.0.1:${port}` } });
    const cache = await openCache(config, logger);
    assert.ok(cache);
    await isPassedOver(cache);
    const { state, failures, entries, answers } = await cache.state();
    assert.deepEqual([state, entries, answers.miss], ['down', null, 8]);
    assert.ok(failures.get >= 2 && failures.get + failures.put <= 7, JSON.stringify(failures));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /the cache failed/);
    await assert.rejects(cache.remove({ by: 'all' }), { code: 'cache-unavailable', status: 503 });
    const listing = { selection: { by: 'all' }, text: '', after: null, limit: 5 } as const;
    await assert.rejects(cache.stored.list(listing), { code: 'cache-unavailable', status: 503 });
    await cache.close();
  });

  test('never responds does not delay requests beyond its time limit', async () => {
    const sockets = new Set<Socket>();
    const hung = createServer((socket) => void sockets.add(socket));
    await new Promise<void>((resolve) => void hung.listen(0, '127.0.0.1', resolve));
    const { port } = hung.address() as AddressInfo;
    const config = parseConfig({
      cache: 'redis',
      cacheConfig: { redisUrl: `redis://127.0.0.1:${port}`, storeTimeout: 30 },
    });
    const cache = await openCache(config, silent);
    assert.ok(cache);
    await isPassedOver(cache);
    assert.equal((await cache.state()).state, 'down');
    await cache.close();
    for (const socket of sockets) socket.destroy();
    hung.close();
  });

  test('a folder that is not writable is an error of the configuration', async () => {
    const config = parseConfig({ cache: 'filesystem', snapshotDir: '/dev/null/folder' });
    const message = /^snapshotDir: results cannot be stored in \/dev\/null\/folder: ENOTDIR/;
    await assert.rejects(openCache(config, silent), { code: 'invalid-configuration', message });
  });

  test('becomes unwritable later does not fail requests', async () => {
    const cache = cacheOf({}, new FilesystemStore('/dev/null/folder', UNLIMITED));
    await isPassedOver(cache, 3);
    const { failures } = await cache.state();
    assert.ok(failures.put > 0 && failures.get > 0, JSON.stringify(failures));
  });

  test('contains garbage does not fail requests, and the garbage is replaced', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-cache-'));
    try {
      const cache = cacheOf({}, new FilesystemStore(folder, UNLIMITED));
      await ask(cache, page());
      const files = () => globSync('**/*.result', { cwd: folder });
      await eventually(() => files().length === 1, 'kept');
      writeFileSync(path.join(folder, files()[0] ?? ''), 'garbage');
      // A result that is being stored is served, too.
      await eventually(async () => textOf(await ask(cache, page({}, 'new'))) === 'new', 'rendered anew');
      await eventually(async () => (await ask(cache, page({}, 'unused'))).source === 'hit', 'replaced');
      const { state, failures } = await cache.state();
      assert.ok(state === 'ok' && failures.garbage >= 1 && failures.get === 0, JSON.stringify(failures));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('contains another page under the same id is not used', async () => {
    const store = new MemoryStore(UNLIMITED);
    const cache = cacheOf({}, store);
    await ask(cache, page({}, 'mine'));
    await settle();
    const other = keyOf(`${URL_}other`);
    const mine = store.get(keyOf(URL_).id) ?? assert.fail();
    await store.put(other.id, mine);
    assert.equal(textOf(await ask(cache, page({}, 'other'), { url: `${URL_}other` })), 'other');
  });
});

test('Cache-Status has "stored" when the store has the result, and not when it fails, is away or slow', async () => {
  const storedBy = async (put: () => Promise<boolean>) => {
    const store = new MemoryStore(UNLIMITED);
    mock.method(store, 'put', put);
    const answered = await ask(cacheOf({}, store), page());
    assert.equal(answered.kind, 'result');
    const { headers } = answerFromCache(answered.result, answered.source, answered.stored, asking);
    return headers[headers.indexOf('Cache-Status') + 1];
  };
  const asking = { method: 'GET', acceptEncoding: undefined, ifNoneMatch: undefined, now: Date.now() };
  assert.equal(await storedBy(async () => true), 'page-renderer; fwd=miss; stored');
  assert.equal(await storedBy(async () => false), 'page-renderer; fwd=miss');
  assert.equal(await storedBy(() => Promise.reject(new Error('ECONNREFUSED'))), 'page-renderer; fwd=miss');
  const { promise: never, resolve: end } = Promise.withResolvers<boolean>();
  assert.equal(await storedBy(() => never), 'page-renderer; fwd=miss');
  end(false);
});

test('a result that the store has not taken yet is shared, and is no hit: the store may refuse it', async () => {
  const store = new MemoryStore(UNLIMITED);
  const { promise: put, resolve: end } = Promise.withResolvers<boolean>();
  mock.method(store, 'put', () => put);
  const cache = cacheOf({}, store);
  assert.equal((await ask(cache, page())).source, 'miss');
  const shared = await ask(cache, () => assert.fail('rendered twice'));
  assert.deepEqual(
    [shared.source, shared.kind === 'result' && shared.stored, textOf(shared)],
    ['collapsed', false, 'page'],
  );
  end(false);
  await settle();
  assert.equal((await ask(cache, page())).source, 'miss');
  assert.equal((await cache.state()).answers.hit, 0);
});
