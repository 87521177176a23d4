/** Other forms of pages, as clients of a running service get them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Listening, Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

let site: Site;
let renderer: Renderer;
let service: Listening;
let rendered = 0;

before(async () => {
  const html = { 'Content-Type': 'text/html' };
  site = await startSite({
    '*': (_, response) => {
      rendered += 1;
      response
        .writeHead(200, html)
        .end(
          '<title>T</title><nav>n</nav><main></main><script>document.querySelector("main").innerHTML = `<h1>Made ${1 + 1}</h1>${"<p>by a script</p>".repeat(100)}`</script>',
        );
    },
    '/gone': (_, response) => void response.writeHead(410, html).end('<h1>gone</h1>'),
    '/moved': (_, response) => void response.writeHead(301, { Location: '/page' }).end(),
    '/data': (_, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    host: '127.0.0.1',
    port: 0,
    cache: 'memory',
  });
  service = await renderer.listen();
});
after(async () => {
  await renderer?.close();
  await site?.[Symbol.asyncDispose]();
});

const ask = (path: string, query: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${service.port}/render/${encodeURIComponent(site.url + path)}?${query}`, {
    headers,
    method,
    redirect: 'manual',
  });

describe('a form', () => {
  test('is made from the cached page, and has headers of its own', async () => {
    const first = await ask('/page', 'format=md');
    assert.equal(first.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.match(await first.text(), /^---\ntitle: "T"\n[^]*\n---\n\n# Made 2\n\nby a script\n/);
    const [page, links] = [await ask('/page', ''), await ask('/page', 'format=links')];
    assert.equal(rendered, 1);
    assert.match(await page.text(), /<h1>Made 2/);
    assert.deepEqual(Object.keys((await links.json()) as object), ['url', 'links', 'count']);
    const tags = [first, page, links].map((response) => response.headers.get('etag'));
    assert.equal(new Set(tags).size, 3);
    assert.match(links.headers.get('cache-status') ?? '', /hit/);
    for (const response of [first, page, links]) assert.match(response.headers.get('vary') ?? '', /^Accept, /);
  });

  test('is what the client accepts; the parameter has priority', async () => {
    const accepting = { Accept: 'text/markdown, text/html;q=0.5' };
    assert.match((await ask('/page', '', accepting)).headers.get('content-type') ?? '', /^text\/markdown/);
    assert.match((await ask('/page', 'format=html', accepting)).headers.get('content-type') ?? '', /^text\/html/);
    const dialect = `http://127.0.0.1:${service.port}/render?format=md&url=${encodeURIComponent(`${site.url}/page`)}`;
    assert.match(await (await fetch(dialect)).text(), /# Made 2/);
  });

  test('is not sent again to a client that has it, nor to HEAD', async () => {
    const first = await ask('/page', 'format=md', { 'Accept-Encoding': 'gzip' });
    const etag = first.headers.get('etag') ?? assert.fail();
    assert.match(etag, /\.md\.gzip"$/);
    assert.equal((await ask('/page', 'format=md', { 'If-None-Match': etag })).status, 304);
    assert.equal((await ask('/page', 'format=links', { 'If-None-Match': etag })).status, 200);
    assert.equal((await ask('/page', '', { 'If-None-Match': etag })).status, 200);
    const head = await ask('/page', 'format=md', {}, 'HEAD');
    assert.equal(head.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.equal(await head.text(), '');
  });

  test('keeps the status of the page', async () => {
    const gone = await ask('/gone', 'format=md');
    assert.equal(gone.status, 410);
    assert.match(await gone.text(), /# gone/);
  });

  test('is not made of what is no page', async () => {
    const data = await ask('/data', 'format=md');
    assert.equal(data.headers.get('content-type'), 'application/json');
    const redirect = await ask('/moved', 'format=md', { 'X-Render-Middleware': '1' });
    assert.deepEqual([redirect.status, redirect.headers.get('location')], [301, `${site.url}/page`]);
  });

  test('that does not exist is refused', async () => {
    const refused = await ask('/page', 'format=docx');
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /invalid-parameter/);
  });
});
