/** AMP pages are left to their server: without their runtime, a script, they would show little and be no AMP pages. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { renderMiddleware } from 'render-middleware/node';
import type { Explanation } from '../dist/server/explain/explanation/explanation.js';
import { type Listening, listening } from '../../../testing/listening.ts';
import { stretched } from '../../../testing/load.ts';

const page = (attribute: string) => `<!doctype html>\n<html ${attribute} lang="en"><head><meta charset="utf-8">
  <script async src="/runtime.js"></script></head><body><p>für alle<amp-img src="/a.png"></amp-img></body></html>\n`;
const AMP: Readonly<Record<string, string>> = { '/amp': page('amp'), '/bolt': page('⚡'), '/both': page('⚡ amp=""') };
/** Similar, and rendered as any page. */
const OTHERS: Readonly<Record<string, string>> = { '/named': page('class="amp"'), '/data': page('data-amp') };

let renderer: Renderer;
let service: string;
let site: Listening;
const bots: Array<ReturnType<typeof renderMiddleware>> = [];

before(async () => {
  renderer = await createRenderer({
    browsers: 1,
    host: '127.0.0.1',
    port: 0,
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    logLevel: 'silent',
    timeout: stretched(10_000),
  });
  service = (await renderer.listen()).url;
  site = await listening(
    createServer((request, response) => {
      const { url = '' } = request;
      const answer = () => {
        if (url === '/runtime.js') return void response.end('document.querySelector("p").append(" and more")');
        const html = AMP[url] ?? OTHERS[url] ?? 'none';
        const headers = { 'Content-Type': 'text/html; charset=utf-8', ETag: '"v1"', 'X-Robots-Tag': 'noarchive' };
        response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' }).end(gzipSync(html));
      };
      const [middleware] = bots;
      if (middleware && request.headers['x-through'] !== undefined) void middleware(request, response, answer);
      else answer();
    }),
  );
  bots.push(renderMiddleware({ proxyUrl: service, origin: site.url, timeout: stretched(20_000) }));
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await renderer.close();
});

const target = (path: string) => encodeURIComponent(site.url + path);
const explained = async (path: string) =>
  (await (await fetch(`${service}/explain.json?url=${target(path)}`)).json()) as Explanation;

test('an AMP page is passed through as its server has sent it, and said to be one', async () => {
  for (const [path, html] of Object.entries(AMP)) {
    const answer = await fetch(`${service}/render/${target(path)}`);
    assert.deepEqual([answer.status, answer.headers.get('x-render-verdict')], [200, 'passed-through'], path);
    assert.equal(await answer.text(), html);
    const { headers } = answer;
    assert.deepEqual([headers.get('etag'), headers.get('x-robots-tag')], ['W/"v1"', 'noarchive']);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  }
  const { target: told, verdict, conclusion, answer } = await explained('/bolt');
  assert.deepEqual([told.classification, verdict?.name, answer.keptFor], ['amp', 'passed-through', 0]);
  assert.match(conclusion.headline, /AMP page/);
  assert.match((await renderer.render(`${site.url}/amp`)).html, /<script async src="\/runtime.js">/);
});

test('a bot gets an AMP page from the site itself', async () => {
  const headers = { 'User-Agent': 'Googlebot/2.1', 'X-Through': '1' };
  const answer = await fetch(`${site.url}/amp`, { headers });
  assert.equal(answer.headers.get('x-renderer'), null);
  assert.equal(await answer.text(), AMP['/amp']);
});

test('a page that only sounds like one is rendered', async () => {
  for (const path of Object.keys(OTHERS)) {
    const answer = await fetch(`${service}/render/${target(path)}`);
    assert.equal(answer.headers.get('x-render-verdict'), 'complete');
    assert.match(await answer.text(), /für alle.* and more/s);
  }
});
