/** What headers of origins say about caching, and what rules make of it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseConfig } from 'page-renderer';
import { cacheKey } from '../../../dist/cache/keys/key.js';
import { narrowed, readNoVarySearch } from '../../../dist/cache/origin/no-vary-search.js';
import { OriginRules, unsettled } from '../../../dist/cache/origin/origin-rules.js';
import { proposedRule } from '../../../dist/cache/origin/remedy.js';
import { objectionsIn } from '../../../dist/headers/caching.js';

describe('a response may be kept that says', () => {
  for (const headers of [
    {},
    { 'cache-control': 'public, max-age=60' },
    // Lifetimes are those of the configuration.
    { 'cache-control': 'no-cache, max-age=0, must-revalidate, s-maxage=0' },
    // RFC 9111 §5.2.2.3: for caches that know the status.
    { 'cache-control': 'must-understand, no-store' },
    { 'cache-control': 'x-private, my-no-store=1' },
    { vary: 'Accept-Encoding' },
    { vary: 'accept, User-Agent\nSec-CH-UA-Mobile, Origin' },
    // What render-middleware adds.
    { vary: 'User-Agent, X-Prerender' },
    // What Next.js sends with each page.
    { vary: 'RSC, Next-Router-State-Tree, Next-Router-Prefetch, Next-Router-Segment-Prefetch, Accept-Encoding' },
  ]) {
    test(JSON.stringify(headers), () => assert.deepEqual(objectionsIn(headers), []));
  }
});

describe('a response may not be kept that says', () => {
  for (const [headers, objections] of [
    [{ 'cache-control': 'No-Store' }, ['no-store']],
    [{ 'cache-control': 'max-age=60\nprivate' }, ['private']],
    [{ 'cache-control': 'private="Set-Cookie, X-Who", max-age=60' }, ['private']],
    [{ 'cache-control': 'private; max-age=0' }, ['private']],
    [{ 'cache-control': 'private, no-cache, no-store, max-age=0' }, ['no-store', 'private']],
    [{ vary: '*' }, ['vary: *']],
    [{ vary: 'Accept-Encoding, Cookie\nAccept-Language' }, ['vary: cookie', 'vary: accept-language']],
    [{ vary: 'X-Country, x-country' }, ['vary: x-country']],
    [{ vary: 'not a name' }, ['vary: *']],
    [{ vary: Array.from({ length: 21 }, (_, n) => `X-${n}`).join() }, ['vary: *']],
  ] as const) {
    test(JSON.stringify(headers).slice(0, 80), () => assert.deepEqual(objectionsIn(headers), objections));
  }
});

describe('a key settles', () => {
  const url = new URL('https://a.test/');
  const of = (...parameters: Parameters<typeof cacheKey> extends [unknown, unknown, ...infer Rest] ? Rest : never) =>
    unsettled(
      ['private', 'vary: accept-language', 'vary: x-country', 'vary: *'],
      cacheKey('render', url, ...parameters),
    );
  test('no header that it does not have', () => assert.equal(of({}, 'setup').length, 4));
  test('the languages of a request', () => {
    assert.deepEqual(of({ acceptLanguage: 'fr' }, 'setup'), ['private', 'vary: x-country', 'vary: *']);
  });
  test('headers of the request and of the configuration', () => {
    const left = of({ headers: { 'X-Country': 'fr' } }, 'setup', { added: ['accept-language'] });
    assert.deepEqual(left, ['private', 'vary: *']);
  });
});

describe('rules', () => {
  const rulesOf = (...originRules: Parameters<typeof parseConfig>) =>
    new OriginRules(parseConfig({ cacheConfig: { originRules: originRules[0] } }).cacheConfig.originRules);
  test('the first that matches applies, and no other', () => {
    const rules = rulesOf([
      { urlPattern: '/account/' },
      { urlPattern: String.raw`^https://a\.test/`, ignore: ['private', 'vary'], keyHeaders: ['X-Country'] },
    ]);
    assert.deepEqual(rules.standing('https://a.test/b', ['no-store', 'private', 'vary: cookie']), ['no-store']);
    assert.deepEqual(rules.standing('https://a.test/account/b', ['private']), ['private']);
    assert.deepEqual(rules.standing('https://b.test/', ['private']), ['private']);
    assert.deepEqual(rules.ruleFor('https://a.test/')?.keyHeaders, ['x-country']);
  });
  for (const [rule, message] of [
    [{ urlPattern: '(' }, /not a regular expression/],
    [{ urlPattern: 'a', ignore: ['max-age'] }, /originRules\.0\.ignore\.0/],
    [{ urlPattern: 'a', keyHeaders: ['Cookie'] }, /cannot be part of the cache key/],
    [{ urlPattern: 'a', keyHeaders: ['User-Agent'] }, /cannot be part of the cache key/],
    [{ urlPattern: 'a', keyHeaders: ['a b'] }, /not the name of a header/],
    [{ pattern: 'a' }, /originRules/],
  ] as const) {
    test(`${JSON.stringify(rule)} is refused`, () => assert.throws(() => rulesOf([rule]), message));
  }
  test('the proposed rule lets pages of the host be cached', () => {
    const url = 'https://www.a.test:8443/b';
    for (const said of [
      ['private'],
      ['no-store', 'private', 'vary: cookie', 'vary: accept-language'],
      ['vary: accept-language', 'vary: x-country'],
      ['vary: *'],
    ] as const) {
      const rule = proposedRule(url, said);
      const rules = rulesOf([rule]);
      const key = cacheKey('render', new URL(url), {}, 'setup', { added: rules.ruleFor(url)?.keyHeaders ?? [] });
      assert.deepEqual(rules.standing(url, unsettled(said, key)), [], JSON.stringify(rule));
      assert.equal(rules.ruleFor('https://wwwxa.test:8443/b'), undefined);
    }
  });
});

describe('No-Vary-Search', () => {
  const counted = (header: string, query: string) => {
    const variance = readNoVarySearch(header);
    return variance ? narrowed(new URL(`https://a.test/?${query}`), variance).search : undefined;
  };
  for (const [header, query, search] of [
    ['params=("utm_source" "ref")', 'a=1&utm_source=x&b=2&ref', '?a=1&b=2'],
    ['params', 'a=1&b=2', ''],
    ['params=?1, except=("id")', 'a=1&id=2&b', '?id=2'],
    ['key-order, params, except=("a b" "%C3%A4")', 'x=1&a+b=1&%e4=0&%c3%a4=2', '?a+b=1&%c3%a4=2'],
    [String.raw`params=("a\"b")`, 'a%22b=1&c=2', '?c=2'],
    ['params=("a&b")', 'a=1&b=2', '?a=1&b=2'],
    [' params=( "a"  "b" ) , key-order=?0', 'a=1&b=2', ''],
  ] as const) {
    test(header, () => assert.equal(counted(header, query), search));
  }
  for (const header of [
    '',
    'key-order',
    'params=?0',
    'params=()',
    'params="a"',
    'params=(a)',
    'params=("a"',
    'params=("a"),',
    'params=("a");x=1',
    'params=("a" "ä")',
    'except=("a")',
    'params=("a"), except=("b")',
    'params, except',
    'params, other',
    `params=("${'a'.repeat(5_000)}")`,
  ]) {
    test(`every parameter counts with ${header.slice(0, 30) || 'none'}`, () => {
      assert.equal(readNoVarySearch(header), undefined);
    });
  }
  test('reads a hostile header in no time', () => {
    const started = performance.now();
    readNoVarySearch(`params=(${'" '.repeat(2_000)}`);
    readNoVarySearch(`params=(${'"a" '.repeat(1_000)}x`);
    assert.ok(performance.now() - started < 1_000);
  });
});
