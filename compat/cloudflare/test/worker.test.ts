/** The worker of `servers/` in workerd, the runtime of Cloudflare, in front of a site and a renderer. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer, request as ask } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(
  new URL('../../../packages/render-middleware/servers/cloudflare-worker.js', import.meta.url),
);
const { default: WORKERD } = createRequire(import.meta.url)('workerd') as { default: string };
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const PAGE = '<!doctype html><title>the page itself</title>';

const working: RequestListener = (_request, response) =>
  void response
    .writeHead(200, { 'content-type': 'text/html', 'x-renderer': 'stand-in', 'set-cookie': 'a=1' })
    .end('rendered');

let folder: string;
let runtime: ChildProcess;
let port: number;
let answer = working;
let line = '';
let heard: IncomingHttpHeaders = {};
const renderer = createServer((request, response) => {
  line = request.url ?? '';
  heard = request.headers;
  answer(request, response);
});
const site = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', vary: 'Accept-Encoding', 'x-path': request.url }).end(PAGE);
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

before(async () => {
  for (const server of [renderer, site]) await once(server.listen(0, '127.0.0.1'), 'listening');
  folder = mkdtempSync(path.join(tmpdir(), 'worker-'));
  writeFileSync(path.join(folder, 'worker.js'), readFileSync(WORKER));
  writeFileSync(
    path.join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-10-01",
      globalOutbound = "network",
      bindings = [
        (name = "RENDERER_URL", text = "http://127.0.0.1:${portOf(renderer)}"),
        (name = "ORIGIN", text = "https://shop.example"),
        (name = "PRERENDER_TOKEN", text = "secret"),
      ],
    )),
    (name = "network", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);`,
  );
  runtime = spawn(WORKERD, ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const [said] = (await once(runtime.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  ({ port } = JSON.parse(said.toString()) as { port: number });
});
after(async () => {
  runtime?.kill('SIGKILL');
  for (const server of [renderer, site]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

/** Sends the worker a request as Cloudflare does: with the site's host name, so that the worker's own requests go to the site. */
async function visit(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const host = `127.0.0.1:${portOf(site)}`;
  const all = { 'user-agent': GOOGLEBOT, ...headers, host };
  const question = ask({ host: '127.0.0.1', port, path: url, method, agent: false, headers: all }).end();
  const [response] = (await once(question, 'response')) as [IncomingMessage];
  let body = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) body += chunk as string;
  } catch {
    // Closed before the end, which `complete` shows.
  }
  const vary = (response.headers.vary ?? '').toLowerCase().split(/\s*,\s*/);
  return { status: response.statusCode, headers: response.headers, body, vary, complete: response.complete };
}

test('a bot gets the rendered page, and the renderer hears nothing of the visitor', async () => {
  const visitor = { cookie: 'session=1', authorization: 'Basic YTpi', referer: 'https://mail.example/' };
  const reply = await visit('/a%2Fb;c?d=%20e&url=x', visitor);
  assert.deepEqual([reply.status, reply.body], [200, 'rendered']);
  assert.ok(reply.vary.includes('user-agent'));
  assert.equal(reply.headers['set-cookie'], undefined);
  assert.equal(line, '/https://shop.example/a%2Fb;c?d=%20e&url=x');
  for (const name of Object.keys(visitor)) assert.equal(heard[name], undefined, name);
  assert.deepEqual([heard['x-prerender-token'], heard['x-render-middleware']], ['secret', '1']);
});

test('people, files, other methods and renderers get the page itself', async () => {
  for (const [url, headers, method] of [
    ['/products/1', { 'user-agent': FIREFOX }, 'GET'],
    ['/app.js', {}, 'GET'],
    ['/products/1', {}, 'POST'],
    ['/products/1', { 'x-prerender': '1' }, 'GET'],
    ['/products/1', { 'x-render-middleware': '1' }, 'GET'],
  ] as const) {
    const reply = await visit(url, headers, method);
    assert.deepEqual([reply.body, reply.headers['x-path']], [PAGE, url], `${method} ${url}`);
    assert.ok(reply.vary.includes('accept-encoding'));
  }
  assert.ok((await visit('/', { 'user-agent': FIREFOX })).vary.includes('user-agent'));
});

test('HEAD, redirects and 404 are passed on', async () => {
  const head = await visit('/', {}, 'HEAD');
  assert.deepEqual([head.status, head.headers['x-renderer'], head.body], [200, 'stand-in', '']);
  answer = (_request, response) => void response.writeHead(301, { location: 'https://shop.example/new' }).end();
  const moved = await visit('/old');
  assert.deepEqual([moved.status, moved.headers.location], [301, 'https://shop.example/new']);
  answer = (_request, response) => void response.writeHead(404, { 'x-renderer': 'stand-in' }).end('gone');
  assert.deepEqual([(await visit('/none')).status, (await visit('/none')).body], [404, 'gone']);
  answer = (_request, response) => void response.writeHead(304, { etag: '"v1"' }).end();
  assert.equal((await visit('/', { 'if-none-match': '"v1"' })).status, 304);
});

test('half a page is not passed off as a whole one', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'x-renderer': 'stand-in' });
    response.write('half', () => setTimeout(() => response.destroy(), 30));
  };
  assert.equal((await visit('/')).complete, false);
});

test('a bot gets the page itself when the renderer fails, refuses, hangs up or is gone', async () => {
  const problem = { 'content-type': 'application/problem+json' };
  for (const [status, headers] of [
    [500, {}],
    [503, {}],
    [429, {}],
    [403, problem],
  ] as const) {
    answer = (_request, response) => void response.writeHead(status, headers).end('no');
    const reply = await visit('/products/1?a=b');
    assert.deepEqual([reply.status, reply.body, reply.headers['x-path']], [200, PAGE, '/products/1?a=b']);
    assert.ok(reply.vary.includes('user-agent'));
  }
  answer = (request) => void request.socket.destroy();
  assert.equal((await visit('/')).body, PAGE);
  renderer.closeAllConnections();
  renderer.close();
  assert.equal((await visit('/')).body, PAGE);
});
