/** What is cached and for how long, and the effects of parallel requests and of a failing target. */
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, mock, test } from 'node:test';
import { parseConfig, RendererError } from 'page-renderer';
import { pageOf } from '../../dist/cache/keys/key.js';
import { openCache } from '../../dist/cache/open.js';
import type { CacheRequest } from '../../dist/cache/results/requests.js';
import type { Representation } from '../../dist/cache/results/make-result.js';
import type { Urgency } from '../../dist/kernel/priority.js';
import { eventually } from '../support/processes.ts';
import { ask, cacheOf, page, settle, silent, textOf, URL_ } from './support/asking.ts';
import { keyOf } from './support/results.ts';

const MINUTE = 60_000;

/** A render that ends on demand. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<Representation>();
  const seen: AbortSignal[] = [];
  const render = (signal: AbortSignal) => {
    seen.push(signal);
    return promise;
  };
  return { render, seen, resolve, reject };
}

beforeEach(() => {
  mock.timers.reset();
});

/** Advances the clock of results only. */
const passes = (milliseconds: number) => mock.timers.tick(milliseconds);
const stopClock = () => mock.timers.enable({ apis: ['Date'], now: Date.now() });

describe('kept', () => {
  for (const [what, changes, minutes] of [
    ['a complete 200: the configured time', {}, 1440],
    ['a page that said it was ready: the configured time', { verdict: 'ready-signal' }, 1440],
    ['a redirect: the short time', { status: 301, verdict: 'redirect' }, 5],
    ['a followed redirect: the short time', { status: 302 }, 5],
    ['a page that went elsewhere: the short time', { verdict: 'client-redirect' }, 5],
    ['a 404: the short time', { status: 404 }, 5],
    ['a 410: the short time', { status: 410 }, 5],
    ['a blank page: the short time', { verdict: 'blank' }, 5],
    ['a partial page: not at all', { verdict: 'budget' }, 0],
    ['a 500: not at all', { status: 500 }, 0],
    ['a 403: not at all', { status: 403 }, 0],
    ['a partial 404: not at all', { status: 404, verdict: 'budget' }, 0],
  ] as const) {
    test(what, async () => {
      stopClock();
      const cache = cacheOf();
      await ask(cache, page(changes));
      passes(minutes * MINUTE - (minutes > 0 ? 1_000 : 0));
      assert.equal((await ask(cache, page({}, 'newer'))).source, minutes > 0 ? 'hit' : 'miss');
      passes(2_000);
      if (minutes > 0) assert.equal(textOf(await ask(cache, page({}, 'newer'))), 'newer');
    });
  }
  test('forever with -1', async () => {
    stopClock();
    const cache = cacheOf({ cacheDurationMinutes: -1 });
    await ask(cache, page());
    passes(400 * 24 * 60 * MINUTE);
    assert.equal((await ask(cache, page())).source, 'hit');
  });
  test('no redirect where the short time is 0', async () => {
    const cache = cacheOf({ shortDurationMinutes: 0 });
    await ask(cache, page({ status: 404 }));
    assert.equal((await ask(cache, page())).source, 'miss');
  });
  test('status, headers, tags and verdict as they were', async () => {
    const cache = cacheOf();
    const headers = [
      ['Link', '<a>'],
      ['Link', '<b>'],
    ] as const;
    await ask(cache, page({ status: 410, headers, tags: ['a'], verdict: 'ready-signal' }));
    const answered = await ask(cache, page());
    assert.ok(answered.kind === 'result' && answered.source === 'hit');
    const { status, verdict, tags } = answered.result;
    assert.deepEqual([status, verdict, tags, answered.result.headers], [410, 'ready-signal', ['a'], headers]);
  });
});

describe('many requests for one page', () => {
  test('make one render', async () => {
    const cache = cacheOf();
    const { render, seen, resolve } = held();
    const all = Array.from({ length: 50 }, () => ask(cache, render));
    await settle();
    resolve(page());
    const sources = (await Promise.all(all)).map(({ source }) => source);
    assert.deepEqual([seen.length, sources.filter((source) => source === 'collapsed').length], [1, 49]);
    assert.equal((await ask(cache, render)).source, 'hit');
  });
  test('make one render each for different pages', async () => {
    const cache = cacheOf();
    const renders = await Promise.all(['a', 'b'].map((name) => ask(cache, page({}, name), { url: URL_ + name })));
    assert.deepEqual(renders.map(textOf), ['a', 'b']);
  });
  test('one that gives up does not affect the others; the last one ends the render', async () => {
    const cache = cacheOf();
    const { render, seen, resolve } = held();
    const [leader, follower, last] = [new AbortController(), new AbortController(), new AbortController()];
    const asked = [leader, follower, last].map(({ signal }) => ask(cache, render, { signal }));
    await settle();
    leader.abort();
    await assert.rejects(asked[0] ?? assert.fail(), RendererError);
    assert.equal(seen[0]?.aborted, false);
    resolve(page());
    assert.deepEqual([textOf(await (asked[1] ?? assert.fail())), (await asked[2])?.source], ['page', 'collapsed']);

    const second = held();
    const only = new AbortController();
    const gone = ask(cache, second.render, { url: `${URL_}other`, signal: only.signal });
    await settle();
    only.abort();
    await assert.rejects(gone, RendererError);
    assert.equal(second.seen[0]?.aborted, true);
    // A new request does not join an abandoned render.
    assert.equal(textOf(await ask(cache, page({}, 'fresh'), { url: `${URL_}other` })), 'fresh');
  });
  test('fail together once, and the next one renders again', async () => {
    const cache = cacheOf();
    const { render, seen, reject } = held();
    const all = Array.from({ length: 5 }, () => ask(cache, render));
    await settle();
    reject(new RendererError('connection-failed', 'refused'));
    const codes = (await Promise.allSettled(all)).map(
      (one) => one.status === 'rejected' && (one.reason as RendererError).code,
    );
    assert.deepEqual([codes, seen.length], [Array.from({ length: 5 }, () => 'connection-failed'), 1]);
    assert.equal((await ask(cache, page())).source, 'miss');
  });
});

describe('a refresh', () => {
  test('renders although there is a result, and replaces it', async () => {
    const cache = cacheOf();
    await ask(cache, page({}, 'old'));
    assert.equal(textOf(await ask(cache, page({}, 'new'), { refresh: true })), 'new');
    await settle();
    assert.equal(textOf(await ask(cache, page({}, 'unused'))), 'new');
  });
  test('does not join a render that began before it, nor is overwritten by it', async () => {
    const cache = cacheOf();
    const before = held();
    const slow = ask(cache, before.render);
    await settle();
    assert.equal(textOf(await ask(cache, page({}, 'new'), { refresh: true })), 'new');
    before.resolve(page({}, 'old'));
    assert.equal(textOf(await slow), 'old');
    await settle();
    assert.equal(textOf(await ask(cache, page({}, 'unused'))), 'new');
  });
});

describe('an expired result', () => {
  test('is served while a new one is rendered, within its time', async () => {
    stopClock();
    const cache = cacheOf({ cacheDurationMinutes: 10, staleWhileRevalidateMinutes: 10 });
    await ask(cache, page({}, 'old'));
    passes(15 * MINUTE);
    const { render, seen, resolve } = held();
    for (const _ of [1, 2]) {
      const answered = await ask(cache, render);
      assert.deepEqual([answered.source, textOf(answered)], ['stale', 'old']);
    }
    resolve(page({}, 'new'));
    await settle();
    const answered = await ask(cache, render);
    assert.deepEqual([answered.source, textOf(answered), seen.length], ['hit', 'new', 1]);
    passes(25 * MINUTE);
    assert.equal(textOf(await ask(cache, page({}, 'newest'))), 'newest');
  });
  test('that was served is renewed before what nobody asked for, also if warming renews it already', async () => {
    stopClock();
    const cache = cacheOf({ cacheDurationMinutes: 10, staleWhileRevalidateMinutes: 10 });
    const urls = ['asked', 'crawled', 'warmed'].map((name) => URL_ + name);
    for (const url of urls) await ask(cache, page({}, 'old'), { url });
    passes(15 * MINUTE);
    const seen: Urgency[] = [];
    const { render: wait, resolve } = held();
    const render: CacheRequest['render'] = (signal, _, urgency) => {
      seen.push(urgency);
      return wait(signal);
    };
    const [asked, crawled, warmed] = urls;
    const warming = cache.renew({ lookup: await cache.lookUp(keyOf(warmed ?? '')), refresh: false, render });
    await settle();
    assert.deepEqual(
      seen.map(({ priority }) => priority),
      ['background'],
    );
    await ask(cache, render, { url: asked ?? '' });
    await ask(cache, render, { url: crawled ?? '', priority: 'background' });
    await ask(cache, render, { url: warmed ?? '', cachedOnly: true });
    assert.deepEqual(
      seen.map(({ priority }) => priority),
      ['background', 'renewal', 'background'],
    );
    await ask(cache, render, { url: warmed ?? '', priority: 'training' });
    assert.equal(seen[0]?.priority, 'renewal', 'the render of warming has become more urgent');
    resolve(page({}, 'new'));
    await warming;
    assert.equal(seen.length, 3);
  });
  for (const [what, failure] of [
    ['fails', async () => Promise.reject(new RendererError('target-timeout', 'late'))],
    ['has a fault', async () => Promise.reject(new Error('bug'))],
    ['is an error of the target', async () => page({ status: 502 }, 'bad')],
    ['is partial', async () => page({ verdict: 'budget' }, 'half')],
  ] as const) {
    test(`is the answer when the new one ${what}, within its time`, async () => {
      stopClock();
      const cache = cacheOf({ cacheDurationMinutes: 10, staleIfErrorMinutes: 10 });
      await ask(cache, page({}, 'old'));
      passes(15 * MINUTE);
      const answered = await ask(cache, failure);
      assert.deepEqual([answered.source, textOf(answered)], ['stale', 'old']);
      passes(6 * MINUTE);
      const late = await ask(cache, failure).then(textOf, (error: Error) => error.message);
      assert.notEqual(late, 'old');
    });
  }
  test('is not served for a target that the configuration refuses, nor without the option', async () => {
    stopClock();
    const refused = async () => Promise.reject(new RendererError('restricted', 'no'));
    const cache = cacheOf({ cacheDurationMinutes: 10, staleIfErrorMinutes: 10 });
    await ask(cache, page({}, 'old'));
    passes(15 * MINUTE);
    await assert.rejects(ask(cache, refused), { code: 'restricted' });
    const plain = cacheOf({ cacheDurationMinutes: 10 });
    await ask(plain, page({}, 'old'));
    passes(11 * MINUTE);
    await assert.rejects(
      ask(plain, async () => Promise.reject(new Error('bug'))),
      /bug/,
    );
  });
});

describe('a render that lost most of the page’s text', () => {
  const long = 'words '.repeat(100);
  const expired = async () => {
    mock.timers.reset();
    stopClock();
    const cache = cacheOf({ cacheDurationMinutes: 10 });
    await ask(cache, page({}, long));
    passes(11 * MINUTE);
    return cache;
  };
  /** Renders one after the other, and counts them. */
  const inTurn = (...results: Array<Representation | Error>) => {
    const render = async () => {
      const result = results[count] ?? assert.fail('rendered once more');
      count += 1;
      if (result instanceof Error) throw result;
      return result;
    };
    let count = 0;
    return { render, count: () => count };
  };
  test('is repeated at once, and the second result is served and stored', async () => {
    for (const second of [`${long} new`, 'small again']) {
      const cache = await expired();
      const { render, count } = inTurn(page({}, 'small'), page({}, second));
      assert.equal(textOf(await ask(cache, render)), second);
      assert.equal(count(), 2);
      await settle();
      const next = await ask(cache, page({}, 'unused'));
      assert.deepEqual([textOf(next), next.source], [second, 'hit']);
      assert.equal((await cache.state()).shrunk, 1);
    }
  });
  test('is served but not stored if it cannot be repeated; the next one is accepted', async () => {
    for (const failed of [new Error('no time'), page({ verdict: 'budget' }, 'part')]) {
      const cache = await expired();
      const asked = async () => ask(cache, inTurn(page({}, 'small'), failed).render);
      assert.equal(textOf(await asked()), 'small');
      await settle();
      assert.equal((await asked()).source, 'miss');
      await settle();
      assert.equal((await ask(cache, page({}, 'unused'))).source, 'hit');
    }
  });
  test('is known for one in a store that removes what has expired', async () => {
    stopClock();
    const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-cache-'));
    const config = parseConfig({ cache: 'filesystem', snapshotDir: folder });
    const cache = (await openCache(config, silent)) ?? assert.fail();
    const files = () => globSync('**/*.result', { cwd: folder }).length;
    const keeps = async (url: string, rendered: Representation) => {
      const before = files();
      await ask(cache, rendered, { url });
      await eventually(() => files() > before, 'kept');
    };
    try {
      await keeps(URL_, page({}, long));
      passes(25 * 60 * MINUTE);
      await keeps(`${URL_}other`, page());
      assert.equal(textOf(await ask(cache, inTurn(page({}, 'small'), page({}, long)).render)), long);
      assert.equal((await cache.state()).shrunk, 1);
    } finally {
      await cache.close();
      rmSync(folder, { recursive: true });
    }
  });
  test('is not repeated for a refresh, or with the threshold 0', async () => {
    const refreshed = cacheOf();
    await ask(refreshed, page({}, long));
    await ask(refreshed, page({}, 'small'), { refresh: true });
    await settle();
    assert.equal(textOf(await ask(refreshed, page())), 'small');
    stopClock();
    const off = cacheOf({ cacheDurationMinutes: 1, shrinkThreshold: 0 });
    await ask(off, page({}, long));
    passes(2 * MINUTE);
    assert.equal(textOf(await ask(off, page({}, 'small'))), 'small');
    await settle();
    assert.equal((await ask(off, page())).source, 'hit');
  });
});

describe('a removal', () => {
  test('applies to renders in progress', async () => {
    const cache = cacheOf();
    const { render, resolve } = held();
    const asked = ask(cache, render);
    await settle();
    assert.equal((await cache.remove({ by: 'page', pages: [pageOf(new URL(URL_))] })).count, 0);
    const next = ask(cache, page({}, 'new'));
    resolve(page({}, 'old'));
    assert.deepEqual([textOf(await asked), textOf(await next)], ['old', 'new']);
    await settle();
    assert.equal(textOf(await ask(cache, page({}, 'unused'))), 'new');
  });
  test('of other pages does not affect them', async () => {
    const cache = cacheOf();
    const { render, resolve } = held();
    const asked = ask(cache, render);
    await settle();
    await cache.remove({ by: 'page', pages: [pageOf(new URL(`${URL_}other`))] });
    resolve(page());
    await asked;
    await settle();
    assert.equal((await ask(cache, page())).source, 'hit');
  });
});
