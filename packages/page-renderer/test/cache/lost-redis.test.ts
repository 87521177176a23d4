/** Nodes that lose their Redis at each moment of a render: every request is answered, and they agree again afterwards. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { mock, test } from 'node:test';
import { Redis } from 'ioredis';
import type { RendererError } from 'page-renderer';
import { parseConfig } from 'page-renderer';
import { openCache } from '../../dist/cache/open.js';
import type { ResultCache } from '../../dist/cache/result-cache.js';
import { eventually } from '../support/processes.ts';
import { noRedisServer, startRedis } from '../support/redis-server.ts';
import { ask, logged, page, settle, silent, textOf, URL_ } from './support/asking.ts';
import { keyOf } from './support/results.ts';

const skip = noRedisServer() ?? false;

async function node(redisUrl: string, logger = silent): Promise<ResultCache> {
  const cache = await openCache(parseConfig({ cache: 'redis', cacheConfig: { redisUrl, storeTimeout: 300 } }), logger);
  assert.ok(cache);
  return cache;
}

test('a Redis that is lost at any moment fails no request, is logged once, and is used again', { skip }, async () => {
  await using server = await startRedis();
  const { logger, lines } = logged();
  const [one, two] = [await node(server.url, logger), await node(server.url)];
  const other = new Redis(server.url);
  other.on('error', () => {});
  try {
    // While a page is rendered.
    const lost = await ask(one, async () => {
      await server.kill();
      // So many failures that it is not used for some time, not even to end the lease.
      for (const path of ['a', 'b', 'c']) await ask(one, page(), { url: URL_ + path });
      assert.equal((await one.state()).state, 'down');
      return page({}, 'during a render');
    });
    assert.deepEqual([textOf(lost), lost.kind === 'result' && lost.stored], ['during a render', false]);
    // Before the next one begins, on both nodes.
    assert.equal(textOf(await ask(one, page({}, 'alone'))), 'alone');
    assert.equal(textOf(await ask(two, page({}, 'alone, too'))), 'alone, too');
    await assert.rejects(one.remove({ by: 'all' }), { code: 'cache-unavailable', status: 503 });
    await assert.rejects(one.requireReachable(), { code: 'cache-unavailable' });
    assert.ok((await one.state()).failures.lease > 0);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /"message":"there is no connection to Redis/, 'the log says what is wrong');

    await server.start();
    const elapsed = performance.now.bind(performance);
    let ahead = 0;
    mock.method(performance, 'now', () => elapsed() + ahead);
    await eventually(async () => {
      // A store that failed repeatedly is not used for some time.
      ahead += 11_000;
      await ask(one, page({}, 'stored'));
      return (await two.lookUp(keyOf(URL_))).age === 'fresh';
    }, 'both use it again');
    await one.requireReachable();
    await eventually(async () => (await other.keys('*lease*')).length === 0, 'no lease is renewed any more');

    // While a node waits for another one.
    const url = `${URL_}waiting`;
    await other.set(`page-renderer:lease:${keyOf(url).id}`, 'another node', 'PX', 60_000);
    const messages = other.duplicate();
    messages.on('error', () => {});
    await messages.subscribe('page-renderer:nodes');
    let isWaiting = false;
    messages.on('message', (_, text: string) => (isWaiting ||= text.includes('"wanted"')));
    const waits = ask(one, page({}, 'no longer waiting'), { url });
    await eventually(() => isWaiting, 'it waits');
    messages.disconnect();
    await server.kill();
    assert.equal(textOf(await waits), 'no longer waiting');

    // It responds, but not in time.
    await server.start();
    server.hang(true);
    assert.equal(textOf(await ask(two, page({}, 'hangs'), { url: `${URL_}hangs` })), 'hangs');
    server.hang(false);
  } finally {
    mock.restoreAll();
    other.disconnect();
    await Promise.all([one.close(), two.close()]);
  }
});

test('after a failover, nodes use the new master, and a full Redis is named as the reason', { skip }, async () => {
  await using old = await startRedis();
  await using master = await startRedis();
  let leadsTo = old.url;
  // The address that the configuration names.
  const address = createServer((client) => {
    const server = connect(Number(new URL(leadsTo).port), '127.0.0.1');
    for (const socket of [client, server]) socket.on('error', () => {}).on('close', () => client.destroy());
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => void address.listen(0, '127.0.0.1', resolve));
  const one = await node(`redis://127.0.0.1:${(address.address() as AddressInfo).port}`);
  const [admin, other] = [new Redis(old.url), new Redis(master.url)];
  try {
    await ask(one, page());
    await admin.call('REPLICAOF', '127.0.0.1', new URL(master.url).port);
    leadsTo = master.url;
    const elapsed = performance.now.bind(performance);
    let ahead = 0;
    mock.method(performance, 'now', () => elapsed() + ahead);
    await eventually(async () => {
      ahead += 11_000;
      await ask(one, page(), { url: `${URL_}later` });
      return (await other.keys('*result:*')).length > 0;
    }, 'a result is stored in the new master');
    await one.remove({ by: 'all' });

    await other.call('CONFIG', 'SET', 'maxmemory', '1');
    await assert.rejects(one.remove({ by: 'all' }), ({ reason, shown }: RendererError) => {
      assert.match(reason, /^The cache failed, so results may still be in it; try again \(OOM /);
      assert.doesNotMatch(shown, /OOM/);
      return true;
    });
  } finally {
    mock.restoreAll();
    admin.disconnect();
    other.disconnect();
    await one.close();
    address.close();
  }
});

test('a node that is closed while it subscribes again leaves no rejection behind', { skip }, async () => {
  await using server = await startRedis();
  const port = Number(new URL(server.url).port);
  let isNew = true;
  let hasAsked = false;
  let lose = () => {};
  // A Redis that responds to everything but later subscriptions.
  const address = createServer((client) => {
    const redis = connect(port, '127.0.0.1');
    for (const socket of [client, redis])
      socket.on('error', () => {}).on('close', () => (client.destroy(), redis.destroy()));
    redis.pipe(client);
    client.on('data', (bytes) => {
      const subscribes = /subscribe/i.test(bytes.toString('latin1'));
      if (subscribes && isNew) lose = () => client.destroy();
      if (subscribes && !isNew) hasAsked = true;
      else redis.write(bytes);
    });
  });
  await new Promise<void>((resolve) => void address.listen(0, '127.0.0.1', resolve));
  const one = await node(`redis://127.0.0.1:${(address.address() as AddressInfo).port}`);
  const other = new Redis(server.url);
  try {
    const subscribers = async () => ((await other.pubsub('NUMSUB', 'page-renderer:nodes')) as [string, number])[1];
    await eventually(async () => (await subscribers()) === 1, 'it has subscribed');
    isNew = false;
    lose();
    await eventually(() => hasAsked, 'it subscribes again');
  } finally {
    other.disconnect();
    const closed = once(address, 'close');
    address.close();
    await one.close();
    await closed;
    // A rejection that nobody handles fails the test.
    await settle();
  }
});
