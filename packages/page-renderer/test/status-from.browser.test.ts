/** Whose status a response has, as the service says and as a bot gets it through render-middleware. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import type { Fallback } from 'render-middleware';
import { renderMiddleware } from 'render-middleware/node';
import { resultStatus } from '../dist/render/navigation/status.js';
import { stretched } from '../../../testing/load.ts';
import { each } from '../../../testing/rounds.ts';
import { type Listening, listening } from '../../../testing/listening.ts';

const TEXT = '<script>document.body.append("written by a script")</script>';
const says = (status: string, ...headers: string[]) =>
  `<meta name="render:status_code" content="${status}">${headers
    .map((header) => `<meta name="render:header" content="${header}">`)
    .join('')}<body>${TEXT}`;
const alsoSays = (status: string) => `<meta name="prerender-status-code" content="${status}">`;

/** Pages by their path: what the server sends, the status of the result, and whose it is. */
const PAGES: Record<string, { sent?: number; html: string; status: number; from: 'page' | 'target' }> = {
  '/plain': { html: `<body>${TEXT}`, status: 200, from: 'target' },
  '/maintenance': { html: says('503', 'Retry-After: 120'), status: 503, from: 'page' },
  '/broken': { html: says(' 500 '), status: 500, from: 'page' },
  '/broken-in-the-other-dialect': { html: `${alsoSays('502')}<body>${TEXT}`, status: 502, from: 'page' },
  '/unknown-status': { html: says('599'), status: 599, from: 'page' },
  '/missing': { html: says('404'), status: 404, from: 'page' },
  '/gone': { html: says('410'), status: 410, from: 'page' },
  '/slower': { html: says('429', 'Retry-After: 30'), status: 429, from: 'page' },
  '/members-only': { html: says('401'), status: 401, from: 'page' },
  '/moved': { html: says('301', 'Location: /plain?from=moved'), status: 301, from: 'page' },
  '/moved-far': { html: says('302', 'Location: https://other.example/a b'), status: 302, from: 'page' },
  // A status and its Location stand or fall together.
  '/moved-nowhere': { html: says('301'), status: 200, from: 'target' },
  '/moved-to-a-mailbox': { html: says('302', 'Location: mailto:shop@shop.example'), status: 200, from: 'target' },
  '/nowhere-but-gone': { html: says('301') + alsoSays('410'), status: 410, from: 'page' },
  '/same': { html: says('200'), status: 200, from: 'page' },
  '/first-counts': { html: says('503') + says('404'), status: 503, from: 'page' },
  '/second-is-valid': { html: alsoSays('503') + says('0'), status: 503, from: 'page' },
  // Only a page that the server sends with 200 may set its status.
  '/error-of-server': { sent: 500, html: says('503'), status: 500, from: 'target' },
  '/missing-on-server': { sent: 404, html: says('500'), status: 404, from: 'target' },
  '/unavailable': { sent: 503, html: `<body>${TEXT}`, status: 503, from: 'target' },
  '/forbidden': { sent: 403, html: `<body>${TEXT}`, status: 403, from: 'target' },
  '/not-a-status': { html: says('304'), status: 200, from: 'target' },
};

/** In the dialect that renders them again. */
const IN_PRERENDER = new Set([
  '/plain',
  '/maintenance',
  '/slower',
  '/members-only',
  '/moved',
  '/unavailable',
  '/forbidden',
]);
const pagesIn = (dialect: string) =>
  Object.entries(PAGES).filter(([path]) => dialect === 'rendertron' || IN_PRERENDER.has(path));

let renderer: Renderer;
let service = '';
let site: Listening;
/** Made for the site once its address is known. */
const bots: Record<string, ReturnType<typeof renderMiddleware>> = {};
const fallbacks: Fallback[] = [];

const answer = (path: string, response: ServerResponse) => {
  const { sent = 200, html } = PAGES[path] ?? { sent: 404, html: '' };
  response.writeHead(sent, { 'Content-Type': 'text/html' }).end(html);
};

before(async () => {
  renderer = await createRenderer({
    browsers: 1,
    host: '127.0.0.1',
    port: 0,
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    cacheConfig: { errorDurationSeconds: 600 },
    timeout: stretched(10_000),
    logLevel: 'silent',
    restrictedUrlPattern: '/restricted',
  });
  service = (await renderer.listen()).url;
  site = await listening(
    createServer((request: IncomingMessage, response) => {
      const path = request.url ?? '';
      const middleware = bots[String(request.headers['x-dialect'])];
      if (!middleware) answer(path, response);
      else void middleware(request, response, () => answer(path, response));
    }),
  );
  for (const dialect of ['rendertron', 'prerender'] as const) {
    bots[dialect] = renderMiddleware({
      proxyUrl: service,
      origin: site.url,
      dialect,
      // One failure of the renderer is enough.
      circuit: { failures: 1, pause: 600_000 },
      timeout: stretched(20_000),
      onFallback: (fallback) => fallbacks.push(fallback),
    });
  }
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await renderer.close();
});

test('a page sets only a status that a response to any request can have', () => {
  const hops = [{ url: 'https://example.com/', status: 200, headers: {} }];
  for (const invalid of ['100', '199', '206', '304', '416', '600', '99', '5e2', '5030', '-503', '503.0', 'error', '']) {
    assert.deepEqual(resultStatus(hops, [invalid]), { status: 200, statusFrom: 'target' }, invalid);
    assert.deepEqual(resultStatus(hops, [invalid, '404']), { status: 404, statusFrom: 'page' }, invalid);
  }
  for (const valid of ['200', '204', '299', '300', '308', '451', '500', '599', ' 503\n']) {
    assert.deepEqual(resultStatus(hops, [valid, '404']), { status: Number(valid), statusFrom: 'page' }, valid);
  }
});

const LINES = {
  rendertron: (path: string) => `/render/${encodeURIComponent(site.url + path)}`,
  prerender: (path: string) => `/${site.url}${path}`,
} as const;

describe('the service', () => {
  test('says in each response whose status it is, also from its cache, with HEAD and with 304', async () => {
    const asked = Object.entries(LINES).flatMap(([dialect, line], place) =>
      each(pagesIn(dialect), 1 + place).map(async ([path, { status, from }]) => {
        const told: unknown[] = [];
        let etag: string | null = null;
        for (const method of ['GET', 'GET', 'HEAD']) {
          const headers = { 'X-Render-Middleware': '1' };
          const response = await fetch(service + line(path), { method, redirect: 'manual', headers });
          await response.arrayBuffer();
          told.push([response.status, response.headers.get('x-render-status-from')]);
          etag = response.headers.get('etag');
        }
        for (const one of told) assert.deepEqual(one, [status, from], `${dialect} ${path}`);
        if (status !== 200) return;
        const headers = { 'X-Render-Middleware': '1', 'If-None-Match': etag ?? assert.fail(path) };
        const known = await fetch(service + line(path), { headers });
        assert.deepEqual([known.status, known.headers.get('x-render-status-from')], [304, from], path);
      }),
    );
    await Promise.all(asked);
  });

  test('says of its own errors that they are its own', async () => {
    const refused = [
      `/render/${encodeURIComponent(`${site.url}/restricted`)}`,
      '/render/ftp://example.com/',
      '/render/http://127.0.0.1:1/',
      '/http://no-such-host.invalid/',
      '/nothing-here',
    ];
    for (const line of refused) {
      for (const accept of ['*/*', 'text/html']) {
        const response = await fetch(service + line, { headers: { Accept: accept } });
        assert.ok(response.status >= 400, line);
        assert.equal(response.headers.get('x-render-status-from'), 'renderer', line);
      }
    }
  });

  test('resolves a Location that the page gives relative to itself, and encodes what an address cannot contain', async () => {
    for (const [path, location] of [
      ['/moved', `${site.url}/plain?from=moved`],
      ['/moved-far', 'https://other.example/a%20b'],
    ] as const) {
      const response = await fetch(service + LINES.rendertron(path), { redirect: 'manual' });
      assert.equal(response.headers.get('location'), location);
    }
  });
});

test('the library says whose status it is', async () => {
  for (const path of ['/maintenance', '/unavailable', '/plain']) {
    const { status, statusFrom } = await renderer.render(site.url + path);
    assert.deepEqual([status, statusFrom], [PAGES[path]?.status, PAGES[path]?.from]);
  }
  assert.equal((await renderer.screenshot(`${site.url}/maintenance`)).statusFrom, 'target');
});

describe('through render-middleware', () => {
  for (const dialect of ['rendertron', 'prerender'] as const) {
    test(`a bot gets the status that the page sets, also 5xx, in the dialect ${dialect}; a 5xx of the site comes from the site`, async () => {
      for (const [path, { status, from }] of pagesIn(dialect)) {
        fallbacks.length = 0;
        const isSent = status >= 500 && from === 'target';
        for (const method of ['GET', 'HEAD']) {
          const response = await fetch(site.url + path, {
            method,
            redirect: 'manual',
            headers: { 'User-Agent': 'Googlebot/2.1', 'X-Dialect': dialect },
          });
          const html = await response.text();
          assert.equal(response.status, status, `${method} ${path}`);
          assert.equal(response.headers.get('x-render-status-from'), isSent ? null : from, path);
          if (method === 'GET' && status < 300) assert.match(html, /<body>written by a script/, path);
          if (method === 'GET' && from === 'page' && status >= 400)
            assert.match(html, /<body>written by a script/, path);
        }
        const expected = { reason: 'status', target: site.url + path, status } as const;
        assert.deepEqual(fallbacks, isSent ? [expected, expected] : [], path);
      }
      const ask = (path: string) =>
        fetch(site.url + path, {
          redirect: 'manual',
          headers: { 'User-Agent': 'Googlebot/2.1', 'X-Dialect': dialect },
        });
      assert.equal((await ask('/maintenance')).headers.get('retry-after'), '120');
      assert.equal((await ask('/moved')).headers.get('location'), `${site.url}/plain?from=moved`);
      const restricted = await ask('/restricted');
      assert.equal(restricted.headers.get('x-renderer'), null);
      assert.equal(fallbacks.at(-1)?.status, 403);
    });
  }
});
