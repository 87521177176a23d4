/** Expired results of a real service with a real browser, and a site. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, mock, test } from 'node:test';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import type { Explanation } from '../../dist/server/explain/explanation/explanation.js';
import { eventually } from '../support/processes.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const TOKEN = 'the-token-of-the-administrator';
const HOUR = 60 * 60_000;
const SCRIPT = `
  await navigator.serviceWorker.register('/offline.js');
  const worker = new Worker('/worker.js');
  worker.onmessage = ({ data }) => document.querySelector('#worker').textContent = data;
  const { default: show } = await import('/show.js');
  const { next } = await (await fetch('/list.json', { headers: { 'X-Key': 'k' } })).json();
  show((await (await fetch(next)).json()).price);`;

let site: Site;
let renderer: Renderer;
const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-renewal-'));
const files = new Map([
  [
    '/shop/1',
    `<title>Lamps</title><p id="price"></p><p id="worker"></p><img src="/lamp.svg"><script type="module">${SCRIPT}</script>`,
  ],
  ['/show.js', `export default (price) => document.querySelector('#price').textContent = price;`],
  ['/list.json', '{ "next": "/moved.json" }'],
  ['/lamp.json', '{ "price": "10 €" }'],
  ['/lamp.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['/worker.js', `fetch('/stock.txt').then((answer) => answer.text()).then(postMessage);`],
  ['/offline.js', `importScripts('/kept.js');`],
  ['/kept.js', 'oninstall = (event) => event.waitUntil(fetch("/stock.txt"));'],
  ['/stock.txt', '3 left'],
  ['/plain', '<h1>Plain</h1>'],
  ['/clock/1', '<h1></h1><script>document.querySelector("h1").textContent = performance.timeOrigin</script>'],
  ['/cookie/1', '<h1></h1><script>document.querySelector("h1").textContent = document.cookie</script>'],
  ['/hangs/1', '<h1>Hangs</h1>'],
]);
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  txt: 'text/plain',
};
/** The responses with a body: to renders, and for changed inputs. */
const sent: string[] = [];
let hangs = false;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { url = '' } = request;
  if (url === '/moved.json') return void response.writeHead(302, { Location: '/lamp.json' }).end();
  const content = files.get(url);
  if (content === undefined) return void response.writeHead(404).end();
  const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`;
  const asked = request.headers['if-none-match'];
  if (hangs && url === '/hangs/1' && asked !== undefined) return;
  if (asked === etag) return void response.writeHead(304, { ETag: etag }).end();
  sent.push(url);
  const cookie = url === '/cookie/1' ? { 'Set-Cookie': 'stock=3' } : {};
  const type = TYPES[url.split('.', 2)[1] ?? ''] ?? 'text/html';
  response.writeHead(200, { 'Content-Type': type, ETag: etag, ...cookie }).end(content);
}

const start = async (options: RendererOptions = {}) =>
  createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(5_000),
    logLevel: 'silent',
    adminToken: TOKEN,
    cache: 'memory',
    // A disk that is briefly slow must not cause the cache to be bypassed.
    cacheConfig: { cacheDurationMinutes: 60, storeTimeout: 60_000 },
    ...options,
  });

before(async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  site = await startSite({ '*': answer });
  renderer = await start();
});
after(async () => {
  await renderer?.close();
  await site?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
  mock.timers.reset();
});

async function get(pathname: string, by = renderer) {
  const response = await by.fetch(
    new Request(`http://renderer.test/render/${encodeURIComponent(site.url + pathname)}`),
  );
  const [status, age] = ['cache-status', 'age'].map((name) => response.headers.get(name));
  return { html: await response.text(), status, age };
}

const isHit = async (pathname: string, by?: Renderer) => (await get(pathname, by)).status === 'page-renderer; hit';
const expire = () => mock.timers.tick(HOUR + 60_000);
const RENEWED = 'page-renderer; fwd=stale; fwd-status=304; stored; detail=renewed';

async function explain(pathname: string): Promise<NonNullable<Explanation['renewal']>> {
  const address = `http://renderer.test/explain.json?url=${encodeURIComponent(site.url + pathname)}`;
  const told = (await (await renderer.fetch(new Request(address))).json()) as Explanation;
  return told.renewal ?? assert.fail('nothing is renewed');
}

describe('an expired page', () => {
  test('is renewed without a render until something that it was made of changes, however it was asked for', async () => {
    await get('/shop/1');
    expire();
    await get('/shop/1');
    expire();
    sent.length = 0;
    const renewed = await get('/shop/1');
    assert.deepEqual([renewed.status, renewed.age, sent], [RENEWED, '0', []]);
    assert.match(renewed.html, /10 €.*3 left/);
    assert.ok(await isHit('/shop/1'));
    // After two other responses and a redirect.
    files.set('/lamp.json', '{ "price": "12 €" }');
    expire();
    assert.match((await get('/shop/1')).html, /12 €.*3 left/);
    // By a web worker.
    files.set('/stock.txt', 'sold out');
    expire();
    assert.match((await get('/shop/1')).html, /12 €.*sold out/);
    const { counts } = await metrics();
    assert.deepEqual(counts, { renewed: '1', changed: '2', failed: '0', 'not-renewable': '0', checked: '1' });
  });
  test('is explained: what it is made of, what has changed, and what became of it last', async () => {
    files.set('/show.js', `${files.get('/show.js')} // new`);
    const { renewable, route, inputs, last } = await explain('/shop/1');
    assert.deepEqual(
      [renewable, route, last?.outcome, last?.url],
      [true, 'steady', 'changed', `${site.url}/stock.txt`],
    );
    const told = new Map(inputs.map(({ url, asked, changed }) => [url.slice(site.url.length), `${asked} ${changed}`]));
    assert.deepEqual(Object.fromEntries(told), {
      '/shop/1': 'etag false',
      '/lamp.svg': 'etag false',
      '/worker.js': 'etag false',
      '/offline.js': 'etag false',
      '/kept.js': 'etag false',
      '/stock.txt': 'etag false',
      '/show.js': 'etag true',
      '/list.json': 'etag false',
      '/moved.json': 'status false',
      '/lamp.json': 'etag false',
    });
    const address = `http://renderer.test/inspect?tab=response&url=${encodeURIComponent(`${site.url}/shop/1`)}`;
    const page = await (await renderer.fetch(new Request(address))).text();
    assert.match(page, /Can be renewed without a render/);
  });
  test('is rendered where cookies have to do with it, and it is said why', async () => {
    const { renewable, reason, url } = await explain('/cookie/1');
    assert.deepEqual([renewable, reason, url], [false, 'personal', `${site.url}/cookie/1`]);
  });
  test('is rendered where it came out otherwise although nothing had changed', async () => {
    const first = await get('/clock/1');
    expire();
    const second = await get('/clock/1');
    expire();
    const third = await get('/clock/1');
    assert.equal(new Set([first, second, third].map(({ html }) => html)).size, 3);
  });
  test('is rendered in time where its site does not say whether it has changed', async () => {
    await get('/hangs/1');
    expire();
    await get('/hangs/1');
    expire();
    hangs = true;
    sent.length = 0;
    const { status } = await get('/hangs/1');
    assert.deepEqual([status, sent], ['page-renderer; fwd=miss; stored', ['/hangs/1']]);
  });
});

test('what a result was made of is kept in files, over a restart', async () => {
  const options: RendererOptions = { cache: 'filesystem', snapshotDir: folder };
  const first = await start(options);
  await get('/plain', first);
  await first.close();
  expire();
  const second = await start(options);
  try {
    // Compared with the cached result; a slow machine may need more than one render for it.
    await eventually(async () => {
      await get('/plain', second);
      return (await stored(second)) === 1;
    }, 'kept');
    expire();
    sent.length = 0;
    const { status, html } = await get('/plain', second);
    assert.match(status ?? '', /detail=renewed/);
    assert.match(html, /Plain/);
    assert.deepEqual(sent, []);
  } finally {
    await second.close();
  }
});

const ADMIN = { headers: { Authorization: `Bearer ${TOKEN}` } };

async function stored(by: Renderer): Promise<number> {
  const state = await (await by.fetch(new Request('http://renderer.test/cache', ADMIN))).json();
  return (state as { stored: number }).stored;
}

async function metrics(): Promise<{ counts: Record<string, string> }> {
  const response = await renderer.fetch(new Request('http://renderer.test/metrics', ADMIN));
  const text = response.status === 200 ? await response.text() : assert.fail(`${response.status}`);
  const found = [...text.matchAll(/^page_renderer_renewals_total\{outcome="([\w-]+)"\} (\d+)$/gm)];
  return { counts: Object.fromEntries(found.map(([, name = '', count = '']) => [name, count])) };
}
