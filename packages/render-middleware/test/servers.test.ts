/**
 * The snippets for servers, each in the server it is for. `UPDATE_DOCS=1` writes the list of bots into them anew.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { AGENT_CLASSES, agentPattern, agents, isAgent, staticFilePattern } from 'render-middleware';
import { FIREFOX, get, GOOGLEBOT, ORIGIN_PAGE } from './support/hosts.ts';
import { StandInRenderer } from './support/stand-in-renderer.ts';
import { isInstalled, SNIPPETS, startWebServer, WEB_SERVERS, type WebServer } from './support/web-servers.ts';

/** Where the lists stand in the snippets: from their first letters to the quote; that of bots in nginx by class. */
const BOTS = /\(\?:\^\|\[\^a-z0-9\]\)[^"'`\n]*/g;
const FILES = /\[\.\]\(\?:js\|[^)]*\)\$/g;
const NGINX_BOTS = /(?<=\$render_bot \{\n {2}default 0;\n)[^}]*/;
/** Bytes of a word in a configuration of nginx (`NGX_CONF_BUFFER`). */
const NGINX_LONGEST = 4096;
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('the snippets', () => {
  const byClass = AGENT_CLASSES.map((name) => `  "~*${agentPattern([name])}" 1;\n`);

  it('hold the list of bots and of files as the package does', () => {
    for (const name of ['nginx.conf', 'Caddyfile', 'apache.conf', 'cloudflare-worker.js']) {
      const file = path.join(SNIPPETS, name);
      const text = readFileSync(file, 'utf8');
      const withFiles = text.replaceAll(FILES, staticFilePattern);
      const right =
        name === 'nginx.conf'
          ? withFiles.replace(NGINX_BOTS, () => byClass.join(''))
          : withFiles.replaceAll(BOTS, () => agentPattern());
      if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, right);
      else assert.equal(text, right, `${name} is out of date; run npm run agents`);
      assert.ok(right.includes(staticFilePattern()), name);
      assert.ok(right.includes(name === 'nginx.conf' ? byClass.join('') : agentPattern()), name);
    }
    for (const line of byClass) assert.ok(line.length < NGINX_LONGEST, `${line.length} bytes: ${line.slice(0, 80)}`);
  });

  it('match the same user agents as the list', () => {
    const pattern = new RegExp(agentPattern(), 'i');
    for (const { token } of agents) assert.equal(pattern.test(`${token}1.0`), isAgent(`${token}1.0`), token);
    for (const one of [FIREFOX, 'yetibrowser/1', 'accbot/1', 'Mozilla/5.0 WhatsApp/2.25', 'Instagram 390']) {
      assert.equal(pattern.test(one), false, one);
    }
    assert.equal(new RegExp(agentPattern(['social']), 'i').test('GPTBot/1.2'), false);
  });
});

for (const kind of WEB_SERVERS) {
  describe(kind.name, { skip: !isInstalled(kind) && `${kind.command} is not installed` }, () => {
    let server: WebServer;
    let renderer: StandInRenderer;
    let line = '';
    let heard: IncomingHttpHeaders = {};
    let pathOfApp = '';
    const rendered = 'rendered'.repeat(20);
    const working: StandInRenderer['answer'] = (request, response) => {
      const url = request.url ?? '';
      // Both are ways in which clients of Prerender ask; some servers merge slashes, and renderers know that.
      const parameter = new URLSearchParams(url.startsWith('/render?') ? url.slice('/render?'.length) : '').get('url');
      line = parameter ?? url.slice(1).replace(/^https:\/+/, 'https://');
      heard = request.headers;
      const headers = { 'content-type': 'text/html', 'x-renderer': 'stand-in', 'set-cookie': 'a=1', etag: '"v1"' };
      const isGood = request.headers['if-none-match'] === '"v1"';
      response.writeHead(isGood ? 304 : 200, headers).end(isGood ? '' : rendered);
    };
    const app = createServer((request, response) => {
      pathOfApp = request.url ?? '';
      response.writeHead(200, { 'content-type': 'text/html', vary: 'Accept-Encoding' }).end(ORIGIN_PAGE);
    });
    const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
      get(server.port, url, headers, method);
    const varyOf = ({ vary = '' }: IncomingHttpHeaders) => vary.toLowerCase().split(/\s*,\s*/);

    before(async () => {
      renderer = await StandInRenderer.start(working);
      await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
      const { port } = app.address() as AddressInfo;
      server = await startWebServer(kind, renderer.url, `http://127.0.0.1:${port}`);
    });
    after(async () => {
      await server?.[Symbol.asyncDispose]();
      await renderer[Symbol.asyncDispose]();
      app.closeAllConnections();
      app.close();
    });

    it('sends a bot the rendered page', async () => {
      const reply = await ask('/products/1?a=b%20c&d', { cookie: 'session=1', authorization: 'Basic YTpi' });
      assert.equal(reply.status, 200);
      assert.equal(reply.body, rendered);
      assert.equal(line, 'https://shop.example/products/1?a=b%20c&d');
      assert.equal(heard.cookie, undefined);
      assert.equal(heard.authorization, undefined);
      assert.equal(heard['x-render-middleware'], '1');
      assert.match(String(heard['x-render-bot']), /\bGooglebot\b/);
      assert.doesNotMatch(String(heard['user-agent']), /Googlebot/);
      assert.equal(reply.headers['set-cookie'], undefined);
      assert.ok(varyOf(reply.headers).includes('user-agent'));
    });

    it('passes the trace on', async () => {
      await ask('/', { traceparent: TRACEPARENT, tracestate: 'a=1' });
      assert.deepEqual([heard['traceparent'], heard['tracestate']], [TRACEPARENT, 'a=1']);
      await ask('/');
      assert.equal(heard['traceparent'], undefined);
    });

    it('requests path and query unchanged', async () => {
      for (const url of [
        '/caf%C3%A9/a%2Fb',
        '/a;b=1,c?d;e&f=+g%2Bh%26i',
        '/a%3Fb%23c%25d?',
        '/a?x=%&y=$host{http.request.host}%{HTTP_HOST}',
        '//intranet.local/x',
        '/a&url=http://intranet.local/?url=http://intranet.local/&renderType=png',
      ]) {
        assert.equal((await ask(url)).body, rendered, url);
        assert.equal(line, `https://shop.example${url}`);
      }
    });

    it('does not request another site if the request line has its URL', async () => {
      for (const url of [
        'http://127.0.0.1/x',
        'x.intranet.local://127.0.0.1/x',
        '@intranet.local/',
        '.intranet.local/',
      ]) {
        line = '';
        await ask(url.replace('127.0.0.1', `127.0.0.1:${server.port}`));
        assert.match(line, /^(?:https:\/\/shop\.example\/.*)?$/, url);
      }
    });

    it('sends no data of the visitor to the renderer', async () => {
      const visitor = {
        'proxy-authorization': 'Basic YTpi',
        referer: 'https://mail.example/',
        'accept-language': 'tr',
        accept: 'text/html',
        forwarded: 'for=203.0.113.7',
        'x-forwarded-for': '203.0.113.7',
        'x-real-ip': '203.0.113.7',
        via: '1.1 home',
        'x-hop': '1',
        connection: 'close, x-hop',
      };
      await ask('/', visitor);
      for (const name of Object.keys(visitor).filter((one) => one !== 'connection')) {
        assert.equal(heard[name], undefined, name);
      }
      assert.equal(heard.host, new URL(renderer.url).host);
    });

    it('sends no headers of a body to the renderer', async () => {
      renderer.answer = (request, response) => {
        let size = 0;
        request.on('data', (chunk: Buffer) => (size += chunk.length));
        request.on('end', () => response.end(String(size === Number(request.headers['content-length'] ?? 0))));
      };
      const body = 'GET /smuggled HTTP/1.1';
      const headers = { 'content-length': String(body.length) };
      assert.equal((await get(server.port, '/', headers, 'GET', body)).body, 'true');
      renderer.answer = working;
    });

    it('sends people, files, other methods and renderers to the app', async () => {
      for (const [url, headers, method] of [
        ['/products/1', { 'user-agent': FIREFOX }, 'GET'],
        ['/app.js', {}, 'GET'],
        ['/products/1', {}, 'POST'],
        ['/products/1', { accept: 'application/activity+json' }, 'GET'],
        ['/products/1', { 'x-prerender': '1' }, 'GET'],
        ['/products/1', { 'x-render-middleware': '1' }, 'GET'],
      ] as const) {
        const reply = await ask(url, headers, method);
        assert.equal(reply.body, ORIGIN_PAGE, `${method} ${url}`);
        assert.equal(pathOfApp, url);
        const vary = varyOf(reply.headers);
        assert.ok(vary.includes('accept-encoding'));
        for (const name of ['user-agent', 'x-prerender']) {
          assert.equal(vary.includes(name), url !== '/app.js', `${method} ${url}`);
        }
      }
    });

    it('answers HEAD with the headers, and a valid cached copy with 304', async () => {
      const head = await ask('/', {}, 'HEAD');
      assert.equal(head.headers['x-renderer'], 'stand-in');
      assert.equal(head.body, '');
      assert.equal((await ask('/', { 'if-none-match': '"v1"' })).status, 304);
    });

    it('passes status and redirects on', async () => {
      renderer.answer = (_request, response) => void response.writeHead(404, { 'x-renderer': 'stand-in' }).end('gone');
      assert.deepEqual(await ask('/none').then(({ status, body }) => ({ status, body })), {
        status: 404,
        body: 'gone',
      });
      const location = 'https://shop.example/new';
      renderer.answer = (_request, response) => void response.writeHead(301, { location }).end();
      const moved = await ask('/old');
      assert.equal(moved.status, 301);
      assert.equal(moved.headers.location, location);
    });

    if (kind.readsHeaders) {
      it('passes on a 5xx and a 429 that the page sets itself', async () => {
        for (const status of [503, 500, 429]) {
          const headers = { 'x-render-status-from': 'page', 'retry-after': '120', 'set-cookie': 'a=1' };
          renderer.answer = (_request, response) =>
            void response.writeHead(status, headers).end('down for maintenance');
          const reply = await ask('/');
          assert.deepEqual([reply.status, reply.body], [status, 'down for maintenance']);
          assert.deepEqual([reply.headers['retry-after'], reply.headers['set-cookie']], ['120', undefined]);
          assert.ok(varyOf(reply.headers).includes('user-agent'));
        }
      });
    }

    it('does not end an incomplete page like a complete one', async () => {
      renderer.answer = (_request, response) => {
        response.writeHead(200, { 'x-renderer': 'stand-in', ...(kind.needsLength && { 'content-length': 8 }) });
        response.write('half', () => setTimeout(() => response.destroy(), 30));
      };
      assert.equal((await ask('/')).complete, false);
    });

    it('sends a bot the page itself when the renderer is slow, fails, closes the connection or is down', async () => {
      renderer.answer = () => {};
      const late = await ask('/products/1?a=b');
      assert.deepEqual([late.status, late.body, pathOfApp], [200, ORIGIN_PAGE, '/products/1?a=b']);
      for (const status of [401, 429, 500, 503, 504]) {
        renderer.answer = (_request, response) => void response.writeHead(status).end('no');
        const reply = await ask('/products/1?a=b');
        assert.deepEqual([reply.status, reply.body, pathOfApp], [200, ORIGIN_PAGE, '/products/1?a=b'], String(status));
        assert.ok(varyOf(reply.headers).includes('user-agent'));
      }
      renderer.answer = (request) => request.socket.destroy();
      assert.equal((await ask('/')).body, ORIGIN_PAGE);
      await renderer[Symbol.asyncDispose]();
      const reply = await ask('/products/2?a=b;c', { 'user-agent': GOOGLEBOT });
      assert.deepEqual([reply.status, reply.body, pathOfApp], [200, ORIGIN_PAGE, '/products/2?a=b;c']);
      assert.ok(varyOf(reply.headers).includes('user-agent'));
      const head = await ask('/products/2', {}, 'HEAD');
      assert.deepEqual([head.status, head.body, head.headers['content-type']], [200, '', 'text/html']);
    });
  });
}
