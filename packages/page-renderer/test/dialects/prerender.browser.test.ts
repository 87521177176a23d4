/** Prerender's dialect as its clients use it, with a listening service and its cache (D2). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Har, Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { jpegSize, pngSize } from '../support/jpeg.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import { harSchema } from './support/har-schema.ts';

const ADMIN = 'the-token-of-the-admin';
const SECRET = 'the-secret-for-the-target';
const html = { 'Content-Type': 'text/html; charset=utf-8' };

const PICTURE = Buffer.concat([
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  Buffer.alloc(3_000),
]);
const SCRIPT = `/* ${'x'.repeat(5_000)} */`;
const CODED = gzipSync(SCRIPT);

let site: Site;
let renderer: Renderer;
let service: string;
/** Resolves when an endless script has started. */
const begun = new AbortController();

before(async () => {
  site = await startSite({
    '/page': (_, response) => {
      const headers = { ...html, 'X-Robots-Tag': 'noindex', 'Set-Cookie': `session=${SECRET}`, 'X-Two': ['a', 'b'] };
      response.writeHead(200, headers).end('<title>page</title><h1 id="h">page</h1><img src="/missing.png">');
    },
    '/moved': (_, response) => response.writeHead(301, { Location: '/found' }).end(),
    '/found': (_, response) => response.writeHead(302, { Location: '/loads?a=1&b=%C3%A4' }).end(),
    '/loads': (_, response) =>
      response.writeHead(200, { ...html, 'Set-Cookie': `session=${SECRET}` }).end(`<h1>loads</h1>
        <iframe src="/framed"></iframe>
        <script>
          fetch('/api', { method: 'POST', body: 'private' }).then((answer) => answer.text());
          fetch('http://10.0.0.1/refused').catch(() => {});
          fetch('data:text/plain,inline');
          new Worker('/worker.js');
        </script>`),
    '/framed': '<p>framed',
    '/sizes': `<img src="/picture.gif"><img src="/moved.gif"><img src="/gone.gif"><script src="/coded.js"></script>
      <script>
        fetch('/kept').then((answer) => answer.text()).then(() => fetch('/kept')).then((answer) => answer.text());
        fetch('/nothing');
        addEventListener('load', () => document.body.append(Object.assign(document.createElement('iframe'), { src: '/again' })));
      </script>`,
    '/again': '<img src="/picture.gif">',
    '/picture.gif': (_, response) =>
      response.writeHead(200, { 'Content-Type': 'image/gif', 'Cache-Control': 'max-age=600' }).end(PICTURE),
    '/moved.gif': (_, response) => response.writeHead(302, { Location: '/gone.gif', 'Content-Length': 5 }).end('moved'),
    '/gone.gif': (_, response) => response.writeHead(302, { Location: '/missing.gif' }).end('gone'),
    '/coded.js': (_, response) => {
      const headers = { 'Content-Type': 'text/javascript', 'Content-Encoding': 'gzip', 'Content-Length': CODED.length };
      response.writeHead(200, headers).end(CODED);
    },
    '/kept': (_, response) => response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end('kept'),
    '/nothing': (_, response) => response.writeHead(204).end(),
    '/begun': (_, response) => {
      response.end();
      begun.abort();
    },
    '/api': (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"a":1}'),
    '/worker.js': (_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end("fetch('/api?by=worker')"),
    '/agent': '<p id="p"></p><script>p.textContent = navigator.userAgent</script>',
    '/route': '<p id="p"></p><script>p.textContent = location.search + location.hash</script>',
    '/long': `<style>div { break-after: page }</style>${'<div>one page</div>'.repeat(201)}`,
    '/paper': '<style>@page { size: 300pt 200pt }</style><h1>paper</h1>',
    '/wide': '<body style="margin:0"><div style="height:900px">tall</div>',
    '/size': '<p id="p"></p><script>p.textContent = innerWidth + "x" + innerHeight</script>',
    '/metas': `<title>metas</title><meta name="robots" content="noindex">
      <meta name="Render:Status_Code" content="404"><meta name="render:header" content="X-Robots-Tag: none">
      <meta name="render:tags" content="a b"><meta name="prerender-status-code" content="410">
      <meta name="prerender-header" content="Content-Language: tr"><h1>text</h1>`,
  });
  renderer = await createRenderer({
    browsers: 1,
    host: '127.0.0.1',
    port: 0,
    cache: 'memory',
    adminToken: ADMIN,
    allowPrivateNetworks: ['127.0.0.1'],
    reqHeaders: { 'X-Secret': SECRET },
    timeout: stretched(6_000),
    logLevel: 'silent',
  });
  service = (await renderer.listen()).url;
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

type Parameters = Readonly<Record<string, string | number | boolean>>;
const admin = { headers: { authorization: `Bearer ${ADMIN}` } };
const ask = (path: string, parameters: Parameters = {}, init: RequestInit = {}) => {
  const query = new URLSearchParams({ url: site.url + path });
  for (const [name, value] of Object.entries(parameters)) query.set(name, `${value}`);
  return fetch(`${service}/render?${query}`, { redirect: 'manual', ...init });
};
const post = (path: string, parameters: Parameters = {}, init: RequestInit = {}) => {
  const body = JSON.stringify({ url: site.url + path, ...parameters });
  return fetch(`${service}/render`, { method: 'POST', redirect: 'manual', body, ...init });
};
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const isHit = (response: Response) => /; hit/.test(response.headers.get('cache-status') ?? '');

describe('POST /render', { concurrency: 3 }, () => {
  test('responds like GET and shares its cached result', async () => {
    const posted = await post('/page');
    assert.deepEqual([posted.status, posted.headers.get('x-robots-tag')], [200, 'noindex']);
    assert.match(await posted.text(), /<h1 id="h">page/);
    assert.ok(isHit(await ask('/page')));
  });
  test('takes pictures', async () => {
    const picture = await post('/wide', { renderType: 'png', fullpage: true, width: 300, height: 200 });
    assert.deepEqual(pngSize(await bytesOf(picture)), [300, 900]);
    assert.deepEqual(jpegSize(await bytesOf(await post('/wide', { renderType: 'jpeg', width: 300 }))), [300, 1000]);
  });
  test('gives the page a viewport', async () => {
    assert.match(await (await post('/size', { width: 320, height: 200 })).text(), />320x200</);
  });
  test('reports what is wrong, and refuses an endless body', async () => {
    const wrong = await post('/page', { renderType: 'gif' });
    assert.deepEqual([wrong.status, ((await wrong.json()) as { code: string }).code], [400, 'invalid-parameter']);
    assert.equal((await post('/page', { javascript: 'a'.repeat(20_000) })).status, 413);
    assert.equal((await fetch(`${service}/render`, { method: 'PUT' })).headers.get('allow'), 'GET, HEAD, POST');
  });
});

test('_escaped_fragment_ renders what a person sees, with one result for both', async () => {
  const path = '/route?a=1&_escaped_fragment_=/guide%26b';
  assert.match(await (await fetch(`${service}/${site.url}${path}`)).text(), />\?a=1#!\/guide&amp;b</);
  assert.ok(isHit(await ask(path)));
  const removal = await fetch(`${service}/invalidate/${encodeURIComponent(site.url + path)}`, admin);
  assert.deepEqual(await removal.json(), { removed: 1 });
});

describe('followRedirects', { concurrency: 3 }, () => {
  test('left out passes the redirect on, whatever is asked for', async () => {
    for (const renderType of ['html', 'png', 'pdf', 'har']) {
      const response = await ask('/moved', { renderType });
      assert.deepEqual([response.status, response.headers.get('location')], [301, `${site.url}/found`], renderType);
      assert.equal(await response.text(), '');
    }
  });
  test('true answers with the status of what they lead to', async () => {
    for (const renderType of ['html', 'jpeg', 'pdf']) {
      assert.equal((await ask('/moved', { renderType, followRedirects: true })).status, 200, renderType);
    }
  });
});

describe('userAgent', { concurrency: 3 }, () => {
  const userAgent = 'Sample/1.0 (compatible; Googlebot/2.1)';
  test('is what the page and its server see, marked so that the site does not render it again', async () => {
    assert.match(
      await (await ask('/agent', { userAgent })).text(),
      /<p id="p">Sample\/1\.0 \(compatible; Googlebot\/2\.1\)</,
    );
    const { 'user-agent': sent, 'x-prerender': mark } = site.headersOf('/agent') ?? {};
    assert.deepEqual([sent, mark], [userAgent, '1']);
  });
  test('by the library is marked, too', async () => {
    await renderer.render(`${site.url}/size`, { userAgent });
    const { 'user-agent': sent, 'x-prerender': mark } = site.headersOf('/size') ?? {};
    assert.deepEqual([sent, mark], [userAgent, '1']);
  });
  test('has results of its own', async () => {
    await ask('/paper', { userAgent: 'One/1' });
    assert.ok(!isHit(await ask('/paper', { userAgent: 'Two/1' })));
    assert.ok(isHit(await ask('/paper', { userAgent: 'One/1' })));
  });
});

describe('javascript', { concurrency: 3 }, () => {
  const change = { javascript: 'fetch("/api").then(async (a) => { h.textContent = "changed " + await a.text() })' };
  test('runs in the complete page with the admin token, and only such clients get its result', async () => {
    assert.equal((await post('/page', change)).status, 401);
    const changed = await ask('/page', change, admin);
    assert.match(await changed.text(), /<h1 id="h">changed \{"a":1\}/);
    assert.ok(isHit(await ask('/page', change, admin)));
    for (const refused of [await ask('/page', change), await post('/page', change)]) {
      assert.equal(refused.status, 401);
      assert.match(((await refused.json()) as { detail: string }).detail, /^javascript: /);
    }
  });
  test('that returns immediately is followed by a wait until the page is complete again', async () => {
    const later = 'setTimeout(() => fetch("/api?later").then(async (a) => { h.textContent = await a.text() }), 50); 1';
    assert.match(await (await post('/page', { javascript: later }, admin)).text(), /<h1 id="h">\{"a":1\}/);
  });
  test('may set data, which is returned as JSON with the page', async () => {
    const response = await post('/page', { javascript: 'window.prerenderData = { names: ["ä"] }' }, admin);
    assert.equal(response.headers.get('content-type'), 'application/json');
    const { prerenderData, content } = (await response.json()) as { prerenderData: unknown; content: string };
    assert.deepEqual(prerenderData, { names: ['ä'] });
    assert.match(content, /<h1 id="h">page/);
  });
  test('that throws is reported with its message, and its result is not cached', async () => {
    for (const _ of [1, 2]) {
      const response = await post('/page', { javascript: 'h.textContent = "half"; nothing()' }, admin);
      assert.equal(response.status, 400);
      const { detail } = (await response.json()) as { detail: string };
      assert.equal(detail, 'javascript: the script failed in the page: ReferenceError: nothing is not defined');
    }
  });
  test('that never ends is ended with the render', async () => {
    const url = `${site.url}/page`;
    const javascript = 'h.textContent = "looping"; navigator.sendBeacon("/begun"); for (;;);';
    const rendered = await renderer.render(url, { javascript, signal: begun.signal });
    assert.equal(rendered.verdict, 'budget');
    assert.match(rendered.html, /looping/);
  });
  test('runs before a screenshot is taken', async () => {
    const javascript = 'document.body.innerHTML = "<div style=\'height: 640px\'>"; document.body.style.margin = 0';
    const picture = await post(
      '/page',
      { javascript, renderType: 'png', fullpage: true, width: 80, height: 60 },
      admin,
    );
    assert.deepEqual(pngSize(await bytesOf(picture)), [80, 640]);
  });
});

describe('renderType=pdf', { concurrency: 3 }, () => {
  test('prints the page on its own paper, and keeps what crawlers are told', async () => {
    const response = await ask('/page', { renderType: 'pdf' });
    assert.deepEqual(
      ['content-type', 'x-robots-tag', 'set-cookie'].map((name) => response.headers.get(name)),
      ['application/pdf', 'noindex', null],
    );
    const pdf = (await bytesOf(response)).toString('latin1');
    assert.ok(pdf.startsWith('%PDF-1.') && pdf.trimEnd().endsWith('%%EOF'));
    assert.ok(isHit(await ask('/page', { renderType: 'pdf' })));
    const paper = (await bytesOf(await ask('/paper', { renderType: 'pdf' }))).toString('latin1');
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? [];
    assert.deepEqual([Math.round(Number(width)), Math.round(Number(height))], [300, 200]);
  });
  test('beyond 200 pages is refused', async () => {
    const response = await ask('/long', { renderType: 'pdf' });
    assert.deepEqual([response.status, response.headers.get('x-render-verdict')], [502, 'over-size']);
    assert.match(await response.text(), /more than 200 pages/);
  });
});

describe('renderType=har', { concurrency: 3 }, () => {
  const harOf = async () => {
    const response = await ask('/moved', { renderType: 'har', followRedirects: true });
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/json']);
    return (await response.json()) as Har;
  };
  test('has every member that HAR 1.2 asks for, and no other', async () => {
    harSchema.parse(await harOf());
  });
  test('contains redirects, frames, workers, posts and failures, in their order', async () => {
    const { entries } = (await harOf()).log;
    const told = entries.map(({ request, response }) => [
      request.method,
      request.url.replace(site.url, ''),
      response.status,
    ]);
    assert.deepEqual(told.slice(0, 3), [
      ['GET', '/moved', 301],
      ['GET', '/found', 302],
      ['GET', '/loads?a=1&b=%C3%A4', 200],
    ]);
    assert.deepEqual(told.slice(3).map(String).toSorted(), [
      'GET,/api?by=worker,200',
      'GET,/framed,200',
      'GET,/worker.js,200',
      'GET,http://10.0.0.1/refused,0',
      'POST,/api,200',
    ]);
    const [first, , page] = entries;
    assert.deepEqual([first?.response.redirectURL, page?.response.redirectURL], ['/found', '']);
    assert.deepEqual(page?.request.queryString, [
      { name: 'a', value: '1' },
      { name: 'b', value: 'ä' },
    ]);
    assert.ok((page?.response.content.size ?? 0) > 200);
    const refused = entries.find(({ request }) => request.url.includes('10.0.0.1'));
    assert.match(refused?.comment ?? '', /^net::ERR_/);
    const starts = entries.map(({ startedDateTime }) => startedDateTime);
    assert.deepEqual(starts, starts.toSorted());
  });
  test('contains the size and cache of each response, and never 0 for an unknown size', async () => {
    const har = (await (await ask('/sizes', { renderType: 'har' })).json()) as Har;
    harSchema.parse(har);
    const { entries } = har.log;
    const told = (path: string, index = 0) => {
      const { response, _fromCache: kept } = entries.filter(({ request }) => request.url === site.url + path)[index]!;
      const { content, bodySize, _transferSize: sent } = response;
      return [content.size, bodySize, sent !== undefined && sent > 0, kept];
    };
    const [small, large] = [PICTURE.length, SCRIPT.length];
    assert.deepEqual(told('/picture.gif'), [small, small, true, undefined]);
    assert.deepEqual(told('/picture.gif', 1), [small, 0, false, 'memory']);
    assert.deepEqual(told('/coded.js'), [large, CODED.length, true, undefined]);
    assert.deepEqual(told('/kept'), [4, 4, true, undefined]);
    assert.deepEqual(told('/kept', 1), [4, 0, false, 'disk']);
    assert.deepEqual(told('/moved.gif'), [5, 5, true, undefined]);
    assert.deepEqual(told('/gone.gif'), [-1, -1, true, undefined]);
    assert.deepEqual(told('/nothing').slice(0, 2), [0, 0]);
    assert.equal(entries.find(({ request }) => request.url.endsWith('/nothing'))?.comment, undefined);
    const again = entries.filter(({ request }) => request.url.endsWith('/picture.gif'))[1];
    const { connect, dns, blocked, send } = again!.timings;
    assert.deepEqual([connect, dns, blocked, send], [-1, -1, -1, 0], 'not those of when it was loaded');
  });
  test('holds no body, no cookie, no secret of the service and no address of a server', async () => {
    const text = JSON.stringify(await harOf());
    assert.ok(site.headersOf('/api')?.['x-secret'] === SECRET, 'it was sent');
    for (const hidden of [SECRET, 'private', 'serverIPAddress', 'et-cookie', 'x-secret', 'x-prerender']) {
      assert.ok(!text.toLowerCase().includes(hidden.toLowerCase()), hidden);
    }
  });
});

test('a PDF, a HAR file or data of a script that is larger than a result may be is refused', async () => {
  await using small = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    maxHtml: 1_500,
    timeout: stretched(6_000),
    logLevel: 'silent',
  });
  const url = `${site.url}/loads`;
  const refused = { code: 'page-too-large', verdict: 'over-size' };
  await Promise.all([
    assert.rejects(small.pdf(url), refused),
    assert.rejects(small.har(url), refused),
    assert.rejects(small.render(url, { javascript: 'window.prerenderData = "a".repeat(2000)' }), refused),
  ]);
});

test('meta tags for the service are removed from the HTML, in both dialects', async () => {
  for (const response of [
    await ask('/metas'),
    await fetch(`${service}/render/${site.url}/metas`),
    await fetch(`${service}/render/${site.url}/metas?shadow=declarative`),
  ]) {
    assert.deepEqual([response.status, response.headers.get('content-language')], [404, 'tr']);
    const metas = (await response.text()).match(/<meta[^>]*>/g);
    assert.deepEqual(metas, ['<meta name="robots" content="noindex">']);
  }
});
