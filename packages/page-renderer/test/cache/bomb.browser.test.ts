/** Entries in Redis that were made up to exhaust the memory of a node. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Redis } from 'ioredis';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { pack, unpack } from '../../dist/cache/stores/pack.js';
import { RedisNodes } from '../../dist/cache/nodes/redis-nodes.js';
import { RedisStore } from '../../dist/cache/stores/redis.js';
import { SharedClock } from '../../dist/cache/stores/shared-clock.js';
import { eventually } from '../support/processes.ts';
import { noRedisServer, startRedis } from '../support/redis-server.ts';
import { startSite } from '../support/site.ts';
import { UNLIMITED } from './support/limits.ts';
import { keyOf, resultOf } from './support/results.ts';

const ADMIN = 'a-token-of-this-test';

test('a stored gzip bomb was unpacked without limit', { skip: noRedisServer() ?? false }, async () => {
  await using server = await startRedis();
  await using site = await startSite({ '/': `<h1>the page</h1>${'<p>words</p>'.repeat(200)}` });
  const redis = new Redis(server.url);
  await using renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(10_000),
    logLevel: 'silent',
    adminToken: ADMIN,
    cache: 'redis',
    cacheConfig: { redisUrl: server.url },
  });
  // Nothing is accepted in a coding, so that the node decodes it.
  const ask = async () => {
    const target = encodeURIComponent(`${site.url}/`);
    const headers = { 'Accept-Encoding': 'identity' };
    const response = await renderer.fetch(new Request(`http://renderer.test/render/${target}`, { headers }));
    return { status: response.status, html: await response.text() };
  };
  const garbage = async () => {
    const request = new Request('http://renderer.test/cache', { headers: { Authorization: `Bearer ${ADMIN}` } });
    const { failures } = (await (await renderer.fetch(request)).json()) as { failures: { garbage: number } };
    return failures.garbage;
  };
  try {
    await ask();
    let key = '';
    await eventually(async () => ([key = ''] = await redis.keys('*result:*')).length === 1, 'it is stored');
    const real = unpack((await redis.getBuffer(key)) ?? Buffer.alloc(0), Infinity) ?? assert.fail();
    const zeros = gzipSync(Buffer.alloc(100_000_000));
    for (const [what, size] of [
      ['says that it is larger than any page', 100_000_000],
      ['says that it is small', 1_000],
      ['says another size', 60_000_000],
    ] as const) {
      const before = await garbage();
      await redis.set(key, pack({ ...real, bodies: { gzip: zeros }, size }) ?? assert.fail());
      const { status, html } = await ask();
      assert.equal(status, 200, what);
      assert.match(html, /the page/, what);
      assert.ok((await garbage()) > before, `${what}: counted`);
    }
  } finally {
    redis.disconnect();
  }
});

test('an entry of many megabytes was read before it was refused', { skip: noRedisServer() ?? false }, async () => {
  await using server = await startRedis();
  const [redis, subscriber, admin] = [new Redis(server.url), new Redis(server.url), new Redis(server.url)];
  const limits = { ...UNLIMITED, maxStored: 50_000 };
  const store = new RedisStore(redis, 'test:', limits);
  const nodes = new RedisNodes(redis, subscriber, 'test:', new SharedClock(), limits);
  const { id } = keyOf('https://a.test/');
  const large = { bodies: { identity: Buffer.alloc(60_000) }, size: 60_000 };
  const sent = async () => Number(/total_net_output_bytes:(\d+)/.exec(await admin.info('stats'))?.[1]);
  try {
    // A result that could not be read is not stored.
    assert.equal(await store.put(id, resultOf(keyOf('https://a.test/'), large)), false);
    assert.equal(await store.get(id), undefined);
    await admin.zadd('test:used', 1, id);
    // A header of 50 MB, by its own account.
    await admin.set(`test:result:${id}`, Buffer.from([...Buffer.from('PRC3'), 0, 0, 0, 0, 3, 0, 0, 0]));
    await admin.setrange(`test:result:${id}`, 60_000_000, 'x');
    await admin.set(`test:failed:${id}`, '0 ');
    await admin.setrange(`test:failed:${id}`, 60_000_000, 'x');
    const before = await sent();
    await assert.rejects(store.get(id), { name: 'GarbageError' });
    assert.equal((await nodes.begin(id)).kind, 'taken');
    await store.list({ selection: { by: 'all' }, text: '', after: null, limit: 10 });
    assert.equal((await store.remove({ by: 'prefix', prefix: 'https://a.test/' }, true)).count, 0);
    assert.ok((await sent()) - before < 1_000_000);
  } finally {
    await nodes.close();
    await store.close();
    admin.disconnect();
  }
});
