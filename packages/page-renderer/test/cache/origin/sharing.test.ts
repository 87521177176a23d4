/** Results that their origin does not want to be kept, in the cache: simultaneous requests, older results, and changed rules. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseConfig, RendererError } from 'page-renderer';
import { ResultCache } from '../../../dist/cache/result-cache.js';
import { MemoryStore } from '../../../dist/cache/stores/memory.js';
import { ask, cacheOf, logged, page, settle, textOf, URL_ } from '../support/asking.ts';
import { UNLIMITED } from '../support/limits.ts';
import { keyOf } from '../support/results.ts';

const secret = (text: string) => page({ objections: ['private'] }, text);
const IGNORED = { originRules: [{ urlPattern: '^', ignore: ['private'] as const }] };

describe('a private page', () => {
  test('is rendered for each of several simultaneous requests, and for each later one', async () => {
    const cache = cacheOf();
    let count = 0;
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    const render = () => ready.then(() => secret(`for ${(count += 1)}`));
    const asked = [1, 2, 3].map(() => ask(cache, render));
    await settle();
    resolve();
    const texts = (await Promise.all(asked)).map(textOf);
    assert.deepEqual(texts.toSorted(), ['for 1', 'for 2', 'for 3']);
    const both = await Promise.all([ask(cache, render), ask(cache, render)]);
    assert.deepEqual(both.map(textOf).toSorted(), ['for 4', 'for 5']);
    assert.deepEqual([count, (await cache.state()).stored, (await cache.state()).entries], [5, 0, 0]);
  });

  test('that a client had waited for counts as its own render, and may be refused', async () => {
    const cache = cacheOf();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = ask(cache, () => promise.then(() => secret('first')));
    const beforeOwnRender = () => {
      throw new RendererError('too-many-requests', 'no more');
    };
    const second = ask(cache, secret('second'), { beforeOwnRender });
    const refused = assert.rejects(second, { code: 'too-many-requests' });
    await settle();
    resolve();
    assert.equal(textOf(await first), 'first');
    await refused;
  });

  test('is stored and shared again when its origin no longer says so', async () => {
    const cache = cacheOf();
    await ask(cache, secret('one'));
    await ask(cache, page({}, 'two'));
    assert.equal((await ask(cache, page({}, 'three'))).source, 'miss');
    assert.equal((await ask(cache, page({}, 'four'))).source, 'hit');
  });

  test('replaces what was kept before: it is served no longer, not even if a render fails', async () => {
    const cache = cacheOf({ staleIfErrorMinutes: 60 });
    await ask(cache, page({}, 'public'));
    await ask(cache, secret('private'), { refresh: true });
    await assert.rejects(ask(cache, () => Promise.reject(new RendererError('target-timeout', 'slow'))));
    assert.equal((await cache.state()).entries, 0);
  });

  test('is not remembered as an error of the target either', async () => {
    const cache = cacheOf({ errorDurationSeconds: 60 });
    await ask(cache, page({ status: 500, objections: ['no-store'] }, 'one'));
    assert.equal(textOf(await ask(cache, page({ status: 500, objections: ['no-store'] }, 'two'))), 'two');
    const url = `${URL_}public`;
    await ask(cache, page({ status: 500 }, 'one'), { url });
    assert.equal(textOf(await ask(cache, page({ status: 500 }, 'two'), { url })), 'one');
  });

  test('is rendered when a job of warming asks for it, and the job learns that it is not stored', async () => {
    const cache = cacheOf();
    await ask(cache, secret('a'));
    const lookup = await cache.lookUp(keyOf(URL_));
    assert.equal((await cache.renew({ lookup, refresh: false, render: async () => secret('b') })).kind, 'rendered');
  });
});

describe('a rule that ignores it', () => {
  test('keeps and shares the page, and when it is gone, what it kept is served no longer', async () => {
    const store = new MemoryStore(UNLIMITED);
    const before = cacheOf(IGNORED, store);
    await ask(before, secret('kept'));
    assert.equal((await ask(before, secret('again'))).source, 'hit');
    const after = cacheOf({ staleIfErrorMinutes: 60, renewForMinutes: 60 }, store);
    const answered = await ask(after, secret('new'), { askAgain: () => assert.fail('it must not be renewed') });
    assert.deepEqual([answered.source, textOf(answered)], ['miss', 'new']);
  });
});

test('the log names a host once, with what to write', async () => {
  const { logger, lines } = logged();
  const cache = new ResultCache(new MemoryStore(UNLIMITED), parseConfig({}).cacheConfig, logger);
  for (const path of ['a', 'b']) await ask(cache, secret('x'), { url: `https://one.test/${path}` });
  await ask(cache, page({ objections: ['vary: accept-language'] }), { url: 'https://two.test/' });
  const told = lines.map((line) => JSON.parse(line) as { host: string; says: string[]; msg: string });
  assert.deepEqual(
    told.map(({ host, says }) => [host, says]),
    [
      ['one.test', ['Cache-Control: private']],
      ['two.test', ['Vary: accept-language']],
    ],
  );
  assert.ok(told[0]?.msg.includes(String.raw`{"urlPattern":"^https://one\\.test/","ignore":["private"]}`));
  assert.ok(told[1]?.msg.includes('"keyHeaders":["accept-language"]'));
});
