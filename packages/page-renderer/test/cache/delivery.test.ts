/** The response with a cached result: codings, conditions, age. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { CachedResult } from '../../dist/cache/stores/store.js';
import { encodeBody } from '../../dist/cache/results/encoding.js';
import { pack, unpack } from '../../dist/cache/stores/pack.js';
import type { Negotiation } from '../../dist/server/answers/from-cache.js';
import { answerFromCache } from '../../dist/server/answers/from-cache.js';
import { keyOf, resultOf } from './support/results.ts';

const HTML = Buffer.from(`<h1>page</h1>${'<p>words</p>'.repeat(500)}`);
const GET: Negotiation = { method: 'GET', acceptEncoding: undefined, ifNoneMatch: undefined, now: Date.now() };
let result: CachedResult;
before(async () => {
  const bodies = await encodeBody(HTML, 'text/html; charset=utf-8');
  result = resultOf(keyOf('https://example.com/'), { bodies, size: HTML.byteLength, storedAt: Date.now() - 90_000 });
});

const ask = (asking: Partial<Negotiation>, of = result) => {
  const { status, headers, body } = answerFromCache(of, 'hit', true, { ...GET, ...asking });
  const all = new Headers();
  for (let at = 0; at < headers.length; at += 2) all.append(headers[at] ?? '', headers[at + 1] ?? '');
  return { status, headers: all, body };
};

describe('Accept-Encoding', () => {
  for (const [header, coding] of [
    [undefined, null],
    ['', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['zstd', 'zstd'],
    ['GZIP, Deflate', 'gzip'],
    ['gzip;q=0.5, br;q=0.1', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0, br;q=0.0', null],
    ['identity', null],
    ['identity;q=1, gzip;q=0.5', null],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['*', 'gzip'],
    ['*;q=0, br', 'br'],
    ['br;q=nonsense, gzip;q=2', null],
    ['deflate, compress', null],
    // None of the requested codings is available, and any response is better than none.
    ['deflate, *;q=0', null],
  ] as const) {
    test(`"${header}" is answered in ${coding ?? 'no coding'}`, async () => {
      const { headers, body } = ask({ acceptEncoding: header });
      assert.equal(headers.get('content-encoding'), coding);
      assert.equal(headers.get('vary'), 'Accept, Accept-Encoding');
      const bytes = (await body) as Buffer;
      assert.equal(headers.get('content-length'), String(bytes.byteLength));
      const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
      assert.ok(HTML.equals(coding ? decoders[coding](bytes) : bytes));
    });
  }
  test('of codings with equal preference the smallest is used', () => {
    const sizes = Object.entries(result.bodies).toSorted(([, a], [, b]) => a.byteLength - b.byteLength);
    assert.equal(ask({ acceptEncoding: 'gzip, br, zstd' }).headers.get('content-encoding'), sizes[0]?.[0]);
  });
  test('a short body, and one that would not be smaller, is not compressed', async () => {
    assert.deepEqual(Object.keys(await encodeBody(Buffer.from('<p>'), 'text/html')), ['identity']);
    assert.deepEqual(Object.keys(await encodeBody(Buffer.alloc(5_000), 'image/jpeg')), ['identity']);
  });
  test('a body that is larger than it says is refused', async () => {
    const bomb = { ...result, bodies: await encodeBody(Buffer.alloc(1_000_000), 'text/html'), size: 1_000 };
    await assert.rejects(async () => ask({}, bomb).body);
  });
});

describe('If-None-Match', () => {
  test('with the tag of any coding is 304, without the body and its headers', () => {
    const tags = ['gzip', 'br', ''].map((coding) => ask({ acceptEncoding: coding }).headers.get('etag') ?? '');
    assert.equal(new Set(tags).size, 3);
    for (const ifNoneMatch of [...tags, `W/${tags[0]}`, `"x", ${tags[1]}`, '*']) {
      const { status, headers, body } = ask({ acceptEncoding: 'gzip', ifNoneMatch });
      assert.deepEqual([status, body, headers.get('etag')], [304, null, tags[0]], ifNoneMatch);
      for (const name of ['content-type', 'content-length', 'content-encoding']) assert.equal(headers.get(name), null);
    }
  });
  for (const ifNoneMatch of ['"x"', 'etag', '', '"etag.deflate"', '"etag"x', '"']) {
    test(`${ifNoneMatch} is 200 unless it names the tag`, () => {
      assert.equal(ask({ ifNoneMatch }).status, ifNoneMatch === '"etag"x' ? 304 : 200);
    });
  }
  test('applies to responses with status 200, and to GET and HEAD', () => {
    assert.equal(ask({ ifNoneMatch: '"etag"' }, { ...result, status: 404 }).status, 404);
    assert.equal(ask({ ifNoneMatch: '"etag"', method: 'POST' }).status, 200);
    assert.equal(ask({ ifNoneMatch: '"etag"', method: 'HEAD' }).status, 304);
  });
});

test('HEAD has the headers of GET and no body', () => {
  const [get, head] = [ask({ acceptEncoding: 'gzip' }), ask({ acceptEncoding: 'gzip', method: 'HEAD' })];
  assert.deepEqual([...head.headers], [...get.headers]);
  assert.equal(head.body, null);
});

test('a response has Age and Cache-Status', () => {
  const { headers } = ask({});
  assert.ok(Math.abs(Number(headers.get('age')) - 90) <= 5);
  assert.equal(headers.get('x-rendertron-cached'), new Date(result.storedAt).toUTCString());
  assert.equal(headers.get('cache-status'), 'page-renderer; hit');
  assert.match(headers.get('cache-control') ?? '', /private/);
});

test('a modified result cannot add headers', () => {
  const forged = pack({ ...result, headers: [['X-A', 'a\r\nSet-Cookie: b=1']] });
  assert.throws(() => unpack(forged ?? Buffer.alloc(0), Infinity), { name: 'GarbageError' });
});
