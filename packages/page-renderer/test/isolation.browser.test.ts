import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { eventually, parentOf, processesWith } from './support/processes.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

/** Writes what it finds of another page to `#found`, and leaves as much data as possible. */
const LEAVES_TRACES = `<p id="found">…</p><script type="module">
  const found = [];
  const find = (what, is) => is && found.push(what);
  find('cookie', document.cookie);
  document.cookie = 'left=1; max-age=3600';
  for (const [name, storage] of Object.entries({ localStorage, sessionStorage })) {
    find(name, storage.length > 0);
    storage.setItem('left', '1');
  }
  find('IndexedDB', (await indexedDB.databases()).length > 0);
  await new Promise((resolve) => { indexedDB.open('left').onsuccess = resolve; });
  find('window.name', name !== '');
  name = 'left';
  find('history', history.length > 1);
  history.pushState({}, '', '?left');
  find('opener', opener);
  find('caches', (await caches.keys()).length > 0);
  await (await caches.open('left')).put('/left', new Response('left'));
  const folder = await navigator.storage.getDirectory();
  for await (const one of folder.keys()) find('file ' + one, true);
  await folder.getFileHandle('left', { create: true });
  find('locks', (await navigator.locks.query()).held.length > 0);
  void navigator.locks.request('left', () => new Promise(() => {}));
  find('buckets', (await navigator.storageBuckets.keys()).length > 0);
  await navigator.storageBuckets.open('left');
  const channel = new BroadcastChannel('left');
  channel.onmessage = ({ data }) => find('a message', data);
  channel.postMessage('left');
  // Each response has another number, and may be cached for an hour.
  const load = (element, attributes) => new Promise((onload) => {
    document.head.append(Object.assign(document.createElement(element), attributes, { onload }));
  });
  const { count } = await (await fetch('/count')).json();
  const script = await import('/count.js');
  await load('script', { src: '/count-classic.js' });
  await load('link', { rel: 'stylesheet', href: '/count.css' });
  const sheet = getComputedStyle(document.body).getPropertyValue('--count');
  const picture = Object.assign(new Image(), { src: '/count.svg' });
  await picture.decode();
  document.body.dataset.counts = [count, script.count, counted, sheet, picture.width].join();
  document.querySelector('#found').textContent = found.join() || 'nothing';
  addEventListener('pagehide', () => {
    localStorage.setItem('left', 'at the end');
    document.cookie = 'left=at-the-end';
    navigator.sendBeacon('/at-the-end');
  });
</script>`;

const LOGS_IN = `const request = new XMLHttpRequest();
  request.open('GET', '/secret', false, 'name', 'password');
  request.send();`;

/** Write to `#found` what the site's server received from another page. */
const REMEMBERED = {
  'client-hints': '<p id="found"><!--hints--></p>',
  password: `<p id="found">…</p><script type="module">
    found.textContent = await (await fetch('/told')).text();
    ${LOGS_IN}
    document.body.dataset.status = request.status;
  </script>`,
  'password-of-a-socket': `<p id="found">…</p><script type="module">
    found.textContent = await (await fetch('/told')).text();
    const socket = new WebSocket('ws://name:password@' + location.host + '/secret');
    await new Promise((resolve) => { socket.onerror = socket.onopen = resolve; });
  </script>`,
  'password-of-a-worker': `<p id="found">…</p><script type="module">
    found.textContent = await (await fetch('/told')).text();
    const worker = new Worker('/logs-in.js');
    worker.onmessage = ({ data }) => { document.body.dataset.status = data; };
  </script>`,
};

/** Processes of pages in the browsers that this process has started. */
function pageProcesses(): number[] {
  const isOwn = (pid: number): boolean => pid === process.pid || (pid > 1 && isOwn(parentOf(pid)));
  return processesWith('--type=renderer').flatMap(({ pid }) => (isOwn(pid) ? pid : []));
}

for (const isolation of ['site', 'render'] as const) {
  describe(`isolation: ${isolation}`, () => {
    let site: Site;
    let renderer: Renderer;
    let count = 0;
    const isSite = isolation === 'site';

    before(async () => {
      const counted = (type: string, body: () => string) => (_: unknown, response: ServerResponse) => {
        count += 1;
        response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' }).end(body());
      };
      const svg = () => `<svg xmlns="http://www.w3.org/2000/svg" width="${count}" height="9"/>`;
      const html = { 'Content-Type': 'text/html' };
      site = await startSite({
        '/': LEAVES_TRACES,
        '/count': counted('application/json', () => JSON.stringify({ count })),
        '/count.js': counted('text/javascript', () => `export const count = ${count};`),
        '/count-classic.js': counted('text/javascript', () => `var counted = ${count};`),
        '/count.css': counted('text/css', () => `body { --count: ${count} }`),
        '/count.svg': counted('image/svg+xml', svg),
        '/client-hints': (request, response) => {
          const isTold = 'sec-ch-ua-full-version-list' in request.headers;
          response.writeHead(200, { ...html, 'Accept-CH': 'Sec-CH-UA-Full-Version-List' });
          response.end(REMEMBERED['client-hints'].replace('<!--hints-->', isTold ? 'hints' : 'nothing'));
        },
        '/password': REMEMBERED.password,
        '/password-of-a-socket': REMEMBERED['password-of-a-socket'],
        '/password-of-a-worker': REMEMBERED['password-of-a-worker'],
        '/logs-in.js': (_, response) =>
          response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(`${LOGS_IN} postMessage(request.status);`),
        '/told': ({ headers }, response) => response.end(headers.authorization ?? 'nothing'),
        '/secret': ({ headers }, response) => {
          response.writeHead(headers.authorization ? 200 : 401, { 'WWW-Authenticate': 'Basic realm="left"' }).end();
        },
      });
      renderer = await createRenderer({
        isolation,
        browsers: 1,
        allowPrivateNetworks: ['127.0.0.1'],
        timeout: stretched(10_000),
        logLevel: 'silent',
      });
    });
    after(async () => {
      await renderer.close();
      await site[Symbol.asyncDispose]();
    });

    const found = async (path: string) => {
      const { html, verdict } = await renderer.render(`${site.url}/${path}`);
      return { verdict, html, found: /<p id="found">([^<]*)/.exec(html)?.[1] };
    };

    const rendered = async () => {
      const [before, requests] = [count, site.requests.length];
      const page = await found('');
      assert.deepEqual([page.verdict, page.found], ['complete', 'nothing']);
      const counts = /data-counts="([^"]*)"/.exec(page.html)?.[1];
      assert.equal(counts, [1, 2, 3, 4, 5].map((step) => before + step).join());
      assert.equal(site.requests.slice(requests).includes('/at-the-end'), false);
    };

    test('a page finds nothing of the pages before it', async () => {
      const known = new Set<number>();
      // A page that is opened before the previous one is cleaned up has another process.
      const most = isSite ? 30 : 4;
      let shared = 0;
      for (let round = 0; round < most && shared < 2; round += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await rendered();
        const processes = pageProcesses();
        if (processes.every((pid) => known.has(pid))) shared += 1;
        for (const pid of processes) known.add(pid);
      }
      assert.equal(shared, isSite ? 2 : 0, 'pages that began in the process of another');
    });

    // Otherwise nothing could remember it.
    for (const what of isSite ? Object.keys(REMEMBERED) : []) {
      test(`${what.replaceAll('-', ' ')}: what a browser remembers goes to no other page`, async () => {
        for (let round = 0; round < 3; round += 1) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          const page = await found(what);
          assert.deepEqual([page.verdict, page.found], ['complete', 'nothing']);
          if (/^password(-of-a-worker)?$/.test(what)) assert.match(page.html, /data-status="200"/);
        }
      });
    }
  });
}

test('few empty pages are kept, whatever the number of sites', async () => {
  const sites = await Promise.all(Array.from({ length: 6 }, () => startSite({ '/': '<h1>Here</h1>' })));
  const renderer = await createRenderer({
    browsers: 1,
    concurrency: 2,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(10_000),
    logLevel: 'silent',
  });
  for (const { url } of sites) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    assert.equal((await renderer.render(`${url}/`)).verdict, 'complete');
  }
  // One more than the number of simultaneous renders, one for a page of any site, and the initial one of the browser.
  await eventually(() => pageProcesses().length <= 5, 'no more than five processes of pages');
  await renderer.close();
  await eventually(() => pageProcesses().length === 0, 'none is left');
  await Promise.all(sites.map((site) => site[Symbol.asyncDispose]()));
});
