/** Several nodes with one Redis: one render for all of them, removals, failures, clocks and versions. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, mock, test } from 'node:test';
import { Redis } from 'ioredis';
import type { CacheConfig } from 'page-renderer';
import { parseConfig, RendererError } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { openCache } from '../../dist/cache/open.js';
import { pack } from '../../dist/cache/stores/pack.js';
import { RedisStore } from '../../dist/cache/stores/redis.js';
import type { Representation, ResultCache } from '../../dist/cache/result-cache.js';
import { eventually } from '../support/processes.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { noRedisServer, startRedis } from '../support/redis-server.ts';
import { ask, page, silent, textOf, URL_ } from './support/asking.ts';
import { keyOf, resultOf } from './support/results.ts';

const { id } = keyOf(URL_);
type Put = Parameters<RedisStore['put']>;
const PAGE = { by: 'page', pages: [id.slice(0, 32)] } as const;
const skip = noRedisServer() ?? false;

describe('nodes with one Redis', { skip }, () => {
  let server: RedisServer;
  let redis: Redis;
  let messages: Redis;
  /** Number of nodes that have begun to wait for another one. */
  let waiting = 0;
  const opened: ResultCache[] = [];
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    messages = new Redis(server.url);
    await messages.subscribe('page-renderer:nodes');
    messages.on('message', (_, text: string) => (waiting += Number(text.includes('"wanted"'))));
  });
  afterEach(async () => {
    mock.restoreAll();
    waiting = 0;
    await Promise.all(opened.splice(0).map((cache) => cache.close()));
    await redis.flushall();
  });
  after(async () => {
    redis.disconnect();
    messages.disconnect();
    await server[Symbol.asyncDispose]();
  });

  async function node(cacheConfig: Partial<CacheConfig> = {}, timeout = stretched(10_000)): Promise<ResultCache> {
    const base = { redisUrl: server.url, storeTimeout: stretched(2_000) };
    const cache = await openCache(
      parseConfig({ cache: 'redis', timeout, cacheConfig: { ...base, ...cacheConfig } }),
      silent,
    );
    assert.ok(cache);
    opened.push(cache);
    return cache;
  }
  const nodes = (count: number, config: Partial<CacheConfig> = {}) =>
    Promise.all(Array.from({ length: count }, () => node(config)));
  const listening = (count: number) =>
    eventually(async () => {
      const [, subscribers] = (await redis.pubsub('NUMSUB', 'page-renderer:nodes')) as [string, number];
      return subscribers === count + 1;
    }, 'all nodes listen');
  /** A render that ends when it is told to. */
  const held = () => {
    const begun = Promise.withResolvers<void>();
    const { promise, resolve, reject } = Promise.withResolvers<Representation>();
    const render = () => {
      begun.resolve();
      return promise;
    };
    return { render, begun: begun.promise, resolve, reject };
  };
  const never = async (): Promise<Representation> => assert.fail('rendered twice');

  test('share one render: the others wait for its result', async () => {
    const [one, two, three] = (await nodes(3)) as [ResultCache, ResultCache, ResultCache];
    const first = held();
    const answer = ask(one, first.render);
    await first.begun;
    const others = [ask(two, never), ask(two, never), ask(three, never)];
    await eventually(() => waiting === 2, 'the others wait');
    first.resolve(page({}, 'shared'));
    assert.equal((await answer).source, 'miss');
    for (const other of await Promise.all(others)) {
      assert.deepEqual([other.source, textOf(other)], ['collapsed', 'shared']);
    }
    assert.equal((await ask(two, never)).source, 'hit');
    await eventually(async () => (await redis.keys('*lease*')).length === 0, 'the lease has ended');
  });

  test('take over the render of a node that is gone, when its lease has ended', async () => {
    const one = await node();
    await redis.set(`page-renderer:lease:${id}`, 'a node that was killed', 'PX', 700);
    const asked = ask(one, page({}, 'taken over'));
    assert.equal(await redis.exists(`page-renderer:lease:${id}`), 1);
    assert.equal(textOf(await asked), 'taken over');
  });

  test('do not wait longer than a request may take', async () => {
    const one = await node({}, 300);
    await redis.set(`page-renderer:lease:${id}`, 'a node that renders', 'PX', 60_000);
    await assert.rejects(ask(one, never), { code: 'overloaded', status: 503, retryAfter: 60 });
  });

  test('render alone after the render of another one failed for its own reasons', async () => {
    const [one, two] = (await nodes(2)) as [ResultCache, ResultCache];
    const first = held();
    const answer = ask(one, first.render);
    await first.begun;
    const other = ask(two, page({}, 'the second'));
    first.reject(new RendererError('browser-unavailable', 'gone'));
    await assert.rejects(answer, { code: 'browser-unavailable' });
    assert.equal(textOf(await other), 'the second');
  });

  test('do not wait for each other when a page gives nothing that can be stored', async () => {
    const [one, two, three] = (await nodes(3)) as [ResultCache, ResultCache, ResultCache];
    await listening(3);
    const first = held();
    const answer = ask(one, first.render);
    await first.begun;
    const both = [held(), held()] as const;
    const others = [ask(two, both[0].render), ask(three, both[1].render)];
    await eventually(() => waiting === 2, 'the others wait');
    first.resolve(page({ verdict: 'budget' }, 'partial'));
    assert.equal(textOf(await answer), 'partial');
    // At the same time.
    await Promise.all(both.map(({ begun }) => begun));
    for (const { resolve } of both) resolve(page({ verdict: 'budget' }, 'partial, too'));
    assert.deepEqual((await Promise.all(others)).map(textOf), ['partial, too', 'partial, too']);
  });

  test('tell each other how urgent a render is', async () => {
    const [one, two] = (await nodes(2)) as [ResultCache, ResultCache];
    await listening(2);
    const raised = Promise.withResolvers<void>();
    const answer = ask(
      one,
      async (_, __, urgency) => {
        urgency.onRaised(() => raised.resolve());
        await raised.promise;
        return page({}, urgency.priority);
      },
      { priority: 'training' },
    );
    await eventually(async () => (await redis.keys('*lease*')).length === 1, 'one renders');
    const other = ask(two, never, { priority: 'person' });
    assert.equal(textOf(await answer), 'person');
    assert.equal(textOf(await other), 'person');
  });

  test('neither store nor share a render that began before a removal on another node', async () => {
    const [one, two] = (await nodes(2)) as [ResultCache, ResultCache];
    const old = held();
    const before = ask(one, old.render);
    await old.begun;
    await two.remove(PAGE);
    // From here on, the removal is confirmed.
    const after = ask(one, page({}, 'new'));
    old.resolve(page({}, 'old'));
    assert.equal(textOf(await before), 'old');
    assert.equal(textOf(await after), 'new');
    assert.equal(textOf(await ask(two, never)), 'new');
  });

  test('answer a removal of any kind in the same way', async () => {
    for (const selection of [{ by: 'all' }, { by: 'tag', tag: 'a' }, { by: 'prefix', prefix: URL_ }] as const) {
      const [one, two] = (await nodes(2)) as [ResultCache, ResultCache];
      const old = held();
      const before = ask(one, old.render);
      await old.begun;
      await two.remove(selection);
      old.resolve(page({}, 'old'));
      await before;
      assert.equal(textOf(await ask(two, page({}, 'new'))), 'new', selection.by);
      await redis.flushall();
    }
  });

  test('remember errors of the target together, but no lack of slots', async () => {
    const [one, two] = (await nodes(2, { errorDurationSeconds: 60 })) as [ResultCache, ResultCache];
    const refused = new RendererError('connection-failed', 'refused the connection');
    await assert.rejects(
      ask(one, () => Promise.reject(refused)),
      { code: 'connection-failed' },
    );
    await assert.rejects(ask(two, never), { code: 'connection-failed', reason: 'refused the connection' });
    // A refresh renders; a removal makes both forget it.
    assert.equal(textOf(await ask(two, page({ status: 503 }, 'down'), { refresh: true })), 'down');
    const known = await ask(one, never);
    assert.deepEqual([known.source, textOf(known)], ['hit', 'down']);
    await one.remove(PAGE);
    await assert.rejects(
      ask(two, () => Promise.reject(new RendererError('overloaded', 'full'))),
      { code: 'overloaded' },
    );
    assert.equal(textOf(await ask(one, page({}, 'up again'))), 'up again');
  });

  test('agree on the age of results, although the clock of one of them jumps', async () => {
    const [one, two] = (await nodes(2, { cacheDurationMinutes: 10, staleIfErrorMinutes: 10 })) as [
      ResultCache,
      ResultCache,
    ];
    const now = Date.now.bind(Date);
    for (const jump of [3_600_000, -3_600_000]) {
      mock.method(Date, 'now', () => now() + jump);
      assert.equal(textOf(await ask(one, page({}, 'page'))), 'page');
      await eventually(async () => (await redis.keys('*result*')).length === 1, 'it is stored');
      const { result, age } = await one.lookUp(keyOf(URL_));
      assert.ok(Math.abs((result?.storedAt ?? 0) - now()) < 60_000);
      assert.equal(age, 'fresh');
      mock.restoreAll();
      assert.equal((await two.lookUp(keyOf(URL_))).age, 'fresh');
      // A removal by the other one applies to a render that began before it.
      const old = held();
      mock.method(Date, 'now', () => now() + jump);
      const refreshed = ask(one, old.render, { refresh: true });
      await old.begun;
      await two.remove(PAGE);
      old.resolve(page({}, 'old'));
      await refreshed;
      mock.restoreAll();
      assert.equal((await two.lookUp(keyOf(URL_))).result, undefined);
    }
  });

  test('of two versions leave each other’s results alone, and removals remove both', async () => {
    const one = await node();
    const name = `page-renderer:result:${id}`;
    const newer = pack(resultOf(keyOf(URL_))) ?? Buffer.alloc(0);
    newer.write('PRC4');
    await redis.set(name, newer);
    await redis.zadd('page-renderer:used', Date.now(), id);
    assert.equal(textOf(await ask(one, page({}, 'of this version'))), 'of this version');
    await eventually(async () => textOf(await ask(one, page({}, 'again'))) === 'again', 'it is not stored');
    // Also as long as Redis has not said that it has a newer one.
    const said = Promise.withResolvers<void>();
    const put = mock.method(RedisStore.prototype, 'put', async function (this: RedisStore, ...result: Put) {
      await said.promise;
      put.mock.restore();
      return this.put(...result);
    });
    await eventually(async () => (await ask(one, page({}, 'shared'))).source === 'miss', 'it is rendered');
    const shared = await ask(one, never);
    assert.deepEqual([shared.source, textOf(shared)], ['collapsed', 'shared']);
    said.resolve();
    await eventually(async () => (await ask(one, page({}, 'alone'))).source === 'miss', 'it is not stored');
    assert.deepEqual(await redis.getBuffer(name), newer);
    const { answers, failures } = await one.state();
    assert.deepEqual([answers.hit, failures.garbage], [0, 0]);
    await one.remove({ by: 'tag', tag: 'any' });
    assert.equal(await redis.exists(name), 0);
    const older = Buffer.from(newer);
    older.write('PRC1');
    await redis.set(name, older);
    await ask(one, page({}, 'replaced'));
    await eventually(async () => textOf(await ask(one, page())) === 'replaced', 'it is stored');
  });

  test('ignore messages that they do not know', async () => {
    const one = await node();
    await listening(1);
    for (const message of ['', '{', '{"kind":"other"}', '{"kind":"removed","from":"x","selection":{"by":"moon"}}']) {
      await redis.publish('page-renderer:nodes', message);
    }
    assert.equal(textOf(await ask(one, page({}, 'page'))), 'page');
  });
});
