/** Pages that are never complete, and the responses to clients. */
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import express from 'express';
import { createRenderer, type Renderer } from 'page-renderer';
import { renderMiddleware } from 'render-middleware/express';
import { stretched } from '../../../testing/load.ts';
import { RESTLESS } from './hostile/pages.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';
import { listening } from '../../../testing/listening.ts';

const script = (source: string, body = '') => `<!doctype html><h1>there</h1>${body}<script>${source}</script>`;
const BUSY = 'const end = Date.now() + 900; while (Date.now() < end);';

/** Endless pages, each with its possible verdicts; on a slow machine the time budget may end first. */
const LOOPS: Readonly<Record<string, readonly [page: string, verdicts: readonly string[]]>> = {
  '/href': [String(RESTLESS['an address after the other']), ['over-navigations', 'budget']],
  '/late-href': [
    script('setTimeout(() => { location.href = "?" + Math.random() }, 50)'),
    ['over-navigations', 'budget'],
  ],
  '/replace': [script('location.replace("?" + Math.random())'), ['over-navigations', 'budget']],
  '/reload': [String(RESTLESS['reloading without end']), ['over-navigations', 'budget']],
  '/refresh': [String(RESTLESS['a refresh without end']), ['over-navigations', 'budget']],
  '/form': [script('document.forms[0].submit()', '<form></form>'), ['over-navigations', 'budget']],
  '/there': [script('location = "/back"'), ['over-navigations', 'budget']],
  '/back': [script('location = "/there"'), ['over-navigations', 'budget']],
  '/downloads': [script('setInterval(() => { location = "/zip" }, 20)'), ['over-navigations', 'budget']],
};
/** Endless redirects of the server. */
const REDIRECTS: Readonly<Record<string, () => string>> = {
  '/same': () => '/same',
  '/other': () => `/other?${Math.random()}`,
};
const BUSY_PAGES: Readonly<Record<string, string>> = {
  '/timers': script(`const spin = () => { ${BUSY} setTimeout(spin) }; spin()`),
  '/getter': script(`Object.defineProperty(window, 'prerenderReady', { get() { ${BUSY} return false } })`),
};

let site: Site;
let renderer: Renderer;
let proxyUrl: string;

before(async () => {
  const redirects = Object.entries(REDIRECTS).map(([path, to]) => [
    path,
    (_: unknown, response: ServerResponse) => void response.writeHead(302, { Location: to() }).end(),
  ]);
  site = await startSite({
    ...Object.fromEntries(Object.entries(LOOPS).map(([path, [page]]) => [path, page])),
    ...Object.fromEntries(redirects),
    ...BUSY_PAGES,
    '/states': String(RESTLESS['states without end']),
    '/zip': (_, response) => void response.writeHead(200, { 'Content-Type': 'application/zip' }).end('PK'),
    '/shared': script('new SharedWorker("/worker.js").port.onmessage = ({ data }) => document.body.append(data)'),
    '/worker.js': (_, response) =>
      void response
        .writeHead(200, { 'Content-Type': 'text/javascript' })
        .end('onconnect = ({ ports: [port] }) => port.postMessage("by a worker")'),
    '/good': script('document.body.append("whole")'),
  });
  renderer = await createRenderer({
    browsers: 1,
    host: '127.0.0.1',
    port: 0,
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    logLevel: 'silent',
    timeout: stretched(2_000),
    concurrency: 4,
  });
  ({ url: proxyUrl } = await renderer.listen());
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const ask = (path: string) => fetch(`${proxyUrl}/render/${encodeURIComponent(site.url + path)}`);

describe('a page that never becomes idle has a verdict of its own', { concurrency: 4 }, () => {
  for (const [path, [, verdicts]] of Object.entries(LOOPS)) {
    test(`${path}: what is there is answered, and not kept`, async () => {
      const { status, headers } = await ask(path);
      const verdict = headers.get('x-render-verdict') ?? '';
      assert.ok(verdicts.includes(verdict), verdict);
      // On a slow machine there may be no content in time.
      const isNothing = (verdict === 'budget' && status === 504) || (verdict === 'over-navigations' && status === 502);
      assert.ok(status === 200 || isNothing, `${status}, ${verdict}`);
      assert.doesNotMatch(headers.get('cache-status') ?? '', /stored|hit/);
    });
  }

  for (const path of Object.keys(REDIRECTS)) {
    test(`redirects to ${path}: 502`, async () => {
      const answer = await ask(path);
      assert.deepEqual([answer.status, answer.headers.get('x-render-verdict')], [502, 'over-redirects']);
      assert.equal(((await answer.json()) as { code: string }).code, 'over-budget');
    });
  }
});

test('none of them opens the circuit of a middleware, which has good pages rendered after', async () => {
  const app = express();
  const reasons: string[] = [];
  const onFallback = ({ reason }: { reason: string }) => void reasons.push(reason);
  const timeout = stretched(10_000);
  app.use(renderMiddleware({ proxyUrl, origin: site.url, circuit: { failures: 1 }, timeout, onFallback }));
  app.use((_request, response) => void response.send('not rendered'));
  await using host = await listening(createServer(app));
  const bot = async (path: string) => {
    const answer = await fetch(`${host.url}${path}`, {
      headers: { 'User-Agent': 'Googlebot/2.1' },
      redirect: 'manual',
    });
    return answer.text();
  };
  await Promise.all(['/href', '/refresh', '/states', '/same', '/zip'].map(bot));
  assert.match(await bot('/good'), /whole/);
  assert.ok(!reasons.includes('circuit-open'), reasons.join());
});

describe('a busy page', { concurrency: 4 }, () => {
  for (const path of Object.keys(BUSY_PAGES)) {
    test(`a page that is busy for 900 ms at a time is answered with what is there: ${path}`, async () => {
      const answer = await ask(path);
      const html = await answer.text();
      assert.equal(answer.status, 200, html.slice(0, 300));
      assert.match(answer.headers.get('x-render-verdict') ?? '', /^(?:budget|settled)$/);
      assert.match(html, /<h1>there<\/h1>/);
    });
  }

  test('a page with a shared worker is complete, with what the worker says', async () => {
    const answer = await ask('/shared');
    assert.deepEqual([answer.status, answer.headers.get('x-render-verdict')], [200, 'complete']);
    assert.match(await answer.text(), /by a worker/);
  });
});
