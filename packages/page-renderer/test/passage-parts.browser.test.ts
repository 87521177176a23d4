/** T1: ranges of responses that are passed through (RFC 9110 §14). */
import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createRenderer, type Renderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { NO_SUCH_PART, serveParts, WHOLE } from './support/parts.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

let site: Site;
let renderer: Renderer;
/** The requests to the site, with their ranges, by path with query. */
const asked = new Map<string, IncomingHttpHeaders[]>();
const rangesOf = (path: string) => asked.get(path)?.map(({ range }) => range);

before(async () => {
  site = await startSite({
    '*': (request, response) => {
      const { url = '', headers } = request;
      asked.set(url, [...(asked.get(url) ?? []), headers]);
      if (url.startsWith('/whole')) return void serveParts(request, response);
      if (url.startsWith('/page'))
        return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>page</h1>');
      if (url.startsWith('/ignores')) return void response.writeHead(200, { 'Content-Type': 'text/csv' }).end('a;b');
      if (url.startsWith('/none')) {
        const none = { 'Content-Type': 'text/csv', 'Content-Length': 3, 'Accept-Ranges': 'none' };
        return void response.writeHead(200, none).end('a;b');
      }
      const packed = gzipSync('price;'.repeat(1_000));
      const coded = { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' };
      if (headers.range === undefined) return void response.writeHead(200, coded).end(packed);
      response
        .writeHead(206, { ...coded, 'Content-Range': `bytes 5-9/${packed.byteLength}` })
        .end(packed.subarray(5, 10));
    },
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    logLevel: 'silent',
    timeout: stretched(8_000),
    concurrency: 4,
  });
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const rendertron = (url: string) => `/render/${encodeURIComponent(url)}`;
const LINES: ReadonlyArray<readonly [name: string, line: (url: string) => string]> = [
  ['Rendertron’s dialect', rendertron],
  ['Prerender’s dialect', (url) => `/${url}`],
  ['Prerender’s dialect with a query', (url) => `/render?url=${encodeURIComponent(url)}`],
];
const ask = (path: string, headers: Record<string, string> = {}, line = rendertron) =>
  renderer.fetch(new Request(`http://renderer.example${line(site.url + path)}`, { headers }));
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const SHOWN = ['content-range', 'accept-ranges', 'content-length', 'etag', 'x-render-verdict'] as const;
const shown = ({ status, headers }: Response) => [status, ...SHOWN.map((name) => headers.get(name))];

describe('parts of what goes through', { concurrency: 4 }, () => {
  for (const [at, [name, line]] of LINES.entries()) {
    test(`come from the target byte for byte in ${name}`, async () => {
      const path = `/whole?${at}`;
      const answer = await ask(path, { Range: 'bytes=100000-299999', 'If-Range': '"w1"' }, line);
      const part = [206, 'bytes 100000-299999/700000', 'bytes', '200000', '"w1"', 'passed-through'];
      assert.deepEqual(shown(answer), part);
      assert.equal(Buffer.compare(await bytesOf(answer), WHOLE.subarray(100_000, 300_000)), 0);
      // The response to a request without a range decides whether it is a page.
      assert.deepEqual(rangesOf(path), [undefined, 'bytes=100000-299999']);
    });
  }

  test('may be counted from its end', async () => {
    const answer = await ask('/whole?end', { Range: 'bytes=-5' });
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [206, 'bytes 699995-699999/700000']);
    assert.equal(Buffer.compare(await bytesOf(answer), WHOLE.subarray(-5)), 0);
  });

  test('that are not there are answered 416, as the target says it', async () => {
    const answer = await ask('/whole?416', { Range: 'bytes=700000-' });
    const { status, headers } = answer;
    const told = [status, headers.get('content-range'), headers.get('content-type'), headers.get('x-render-verdict')];
    assert.deepEqual(told, [416, 'bytes */700000', 'text/html', 'passed-through']);
    assert.equal(await answer.text(), NO_SUCH_PART);
  });

  test('are the whole where it has changed, and where the target has no parts', async () => {
    const changed = await ask('/whole?changed', { Range: 'bytes=0-9', 'If-Range': '"w0"' });
    assert.deepEqual([changed.status, (await bytesOf(changed)).byteLength], [200, 700_000]);
    const ignored = await ask('/ignores', { Range: 'bytes=0-0' });
    assert.deepEqual([ignored.status, await ignored.text()], [200, 'a;b']);
    const none = await ask('/none', { Range: 'bytes=0-0' });
    assert.deepEqual([none.status, none.headers.get('accept-ranges'), await none.text()], [200, 'none', 'a;b']);
    assert.deepEqual(rangesOf('/none'), [undefined], 'a target that has none is asked once');
  });

  test('of what is compressed are the whole, as nobody can decompress a part', async () => {
    const answer = await ask('/packed', { Range: 'bytes=5-9' });
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [200, null]);
    assert.equal(await answer.text(), 'price;'.repeat(1_000));
  });

  test('are nothing that other requests get, before or after', async () => {
    const answers = [
      ask('/whole?many', { Range: 'bytes=0-9' }),
      ask('/whole?many'),
      ask('/whole?many', { Range: 'bytes=5-6' }),
    ];
    const bodies = (await Promise.all(answers)).map(async (answer) => (await bytesOf(answer)).byteLength);
    assert.deepEqual(await Promise.all(bodies), [10, 700_000, 2]);
    const later = await ask('/whole?many');
    assert.deepEqual([later.status, (await bytesOf(later)).byteLength], [200, 700_000]);
  });

  test('come with GET only, and after what the client has already', async () => {
    const line = `http://renderer.example${rendertron(`${site.url}/whole?head`)}`;
    const headers = { Range: 'bytes=0-9' };
    const head = await renderer.fetch(new Request(line, { method: 'HEAD', headers }));
    assert.deepEqual(shown(head).slice(0, 4), [200, null, 'bytes', '700000']);
    const known = await renderer.fetch(new Request(line, { headers: { ...headers, 'If-None-Match': '"w1"' } }));
    assert.equal(known.status, 304);
    assert.deepEqual(rangesOf('/whole?head'), [undefined, undefined]);
  });

  test('are of no page: it is rendered whole, and so it comes from the cache', async () => {
    for (const source of [/fwd=miss/, /hit/]) {
      // oxlint-disable-next-line no-await-in-loop -- the second is from the cache
      const answer = await ask('/page', { Range: 'bytes=0-9' });
      assert.deepEqual([answer.status, answer.headers.get('content-range')], [200, null]);
      assert.match(answer.headers.get('cache-status') ?? '', source);
      await answer.text(); // oxlint-disable-line no-await-in-loop -- as above
    }
    assert.deepEqual(rangesOf('/page'), [undefined]);
  });
});
