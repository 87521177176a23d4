/** Results in a real Redis, under a separate prefix; skipped if none responds. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { connect as tcp, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { openCache } from '../../dist/cache/open.js';
import { RedisStore } from '../../dist/cache/stores/redis.js';
import { parseConfig } from 'page-renderer';
import { accepts, serverAt, skipWithout } from '../../../../testing/servers.ts';
import { UNLIMITED } from './support/limits.ts';
import { keyOf, resultOf } from './support/results.ts';
import { storeSuite } from './support/store-suite.ts';

const URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const PREFIX = `page-renderer-test-${process.pid}:`;
const connect = () => new Redis(URL);
const redis = new Redis(URL, { lazyConnect: true });

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const some of redis.scanStream({ match: `${PREFIX}*`, count: 1_000 })) found.push(...(some as string[]));
  return found;
}
const empty = async () => {
  const found = await keys();
  if (found.length > 0) await redis.del(...found);
};

async function withStore(keptFor: number, use: (store: RedisStore) => Promise<void>): Promise<void> {
  await empty();
  const store = new RedisStore(connect(), PREFIX, { ...UNLIMITED, keptFor });
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

function redisSuite(): void {
  after(async () => {
    await empty();
    redis.disconnect();
  });

  storeSuite('redis', async () => ({
    open: async (limits) => new RedisStore(connect(), PREFIX, limits),
    again: async (limits) => new RedisStore(connect(), PREFIX, limits),
    empty,
    corrupt: async ({ id }, bytes) => void (await redis.set(`${PREFIX}result:${id}`, bytes)),
  }));

  test('the redis cache does not touch other keys, and lets Redis expire its own', async () => {
    const other = `${PREFIX.slice(0, -1)}other`;
    await redis.set(other, 'kept', 'EX', 60);
    await withStore(60_000, async (store) => {
      const key = keyOf('https://a.test/');
      await store.put(key.id, resultOf(key));
      const left = await redis.pttl(`${PREFIX}result:${key.id}`);
      assert.ok(left > 50_000 && left <= 60_000, String(left));
      await store.remove({ by: 'all' }, false);
      // As long as a render that began before it may run.
      assert.deepEqual(await keys(), [`${PREFIX}removed:all`]);
      assert.ok((await redis.pttl(`${PREFIX}removed:all`)) > 0);
    });
    assert.equal(await redis.getdel(other), 'kept');
  });

  test('a Redis that hangs makes a removal fail, not hang', async () => {
    const { hostname, port } = new globalThis.URL(URL);
    const sockets = new Set<Socket>();
    const proxy = createServer((client) => {
      const server = tcp(Number(port || 6379), hostname);
      for (const socket of [client, server]) sockets.add(socket.on('error', () => {}));
      client.pipe(server).pipe(client);
    });
    await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
    const redisUrl = `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const config = parseConfig({ cache: 'redis', cacheConfig: { redisUrl, redisPrefix: PREFIX } });
    const cache = await openCache(config, pino({ level: 'silent' }));
    assert.ok(cache);
    try {
      await cache.remove({ by: 'all' });
      for (const socket of sockets) socket.unpipe().pause();
      await assert.rejects(cache.remove({ by: 'all' }), { code: 'cache-unavailable' });
    } finally {
      await cache.close();
      for (const socket of sockets) socket.destroy();
      proxy.close();
    }
  });

  test('a value of another type under the key of a result is removed with it', async () => {
    await withStore(60_000, async (store) => {
      const key = keyOf('https://a.test/');
      await store.put(key.id, resultOf(key));
      await redis.del(`${PREFIX}result:${key.id}`);
      await redis.lpush(`${PREFIX}result:${key.id}`, 'not a result');
      assert.equal((await store.remove({ by: 'all' }, false)).count, 1);
      assert.deepEqual(await keys(), [`${PREFIX}removed:all`]);
    });
  });

  test('results that Redis has expired are not counted permanently', async () => {
    await withStore(20, async (store) => {
      for (const url of ['https://a.test/', 'https://b.test/', 'https://c.test/']) {
        await store.put(keyOf(url).id, resultOf(keyOf(url)));
        await sleep(40);
      }
      assert.ok((await store.count()) <= 1);
      assert.equal(await store.get(keyOf('https://a.test/').id), undefined);
    });
  });
}

if (await accepts(URL)) redisSuite();
else skipWithout('on Redis', serverAt('Redis', URL), () => 10);

test('a full Redis refuses results, but stored ones can be read and removed', async (context) => {
  if (spawnSync('redis-server', ['--version']).error) return context.skip('redis-server is not installed');
  const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-redis-'));
  const socket = path.join(folder, 'redis.sock');
  const limits = ['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction', '--save', '', '--dir', folder];
  const server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, ...limits], { stdio: 'ignore' });
  const client = new Redis(socket, { retryStrategy: () => 20 });
  // Until it listens.
  client.on('error', () => {});
  const store = new RedisStore(client, PREFIX, UNLIMITED);
  try {
    const key = (page: number) => keyOf(`https://example.com/${page}`);
    const fill = async () => {
      for (let page = 0; page < 100; page++) {
        await store.put(key(page).id, resultOf(key(page), { bodies: { identity: randomBytes(100_000) } }));
      }
    };
    await assert.rejects(fill, /OOM/);
    assert.ok(await store.get(key(0).id));
    const count = await store.count();
    assert.ok(count > 1);
    assert.equal((await store.remove({ by: 'prefix', prefix: 'https://example.com/' }, false)).count, count);
    assert.equal(await store.put(key(0).id, resultOf(key(0), { begunAt: Date.now() + 2 })), true);
  } finally {
    await store.close();
    server.kill();
    rmSync(folder, { recursive: true });
  }
});
