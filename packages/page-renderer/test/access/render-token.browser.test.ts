/** A service that requires its token for renders. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import type { RequestHandler } from 'express';
import express from 'express';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { pino } from 'pino';
import { renderMiddleware } from 'render-middleware/express';
import { launchBrowser } from '../../../../testing/browser.ts';
import { stretched } from '../../../../testing/load.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import { VERDICTS } from '../../dist/kernel/verdicts.js';

const OLD = 'the-token-of-last-year';
const NEW = 'the-token-of-this-year';
const ADMIN = 'the-token-of-the-admin';

let site: Site;
let renderer: Renderer;
let service: string;
const log: string[] = [];

before(async () => {
  site = await startSite({ '/': '<h1>hello</h1>', '/other': '<h1>other</h1>' });
  const into = new Writable({
    write(line, _, done) {
      log.push(String(line));
      done();
    },
  });
  renderer = await createRenderer(
    {
      host: '127.0.0.1',
      port: 0,
      allowPrivateNetworks: ['127.0.0.1'],
      timeout: stretched(10_000),
      cache: 'memory',
      renderToken: [OLD, NEW],
      adminToken: ADMIN,
    },
    { logger: pino({ level: 'debug' }, into) },
  );
  service = (await renderer.listen()).url;
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const ask = (path: string, init: RequestInit = {}) => fetch(service + path, { redirect: 'manual', ...init });
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
/** Sends a request line unchanged; `fetch` would normalise it. */
function send(where: { port: string; path: string; method: string }) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', agent: false, ...where }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.once('error', reject).end();
  });
}
const basic = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;

test('every endpoint that renders or returns rendered pages needs the token', async () => {
  const page = encodeURIComponent(`${site.url}/`);
  assert.equal((await ask(`/render/${page}`, bearer(NEW))).status, 200);
  const cached = await ask(`/render/${page}`, bearer(OLD));
  assert.match(cached.headers.get('cache-status') ?? '', /hit/, 'both tokens have one result');
  const seen = site.requests.length;
  const lines: Array<[line: string, init?: { method?: string; headers?: Record<string, string>; body?: string }]> = [
    [`/render/${page}`],
    [`/render/${page}`, { method: 'HEAD' }],
    [`/render/${page}`, { headers: { 'cache-control': 'only-if-cached' } }],
    [`/render/${page}?refreshCache=true`],
    [`/render/${site.url}/`],
    [`/render?url=${page}`],
    [`/render?url=${page}&renderType=png`],
    [`/${site.url}/`],
    [`/${page}`],
    [`/screenshot/${page}`],
    [`/screenshot/${page}`, { method: 'POST', body: '{}' }],
    [`/inspect?url=${page}`],
    [`/inspect.json?url=${page}`],
    [`/x/../render/${page}`],
  ];
  for (const [line, init] of lines) {
    const refused = await ask(line, init);
    assert.equal(refused.status, 401, line);
    assert.match(refused.headers.get('www-authenticate') ?? '', /\bBearer realm="page-renderer"$/, line);
    assert.equal(refused.headers.get('etag'), null, line);
    const wrong = await ask(line, { ...init, headers: { ...init?.headers, ...bearer(ADMIN).headers } });
    assert.equal(wrong.status, 401, `the admin token is another: ${line}`);
  }
  const { detail } = (await (await ask(`/render/${page}`)).json()) as { detail: string };
  assert.match(detail, /Send the render token as "Authorization: Bearer …" or "X-Prerender-Token: …"/);
  assert.equal(site.requests.length, seen, 'nothing was rendered');
  for (const line of ['/', '/livez', '/readyz', '/_ah/health']) assert.equal((await ask(line)).status, 200, line);
});

test('no spelling of the request line returns a page without the token', async () => {
  const target = `${site.url}/`;
  const page = encodeURIComponent(target);
  assert.equal((await ask(`/render/${page}`, bearer(NEW))).status, 200);
  const { port, host } = new URL(service);
  const ends = [page, target, target.replace('//', '/'), page.toLowerCase(), `${page}?a`, `${page}#a`, `${page}/..`];
  const begins = [
    '/render/',
    '/screenshot/',
    '/',
    '/render?url=',
    '/?url=',
    '//render/',
    '/./render/',
    '/livez/../render/',
  ];
  const odd = [
    '/%72ender/',
    '/render%2F',
    '/RENDER/',
    '/render//',
    '/cache/../',
    '/readyz?url=',
    '/livez#/render/',
    '\\render\\',
  ];
  const all = [...begins, ...odd, '/signed/a/render/', '/signed//render/', '/signed/a', '/signed/../render/'];
  const plain = all.flatMap((begin) => ends.map((end) => begin + end));
  const lines = plain.concat(all.map((begin) => `http://${host}${begin}${page}`));
  for (const line of lines) {
    for (const method of line.length % 2 === 0 ? ['GET', 'HEAD'] : ['GET', 'POST']) {
      const { status, headers, body } = await send({ port, path: line, method });
      assert.ok(status !== 200 || /^OK$|id="url"|^$/.test(body), `${method} ${line}: ${status}`);
      assert.ok(!body.includes('hello'), `${method} ${line}`);
      assert.equal(headers['etag'], undefined, `${method} ${line}`);
      // An error has its code there; no response has the verdict of a page.
      const verdict: unknown = headers['x-render-verdict'];
      assert.ok(!VERDICTS.some((name) => name === verdict), `${method} ${line}: ${String(verdict)}`);
    }
  }
});

test('both headers are accepted, and the password that a browser sends', async () => {
  const line = `/render/${encodeURIComponent(`${site.url}/`)}`;
  const status = async (headers: Record<string, string>) => (await ask(line, { headers })).status;
  assert.equal(await status({ 'x-prerender-token': OLD }), 200);
  assert.equal(await status({ authorization: `bearer  ${NEW}` }), 200);
  assert.equal(await status({ authorization: basic(NEW) }), 200);
  assert.equal(await status({ authorization: basic(NEW), 'sec-fetch-site': 'none' }), 200);
  assert.equal(await status({ authorization: basic(NEW), 'sec-fetch-site': 'cross-site' }), 401);
  for (const token of ['', NEW.slice(1), `${NEW} `, `${NEW},${OLD}`, NEW.toUpperCase(), `${NEW}\u00ff`]) {
    const sent = await status({ 'x-prerender-token': token });
    // Spaces around a field value do not belong to it (RFC 9110 §5.5).
    assert.equal(sent, token.trim() === NEW ? 200 : 401, token);
  }
});

test('on the home page, a browser asks people for it', async () => {
  const browser = await launchBrowser();
  const open = async (password: string) => {
    const context = await browser.newContext({ httpCredentials: { username: '', password } });
    const page = await context.newPage();
    await page.goto(service);
    const home = await page.innerText('main');
    await page.fill('#url', `${site.url}/`);
    const [answer] = await Promise.all([page.waitForResponse(/url=/), page.click('button[type=submit]')]);
    await page.waitForLoadState();
    return { status: answer.status(), home, text: await page.innerText('main') };
  };
  const right = await open(NEW);
  assert.deepEqual([right.status, /Send the token/.test(right.text)], [200, false]);
  assert.match(right.home, /curl -H "Authorization: Bearer \$RENDER_TOKEN" 'http/);
  const wrong = await open(ADMIN);
  assert.equal(wrong.status, 401);
  assert.match(wrong.text, /Send the render token as "Authorization: Bearer …"/);
  await browser.close();
});

test('administration needs the admin token, not the render token', async () => {
  const line = '/cache';
  assert.deepEqual([(await ask(line, bearer(ADMIN))).status, (await ask(line, bearer(NEW))).status], [200, 401]);
  const config = { renderToken: [OLD, ADMIN], adminToken: ADMIN };
  await assert.rejects(createRenderer(config), {
    code: 'invalid-configuration',
    message: /must differ from adminToken/,
  });
});

test('the token is neither sent to the page nor logged', async () => {
  const headers = { authorization: `Bearer ${NEW}`, 'x-prerender-token': OLD };
  const { status } = await ask(`/render/${encodeURIComponent(`${site.url}/other`)}`, { headers });
  assert.equal(status, 200);
  const sent = site.headersOf('/other') ?? {};
  assert.deepEqual([sent.authorization, sent['x-prerender-token']], [undefined, undefined]);
  assert.ok(log.some((line) => line.includes('/other')));
  for (const token of [OLD, NEW, ADMIN]) assert.ok(!JSON.stringify([log, sent]).includes(token));
});

describe('middleware that has the token', () => {
  const prerender = createRequire(import.meta.url)('prerender-node') as RequestHandler & {
    set(name: string, value: string): typeof prerender;
  };
  const options = (origin: string) => ({ proxyUrl: service, origin });
  const cases: Array<[name: string, make: (origin: string) => RequestHandler, isAnswered: boolean]> = [
    ['render-middleware', (origin) => renderMiddleware({ ...options(origin), renderToken: NEW }), true],
    ['render-middleware', (origin) => renderMiddleware({ ...options(origin), prerenderToken: OLD }), true],
    ['render-middleware', (origin) => renderMiddleware({ ...options(origin), renderToken: ADMIN }), false],
    ['prerender-node', () => prerender.set('prerenderServiceUrl', service).set('prerenderToken', NEW), true],
  ];
  for (const [name, make, isAnswered] of cases) {
    const title = isAnswered ? 'is answered' : 'that is wrong serves the page itself';
    test(`${name} ${title}`, async () => {
      const app = express();
      const server = createServer(app);
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      app.use(make(url));
      app.use((_, response) => void response.send('<h1>hello</h1>'));
      const response = await fetch(`${url}/`, { headers: { 'user-agent': 'Googlebot/2.1' } });
      assert.match(await response.text(), /hello/);
      assert.equal(response.headers.get('x-renderer'), isAnswered ? 'page-renderer' : null);
      server.closeAllConnections();
      server.close();
    });
  }
});
