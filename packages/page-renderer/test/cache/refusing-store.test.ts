/** Stores that do a part of their work: that respond with a refusal, or can be read but not written. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Redis } from 'ioredis';
import type { RendererError } from 'page-renderer';
import { parseConfig } from 'page-renderer';
import { MemoryStore } from '../../dist/cache/stores/memory.js';
import { openCache } from '../../dist/cache/open.js';
import type { ResultCache } from '../../dist/cache/result-cache.js';
import { Metrics } from '../../dist/telemetry/metrics.js';
import { watchCache } from '../../dist/service-metrics.js';
import { eventually } from '../support/processes.ts';
import { noRedisServer, startRedis } from '../support/redis-server.ts';
import { ask, cacheOf, page, settle, silent, textOf, URL_ } from './support/asking.ts';
import { UNLIMITED } from './support/limits.ts';

const skip = noRedisServer() ?? false;

/** The two gauges, as Prometheus reads them. */
async function gauges(cache: ResultCache): Promise<{ up: string | undefined; writable: string | undefined }> {
  const metrics = new Metrics();
  watchCache(metrics, cache);
  const { body: text } = await metrics.text();
  const read = (name: string) => new RegExp(`^page_renderer_cache_${name} (\\d)$`, 'm').exec(text)?.[1];
  return { up: read('up'), writable: read('writable') };
}

test('page_renderer_cache_up was the only gauge, and 1 while every write failed', async () => {
  const store = new MemoryStore(UNLIMITED);
  const cache = cacheOf({}, store);
  const put = mock.method(store, 'put', () => Promise.reject(new Error('ENOSPC: no space left on device')));
  await ask(cache, page());
  await ask(cache, page());
  assert.equal((await cache.state()).writable, true, 'two failures may be chance');
  await ask(cache, page());
  await settle();
  assert.deepEqual(await gauges(cache), { up: '1', writable: '0' });
  put.mock.restore();
  await ask(cache, page());
  await settle();
  assert.deepEqual(await gauges(cache), { up: '1', writable: '1' });
});

test('a store that only writes in time is not used, although its writes succeed', async () => {
  const store = new MemoryStore(UNLIMITED);
  const cache = cacheOf({}, store);
  mock.method(store, 'get', () => Promise.reject(new Error('no answer within 1000 ms')));
  for (let request = 0; request < 5; request += 1) await ask(cache, page());
  assert.equal((await cache.state()).state, 'down');
});

test(
  'a Redis that is full still serves what it has, also if many requests need a lease at once',
  { skip },
  async () => {
    await using server = await startRedis();
    const admin = new Redis(server.url);
    const config = parseConfig({ cache: 'redis', cacheConfig: { redisUrl: server.url } });
    const cache = (await openCache(config, silent)) ?? assert.fail();
    try {
      await ask(cache, page({}, 'stored'));
      await eventually(async () => (await cache.state()).stored === 1, 'it is stored');
      await admin.call('CONFIG', 'SET', 'maxmemory', '1');
      const others = Array.from({ length: 12 }, (_, at) => ask(cache, page({}, 'other'), { url: `${URL_}${at}` }));
      for (const answered of await Promise.all(others)) assert.equal(textOf(answered), 'other');
      await settle();
      await eventually(async () => !(await cache.state()).writable, 'it is not writable');
      assert.equal((await cache.state()).state, 'ok');
      assert.equal((await ask(cache, page({}, 'new'))).source, 'hit');
      await admin.call('CONFIG', 'SET', 'maxmemory', '0');
      await ask(cache, page({}, 'new'), { url: `${URL_}new` });
      await eventually(async () => (await cache.state()).writable, 'it is writable again');
    } finally {
      admin.disconnect();
      await cache.close();
    }
  },
);

test('cache-unavailable said "does not respond" of a Redis that refuses', { skip }, async () => {
  await using server = await startRedis();
  const admin = new Redis(server.url);
  await admin.call('CONFIG', 'SET', 'requirepass', 'a-password');
  const config = parseConfig({ cache: 'redis', cacheConfig: { redisUrl: server.url } });
  const cache = (await openCache(config, silent)) ?? assert.fail();
  try {
    for (const attempt of [cache.requireReachable(), cache.remove({ by: 'all' })]) {
      await assert.rejects(attempt, ({ code, reason, shown }: RendererError) => {
        assert.equal(code, 'cache-unavailable');
        assert.match(reason, /NOAUTH/);
        assert.doesNotMatch(reason + shown, /does not respond/);
        assert.doesNotMatch(shown, /NOAUTH/);
        return true;
      });
    }
  } finally {
    admin.disconnect();
    await cache.close();
  }
});
