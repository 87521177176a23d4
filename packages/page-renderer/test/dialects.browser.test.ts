/** The responses to clients of Rendertron and of Prerender, and how a page can change its own response. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { jpegSize, pngSize } from './support/jpeg.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const metas = (...tags: Array<[name: string, content: string]>) =>
  tags.map(([name, content]) => `<meta name="${name}" content="${content}">`).join('');

let site: Site;
let other: Site;
let renderer: Renderer;

before(async () => {
  other = await startSite({ '/pixel.png': (_, response) => response.end(), '/api': (_, response) => response.end() });
  site = await startSite({
    '/': '<h1>home</h1>',
    '/page': `<h1>page</h1><img src="${other.url}/pixel.png"><script>fetch("/own")</script>`,
    '/own': (_, response) => response.end(),
    '/echo': (request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<p>[${request.url?.replaceAll('&', '&amp;')}]</p>`);
    },
    '/moved': (_, response) =>
      response.writeHead(301, { Location: '/page?from=moved', 'Set-Cookie': 'a=1' }).end('old'),
    '/moved-twice': (_, response) => response.writeHead(302, { Location: '/moved' }).end(),
    '/cookie': (_, response) =>
      response.writeHead(200, { 'Set-Cookie': 'a=1', 'Content-Type': 'text/html' }).end('<p>cookie'),
    '/not-modified': (_, response) => response.writeHead(304).end(),
    '/script-leaves': '<script>location.replace("/page")</script>',
    '/meta-leaves': '<meta http-equiv="refresh" content="0;url=/page">',
    '/push-state': '<h1>pushed</h1><script>history.pushState(null, "", "/elsewhere")</script>',
    '/metas': metas(
      ['render:status_code', '418'],
      ['render:status_code', '500'],
      ['render:header', 'X-First: 1'],
      ['render:header', 'X-Second: a: b'],
      ['render:header', 'Link: &lt;https://example.com/&gt;; rel=&quot;canonical&quot;'],
    ),
    '/forbidden-metas': metas(
      ['render:header', 'Set-Cookie: a=1'],
      ['render:header', 'Content-Type: text/plain'],
      ['render:header', 'Content-Security-Policy: script-src *'],
      ['render:header', 'Transfer-Encoding: chunked'],
      ['render:header', 'Connection: close'],
      ['render:header', 'Access-Control-Allow-Origin: *'],
      ['render:header', 'X-Render-Verdict: forged'],
      ['render:header', 'X-Renderer: forged'],
      ['render:header', 'Location: javascript:alert(1)'],
      ['render:header', 'X-Split: a&#13;&#10;Set-Cookie: b=1'],
      ['render:header', 'no colon'],
      ['render:header', ': no name'],
      ['render:header', 'X-Accel-Redirect: /private'],
      ['render:header', 'Link: </app.js>; rel=preload; as=script'],
      ['render:header', 'Cache-Control: max-age=86400'],
      ['render:header', 'X-Kept: yes'],
    ),
    '/prerender-metas': metas(
      ['prerender-status-code', '301'],
      ['prerender-header', 'Location: https://example.com/new'],
      ['prerender-header', 'X-Other: 1'],
    ),
    '/missing-with-meta': (_, response) =>
      response.writeHead(404, { 'Content-Type': 'text/html' }).end(metas(['render:status_code', '200'])),
    '/ready-late': `<h1 id="h">early</h1><script>
      window.prerenderReady = false;
      setTimeout(() => { h.textContent = "late"; window.prerenderReady = true }, 1200);
    </script>`,
    '/ready-busy': `<h1>busy</h1><script>
      window.prerenderReady = false;
      setInterval(() => fetch("/own"), 50);
      setTimeout(() => { window.prerenderReady = true }, 300);
    </script>`,
    '/ready-never': '<h1>never</h1><script>window.prerenderReady = false</script>',
    '/blank': '<!doctype html><html><body><div id="app"></div></body></html>',
    '/picture': '<img src="/own" alt="">',
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    pageHeaders: ['X-First', 'X-Second', 'X-Kept', 'X-Other'],
    timeout: stretched(3_000),
    logLevel: 'silent',
  });
});
after(async () => {
  await renderer.close();
  await Promise.all([site, other].map((one) => one[Symbol.asyncDispose]()));
});

const get = (path: string, init?: RequestInit) => renderer.fetch(new Request(`http://renderer.test${path}`, init));
const render = (path: string, init?: RequestInit) => get(`/render/${site.url}${path}`, init);
const prerender = (path: string) => get(`/${site.url}${path}`);
const verdictOf = (response: Response) => response.headers.get('x-render-verdict');

describe('a redirect', () => {
  test('to a client of Rendertron: the first status, the final document, no Location', async () => {
    for (const [path, status] of [
      ['/moved', 301],
      ['/moved-twice', 302],
    ] as const) {
      const response = await render(path);
      assert.deepEqual([response.status, response.headers.get('location')], [status, null]);
      assert.match(await response.text(), /<h1>page<\/h1>/);
    }
  });
  for (const [client, ask] of [
    ['a client of Prerender', (path: string) => prerender(path)],
    ['render-middleware', (path: string) => render(path, { headers: { 'x-render-middleware': '1' } })],
  ] as const) {
    test(`to ${client}: the redirect itself, absolute and without a body`, async () => {
      const before = site.requests.length;
      const response = await ask('/moved');
      assert.deepEqual([response.status, response.headers.get('location')], [301, `${site.url}/page?from=moved`]);
      assert.equal(await response.text(), '');
      assert.equal(verdictOf(response), 'redirect');
      assert.equal(response.headers.get('set-cookie'), null);
      assert.ok(site.requests.slice(before).includes('/moved'));
    });
  }
  for (const path of ['/script-leaves', '/meta-leaves']) {
    test(`by ${path} is rendered where it leads, and the verdict says so`, async () => {
      const response = await render(path);
      assert.deepEqual([response.status, verdictOf(response)], [200, 'client-redirect']);
      assert.match(await response.text(), /<h1>page<\/h1>/);
    });
  }
  test('by history.pushState alone is not reported as a redirect', async () => {
    assert.equal(verdictOf(await render('/push-state')), 'complete');
  });
});

describe('the answer', { concurrency: 3 }, () => {
  test('never carries a cookie of the target', async () => {
    assert.equal((await render('/cookie')).headers.get('set-cookie'), null);
    assert.equal((await prerender('/cookie')).headers.get('set-cookie'), null);
  });
  test('to a 304 is 200, because the client sent the target no validator', async () => {
    assert.equal((await render('/not-modified')).status, 200);
  });
  test('takes the first status meta and all header metas', async () => {
    const { status, headers } = await render('/metas');
    assert.equal(status, 418);
    assert.deepEqual(
      [headers.get('x-first'), headers.get('x-second'), headers.get('link')],
      ['1', 'a: b', '<https://example.com/>; rel="canonical"'],
    );
  });
  test('ignores header meta tags that a page may not set', async () => {
    const { headers } = await render('/forbidden-metas');
    assert.equal(headers.get('x-kept'), 'yes');
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'none'/);
    assert.deepEqual(
      [headers.get('x-renderer'), verdictOf(await render('/forbidden-metas'))],
      ['page-renderer', 'blank'],
    );
    for (const name of [
      'set-cookie',
      'transfer-encoding',
      'connection',
      'access-control-allow-origin',
      'location',
      'x-split',
      'x-accel-redirect',
      'link',
    ]) {
      assert.equal(headers.get(name), null, name);
    }
  });
  test('takes Prerender’s metas, a redirect by them included', async () => {
    const { status, headers } = await prerender('/prerender-metas');
    assert.deepEqual([status, headers.get('location'), headers.get('x-other')], [301, 'https://example.com/new', '1']);
  });
  test('keeps the target’s own status where that is neither 200 nor 304', async () => {
    assert.equal((await render('/missing-with-meta')).status, 404);
  });
  test('to HEAD is that to GET, without the body', async () => {
    const response = await render('/metas', { method: 'HEAD' });
    assert.deepEqual([response.status, response.headers.get('x-first'), await response.text()], [418, '1', '']);
  });
});

// In parallel: they wait until the time budget ends.
describe('completion', { concurrency: true }, () => {
  test('waits for prerenderReady where the page sets it', async () => {
    for (const ask of [render, prerender]) {
      const response = await ask('/ready-late');
      assert.equal(verdictOf(response), 'ready-signal');
      assert.match(await response.text(), />late</);
    }
  });
  test('accepts prerenderReady although the network is never idle', async () => {
    assert.equal(verdictOf(await render('/ready-busy')), 'ready-signal');
  });
  test('waits for prerenderReady no longer than the budget', async () => {
    assert.equal(verdictOf(await render('/ready-never')), 'budget');
  });
  test('without visible content has the verdict blank', async () => {
    assert.equal(verdictOf(await render('/blank')), 'blank');
    assert.equal(verdictOf(await render('/picture')), 'complete');
  });
});

describe('Prerender’s addresses', { concurrency: 3 }, () => {
  for (const [name, path, expected] of [
    [
      'unencoded, the whole query being the target’s',
      (url: string) => `/${url}/echo?a=b&mobile&width=1`,
      '/echo?a=b&mobile&width=1',
    ],
    ['unencoded, an encoded slash staying one', (url: string) => `/${url}/echo?next=%2Fa%2Fb`, '/echo?next=%2Fa%2Fb'],
    ['wholly encoded', (url: string) => `/${encodeURIComponent(`${url}/echo?a=b`)}`, '/echo?a=b'],
    ['with a merged slash', (url: string) => `/${url.replace('//', '/')}/echo?a=b`, '/echo?a=b'],
    [
      'as the parameter of /render',
      (url: string) => `/render?url=${encodeURIComponent(`${url}/echo?a=b&c=d`)}`,
      '/echo?a=b&c=d',
    ],
  ] as const) {
    test(name, async () => {
      const html = await (await get(path(site.url))).text();
      assert.ok(html.includes(`<p>[${expected.replaceAll('&', '&amp;')}]</p>`), html);
    });
  }
  test('send X-Prerender to the target’s own origin, and to no other', async () => {
    await prerender('/page');
    assert.equal(site.headersOf('/page')?.['x-prerender'], '1');
    assert.equal(site.headersOf('/own')?.['x-prerender'], '1');
    assert.equal(other.headersOf('/pixel.png')?.['x-prerender'], undefined);
  });
  test('give pictures by renderType', async () => {
    const query = `url=${encodeURIComponent(`${site.url}/page`)}&width=300&height=200`;
    const jpeg = await get(`/render?${query}&renderType=jpeg`);
    assert.equal(jpeg.headers.get('content-type'), 'image/jpeg');
    assert.deepEqual(jpegSize(Buffer.from(await jpeg.arrayBuffer())), [300, 200]);
    const png = await get(`/render?${query}&renderType=png`);
    assert.equal(png.headers.get('content-type'), 'image/png');
    assert.deepEqual(pngSize(Buffer.from(await png.arrayBuffer())), [300, 200]);
  });
  for (const [path, status] of [
    ['/render', 400],
    ['/render?url=', 400],
    ['/render?url=page', 400],
    ['/render?url=ftp://example.com/', 403],
    ['/render?url=http://example.com/&renderType=gif', 400],
    ['/http://10.0.0.1/', 403],
    ['/https://[::1]/', 403],
    ['/favicon.ico', 404],
  ] as const) {
    test(`${path} is ${status}`, async () => {
      assert.equal((await get(path)).status, status);
    });
  }
});

describe('parameters of web components and of the cache', { concurrency: 3 }, () => {
  for (const query of [
    'dom=shady',
    'wc-inject-shadydom=true',
    'wc-inject-shadydom',
    'shadow=declarative',
    'shadow=flat',
    'refreshCache=true',
  ]) {
    test(`${query} is taken, and is not the target’s`, async () => {
      const response = await render(`/echo?a=b&${query}`);
      assert.equal(response.status, 200);
      assert.match(await response.text(), /\[\/echo\?a=b\]/);
    });
  }
  for (const query of ['dom=light', 'wc-inject-shadydom=maybe', 'shadow=deep', 'refreshCache=never']) {
    test(`${query} is 400 and names it`, async () => {
      const response = await render(`/echo?${query}`);
      assert.equal(response.status, 400);
      const { detail } = (await response.json()) as { detail: string };
      assert.ok(detail.startsWith(`${query.split('=', 1)[0]}: `), detail);
    });
  }
});

test('an error has a verdict in every dialect; an address that renders nothing has none', async () => {
  const refused = 'http://10.0.0.1/';
  const body = (value: object) => ({ method: 'POST', body: JSON.stringify(value) });
  for (const [path, code, init] of [
    [`/render/${refused}`, 'refused-address'],
    [`/screenshot/${refused}`, 'refused-address', body({ fullPage: true })],
    [`/${refused}`, 'refused-address'],
    [`/render?url=${refused}&renderType=har`, 'refused-address'],
    ['/render', 'refused-address', body({ url: refused, renderType: 'pdf' })],
    [`/render/${site.url}/page?timezoneId=Mars/Base`, 'invalid-parameter'],
    [`/render/${site.url}/page`, 'method-not-allowed', { method: 'DELETE' }],
    ['/render?url=ftp://example.com/', 'unsupported-scheme'],
  ] as const) {
    const response = await get(path, init);
    const problem = (await response.json()) as { code: string };
    assert.deepEqual([path, verdictOf(response), problem.code], [path, code, code]);
  }
  assert.equal(verdictOf(await get('/purge', { method: 'POST' })), null);
});
