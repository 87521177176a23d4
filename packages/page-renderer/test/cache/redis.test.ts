/** Results in a real Redis, under a prefix of their own. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Redis } from 'ioredis';
import { RedisStore } from '../../dist/cache/redis.js';
import { UNLIMITED } from './support/limits.ts';
import { keyOf, resultOf } from './support/results.ts';
import { storeSuite } from './support/store-suite.ts';

const URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const PREFIX = `page-renderer-test-${process.pid}:`;
const redis = new Redis(URL);
const connect = () => new Redis(URL);

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const some of redis.scanStream({ match: `${PREFIX}*`, count: 1_000 })) found.push(...(some as string[]));
  return found;
}
const empty = async () => {
  const found = await keys();
  if (found.length > 0) await redis.del(...found);
};
after(async () => {
  await empty();
  redis.disconnect();
});

storeSuite('redis', async () => ({
  open: async (limits) => new RedisStore(connect(), PREFIX, limits),
  again: async (limits) => new RedisStore(connect(), PREFIX, limits),
  empty,
  spoil: async ({ id }, bytes) => void (await redis.set(`${PREFIX}result:${id}`, bytes)),
}));

test('the redis cache leaves keys of others alone, and lets Redis expire its own', async () => {
  await empty();
  await redis.set(`${PREFIX.slice(0, -1)}other`, 'kept', 'EX', 60);
  const store = new RedisStore(connect(), PREFIX, { ...UNLIMITED, keptFor: 60_000 });
  const key = keyOf('https://a.test/');
  await store.put(key.id, resultOf(key));
  const left = await redis.pttl(`${PREFIX}result:${key.id}`);
  assert.ok(left > 50_000 && left <= 60_000, String(left));
  await store.remove({ by: 'all' }, false);
  assert.deepEqual(await keys(), []);
  assert.equal(await redis.getdel(`${PREFIX.slice(0, -1)}other`), 'kept');
  await store.close();
});

test('what Redis has expired by itself is not counted for good', async () => {
  await empty();
  const store = new RedisStore(connect(), PREFIX, { ...UNLIMITED, keptFor: 20 });
  for (const url of ['https://a.test/', 'https://b.test/', 'https://c.test/']) {
    await store.put(keyOf(url).id, resultOf(keyOf(url)));
    await new Promise((resolve) => void setTimeout(resolve, 40));
  }
  assert.ok((await store.count()) <= 1);
  assert.equal(await store.get(keyOf('https://a.test/').id), undefined);
  await store.close();
});
