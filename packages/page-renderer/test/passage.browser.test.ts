/** What is not a page is passed through unchanged, or refused to clients that can serve it themselves. */
import assert from 'node:assert/strict';
import { createServer, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import express from 'express';
import { createRenderer, type Renderer } from 'page-renderer';
import { renderMiddleware } from 'render-middleware/express';
import { stretched } from '../../../testing/load.ts';
import { eventually } from './support/processes.ts';
import { NO_PAGES, serveNoPage } from './support/no-pages.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';
import { listening } from '../../../testing/listening.ts';
import { testsAll } from '../../../testing/rounds.ts';

const MAX_BYTES = 4 * 1024 * 1024;

let site: Site;
let renderer: Renderer;
let proxyUrl: string;
/** Number of open responses that do not end by themselves. */
let open = 0;

before(async () => {
  site = await startSite({
    '*': (request, response) => void (serveNoPage(request, response) || response.writeHead(404).end()),
    '/moved': (_, response) => response.writeHead(301, { Location: '/data' }).end(),
    '/broken': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 500_000 });
      response.write('x'.repeat(300_000), () => response.destroy());
    },
    '/broken-chunks': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('x'.repeat(300_000), () => setTimeout(() => response.destroy(), 50));
    },
    '/large': (_, response) =>
      void response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': MAX_BYTES + 1 }).write('a'),
    '/endless': ({ url = '' }, response) => {
      open += 1;
      response.writeHead(200, { 'Content-Type': 'text/csv' });
      // It reaches the limit of bytes, but not before a slow client has received its beginning.
      const piece = 'a'.repeat(url === '/endless' ? 65_536 : 256);
      const timer = setInterval(() => response.write(piece), 5);
      response.on('close', () => {
        clearInterval(timer);
        open -= 1;
      });
    },
    '/page': '<h1>page</h1><script>location = "/data"</script>',
  });
  renderer = await createRenderer({
    browsers: 1,
    host: '127.0.0.1',
    port: 0,
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    cacheConfig: { staleIfErrorMinutes: 10 },
    logLevel: 'silent',
    timeout: stretched(8_000),
    maxBytes: MAX_BYTES,
    concurrency: 4,
  });
  ({ url: proxyUrl } = await renderer.listen());
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const DIALECTS: ReadonlyArray<readonly [name: string, line: (url: string) => string]> = [
  ['Rendertron’s dialect', (url) => `/render/${encodeURIComponent(url)}`],
  ['Prerender’s dialect', (url) => `/${url}`],
  ['Prerender’s dialect with a query', (url) => `/render?url=${encodeURIComponent(url)}`],
];
const ask = (path: string, init: RequestInit = {}) => fetch(proxyUrl + DIALECTS[0]![1](site.url + path), init);

for (const [index, [name, line]] of DIALECTS.entries()) {
  describe(`what is no page goes through byte for byte in ${name}`, { concurrency: 4 }, () => {
    for (const [at, [path, { status = 200, headers, body }]] of Object.entries(NO_PAGES).entries()) {
      // The dialects differ in their requests only; one test in each of what is passed through is enough.
      if (index > 0 && at % 8 !== index) continue;
      if (index === 0 && !testsAll && at % 2 > 0) continue;
      test(path, async () => {
        const answer = await fetch(proxyUrl + line(site.url + path));
        assert.equal(answer.status, status);
        assert.equal(answer.headers.get('x-render-verdict'), 'passed-through');
        assert.equal(answer.headers.get('content-type'), headers['Content-Type'] ?? 'application/octet-stream');
        assert.equal(Buffer.compare(Buffer.from(await answer.arrayBuffer()), body), 0);
        for (const header of ['Content-Disposition', 'Last-Modified', 'X-Robots-Tag', 'Content-Length'] as const) {
          if (headers[header] === undefined) continue;
          assert.equal(answer.headers.get(header), String(headers[header]), header);
        }
        const isCoded = headers['Content-Encoding'] !== undefined;
        const etag = headers['ETag'] === undefined ? null : `${isCoded ? 'W/' : ''}${String(headers['ETag'])}`;
        assert.equal(answer.headers.get('etag'), etag);
        assert.equal(answer.headers.get('content-encoding'), null);
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
        assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
      });
    }
  });
}

describe('how it goes through', { concurrency: 4 }, () => {
  test('a target with a Content-Length is requested once', async () => {
    const count = () => site.requests.filter((url) => url === '/paper.pdf?once').length;
    assert.equal((await (await ask('/paper.pdf?once')).arrayBuffer()).byteLength, 700_000);
    assert.equal(count(), 1);
  });

  test('HEAD has its headers, and nothing is rendered', async () => {
    const answer = await ask('/paper.pdf?head', { method: 'HEAD' });
    const { status, headers } = answer;
    assert.deepEqual(
      [status, headers.get('content-type'), headers.get('content-length')],
      [200, 'application/pdf', '700000'],
    );
    assert.equal(headers.get('x-render-verdict'), 'passed-through');
  });

  test('HEAD has nothing of its body downloaded', async () => {
    const answer = await ask('/endless?head', { method: 'HEAD' });
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/csv']);
    await eventually(() => open === 0, 'the target is not asked for more');
  });

  test('content that the client has is not sent again', async () => {
    for (const headers of [{ 'If-None-Match': 'W/"p1"' }, { 'If-None-Match': '"x", "p1"' }]) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      assert.equal((await ask('/paper.pdf', { headers })).status, 304);
    }
    assert.equal((await ask('/paper.pdf', { method: 'HEAD', headers: { 'If-None-Match': '"p2"' } })).status, 200);
    const since = { 'If-Modified-Since': 'Sun, 22 Nov 2026 10:00:00 GMT' };
    assert.equal((await ask('/sitemap.xml', { headers: since })).status, 304);
  });

  test('after a redirect that is followed, the last answer goes through as it is', async () => {
    const answer = await ask('/moved');
    assert.deepEqual([answer.status, await answer.text()], [200, '{"a":1}']);
  });

  test('several who ask at the same time get it whole, and it is not kept', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ask('/feed?many')));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    assert.deepEqual(new Set(bodies), new Set([String(NO_PAGES['/feed']!.body)]));
    const again = await ask('/feed?many');
    assert.match(again.headers.get('cache-status') ?? '', /^page-renderer; fwd=miss$/);
    await again.text();
  });

  test('an incomplete response of the target ends with a closed connection', async () => {
    for (const path of ['/broken', '/broken-chunks']) {
      const answer = await ask(path); // oxlint-disable-line no-await-in-loop -- two
      assert.equal(answer.status, 200);
      await assert.rejects(answer.arrayBuffer(), path); // oxlint-disable-line no-await-in-loop -- two
    }
  });

  test('what is larger than a page may load is refused, or cut off where that shows late', async () => {
    const large = await ask('/large');
    assert.deepEqual([large.status, large.headers.get('x-render-verdict')], [502, 'over-bytes']);
    const endless = await ask('/endless');
    await assert.rejects(endless.arrayBuffer());
  });

  test('a response ends when its client closes the connection', async () => {
    const gone = new AbortController();
    const answer = await ask('/endless?gone', { signal: gone.signal });
    await answer.body?.getReader().read();
    gone.abort();
    await eventually(() => open === 0, 'the target is not asked for more');
  });

  test('a page whose script leads to it is refused', async () => {
    const answer = await ask('/page');
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [502, 'not-a-page']);
  });

  test('it cannot run as a script of the service', async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'Sec-Fetch-Dest': 'serviceworker' };
      get(proxyUrl + DIALECTS[0]![1](`${site.url}/data`), { headers }, resolve).on('error', reject);
    });
    answer.resume();
    assert.equal(answer.statusCode, 502);
  });

  test('a picture of it is refused, and an inspection says why', async () => {
    const answer = await fetch(`${proxyUrl}/screenshot/${encodeURIComponent(`${site.url}/picture.png`)}`);
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [502, 'not-a-page']);
    const page = await fetch(`${proxyUrl}/inspect?url=${encodeURIComponent(`${site.url}/picture.png`)}`);
    assert.deepEqual([page.status, /This address is not that of a page/.test(await page.text())], [200, true]);
  });
});

test('through render-middleware a bot gets each of them as the site sends it, and the site sends it once', async () => {
  const app = express();
  const timeout = stretched(12_000);
  app.use(renderMiddleware({ proxyUrl, timeout, onFallback: ({ status }) => assert.equal(status, 502) }));
  app.use((request, response) => void (serveNoPage(request, response) || response.status(404).end()));
  await using host = await listening(createServer(app));
  await Promise.all(
    Object.entries(NO_PAGES).map(async ([path, { status = 200, headers, body }]) => {
      const answer = await fetch(host.url + path, { headers: { 'User-Agent': 'Googlebot/2.1' } });
      const told = [answer.status, answer.headers.get('content-type') ?? undefined];
      assert.deepEqual(told, [status, headers['Content-Type']], path);
      assert.equal(Buffer.compare(Buffer.from(await answer.arrayBuffer()), body), 0, path);
      assert.equal(answer.headers.get('x-render-verdict'), null, path);
    }),
  );
});
