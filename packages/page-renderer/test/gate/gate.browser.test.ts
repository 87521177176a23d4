/** What a page makes the browser request: each way of the table, in the page, in frames of its site and of another one, and in workers. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { findBrowser } from '../../dist/browser/find/find.js';
import { stretched } from '../../../../testing/load.ts';
import { eventually } from '../support/processes.ts';
import type { Way } from './ways.ts';
import { IN_SERVICE_WORKERS, IN_WORKERS, OF_PAGES, OF_SERVICE_WORKERS, OWN_ORIGIN, WAYS } from './ways.ts';
import { type Listening, listening } from '../../../../testing/listening.ts';

const PLACES = ['page', 'frame', 'site', 'worker', 'shared', 'service'] as const;
type Place = (typeof PLACES)[number];

/** Requests that arrived: method and path. */
let arrived: string[] = [];
/** Connections to the address that pages may not connect to. */
let connections = 0;
let pages: Readonly<Record<string, string>> = {};
const site = createServer(answer).on('upgrade', (request, socket) => {
  note(request);
  socket.destroy();
});
const victim = createServer((_, response) => response.end()).on('connection', () => (connections += 1));
let [origin, otherSite, forbidden] = ['', '', ''];
let servers: readonly Listening[] = [];

before(async () => {
  servers = [await listening(site), await listening(victim, '127.0.0.2')];
  const [own, other] = servers;
  origin = own!.url;
  otherSite = `http://localhost:${own!.port}`;
  forbidden = other!.url;
});
after(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())));

function note({ method, url }: IncomingMessage): void {
  arrived.push(`${method} ${url}`);
}

/**
 * Waits until the server has no connections: those of a page are closed when its result was read, and the server may learn of what was
 * sent on them a moment later.
 */
async function everythingArrived(): Promise<void> {
  const count = promisify(site.getConnections.bind(site));
  await eventually(async () => (await count()) === 0, 'no connection is left');
}

const hasArrived = (path: string) => arrived.some((request) => request.endsWith(` ${path}`));

function answer(request: IncomingMessage, response: ServerResponse): void {
  note(request);
  const path = request.url ?? '';
  const [, kind = '', place = '', index = ''] = path.split('/');
  if (kind === 'settled') return void waitForAll(response);
  if (path === '/only/hop') return void response.writeHead(302, { Location: '/elsewhere' }).end();
  if (kind === 'hop') return void response.writeHead(302, { Location: `/secret/${place}/${index}` }).end();
  if (kind === 'ways' && (place === 'worker' || place === 'shared' || place === 'service')) {
    const headers = { 'Content-Type': 'text/javascript', 'Service-Worker-Allowed': '/' };
    return void response.writeHead(200, headers).end(scriptOf(place));
  }
  if (kind === 'ways') {
    const { html, headers } = pageWith(place as Place, index === 'open');
    return void response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(html);
  }
  if (path === '/precaches.js') {
    const code =
      'for (let i = 0; i < 50; i += 1) fetch("/part?" + i); oninstall = (event) => event.waitUntil(caches.open("a").then((all) => all.addAll(Array.from({ length: 50 }, (_, i) => "/kept?" + i))))';
    return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(code);
  }
  if (path in pages)
    return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<h1>page</h1>${pages[path]}`);
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Allow-Methods': '*',
  };
  response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store', ...headers }).end();
}

const isUsed =
  (place: Place) =>
  ({ name }: Way) => {
    if (place === 'worker' || place === 'shared') return IN_WORKERS.has(name);
    if (place === 'service') return IN_SERVICE_WORKERS.has(name);
    if (OF_SERVICE_WORKERS.has(name)) return false;
    return place === 'page' || (!OF_PAGES.has(name) && (place === 'frame' || !OWN_ORIGIN.has(name)));
  };
const open = (place: Place, way: Way) => `/open/${place}/${WAYS.indexOf(way)}`;

/** The addresses of a way: what may be requested, what may not, what leads to that, and what is on a forbidden address. */
function addressesOf(place: Place, way: Way, isOpenOnly = false): string[] {
  const own = open(place, way);
  const rest = [own.replace('open', 'secret'), own.replace('open', 'hop')].map((path) => origin + path);
  return [origin + own, ...(isOpenOnly ? [] : [...rest, `${forbidden}/`])];
}

function scriptOf(place: Place): string {
  const ways = WAYS.filter(isUsed(place));
  return ways.map((way) => `try { ${way.script?.(addressesOf(place, way))} } catch {}`).join('\n');
}

/** A page that requests in every way. */
function pageWith(place: Place, isOpenOnly: boolean): { html: string; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  const parts: string[] = [];
  for (const way of WAYS.filter(isUsed(place))) {
    const all = addressesOf(place, way, isOpenOnly);
    Object.assign(headers, way.headers?.(all));
    if (way.html) parts.push(way.html(all));
    if (way.script) parts.push(`<script>try { ${way.script(all)} } catch {}</script>`);
  }
  const frames =
    isOpenOnly || place !== 'page'
      ? ''
      : `<iframe src="/ways/frame/"></iframe><iframe src="${otherSite}/ways/site/"></iframe>
        <script>new Worker("/ways/worker/"); new SharedWorker("/ways/shared/");
        navigator.serviceWorker.register("/ways/service/", { scope: "/ways/" })</script>`;
  const settled = isOpenOnly || place !== 'page' ? '' : `<script>fetch("${origin}/settled")</script>`;
  return { html: `<!doctype html><body><h1>page</h1>${parts.join('\n')}${frames}${settled}`, headers };
}

const expected = () =>
  PLACES.flatMap((place) =>
    WAYS.filter(isUsed(place))
      .filter(({ hold, isOptional }) => hold === 'held' && !isOptional)
      .map((way) => open(place, way)),
  );

/** Answers when everything has arrived that should, or no more is to be expected. */
async function waitForAll(response: ServerResponse): Promise<void> {
  const end = Date.now() + stretched(10_000);
  while (Date.now() < end && !expected().every(hasArrived)) {
    // oxlint-disable-next-line no-await-in-loop -- until they have arrived
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
  response.end();
}

function rendererWith(options: RendererOptions): Promise<Renderer> {
  return createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1', 'localhost'],
    logLevel: 'silent',
    timeout: stretched(30_000),
    ...options,
  });
}

describe('with restrictedUrlPattern', () => {
  let renderer: Renderer;
  let verdict = '';
  before(async () => {
    arrived = [];
    renderer = await rendererWith({ restrictedUrlPattern: '/secret/', maxWorkers: 1_000 });
    ({ verdict } = await renderer.render(`${origin}/ways/page/`));
  });
  after(() => renderer.close());

  test('the page is complete', () => assert.match(verdict, /^(?:complete|settled)$/));
  test('nothing requests a restricted address, redirects included', () => {
    assert.deepEqual(arrived.filter((request) => request.includes('/secret/')).map(named), []);
  });
  test('nothing connects to a forbidden address', () => assert.equal(connections, 0));
  test('every way that is held requests other addresses', () => {
    assert.deepEqual(
      expected()
        .filter((path) => !hasArrived(path))
        .map(named),
      [],
    );
  });
  test('no way that is off requests anything', () => {
    const offs = PLACES.flatMap((place) =>
      WAYS.filter(isUsed(place))
        .filter(({ hold }) => hold !== 'held')
        .map((way) => open(place, way)),
    );
    assert.deepEqual(offs.filter(hasArrived).map(named), []);
  });
  test('no script of many shared workers requests a restricted address', async () => {
    const code = (index: number) => `importScripts("${origin}/secret/import/${index}")`;
    const fetching = (index: number) => `fetch("${origin}/secret/fetch/${index}", { mode: "no-cors" })`;
    const start = (index: number) => {
      const source = JSON.stringify(index % 4 < 2 ? code(index) : fetching(index));
      return index % 2
        ? `"data:text/javascript," + encodeURIComponent(${source})`
        : `URL.createObjectURL(new Blob([${source}]))`;
    };
    pages = {
      '/many': `<script>${Array.from({ length: 24 }, (_, index) => `new SharedWorker(${start(index)})`).join(';')}</script>`,
    };
    await everythingArrived();
    arrived = [];
    assert.match((await renderer.render(`${origin}/many`)).html, /page/);
    await everythingArrived();
    assert.deepEqual(arrived, ['GET /many']);
  });
  test('no page downloads a restricted address while another one does', async () => {
    const click = (index: number) =>
      `frame.contentDocument.body.appendChild(Object.assign(frame.contentDocument.createElement("a"), { href: "${origin}/secret/${index}", download: "a" })).dispatchEvent(new MouseEvent("click"))`;
    const each = Array.from({ length: 5 }, (_, index) => click(index)).join(';');
    pages = {
      '/downloads': `<body><script>for (let i = 0; i < 10; i += 1) { const frame = document.body.appendChild(document.createElement("iframe")); setTimeout(() => { ${each} }, i * 10) }</script>`,
    };
    arrived = [];
    await Promise.all(Array.from({ length: 4 }, () => renderer.render(`${origin}/downloads`)));
    assert.deepEqual(
      arrived.filter((request) => request.includes('/secret/')),
      [],
    );
    assert.equal(arrived.length, 4);
  });
});

describe('with renderOnly', () => {
  const LEAVE: Record<string, string> = {
    'by its location': 'location.href = "/elsewhere"',
    'by a link': 'Object.assign(document.createElement("a"), { href: "/elsewhere" }).click()',
    'by a form':
      'document.body.insertAdjacentHTML("beforeend", "<form action=/elsewhere>"); document.forms[0].submit()',
    'by a frame':
      'document.body.appendChild(document.createElement("iframe")).contentWindow.eval("top.location.href = \'/elsewhere\'")',
    'by a redirect': 'location.href = "/only/hop"',
  };
  test('parts of other addresses are requested, and no page but those of the list', async () => {
    const part = '<img src="/part"><iframe src="/inner"></iframe>';
    pages = Object.fromEntries(
      Object.entries(LEAVE).map(([how, script]) => [
        `/only/${how.replaceAll(' ', '-')}`,
        `<body>${part}<script>onload = () => { ${script} }</script>`,
      ]),
    );
    await using renderer = await rendererWith({ renderOnly: [`${origin}/only/`] });
    for (const path of Object.keys(pages)) {
      arrived = [];
      // oxlint-disable-next-line no-await-in-loop -- requests of one page at a time are looked at
      await assert.rejects(renderer.render(origin + path), { code: 'restricted' }, path);
      const expected = [path, '/part', '/inner', ...(path.endsWith('redirect') ? ['/only/hop'] : [])];
      assert.deepEqual(arrived.toSorted(), expected.map((one) => `GET ${one}`).toSorted());
    }
  });
});

describe('with maxRequests', () => {
  const LIMIT = 12;
  const times = (statement: string) => `<script>for (let i = 0; i < 50; i += 1) ${statement}</script>`;
  /** Pages that make 50 requests in one way. */
  const TRIED: ReadonlyArray<readonly [name: string, body: string]> = [
    ['images', times('new Image().src = "/part?" + i')],
    ['beacons', times('navigator.sendBeacon("/part?" + i)')],
    ['requests that outlive the page', times('fetch("/part?" + i, { keepalive: true })')],
    [
      'requests of a busy script',
      `${times('fetch("/part?" + i)')}<script>for (const end = Date.now() + 500; Date.now() < end;);</script>`,
    ],
    [
      'requests of a shared worker',
      `<script>new SharedWorker(URL.createObjectURL(new Blob(["for (let i = 0; i < 50; i += 1) fetch('" + location.origin + "/part?' + i)"])))</script>`,
    ],
    [
      'requests of a service worker',
      '<script>navigator.serviceWorker.register("/precaches.js").then(() => navigator.serviceWorker.ready)</script>',
    ],
    ['frames', times('document.body.append(Object.assign(document.createElement("iframe"), { src: "/part?" + i }))')],
    ['redirects', times('fetch("/hop/a/" + i)')],
    ['sockets', times('new WebSocket(location.origin.replace("http", "ws") + "/part?" + i)')],
    [
      'sockets of a worker',
      `<script>new Worker(URL.createObjectURL(new Blob(["for (let i = 0; i < 50; i += 1) new WebSocket('" + location.origin.replace("http", "ws") + "/part?' + i)"])))</script>`,
    ],
  ];

  test('no more than this number of requests arrives, and none later', async () => {
    pages = Object.fromEntries(TRIED.map(([, body], index) => [`/tried/${index}`, body]));
    await using renderer = await rendererWith({ maxRequests: LIMIT });
    for (const [index, [name]] of TRIED.entries()) {
      arrived = [];
      // oxlint-disable-next-line no-await-in-loop -- requests of one page at a time are counted
      const { verdict } = await renderer.render(`${origin}/tried/${index}`);
      assert.equal(verdict, 'over-requests', name);
      assert.ok(arrived.length <= LIMIT, `${name}: ${arrived.length}`);
    }
    arrived = [];
    const { verdict } = await renderer.render(`${origin}/ways/page/open`);
    assert.equal(verdict, 'over-requests');
    assert.ok(arrived.length <= LIMIT, `all ways: ${arrived.length}`);
    await renderer.close();
    assert.ok(arrived.length <= LIMIT, `afterwards: ${arrived.length}`);
  });
});

describe('over HTTP/2', () => {
  const folder = path.join(import.meta.dirname, '../fixtures/tls');
  const [key = '', cert = ''] = ['key.pem', 'certificate.pem'].map((name) => readFileSync(path.join(folder, name)));
  let wrapper = '';
  let seen: string[] = [];
  const HINTS = 40;
  /** The requested preloads, in an answer with status 103 before the page. */
  let running: Listening;
  const hinting = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    seen.push(`HTTP/${request.httpVersion} ${request.url}`);
    if (request.url !== '/hints') return void response.writeHead(200, { 'Content-Type': 'image/png' }).end();
    const link = Array.from({ length: HINTS }, (_, index) => `</secret/${index}>; rel=preload; as=image`);
    response.writeEarlyHints({ link });
    setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>page</h1>'), 200);
  });
  before(async () => {
    const { executablePath, kind, env = {} } = await findBrowser();
    wrapper = await mkdtemp(path.join(tmpdir(), 'gate-'));
    const settings = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`);
    const file = path.join(wrapper, kind === 'chromium' ? kind : 'chromium-headless-shell');
    const script = `#!/bin/sh\n${settings.join('')}exec '${executablePath}' --ignore-certificate-errors "$@"\n`;
    await writeFile(file, script, { mode: 0o755 });
    running = await listening(hinting);
  });
  after(async () => {
    await running[Symbol.asyncDispose]();
    await rm(wrapper, { recursive: true });
  });
  const hintsOf = async (options: RendererOptions) => {
    seen = [];
    const [name = ''] = await readdir(wrapper);
    await using renderer = await rendererWith({ executablePath: path.join(wrapper, name), ...options });
    const { html } = await renderer.render(`https://${running.host}/hints`);
    assert.match(html, /<h1>page/);
    return seen.filter((request) => request.includes('/secret/'));
  };
  test('a browser preloads what Early Hints name', async () => {
    assert.match((await hintsOf({})).join(' '), /^HTTP\/2\.0 \/secret\//);
  });
  test('no restricted address is preloaded', async () => {
    assert.deepEqual(await hintsOf({ restrictedUrlPattern: '/secret/' }), []);
  });
  test('no more than maxRequests arrive', async () => {
    assert.deepEqual(await hintsOf({ maxRequests: 12 }), []);
    assert.ok(seen.length <= 12, String(seen.length));
  });
});

test('nothing is requested after the result', async () => {
  pages = {
    '/left': `<link rel="icon" href="/icon.png"><script>
      fetchLater("/late?later", { activateAfter: 600000 });
      addEventListener("pagehide", () => {
        navigator.sendBeacon("/late?beacon");
        fetch("/late?fetch", { keepalive: true });
      });
      setInterval(() => { if (document.readyState === "complete" && performance.now() > 600000) fetch("/late") }, 1);
    </script>`,
  };
  for (const maxRequests of [100, 2_000]) {
    arrived = [];
    // oxlint-disable-next-line no-await-in-loop -- requests of one renderer at a time are counted
    await using renderer = await rendererWith({ maxRequests });
    // oxlint-disable-next-line no-await-in-loop -- see above
    for (const path of ['/left', '/left']) assert.match((await renderer.render(origin + path)).html, /page/);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await renderer.close();
    // oxlint-disable-next-line no-await-in-loop -- see above
    await everythingArrived();
    assert.deepEqual(arrived, ['GET /left', 'GET /left'], String(maxRequests));
  }
});

/** The name of a way instead of its number. */
function named(path: string): string {
  return path.replace(/\d+$/, (index) => WAYS[Number(index)]?.name ?? index);
}
