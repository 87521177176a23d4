/** Entries in Redis that were made up to exhaust the memory of a node. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Redis } from 'ioredis';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { pack, unpack } from '../../dist/cache/pack.js';
import { eventually } from '../support/processes.ts';
import { noRedisServer, startRedis } from '../support/redis-server.ts';
import { startSite } from '../support/site.ts';

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
