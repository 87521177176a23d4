/** The headers of a target's response that its rendered page has. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const SENT = {
  'X-Robots-Tag': ['noindex', 'googlebot: nofollow'],
  Link: '<https://shop.example/a>; rel="canonical"',
  'Content-Language': 'tr',
  'Last-Modified': 'Sat, 21 Nov 2026 10:00:00 GMT',
  'Set-Cookie': 'a=1',
  'Cache-Control': 'public, max-age=60',
  'X-Accel-Redirect': '/private',
  'X-Shop': 'north',
};
const GOES_THROUGH = {
  'x-robots-tag': 'noindex, noarchive, googlebot: nofollow',
  link: SENT.Link,
  'content-language': 'tr',
  'last-modified': SENT['Last-Modified'],
  'retry-after': null,
  'set-cookie': null,
  'x-accel-redirect': null,
  'x-shop': 'north',
};

let site: Site;
let renderer: Renderer;

before(async () => {
  site = await startSite({
    '/': (_, response) =>
      void response
        .writeHead(200, { 'Content-Type': 'text/html', ...SENT })
        .end('<meta name="render:header" content="X-Robots-Tag: noarchive"><h1>page</h1>'),
    '/from': (_, response) =>
      void response.writeHead(302, { Location: '/', 'X-Robots-Tag': 'nosnippet', 'Retry-After': '9' }).end(),
    '/down': (_, response) =>
      void response.writeHead(503, { 'Content-Type': 'text/html', 'Retry-After': '120' }).end('<h1>later</h1>'),
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    pageHeaders: ['X-Shop'],
    logLevel: 'silent',
    timeout: stretched(8_000),
  });
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const ask = (line: string) => renderer.fetch(new Request(`http://renderer.example${line}`));

for (const [name, line] of [
  ['Rendertron’s dialect', (url: string) => `/render/${encodeURIComponent(url)}`],
  ['Prerender’s dialect', (url: string) => `/render?url=${encodeURIComponent(url)}&followRedirects=true`],
] as const) {
  test(`what the target says of its page goes through, and from the cache, too, in ${name}`, async () => {
    for (const path of ['/', '/', '/from']) {
      // oxlint-disable-next-line no-await-in-loop -- the second is answered from the cache
      const { headers } = await ask(line(site.url + path));
      for (const [header, value] of Object.entries(GOES_THROUGH)) {
        assert.equal(headers.get(header), value, `${header} of ${path}`);
      }
      assert.doesNotMatch(headers.get('cache-control') ?? '', /public/);
    }
  });
}

test('headers of the target are passed on with the screenshot and the PDF, too', async () => {
  const target = encodeURIComponent(`${site.url}/`);
  const said = { ...GOES_THROUGH, 'x-robots-tag': 'noindex, googlebot: nofollow' };
  const picture = `/screenshot/${target}?width=100&height=100`;
  for (const line of [
    picture,
    picture,
    `/render?url=${target}&renderType=png`,
    `/render?url=${target}&renderType=pdf`,
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- the second is answered from the cache
    const { status, headers } = await ask(line);
    assert.equal(status, 200);
    for (const [header, value] of Object.entries(said))
      assert.equal(headers.get(header), value, `${header} of ${line}`);
  }
});

test('the Retry-After of an error is passed on', async () => {
  const { status, headers } = await ask(`/render/${encodeURIComponent(`${site.url}/down`)}`);
  assert.deepEqual([status, headers.get('retry-after')], [503, '120']);
});
