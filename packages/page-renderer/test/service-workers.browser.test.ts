/** Pages that register a service worker and wait for it; what it does is guarded, counted, and seen by no other page. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched, toldUnlessBusy } from '../../../testing/load.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';
import { each } from '../../../testing/rounds.ts';

const page = (script: string, body = '') =>
  `<!doctype html><title>page</title>${body}<main></main><script type="module">
  const { serviceWorker } = navigator;
  const show = (text = 'shown') => document.querySelector('main').append(text);
  ${script}
  </script>`;
const register = (name: string) => `const registration = await serviceWorker.register('/${name}.js');`;
const controlled = 'await new Promise((resolve) => { serviceWorker.oncontrollerchange = resolve; });';

/** Pages that show "shown" in `<main>`. */
const WAITING: Readonly<Record<string, string>> = {
  'for its registration': page(`${register('precaches')} show();`),
  'until one is ready': page(`void serviceWorker.register('/precaches.js'); await serviceWorker.ready; show();`),
  'until one controls it': page(`void serviceWorker.register('/claims.js'); ${controlled} show();`),
  'for its states': page(
    `${register('precaches')} registration.installing.onstatechange = ({ target }) => target.state === 'activated' && show();`,
  ),
  'for an update that is found': page(
    `serviceWorker.getRegistration().then(() => serviceWorker.register('/claims.js')).then((own) => {
      own.onupdatefound = () => { own.installing.onstatechange = (event) => event.target.state === 'activated' && show(); };
    });`,
  ),
  'for its answer to a message': page(
    `${register('answers')} serviceWorker.onmessage = ({ data }) => show(data);
    (await serviceWorker.ready).active.postMessage('shown');`,
  ),
  'for its answer through a channel': page(
    `${register('answers')} const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => show(data);
    (await serviceWorker.ready).active.postMessage('shown', [port2]);`,
  ),
  'for what it has stored': page(
    `${register('precaches')} await serviceWorker.ready; show(await (await caches.match('/part?1')).text());`,
  ),
  'and reloads once when it is controlled': page(
    `${register('claims')} if (sessionStorage.reloaded) show();
    else serviceWorker.oncontrollerchange = () => { sessionStorage.reloaded = 1; location.reload(); };`,
  ),
  'and shows something else without one': page('show("serviceWorker" in navigator ? "shown" : "none")'),
};

/** Scripts of service workers. */
const SCRIPTS: Readonly<Record<string, string>> = {
  precaches: `oninstall = (event) => event.waitUntil(caches.open('all').then((cache) => cache.addAll(
    Array.from({ length: 20 }, (_, index) => '/part?' + index))));`,
  claims: `oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim());
    onfetch = (event) => event.respondWith(new Response('the worker'));`,
  // Each step ends in another way.
  answers: `onmessage = async ({ data, source, ports: [port] }) => {
    await new Promise((resolve) => { setTimeout(resolve, 300); });
    await (await fetch('/slow')).text();
    await caches.has('none');
    (port ?? source).postMessage(data);
  };`,
  'never-installed': 'oninstall = (event) => event.waitUntil(new Promise(() => {}));',
  'asks-for-ever': `oninstall = (event) => event.waitUntil((async () => { for (;;) await fetch('/part?' + Math.random()); })());`,
  'asks-in-its-script': `oninstall = (event) => event.waitUntil(Promise.all(
    Array.from({ length: 600 }, (_, index) => fetch('/part?' + index))));`,
  broken: 'syntax error',
  agent: `onmessage = ({ source }) => source.postMessage(navigator.userAgent + ' ' + navigator.language);`,
};

const PAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(WAITING).map(([name, html]) => [`/${name.replaceAll(' ', '-')}`, html])),
  '/bypassed': page(
    `void serviceWorker.register('/claims.js'); ${controlled}
    const texts = [await (await fetch('/part?page')).text()];
    const worker = new Worker(URL.createObjectURL(new Blob(["fetch('" + location.origin + "/part?worker').then((one) => one.text()).then(postMessage)"])));
    texts.push(await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); }));
    const own = new Worker('/own-worker.js');
    texts.push(await new Promise((resolve) => { own.onmessage = ({ data }) => resolve(data); }));
    const frame = document.body.appendChild(document.createElement('iframe'));
    await new Promise((resolve) => { frame.onload = resolve; frame.src = '/part?frame'; });
    texts.push(frame.contentDocument.body.textContent, await (await frame.contentWindow.fetch('/part?in-frame')).text());
    frame.remove();
    show(texts.join('; '));`,
  ),
  '/never-installed': page(`show('page'); ${register('never-installed')} await serviceWorker.ready; show('ready');`),
  '/asks-for-ever': page(`show('page'); ${register('asks-for-ever')} await serviceWorker.ready; show('ready');`),
  '/asks-in-its-script': page(`${register('asks-in-its-script')} await serviceWorker.ready; show();`),
  '/never-loaded': page(`show('page'); ${register('hangs')} show('registered');`),
  '/broken': page(`await serviceWorker.register('/broken.js').catch(({ name }) => show(name)); show(' shown');`),
  '/missing': page(`await serviceWorker.register('/none.js').catch(({ name }) => show(name)); show(' shown');`),
  '/agent': page(
    `${register('agent')} serviceWorker.onmessage = ({ data }) => show(data); (await serviceWorker.ready).active.postMessage('');`,
  ),
  '/leaves': page(
    `const found = [];
    if ((await serviceWorker.getRegistrations()).length) found.push('a registration');
    if (serviceWorker.controller) found.push('a controller');
    if ((await caches.keys()).length) found.push('a cache');
    show(found.join() || 'nothing');
    void serviceWorker.register('/claims.js', { scope: '/other/' });
    void serviceWorker.register('/precaches.js');
    await serviceWorker.ready;
    addEventListener('pagehide', () => serviceWorker.register('/claims.js', { scope: '/leaves' }));`,
  ),
  '/found': page(
    `const found = [];
    if ((await serviceWorker.getRegistrations()).length) found.push('a registration');
    if (serviceWorker.controller) found.push('a controller');
    if ((await caches.keys()).length) found.push('a cache');
    show(found.join() || 'nothing');`,
  ),
  '/leaves-at-the-end': page(
    `show(); setInterval(() => serviceWorker.register('/claims.js', { scope: '/' + Math.random() }), 50);`,
  ),
};

let site: Site;
before(async () => {
  const js = (body: string) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, { 'Content-Type': 'text/javascript', ETag: '"1"' }).end(body);
  const html = (body: string) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, { 'Content-Type': 'text/html', ETag: '"1"' }).end(body);
  site = await startSite({
    ...Object.fromEntries(Object.entries(PAGES).map(([path, body]) => [path, html(body)])),
    ...Object.fromEntries(Object.entries(SCRIPTS).map(([name, body]) => [`/${name}.js`, js(body)])),
    '/own-worker.js': js('postMessage("the origin")'),
    '/part': html('shown'),
    '/slow': (_, response) => void setTimeout(() => response.writeHead(200).end('slow'), 200),
    '/hangs.js': () => {},
  });
});
after(() => site[Symbol.asyncDispose]());

const rendererWith = (options: RendererOptions = {}) =>
  createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    timeout: stretched(10_000),
    ...options,
  });

/** @returns the text of `<main>`, and how the render ended */
async function rendered(
  renderer: Renderer,
  path: string,
): Promise<[text: string | undefined, verdict: string, pending: object]> {
  const result = await renderer.render(site.url + path);
  return [/<main>(.*)<\/main>/.exec(result.html)?.[1], ...toldUnlessBusy(result)];
}

describe('a page that registers a service worker', { concurrency: true }, () => {
  let renderer: Renderer;
  before(async () => {
    renderer = await rendererWith({ concurrency: 4 });
  });
  after(() => renderer.close());

  for (const name of each(Object.keys(WAITING), 2)) {
    test(`and waits ${name} is complete`, async () => {
      assert.deepEqual(await rendered(renderer, `/${name.replaceAll(' ', '-')}`), ['shown', 'complete', {}]);
    });
  }
  test('gets all that it requests from the origin, although the worker would answer', async () => {
    const [text, verdict] = await rendered(renderer, '/bypassed');
    assert.deepEqual([text, verdict], ['shown; shown; the origin; shown; shown', 'complete']);
  });
  test('is not held by one that is never installed, requests without end or never arrives, and it is told', async () => {
    const held = ['/never-installed', '/asks-for-ever', '/never-loaded'];
    const all = await Promise.all(held.map((path) => rendered(renderer, path)));
    assert.deepEqual(
      all.map(([text, verdict, pending]) => [text, verdict, 'service-worker' in pending]),
      held.map(() => ['page', 'settled', true]),
    );
  });
  test('hears of a script that is broken or missing', async () => {
    assert.deepEqual(await rendered(renderer, '/broken'), ['TypeError shown', 'complete', {}]);
    assert.deepEqual(await rendered(renderer, '/missing'), ['TypeError shown', 'complete', {}]);
  });
});

test('a page finds nothing of a service worker of another page, whenever that has registered it', async () => {
  await using renderer = await rendererWith();
  for (const path of ['/leaves', '/leaves', '/found', '/leaves-at-the-end', '/found', '/leaves']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const [text] = await rendered(renderer, path);
    assert.equal(text, path === '/leaves-at-the-end' ? 'shown' : 'nothing', path);
  }
});

test('a service worker has the user agent and the language of its page, and its requests the headers', async () => {
  await using renderer = await rendererWith({ reqHeaders: { 'User-Agent': 'Special/1.0', 'Accept-Language': 'fr' } });
  assert.deepEqual(await rendered(renderer, '/agent'), ['Special/1.0 fr', 'complete', {}]);
});

test('requests of a service worker count, its script included', async () => {
  // A page, its script, and 20 parts.
  for (const [maxRequests, verdict] of [
    [22, 'complete'],
    [21, 'over-requests'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one browser at a time
    await using renderer = await rendererWith({ maxRequests });
    const before = site.requests.length;
    // oxlint-disable-next-line no-await-in-loop -- one browser at a time
    assert.equal((await renderer.render(`${site.url}/until-one-is-ready`)).verdict, verdict);
    const arrived = site.requests.length - before;
    // Of the others, some had not been sent when the page was stopped.
    assert.ok(
      verdict === 'complete' ? arrived === maxRequests : arrived <= maxRequests,
      `${arrived} of ${maxRequests}`,
    );
  }
  // Without limits up to 500, requests are not held, but counted as they are made.
  await using renderer = await rendererWith({ maxRequests: 501 });
  const { verdict } = await renderer.render(`${site.url}/asks-in-its-script`);
  assert.equal(verdict, 'over-requests');
});

test('a service worker counts as a worker', async () => {
  await using renderer = await rendererWith({ maxWorkers: 0 });
  assert.equal((await renderer.render(`${site.url}/until-one-is-ready`)).verdict, 'over-workers');
});
