/** When an expired result is renewed without a render, when it is rendered, and what is learned from that. */
import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import { pageOf } from '../../dist/cache/keys/key.js';
import type { Representation } from '../../dist/cache/results/make-result.js';
import type { ResultCache } from '../../dist/cache/result-cache.js';
import type { Asked } from '../../dist/renewal/ask.js';
import type { Inputs } from '../../dist/renewal/inputs.js';
import { judgeExchanges } from '../../dist/renewal/judge.js';
import { ask, cacheOf, page, settle, textOf, URL_ } from '../cache/support/asking.ts';
import { keyOf } from '../cache/support/results.ts';
import { exchange, JUDGING } from './support/inputs.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const passes = (milliseconds: number) => mock.timers.tick(milliseconds);

const madeOf = (etag: string): Inputs => judgeExchanges([exchange({ headers: { etag } })], JUDGING);
const made = (text: string, etag = '"1"', changes: Partial<Representation> = {}) =>
  page({ inputs: madeOf(etag), ...changes }, text);

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-23T12:00:00Z') });
});

/** A cache with a lifetime of an hour and an adjustable clock; records the checks and renders. */
function bench(config: Parameters<typeof cacheOf>[0] = {}) {
  const cache = cacheOf({ cacheDurationMinutes: 60, ...config });
  const seen = { asked: 0, rendered: 0, spent: -1 };
  const asks = {
    same: async (inputs: Inputs): Promise<Asked> => ({ outcome: 'unchanged', inputs }),
    changed: async (): Promise<Asked> => ({ outcome: 'changed', url: `${URL_}data.json` }),
    fails: async (): Promise<Asked> => Promise.reject(new Error('no')),
  };
  const request = async (
    rendered: Representation,
    answer: keyof typeof asks | ((inputs: Inputs) => Promise<Asked>) = 'same',
    order: Parameters<typeof ask>[2] = {},
  ) => {
    const render = async (_: AbortSignal, spent: number) => {
      seen.rendered += 1;
      seen.spent = spent;
      return rendered;
    };
    const askAgain = (inputs: Inputs) => {
      seen.asked += 1;
      return typeof answer === 'function' ? answer(inputs) : asks[answer](inputs);
    };
    const answered = await ask(cache, render, { askAgain, ...order });
    await settle();
    return answered;
  };
  return { cache, seen, request };
}

/** An expired result of a route that is known to be steady. */
async function steady(config: Parameters<typeof cacheOf>[0] = {}) {
  const at = bench(config);
  await at.request(made('page'));
  passes(61 * MINUTE);
  await at.request(made('page'));
  passes(61 * MINUTE);
  Object.assign(at.seen, { asked: 0, rendered: 0 });
  return at;
}

const outcomeOf = (cache: ResultCache) => cache.renewalOf(keyOf(URL_))?.last?.outcome;

describe('an expired result', () => {
  test('is rendered first, and renewed without a render after a second render gave the same result', async () => {
    const { cache, seen, request } = bench();
    await request(made('page'));
    passes(61 * MINUTE);
    assert.equal((await request(made('page'))).source, 'miss');
    assert.deepEqual([seen.asked, outcomeOf(cache)], [0, 'checked']);
    passes(61 * MINUTE);
    const renewed = await request(made('never'));
    assert.deepEqual([renewed.source, textOf(renewed), seen.rendered, seen.asked], ['renewed', 'page', 2, 1]);
    // It is fresh for another lifetime.
    passes(59 * MINUTE);
    assert.equal((await request(made('never'))).source, 'hit');
    passes(2 * MINUTE);
    assert.equal((await request(made('never'))).source, 'renewed');
    const { renewals, answers } = await cache.state();
    assert.deepEqual(
      [renewals, answers.renewed],
      [{ renewed: 2, changed: 0, failed: 0, 'not-renewable': 0, checked: 1 }, 2],
    );
  });
  test('says when it was rendered, and when it was renewed', async () => {
    const { cache, request } = await steady();
    const rendered = Date.now() - 61 * MINUTE;
    await request(made('never'));
    const { result } = await cache.lookUp(keyOf(URL_));
    assert.deepEqual([result?.storedAt, result?.renewedAt, result?.begunAt], [rendered, Date.now(), Date.now()]);
  });
  test('is rendered where an input has changed, and it is said which', async () => {
    const { cache, seen, request } = await steady();
    assert.equal(textOf(await request(made('new', '"2"'), 'changed')), 'new');
    const { outcome, url } = cache.renewalOf(keyOf(URL_))?.last ?? assert.fail();
    assert.deepEqual([outcome, url, seen.rendered], ['changed', `${URL_}data.json`, 1]);
    // The route is still considered steady.
    passes(61 * MINUTE);
    assert.equal((await request(made('never'))).source, 'renewed');
  });
  test('is rendered in the remaining time if the inputs cannot be checked', async () => {
    const { cache, seen, request } = await steady();
    assert.equal(textOf(await request(made('new'), 'fails')), 'new');
    assert.equal(outcomeOf(cache), 'failed');
    assert.ok(seen.spent >= 0);
  });
  test('is renewed in the background while a stale result is served', async () => {
    const { seen, request } = await steady({ staleWhileRevalidateMinutes: 60 });
    assert.deepEqual([(await request(made('never'))).source, seen.rendered, seen.asked], ['stale', 0, 1]);
    assert.equal((await request(made('never'))).source, 'hit');
  });
  test('is checked once for all requests that wait', async () => {
    const { seen, request } = await steady();
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = async (inputs: Inputs): Promise<Asked> => {
      await promise;
      return { outcome: 'unchanged', inputs };
    };
    const all = Array.from({ length: 10 }, () => request(made('never'), slow));
    await settle();
    resolve();
    assert.deepEqual(new Set((await Promise.all(all)).map(({ source }) => source)), new Set(['renewed']));
    assert.deepEqual([seen.asked, seen.rendered], [1, 0]);
  });
  test('is not asked about where a new render is asked for, or nothing is renewed', async () => {
    const refreshed = await steady();
    await refreshed.request(made('new'), 'same', { refresh: true });
    const off = await steady({ renewForMinutes: 0 });
    await off.request(made('new'));
    assert.deepEqual(
      [refreshed.seen, off.seen].map(({ asked, rendered }) => [asked, rendered]),
      [
        [0, 1],
        [0, 1],
      ],
    );
    assert.equal(off.cache.renewalOf(keyOf(URL_)), undefined);
  });
  for (const [what, result] of [
    ['was not complete', made('page', '"1"', { verdict: 'settled' })],
    ['is of inputs that can’t be asked', page({ inputs: judgeExchanges([exchange({ method: 'POST' })], JUDGING) })],
    ['is of nobody knows what', page()],
  ] as const) {
    test(`is rendered where it ${what}`, async () => {
      const { cache, seen, request } = bench();
      for (const _ of [1, 2, 3]) {
        await request(result);
        passes(61 * MINUTE);
      }
      assert.deepEqual([seen.asked, seen.rendered, outcomeOf(cache)], [0, 3, 'not-renewable']);
    });
  }
  test('is not kept where it is removed while its inputs are asked', async () => {
    const { cache, request } = await steady();
    const removes = async (inputs: Inputs): Promise<Asked> => {
      await cache.remove({ by: 'page', pages: [pageOf(new URL(URL_))] });
      return { outcome: 'unchanged', inputs };
    };
    await request(made('never'), removes);
    assert.equal(textOf(await request(made('new'))), 'new');
  });
});

describe('the cap on the age of a render', () => {
  const config = { renewForMinutes: 5 * 60, staleWhileRevalidateMinutes: 24 * 60, staleIfErrorMinutes: 24 * 60 };
  test('nothing that was renewed is an answer beyond it, not even a stale one', async () => {
    const { request } = bench(config);
    await request(made('page'));
    passes(61 * MINUTE);
    await request(made('page'));
    const rendered = Date.now();
    await request(made('never'));
    const ages: number[] = [];
    for (let step = 0; step < 40; step += 1) {
      passes(20 * MINUTE);
      const answered = await request(made('never'));
      if (textOf(answered) !== 'page') break;
      ages.push(Date.now() - rendered);
    }
    // The lifetime without a renewal still applies: an hour, and a day beyond.
    assert.ok(Math.max(...ages) >= 5 * HOUR - 20 * MINUTE);
    assert.ok(Math.max(...ages) < 25 * HOUR);
    const plain = bench({ ...config, staleWhileRevalidateMinutes: 0, staleIfErrorMinutes: 0 });
    await plain.request(made('page'));
    passes(2 * HOUR);
    await plain.request(made('page'));
    passes(4 * HOUR + 30 * MINUTE);
    assert.equal((await plain.request(made('never'))).source, 'renewed');
    passes(29 * MINUTE);
    assert.equal((await plain.request(made('never'))).source, 'hit');
    // Renewed half an hour ago, and rendered five hours ago.
    passes(2 * MINUTE);
    assert.equal(textOf(await plain.request(made('new'))), 'new');
    assert.equal(outcomeOf(plain.cache), 'not-renewable');
  });
});

describe('a page that gives another result with the same inputs', () => {
  test('is rendered for a day, and so are pages like it', async () => {
    const { cache, seen, request } = await steady();
    // By then it is much older than at the last render with the same result.
    passes(5 * HOUR);
    await request(made('now it is 13:02'));
    assert.equal(cache.renewalOf(keyOf(URL_))?.route, 'varying');
    Object.assign(seen, { asked: 0, rendered: 0 });
    for (let hour = 0; hour < 5; hour += 1) {
      passes(61 * MINUTE);
      await request(made(`now it is ${hour}`));
    }
    assert.deepEqual([seen.asked, seen.rendered], [0, 5]);
  });
  test('does not happen if an input has changed as well', async () => {
    const { cache, request } = bench();
    await request(made('page'));
    passes(61 * MINUTE);
    await request(made('other', '"2"'));
    assert.equal(cache.renewalOf(keyOf(URL_))?.route, 'unknown');
  });
});
