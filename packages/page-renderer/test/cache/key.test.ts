/** The requests that share a result. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseConfig } from 'page-renderer';
import {
  cacheKey,
  configurationDigest,
  ID,
  normalizedUrl,
  pageOf,
  readKey,
  withoutParameters,
} from '../../dist/cache/keys/key.js';
import type { Declarations } from '../../dist/options/declared.js';
import { variantOf } from '../../dist/options/declared.js';
import type { AnyOptions } from '../../dist/render/job/options.js';
import { RENDER_OPTIONS } from '../../dist/render/job/options.js';
import { readTags } from '../../dist/cache/keys/tags.js';

const normal = (url: string) => normalizedUrl(new URL(url));

describe('one result for', () => {
  for (const [name, one, other] of [
    ['a character encoded or not', 'https://example.com/%7Eann/%61', 'https://example.com/~ann/a'],
    ['encodings in capitals or not', 'https://example.com/%c3%a4', 'https://EXAMPLE.com:443/ä'],
    ['parameters in another order', 'https://example.com/?b=2&a=1', 'https://example.com/?a=1&&b=2'],
    ['a query without anything in it', 'https://example.com/a?', 'https://example.com/a'],
  ] as const) {
    test(name, () => assert.equal(normal(one), normal(other)));
  }
});

describe('a result of its own for', () => {
  for (const [name, one, other] of [
    ['an encoded slash', 'https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['an encoded &', 'https://example.com/?a=1%26b=2', 'https://example.com/?a=1&b=2'],
    ['values of one name in another order', 'https://example.com/?a=1&a=2', 'https://example.com/?a=2&a=1'],
    ['another path in capitals', 'https://example.com/A', 'https://example.com/a'],
    ['a slash at the end, which leads links elsewhere', 'https://example.com/a/', 'https://example.com/a'],
    ['another scheme', 'http://example.com/', 'https://example.com/'],
  ] as const) {
    test(name, () => assert.notEqual(normal(one), normal(other)));
  }
});

const variants: AnyOptions[] = [
  {},
  { mobile: true },
  { timezoneId: 'Asia/Tokyo' },
  { acceptLanguage: 'fr' },
  { shadow: 'declarative' },
  { frames: 'inline' },
  { polyfill: 'shady' },
  { redirects: 'report' },
  { headers: { 'X-Prerender': '1' } },
  { width: 300 },
  { height: 300 },
  { picture: { quality: 10 } },
  { picture: { fullPage: true } },
  { scripts: false },
  { userAgent: 'Sample/1.0' },
  { javascript: 'a()' },
  { waitForSelector: 'main' },
  { redirects: 'final' },
  { pdf: { landscape: true } },
  { pdf: { pageSize: 'A4' } },
  { headers: { cookie: 'currency=EUR' } },
];

test('every option that changes a result changes the key, but not the page part of the id', () => {
  const url = new URL('https://example.com/');
  const setup = configurationDigest(parseConfig({}));
  const kinds = ['render', 'screenshot', 'pdf', 'har', 'pair'] as const;
  const ids = variants.flatMap((options) => kinds.map((kind) => cacheKey(kind, url, options, setup).id));
  assert.equal(new Set(ids).size, kinds.length * variants.length);
  assert.ok(ids.every((id) => ID.test(id) && id.startsWith(pageOf(url))));
  const defaults = { mobile: false, timezoneId: undefined, shadow: 'flat', redirects: 'follow', headers: {} } as const;
  assert.equal(cacheKey('render', url, defaults, setup).id, ids[0]);
});

test('every declared option of a render that changes the result is tried above', () => {
  const tried = new Set(variants.flatMap((options) => Object.keys(options)));
  const declared = Object.entries(RENDER_OPTIONS).filter(([, { changesResult }]) => changesResult);
  assert.deepEqual(declared.map(([name]) => name).toSorted(), [...tried].toSorted());
});

describe('an option added to a schema', () => {
  interface Sample {
    zoom?: number;
    clip?: { x?: number; y?: number };
    trace?: string;
  }
  const declarations: Declarations<Sample> = {
    zoom: { changesResult: true },
    clip: { changesResult: true },
    trace: { changesResult: false },
  };

  test('changes the key where it declares that it changes the result', () => {
    assert.notEqual(variantOf(declarations, { zoom: 1 }), variantOf(declarations, { zoom: 2 }));
    assert.notEqual(variantOf(declarations, { clip: { x: 1 } }), variantOf(declarations, { clip: { y: 1 } }));
    const before = { zoom: declarations.zoom };
    assert.notEqual(
      variantOf<Pick<Sample, 'zoom'>>(before, { zoom: 1 }),
      variantOf(declarations, { zoom: 1, clip: {} }),
    );
  });
  test('leaves the key alone where it declares that it keeps the result', () => {
    assert.equal(variantOf(declarations, { zoom: 1, trace: 'a' }), variantOf(declarations, { zoom: 1, trace: 'b' }));
  });
  test('has one key however values are ordered or left out', () => {
    const one = variantOf(declarations, { zoom: 1, clip: { x: 1, y: 2 } });
    assert.equal(variantOf(declarations, { clip: { y: 2, x: 1 }, zoom: 1 }), one);
    assert.equal(variantOf<{ zoom?: number | undefined }>({ zoom: declarations.zoom }, { zoom: undefined }), '{}');
  });
  test('is refused by the compiler while it is not declared', () => {
    // @ts-expect-error -- `trace` is not declared
    const incomplete: Declarations<Sample> = { zoom: { changesResult: true }, clip: { changesResult: true } };
    // @ts-expect-error -- `clip` does not say whether it changes the result
    const silent: Declarations<Sample> = { ...declarations, clip: {} };
    assert.ok(incomplete && silent);
  });
});

test('a configuration that changes results, or allows less, finds no results of the previous one', () => {
  const setups = [
    {},
    { width: 500 },
    { height: 500 },
    { reqHeaders: { 'X-A': 'a' } },
    { reqHeadersScope: 'all' as const },
    { renderOnly: ['https://example.com/'] },
    { restrictedUrlPattern: 'private' },
    { allowPrivateNetworks: ['10.0.0.1'] },
    { pageHeaders: ['X-A'] },
  ].map((options) => configurationDigest(parseConfig(options)));
  assert.equal(new Set(setups).size, setups.length);
  assert.equal(configurationDigest(parseConfig({ port: 1, cacheConfig: { cacheMaxEntries: 5 } })), setups[0]);
});

test('one page with and without a slash at its end', () => {
  const page = pageOf(new URL('https://example.com/a'));
  assert.equal(pageOf(new URL('https://example.com/a/')), page);
  assert.notEqual(pageOf(new URL('https://example.com/a?b')), page);
  assert.equal(pageOf(new URL('https://example.com/?b=1')), pageOf(new URL('https://example.com?b=1')));
});

test('parameters are removed by name and by prefix, and the rest keeps its spelling', () => {
  const names = ['utm_*', 'fbclid'];
  const url = new URL('https://example.com/?a=%7e+1&utm_source=x&fbclid&fbclid2=1&UTM_x=2&u%74m_medium=y');
  assert.equal(withoutParameters(url, names).href, 'https://example.com/?a=%7e+1&fbclid2=1&UTM_x=2');
  assert.equal(withoutParameters(url, []).href, url.href);
  assert.equal(withoutParameters(new URL('https://example.com/?utm_a=1'), names).href, 'https://example.com/');
});

test('tags are words of the meta tag and of the header; invalid ones are ignored', () => {
  assert.deepEqual(readTags('Blog, ann  post:1', 'a,blog,ä,"x"'), ['blog', 'ann', 'post:1', 'a', '"x"']);
  assert.deepEqual(readTags(null, undefined), []);
  assert.equal(readTags('a'.repeat(129), Array.from({ length: 90 }, (_, n) => `t${n}`).join(',')).length, 64);
});

test('the text of a key that another program has stored is read only if it is one of a request', () => {
  const options = {
    mobile: true,
    timezoneId: 'Europe/Rome',
    headers: { 'X-Prerender': '1' },
    picture: { type: 'png', clip: { x: 0, y: 0, width: 1, height: 1 } },
  } as const;
  const { text, url } = cacheKey('screenshot', new URL('https://a.test/?b=%c3%a4#!/x'), options, 'digest');
  assert.deepEqual(readKey(text), {
    kind: 'screenshot',
    url,
    options: { shadow: 'flat', redirects: 'follow', scripts: true, ...options },
    configuration: 'digest',
  });
  const [kind, , variant] = JSON.parse(text) as string[];
  for (const [address, made] of [
    [url, 'null'],
    [url, '[]'],
    [url, '{}'],
    [url, variant?.replace('true', '"yes"')],
    [url, variant?.replace('{', '{"other":1,')],
    ['nonsense', variant],
    ['file:///etc/passwd', variant],
    ['https://user:password@a.test/', variant],
  ]) {
    assert.equal(readKey(JSON.stringify([kind, address, made, 'digest'])), undefined, `${address} ${made}`);
  }
});
