/** Refreshing: everything after a deployment, and what is requested often. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, mock, test } from 'node:test';
import { cacheKey } from '../../dist/cache/keys/key.js';
import { Demand } from '../../dist/cache/results/demand.js';
import { epochsAsText, epochsIn, isOutdated, withEpoch } from '../../dist/cache/results/epochs.js';
import { eventually } from '../support/processes.ts';
import type { WarmBench } from './support.ts';
import { pageOf, phaseOf, startWarming, VARIANTS } from './support.ts';

const DAY = 24 * 3_600_000;
const urls = (count: number) => Array.from({ length: count }, (_, at) => `http://127.0.0.1/${at}`);

async function warmed(bench: WarmBench, count: number): Promise<void> {
  const { id } = await bench.warming.warmUrls(urls(count), VARIANTS);
  await phaseOf(bench.warming, id, 'done');
  bench.rendered.splice(0);
}

/** The texts of all stored keys, by address. */
async function keysOf({ cache }: WarmBench): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for await (const { metadata } of cache.list({ by: 'all' })) keys.set(metadata.url, metadata.key);
  return keys;
}

async function ageOf({ cache }: WarmBench, key: string): Promise<string> {
  const [kind, url, variant, configuration] = JSON.parse(key) as ['render', string, string, string];
  const made = cacheKey(kind, new URL(url), JSON.parse(variant) as object, configuration);
  assert.equal(made.text, key, 'a request can be made from its key');
  return (await cache.lookUp(made)).age;
}

describe('after a refresh', () => {
  test('everything is served, and renewed in the order of demand', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    let isHeld = false;
    await using bench = await startWarming({ warmingConcurrency: 1 }, () =>
      (isHeld ? go : Promise.resolve()).then(() => pageOf('a')),
    );
    await warmed(bench, 30);
    const keys = await keysOf(bench);
    for (const [index, count] of [
      [17, 5],
      [23, 9],
      [3, 1],
    ] as const) {
      bench.cache.demand.note(keys.get(`http://127.0.0.1/${index}`) ?? '', count);
    }
    isHeld = true;
    const { id } = await bench.warming.refresh('');
    for (const key of keys.values()) assert.equal(await ageOf(bench, key), 'stale', 'served while it is renewed');
    resolve();
    const { found, done } = await phaseOf(bench.warming, id, 'done');
    assert.deepEqual([found, done], [30, 30]);
    assert.deepEqual(
      bench.rendered.slice(0, 3),
      [23, 17, 3].map((index) => `http://127.0.0.1/${index}`),
    );
    for (const key of keys.values()) assert.equal(await ageOf(bench, key), 'fresh');
  });
  test('of a prefix, the others are untouched; a second one replaces the first', async () => {
    await using bench = await startWarming({}, (_, signal) => {
      if (!isHeld) return pageOf('a');
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('over')));
      });
    });
    let isHeld = false;
    await warmed(bench, 20);
    isHeld = true;
    const first = await bench.warming.refresh('http://127.0.0.1/1');
    const keys = await keysOf(bench);
    const stale = [];
    for (const [url, key] of keys) if ((await ageOf(bench, key)) === 'stale') stale.push(url);
    assert.deepEqual(stale.length, 11, '1, and 10 to 19');
    const second = await bench.warming.refresh('http://127.0.0.1/');
    assert.deepEqual(
      [(await bench.warming.job(first.id))?.phase, (await bench.warming.job(second.id))?.phase !== 'cancelled'],
      ['cancelled', true],
    );
  });
  test('a restart forgets neither the job nor what is outdated', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'refresh-'));
    const options = { cache: 'filesystem', cacheConfig: { snapshotDir: folder } };
    try {
      let id = '';
      {
        let isHeld = false;
        await using bench = await startWarming(options, (_, signal) => {
          if (!isHeld) return pageOf('a');
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('over')));
          });
        });
        await warmed(bench, 5);
        isHeld = true;
        ({ id } = await bench.warming.refresh(''));
      }
      await using bench = await startWarming(options);
      bench.warming.start();
      const { found, done } = await phaseOf(bench.warming, id, 'done');
      assert.deepEqual([found, done, bench.rendered.length], [5, 5, 5]);
      await eventually(() => bench.cache.epochs.length === 1, 'the epoch is known');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
  test('epochs include older ones, are limited in number, and survive damage', () => {
    let epochs = withEpoch([], { prefix: 'https://a.test/b/', at: 10 });
    epochs = withEpoch(epochs, { prefix: 'https://a.test/', at: 20 });
    assert.deepEqual(epochs, [{ prefix: 'https://a.test/', at: 20 }]);
    assert.equal(isOutdated(epochs, { url: 'https://a.test/x', begunAt: 19 }), true);
    assert.equal(isOutdated(epochs, { url: 'https://a.test/x', begunAt: 20 }), false);
    assert.equal(isOutdated(epochs, { url: 'https://b.test/', begunAt: 0 }), false);
    for (let at = 100; at < 300; at += 1) epochs = withEpoch(epochs, { prefix: `https://${at}.test/`, at });
    assert.equal(epochs.length, 100);
    assert.equal(
      isOutdated(epochs, { url: 'https://100.test/', begunAt: 99 }),
      true,
      'nothing less than was asked for',
    );
    assert.deepEqual(epochsIn(epochsAsText(epochs)), epochs);
    assert.deepEqual([epochsIn('{'), epochsIn('[{"prefix":1}]'), epochsIn(undefined)], [[], [], []]);
  });
});

describe('demand', () => {
  test('counts recent requests more, and forgets the least recently used ones', () => {
    let now = 0;
    const demand = new Demand(() => now);
    demand.note('old', 10);
    now += 5 * DAY;
    demand.note('new');
    assert.deepEqual(demand.keys(), ['new', 'old']);
    assert.ok(demand.perDay('old') < 0.3 && demand.perDay('new') > 0.6);
    for (let at = 0; at < 20_001; at += 1) demand.note(String(at));
    assert.equal(demand.keys().length, 20_000);
    assert.equal(demand.perDay('old'), 0);
    assert.equal(demand.take().length, 20_000);
    assert.deepEqual(demand.keys(), []);
  });
  test('of a steady rate is that rate', () => {
    let now = 0;
    const demand = new Demand(() => now);
    for (; now < 14 * DAY; now += DAY / 24) demand.note('hourly');
    assert.ok(Math.abs(demand.perDay('hourly') - 24) < 1, String(demand.perDay('hourly')));
  });
  test('keeps what is requested often fresher; nobody refreshes what nobody requests', async () => {
    await using bench = await startWarming({ refreshByDemand: true, cacheConfig: { cacheDurationMinutes: 100_000 } });
    await warmed(bench, 5);
    const keys = await keysOf(bench);
    for (const [index, count] of [
      [0, 100],
      [1, 10],
      [2, 2],
    ] as const) {
      bench.cache.demand.note(keys.get(`http://127.0.0.1/${index}`) ?? '', count);
    }
    mock.timers.enable({ apis: ['setInterval'] });
    const realNow = performance.now.bind(performance);
    let jump = 0;
    mock.method(performance, 'now', () => realNow() + jump);
    mock.method(Date, 'now', () => new Date().getTime() + jump);
    try {
      bench.warming.start();
      const after = async (hours: number, indices: number[]) => {
        jump = hours * 3_600_000;
        bench.rendered.splice(0);
        mock.timers.tick(60_000);
        await eventually(() => bench.rendered.length >= indices.length, `${indices.join(' ')} after ${hours} hours`);
        await eventually(async () => (await bench.warming.jobs()).every(({ phase }) => phase === 'done'), 'done');
        assert.deepEqual(
          bench.rendered.toSorted(),
          indices.map((index) => `http://127.0.0.1/${index}`),
        );
      };
      await after(0.5, []);
      await after(1.1, [0]);
      await after(1.2, []);
      await after(6.5, [0, 1]);
      // By now, the second one is requested less often than four times a day.
      await after(24.5, [0]);
    } finally {
      mock.timers.reset();
      mock.restoreAll();
    }
  });
});
