/**
 * Sites that use the npm packages `rendertron-middleware` and `prerender-node` only change an address; and features that
 * `render-middleware` and the renderer only have together.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { Express, RequestHandler } from 'express';
import express from 'express';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { renderMiddleware } from 'render-middleware/express';
import { crawlerVerifier } from 'render-middleware/verify';
import { stretched } from '../../../testing/load.ts';
import { type Listening, listening } from '../../../testing/listening.ts';

const require = createRequire(import.meta.url);
const rendertron = require('rendertron-middleware') as {
  makeMiddleware(options: { proxyUrl: string; userAgentPattern?: RegExp; injectShadyDom?: boolean }): RequestHandler;
};
const prerender = require('prerender-node') as RequestHandler & { set(name: string, value: string): RequestHandler };

const PAGE = `<!DOCTYPE html><html><head><title>Shop</title></head><body><div id="app"></div>
<script>fetch('/api' + location.search).then((r) => r.text()).then((text) => { app.innerHTML = '<h1>' + text + '</h1>' })</script>
</body></html>`;

let renderer: Renderer;
let service: string;

before(async () => {
  renderer = await createRenderer({
    browsers: 1,
    host: '127.0.0.1',
    port: 0,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(3_000),
    logLevel: 'silent',
  });
  service = (await renderer.listen()).url;
});
after(() => renderer.close());

/** A site with such a client: the middleware in front of a client-side rendered application. */
async function startHost(middleware: RequestHandler): Promise<Listening> {
  const app: Express = express();
  app.use(middleware);
  app.get('/api', ({ query: { q } }, response) => void response.send(`from script ${typeof q === 'string' ? q : ''}`));
  app.get('/old', (_, response) => response.redirect(301, '/page'));
  app.get('/gone', (_, response) => void response.status(410).send('<h1>gone</h1>'));
  app.use((_, response) => void response.send(PAGE));
  return listening(createServer(app));
}

const ask = async (url: string, agent: string) => {
  const response = await fetch(url, { headers: { 'User-Agent': agent }, redirect: 'manual' });
  return { response, html: await response.text() };
};

for (const [client, middleware, bot] of [
  ['rendertron-middleware', () => rendertron.makeMiddleware({ proxyUrl: `${service}/render` }), 'Slackbot 1.0'],
  [
    'rendertron-middleware with injectShadyDom',
    () => rendertron.makeMiddleware({ proxyUrl: `${service}/render`, injectShadyDom: true }),
    'Slackbot 1.0',
  ],
  ['prerender-node', () => prerender.set('prerenderServiceUrl', service), 'Mozilla/5.0 (compatible; Googlebot/2.1)'],
] as const) {
  describe(client, () => {
    let host: Listening;
    before(async () => {
      host = await startHost(middleware());
    });
    after(() => host[Symbol.asyncDispose]());

    test('a bot gets the rendered page, the query included', async () => {
      const { response, html } = await ask(`${host.url}/page?q=a%26b&r=%C3%A9`, bot);
      assert.equal(response.status, 200);
      assert.match(html, /<h1>from script a&amp;b<\/h1>|<h1>from script a&b<\/h1>/);
      assert.doesNotMatch(html, /<script/);
      assert.equal(response.headers.get('x-renderer'), 'page-renderer');
    });
    test('a person gets the application', async () => {
      const { html } = await ask(`${host.url}/page`, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0');
      assert.match(html, /<div id="app"><\/div>/);
    });
    test('a bot gets the status of a page that is gone', async () => {
      assert.equal((await ask(`${host.url}/gone`, bot)).response.status, 410);
    });
    test('a bot never gets the unrendered page for a redirect', async () => {
      const { response, html } = await ask(`${host.url}/old`, bot);
      assert.equal(response.status, 301);
      if (client === 'prerender-node') assert.equal(response.headers.get('location'), `${host.url}/page`);
      else assert.match(html, /from script/);
    });
  });
}

describe('render-middleware', () => {
  const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const GOOGLE = '203.0.113.9';
  const IMPOSTOR = '198.51.100.7';
  let caching: Renderer;
  let host: Listening;
  const visits: string[] = [];
  const reasons: string[] = [];

  before(async () => {
    caching = await createRenderer({
      browsers: 1,
      host: '127.0.0.1',
      port: 0,
      allowPrivateNetworks: ['127.0.0.1'],
      cache: 'memory',
      // By its user agent alone, the site would treat the renderer as a bot.
      reqHeaders: { 'user-agent': GOOGLEBOT },
      logLevel: 'silent',
    });
    const bots = renderMiddleware({
      proxyUrl: (await caching.listen()).url,
      verify: crawlerVerifier({
        identities: [{ tokens: ['Googlebot'], source: 'https://google.example', ranges: ['203.0.113.0/24'] }],
      }),
      // The renderer's own requests come from this address only.
      clientAddress: ({ headers }) => (headers as Record<string, string>)['x-client'] ?? GOOGLE,
      onFallback: ({ reason }) => reasons.push(reason),
    });
    host = await startHost((request, response, next) => {
      visits.push(request.originalUrl);
      void bots(request, response, next);
    });
  });
  after(async () => {
    await host[Symbol.asyncDispose]();
    await caching.close();
  });

  async function visit(path: string, client: string, more: Record<string, string> = {}) {
    visits.length = 0;
    const headers = { 'User-Agent': GOOGLEBOT, 'X-Client': client, ...more };
    const response = await fetch(host.url + path, { headers, redirect: 'manual' });
    const cached = response.headers.has('x-rendertron-cached');
    return { status: response.status, headers: response.headers, html: await response.text(), cached };
  }

  test('an impostor has nothing rendered, and gets the page itself', async () => {
    const { status, html, headers } = await visit('/page?q=1', IMPOSTOR);
    assert.deepEqual([status, headers.get('x-renderer')], [200, null]);
    assert.match(html, /<div id="app"><\/div>/);
    assert.match(headers.get('vary') ?? '', /user-agent/i);
    assert.deepEqual([visits, reasons], [['/page?q=1'], ['unverified']]);
  });
  test('a crawler at its own address has the page rendered, once, however the render itself looks', async () => {
    const { status, html } = await visit('/page?q=1', GOOGLE);
    assert.equal(status, 200);
    assert.match(html, /<h1>from script 1<\/h1>/);
    assert.deepEqual(visits, ['/page?q=1', '/page?q=1', '/api?q=1']);
  });
  test('an impostor gets a cached result', async () => {
    const { html, cached } = await visit('/page?q=1', IMPOSTOR);
    assert.match(html, /<h1>from script 1<\/h1>/);
    assert.ok(cached);
    assert.deepEqual(visits, ['/page?q=1']);
  });
  test('a crawler that has the page gets 304, in any encoding', async () => {
    for (const encoding of ['gzip', 'identity']) {
      const { headers } = await visit('/page?q=1', GOOGLE, { 'Accept-Encoding': encoding });
      const known = { 'If-None-Match': headers.get('etag') ?? assert.fail(), 'Accept-Encoding': encoding };
      assert.equal((await visit('/page?q=1', GOOGLE, known)).status, 304, encoding);
    }
  });
  test('a redirect and a page that is gone are passed on', async () => {
    const moved = await visit('/old', GOOGLE);
    assert.deepEqual([moved.status, moved.headers.get('location')], [301, `${host.url}/page`]);
    assert.equal((await visit('/gone', GOOGLE)).status, 410);
  });
});
