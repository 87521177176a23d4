/** T1: a response that is passed through may take longer than a render, and does not block renders. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { get } from 'node:http';
import { after, afterEach, before, describe, mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRenderer, type Renderer } from 'page-renderer';
import { PACE } from '../dist/server/listen/reading-pace.js';
import { stretched } from '../../../testing/load.ts';
import { eventually } from './support/processes.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

/** More than the buffers of two connections take. */
const LARGE = 48 * 1024 * 1024;
const TIMEOUT = stretched(1_500);

let site: Site;
let renderer: Renderer;
/** Ends the open response to a path. */
const flowing = new Map<string, () => void>();

function flow(path: string, response: ServerResponse): void {
  const piece = Buffer.alloc(path === '/untaken' ? 1_000_000 : 100, 'a');
  const timer = setInterval(() => response.writableNeedDrain || response.write(piece), 50);
  const end = () => {
    clearInterval(timer);
    flowing.delete(path);
    response.end('the end');
  };
  response.on('close', end);
  flowing.set(path, end);
}

before(async () => {
  site = await startSite({
    '/page': '<h1>page</h1>',
    '/large': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/zip', 'Content-Length': LARGE });
      response.end(Buffer.alloc(LARGE, 'a'));
    },
    '*': ({ url = '' }, response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' });
      flow(url, response);
    },
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    timeout: TIMEOUT,
    host: '127.0.0.1',
    port: 0,
    concurrency: 1,
  });
  await renderer.ready();
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

afterEach(() => mock.restoreAll());

const ask = (path: string) =>
  renderer.fetch(new Request(`http://renderer.example/render/${encodeURIComponent(site.url + path)}`));

/** Requests a page as soon as there is a slot. */
async function askForPage(): Promise<string> {
  for (;;) {
    const answer = await ask('/page'); // oxlint-disable-line no-await-in-loop -- one after the other
    if (answer.status === 200) return answer.text();
    // What is left of its time after the wait may be too little.
    assert.ok(answer.status === 503 || answer.status === 504, String(answer.status));
  }
}

describe('what passes through', () => {
  test('may take longer than a render, releases its slot, and is limited in number', async () => {
    const read = (await ask('/first')).text();
    // It has the only slot.
    assert.match(await askForPage(), /<h1>page<\/h1>/);
    assert.ok(flowing.has('/first'), 'it still comes');
    await assert.rejects((await ask('/second')).text(), 'another one beside it is cut off when a render would be');
    flowing.get('/first')?.();
    assert.match(await read, /^a+the end$/);
  });

  test('was cut off when the client read nothing for the time budget, and it may read slowly', async () => {
    mock.property(PACE, 'grace', TIMEOUT * 100);
    const { url } = await renderer.listen();
    const request = get(`${url}/render/${encodeURIComponent(`${site.url}/large`)}`);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    assert.equal(response.headers['content-length'], String(LARGE));
    await sleep(TIMEOUT * 1.5);
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).byteLength;
    assert.equal(bytes, LARGE);
  });

  test('is cut off when the client does not read it', async () => {
    mock.property(PACE, 'grace', TIMEOUT / 3);
    const answer = await ask('/untaken');
    assert.equal(answer.status, 200);
    await eventually(() => !flowing.has('/untaken'), 'the target is asked for no more');
    await assert.rejects(answer.text());
  });

  test('is cut off when the client of a connection does not read it', async () => {
    mock.property(PACE, 'grace', TIMEOUT / 3);
    const { url } = await renderer.listen();
    const request = get(`${url}/render/${encodeURIComponent(`${site.url}/untaken`)}`);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await eventually(() => !flowing.has('/untaken'), 'the target is asked for no more');
    await assert.rejects(response.toArray());
  });

  test('ends with the service', async () => {
    const rejected = assert.rejects((await ask('/last')).text());
    await renderer.close();
    await rejected;
  });
});

describe('clients of a service share places', () => {
  test('one client had all places of corrected sitemaps, and others got 503', async () => {
    const held = new Set<ServerResponse>();
    await using slow = await startSite({ '*': (_, response) => void held.add(response) });
    await using service = await createRenderer({
      browsers: 1,
      port: 0,
      host: '127.0.0.1',
      allowPrivateNetworks: ['127.0.0.1'],
      trustedProxies: ['127.0.0.1'],
      logLevel: 'silent',
    });
    const { url } = await service.listen();
    const sitemapFor = (client: string) =>
      fetch(`${url}/sitemap.xml?url=${encodeURIComponent(`${slow.url}/sitemap.xml`)}`, {
        headers: { 'X-Forwarded-For': client },
      });
    const first = Array.from({ length: 8 }, () => sitemapFor('192.0.2.1'));
    await eventually(() => held.size === 8, 'all places are taken');
    assert.equal((await sitemapFor('192.0.2.1')).status, 503);
    const other = sitemapFor('192.0.2.2');
    const refused = await Promise.race(first);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '10']);
    await eventually(() => held.size === 9, 'the other client has its place');
    for (const response of held) response.end('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>');
    assert.equal((await other).status, 200);
    const statuses = (await Promise.all(first)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 7);
  });
});
