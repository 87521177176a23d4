/** Jobs on BullMQ, with a real Redis: several processes share the work. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, describe, mock, test } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { LocalPace } from '../../dist/crawl/pace/pace.js';
import { RedisPace } from '../../dist/crawl/pace/redis-pace.js';
import { accepts, serverAt, skipWithout } from '../../../../testing/servers.ts';
import { eventually } from '../support/processes.ts';
import { noRedisServer, startRedis } from '../support/redis-server.ts';
import { startSite } from '../support/site.ts';
import { metricsOf, pageOf, phaseOf, sitemapOf, startWarming, VARIANTS } from './support.ts';

const REDIS = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const skip = noRedisServer() ?? false;
const PREFIX = `warming-test-${process.pid}:`;
const shared = (more: object = {}) => ({
  cache: 'redis',
  cacheConfig: { redisUrl: REDIS, redisPrefix: PREFIX },
  ...more,
});
const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`);

function suite(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'bullmq-'));
  const redis = new Redis(REDIS, { lazyConnect: true });
  const empty = async () => {
    for await (const some of redis.scanStream({ match: `${PREFIX}*`, count: 1_000 })) {
      if ((some as string[]).length > 0) await redis.del(...(some as string[]));
    }
  };
  afterEach(empty);
  after(() => {
    redis.disconnect();
    rmSync(folder, { recursive: true });
  });

  test('several nodes work on one job; each page is rendered once', async () => {
    await using site = await startSite({
      '/s.xml': (_, response) => void response.end(sitemapOf(site.url, paths(100))),
    });
    const options = shared({ site: site.url });
    await using one = await startWarming(options, () =>
      eventually(() => two.rendered.length > 0, 'b').then(() => pageOf('a')),
    );
    await using two = await startWarming(options, () =>
      eventually(() => one.rendered.length > 0, 'a').then(() => pageOf('b')),
    );
    const { id } = await one.warming.warmSitemap(`${site.url}/s.xml`, VARIANTS);
    two.warming.start();
    assert.equal((await two.warming.warmSitemap(`${site.url}/s.xml`, VARIANTS)).id, id, 'the same job');
    const job = await phaseOf(two.warming, id, 'done');
    assert.deepEqual([job.found, job.done, job.fresh, job.failed], [100, 100, 0, 0]);
    assert.equal(new Set([...one.rendered, ...two.rendered]).size, 100);
    assert.equal(one.rendered.length + two.rendered.length, 100);
    for (const node of [one, two]) {
      const { sum } = await metricsOf(node);
      assert.equal(sum('page_renderer_warming_pages_total', { result: 'done' }), node.rendered.length);
      assert.equal(sum('page_renderer_warming_jobs', { state: 'done' }), 1, 'both report the same job');
    }
    assert.equal(site.requests.filter((request) => request === '/s.xml').length, 1);
    const keys = await redis.keys(`${PREFIX}warming:bull:pages:${id}*`);
    assert.deepEqual(keys, [], 'no task is left in Redis');
  });

  test('a closed node puts its part back, and the job goes on elsewhere, also after a cancelled one', async () => {
    const urls = paths(30).map((one) => `http://127.0.0.1${one}`);
    const first = await startWarming(shared(), (_, signal) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('over')));
      });
    });
    const cancelled = await first.warming.warmUrls(['http://127.0.0.1/never'], VARIANTS);
    await first.warming.cancel(cancelled.id);
    const { id } = await first.warming.warmUrls([...urls, 'ftp://127.0.0.1/'], VARIANTS);
    await eventually(() => first.rendered.length === 2, 'two pages are being rendered');
    await first[Symbol.asyncDispose]();
    await using second = await startWarming(shared(), (url) => pageOf('', url.endsWith('/7') ? { status: 500 } : {}));
    second.warming.start();
    const job = await phaseOf(second.warming, id, 'done');
    assert.deepEqual([job.found, job.done, job.failed, job.refused], [30, 29, 1, 1]);
    assert.deepEqual(
      job.errors.map(({ url }) => url),
      ['ftp://127.0.0.1/', 'http://127.0.0.1/7'],
    );
    assert.equal((await second.warming.job(cancelled.id))?.phase, 'cancelled');
    assert.equal((await second.warming.jobs()).length, 2);
  });

  test('a job whose addresses were all refused has failed', async () => {
    await using node = await startWarming(shared());
    node.warming.start();
    const { id } = await node.warming.warmUrls(['ftp://127.0.0.1/', 'nothing'], VARIANTS);
    const job = await phaseOf(node.warming, id, 'failed');
    assert.deepEqual([job.found, job.done, job.fresh, job.failed, job.refused], [0, 0, 0, 0, 2]);
    assert.equal(job.errors.length, 2);
    const failing = await node.warming.warmUrls(['ftp://127.0.0.1/', 'http://127.0.0.1/fresh'], VARIANTS);
    assert.equal((await phaseOf(node.warming, failing.id, 'done')).done, 1, 'something came of this one');
  });

  test('a Redis that is away is a clear error, and the work continues when it is back', async () => {
    const { hostname, port } = new URL(REDIS);
    const sockets = new Set<Socket>();
    let isUp = true;
    const proxy = createServer((client) => {
      if (!isUp) return void client.destroy();
      const server = connect(Number(port || 6379), hostname);
      for (const socket of [client, server]) sockets.add(socket.on('error', () => {}));
      client.pipe(server).pipe(client);
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    const redisUrl = `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const options = shared({ cacheConfig: { redisUrl, redisPrefix: PREFIX } });
    const { promise: go, resolve } = Promise.withResolvers<void>();
    await using bench = await startWarming(options, () => go.then(() => pageOf('a')));
    const { id } = await bench.warming.warmUrls(
      paths(5).map((one) => `http://127.0.0.1${one}`),
      VARIANTS,
    );
    await eventually(() => bench.rendered.length > 0, 'a page is being rendered');
    isUp = false;
    for (const socket of sockets) socket.destroy();
    await assert.rejects(bench.warming.job(id), { code: 'warming-unavailable', message: /Redis does not respond/ });
    resolve();
    isUp = true;
    let done = 0;
    await eventually(async () => {
      const job = await bench.warming.job(id).catch(() => undefined);
      done = (job?.done ?? 0) + (job?.fresh ?? 0);
      return job?.phase === 'done';
    }, 'the job is done');
    assert.equal(done, 5);
    await bench.warming.close();
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });

  test('a policy of Redis that may remove jobs is named in the log, and the right one is not', { skip }, async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const printed = mock.method(console, 'warn', () => {});
    await using server = await startRedis();
    const admin = new Redis(server.url);
    try {
      for (const policy of ['volatile-lru', 'allkeys-lru']) {
        await admin.config('SET', 'maxmemory-policy', policy);
        await using bench = await startWarming({ cache: 'redis', cacheConfig: { redisUrl: server.url }, logger });
        await bench.warming.jobs();
      }
      assert.equal(lines.length, 1, lines.join(''));
      assert.match(lines[0] ?? '', /"policy":"allkeys-lru".*set its maxmemory-policy to volatile-lru/);
      assert.equal(printed.mock.callCount(), 0, 'BullMQ asks for another policy');
    } finally {
      mock.restoreAll();
      admin.disconnect();
    }
  });

  test('the clock of a node may be wrong: a refresh and the times of a job are by the clock of Redis', async () => {
    await using bench = await startWarming(shared());
    const url = 'http://127.0.0.1/a';
    await phaseOf(bench.warming, (await bench.warming.warmUrls([url], VARIANTS)).id, 'done');
    const seconds = Number((await redis.time())[0]);
    mock.timers.enable({ apis: ['Date'], now: (seconds + 7_200) * 1_000 });
    try {
      const { id } = await bench.warming.refresh('');
      const { found, done, createdAt } = await phaseOf(bench.warming, id, 'done');
      assert.deepEqual([found, done, bench.rendered.length], [1, 1, 2]);
      assert.ok(createdAt / 1_000 - seconds < 3_600, 'not in two hours');
      const again = await bench.warming.warmUrls([url], VARIANTS);
      assert.equal((await phaseOf(bench.warming, again.id, 'done')).fresh, 1, 'what was refreshed is not outdated');
    } finally {
      mock.timers.reset();
    }
  });

  test('a node that was stopped for some time does not count its page as failed: it is repeated', async () => {
    let isFirst = true;
    await using bench = await startWarming(shared({ lease: 400 }), async () => {
      if (!isFirst) return pageOf('a');
      isFirst = false;
      // What it finds when it continues.
      await redis.del(...(await redis.keys(`${PREFIX}warming:bull:pages:*:lock`)));
      return pageOf('', { status: 500 });
    });
    const { id } = await bench.warming.warmUrls(['http://127.0.0.1/a'], VARIANTS);
    const { done, failed } = await phaseOf(bench.warming, id, 'done');
    assert.deepEqual([done, failed], [1, 0]);
  });

  test('a killed node loses nothing', async () => {
    const urls = paths(45).map((one) => `http://127.0.0.1${one}`);
    const file = path.join(folder, 'node.ts');
    writeFileSync(
      file,
      `import { startWarming, pageOf } from ${JSON.stringify(import.meta.resolve('./support.ts'))};
       const bench = await startWarming(${JSON.stringify(shared({ lease: 400 }))}, () => { process.send('rendered'); return pageOf('a'); });
       bench.warming.start();
       setInterval(() => {}, 1_000);`,
    );
    const child: ChildProcess = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    let rendered = 0;
    const killed = new Promise<void>((resolve) => {
      child.on('message', () => {
        if ((rendered += 1) === 3) child.kill('SIGKILL');
      });
      child.once('exit', () => resolve());
    });
    // This one adds the job, and works only after the other one was killed.
    const { promise: go, resolve } = Promise.withResolvers<void>();
    await using bench = await startWarming(shared({ lease: 400 }), () => go.then(() => pageOf('b')));
    const { id } = await bench.warming.warmUrls(urls, VARIANTS);
    await killed;
    resolve();
    const job = await phaseOf(bench.warming, id, 'done');
    assert.deepEqual([job.found, job.done + job.fresh, job.failed], [45, 45, 0]);
  });

  describe('the rate of a site', () => {
    const rules = { name: PREFIX, interval: 1_000, concurrency: 3, hours: undefined };
    for (const [name, paceOf] of [
      ['of one process', () => new LocalPace()],
      ['of all processes', () => new RedisPace(redis, PREFIX)],
    ] as const) {
      test(`${name}: turns are an interval apart, limited in number, and none while it is left alone`, async () => {
        const pace = paceOf();
        const turns = [];
        for (let count = 0; count < 3; count += 1) turns.push(await pace.enter(rules));
        const waits = turns.map((turn) => (turn.kind === 'go' ? turn.after : NaN));
        assert.ok(waits[0]! < 50 && waits[1]! > 800 && waits[1]! <= 1_000 && waits[2]! > 1_700, waits.join(' '));
        assert.equal((await pace.enter(rules)).kind, 'later');
        for (const turn of turns) if (turn.kind === 'go') await turn.leave();
        assert.equal((await pace.enter(rules)).kind, 'go');
        const far = await pace.enter({ ...rules, concurrency: 99 });
        assert.equal(far.kind, 'go');
        assert.equal((await pace.enter({ ...rules, concurrency: 99, interval: 60_000 })).kind, 'go');
        const later = await pace.enter({ ...rules, concurrency: 99, interval: 60_000 });
        assert.ok(later.kind === 'later' && later.wait > 30_000, JSON.stringify(later));
        await pace.backOff(rules, 7_000);
        const alone = await pace.enter(rules);
        assert.ok(alone.kind === 'later' && alone.wait > 5_000 && alone.wait <= 7_000, JSON.stringify(alone));
      });
    }
  });
}

if (await accepts(REDIS)) suite();
else skipWithout('warming with BullMQ', serverAt('Redis', REDIS), () => 7);
