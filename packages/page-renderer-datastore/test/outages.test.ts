/** Effects of a Datastore that fails or is slow, and of limits that do not suit it. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Datastore } from '@google-cloud/datastore';
import { parseConfig } from 'page-renderer';
import { DatastoreStore } from 'page-renderer-datastore';
import { openCache } from '../../page-renderer/dist/cache/open.js';
import { ask, cacheOf, isPassedOver, logged, page } from '../../page-renderer/test/cache/support/asking.ts';
import { UNLIMITED } from '../../page-renderer/test/cache/support/limits.ts';
import { startDatastore } from './support/datastore-server.ts';

process.env['METADATA_SERVER_DETECTION'] = 'none';

test('a Datastore that fails or is slow does not fail requests, and is tried again later', async () => {
  await using server = await startDatastore(100);
  const datastore = new Datastore({ projectId: 'test', apiEndpoint: `http://${server.host}` });
  const cache = cacheOf({ storeTimeout: 40 }, new DatastoreStore(datastore, UNLIMITED));
  server.failing = true;
  await isPassedOver(cache);
  assert.equal((await cache.state()).state, 'down');
  server.failing = false;
  const elapsed = performance.now.bind(performance);
  let ahead = 11_000;
  const clock = mock.method(performance, 'now', () => elapsed() + ahead);
  try {
    server.delay = 200;
    await isPassedOver(cache, 1);
    assert.equal((await cache.state()).state, 'down');
    server.delay = 0;
    // On a busy machine the store itself may exceed the limit, and is bypassed again.
    let isBack = false;
    // Not by the clock, which is ahead by more and more.
    for (let tries = 0; tries < 200 && !isBack; tries++) {
      ahead += 11_000;
      isBack = (await ask(cache, page())).source === 'hit';
      await sleep(50);
    }
    assert.ok(isBack, 'the store is asked again, and has the page');
    assert.equal((await cache.state()).state, 'ok');
  } finally {
    clock.mock.restore();
  }
});

test('the datastore cache warns of a limit that takes long to count', async () => {
  for (const [cacheMaxEntries, warnings] of [
    [1000, 0],
    [1001, 1],
    [-1, 0],
  ] as const) {
    const { logger, lines } = logged();
    await (await openCache(parseConfig({ cache: 'datastore', cacheConfig: { cacheMaxEntries } }), logger))?.close();
    assert.equal(lines.length, warnings);
    assert.match(lines.join(''), warnings > 0 ? /cacheMaxEntries above 1000.*set it to -1/ : /^$/);
  }
});
