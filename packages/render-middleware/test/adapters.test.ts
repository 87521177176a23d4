import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request as ask } from 'node:http';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { type Fallback, LOOP_HEADER } from 'render-middleware';
import { renderMiddleware } from 'render-middleware/express';
import { FIREFOX, GOOGLEBOT, HOSTS, ORIGIN_PAGE, startHost } from './support/hosts.ts';
import { StandInRenderer } from './support/stand-in-renderer.ts';

const origin = 'https://shop.example';

for (const [framework, startHost] of HOSTS)
  describe(`the middleware of ${framework}`, () => {
    it('sends a bot the rendered page', async () => {
      await using renderer = await StandInRenderer.start();
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const reply = await host.get('/products/1?a=b');
      assert.equal(reply.status, 200);
      assert.match(reply.body, /<title>rendered<\/title>/);
      assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(reply.headers['x-renderer'], 'stand-in');
      assert.equal(reply.headers.vary, 'User-Agent, X-Prerender');
      assert.equal(renderer.questions[0]?.target, 'https://shop.example/products/1?a=b');
    });

    it('lets a browser pass, and adds the user agent to Vary', async () => {
      await using renderer = await StandInRenderer.start();
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const reply = await host.get('/products/1', { 'user-agent': FIREFOX });
      assert.equal(reply.body, ORIGIN_PAGE);
      assert.deepEqual(reply.headers.vary?.split(', ').toSorted(), ['Accept-Encoding', 'User-Agent', 'X-Prerender']);
      assert.equal(renderer.questions.length, 0);
    });

    it('lets a renderer pass, and adds X-Prerender to Vary', async () => {
      await using renderer = await StandInRenderer.start();
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const reply = await host.get('/products/1', { 'x-prerender': '1' });
      assert.equal(reply.body, ORIGIN_PAGE);
      assert.deepEqual(reply.headers.vary?.split(', ').toSorted(), ['Accept-Encoding', 'User-Agent', 'X-Prerender']);
      assert.equal(renderer.questions.length, 0);
    });

    it('lets files and other methods pass, without Vary', async () => {
      await using renderer = await StandInRenderer.start();
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      assert.equal((await host.get('/app.js')).headers.vary, 'Accept-Encoding');
      assert.equal((await host.get('/', {}, 'POST')).headers.vary, 'Accept-Encoding');
      assert.equal(renderer.questions.length, 0);
    });

    it('sends no cookie, authorization or address of the visitor to the renderer', async () => {
      await using renderer = await StandInRenderer.start();
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      await host.get('/', {
        cookie: 'session=1',
        authorization: 'Basic YTpi',
        'x-forwarded-for': '203.0.113.7',
        via: 'x',
      });
      const { headers } = renderer.questions[0] ?? assert.fail('not asked');
      for (const name of ['cookie', 'authorization', 'x-forwarded-for', 'via'])
        assert.equal(headers[name], undefined, name);
      assert.equal(headers['user-agent'], GOOGLEBOT);
      assert.equal(headers[LOOP_HEADER], '1');
    });

    it('passes a short list of headers on and leaves the others', async () => {
      const passed = {
        'cache-control': 'max-age=60',
        'content-language': 'en',
        'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
        link: '<https://shop.example/>; rel="canonical"',
        'x-render-verdict': 'complete',
        'x-robots-tag': 'noindex',
      };
      await using renderer = await StandInRenderer.start((_request, response) => {
        response.writeHead(200, {
          ...passed,
          'content-security-policy': "default-src 'none'",
          'set-cookie': ['a=1', 'b=2'],
          location: 'https://elsewhere.example/',
          trailer: 'x-sum',
          'transfer-encoding': 'chunked',
          'x-internal': 'secret',
        });
        response.end('page');
      });
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const { headers } = await host.get('/');
      for (const [name, value] of Object.entries(passed)) assert.equal(headers[name], value, name);
      for (const name of ['content-security-policy', 'set-cookie', 'location', 'trailer', 'x-internal']) {
        assert.equal(headers[name], undefined, name);
      }
    });

    it('passes the status of the page on', async () => {
      await using renderer = await StandInRenderer.start((_request, response) => {
        response.writeHead(404, { 'content-type': 'text/html', 'x-renderer': 'stand-in' }).end('gone');
      });
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const reply = await host.get('/products/none');
      assert.equal(reply.status, 404);
      assert.equal(reply.body, 'gone');
    });

    it('passes a redirect on and does not follow it', async () => {
      await using renderer = await StandInRenderer.start((_request, response) => {
        response.writeHead(301, { location: 'https://shop.example/new', 'x-renderer': 'stand-in' }).end();
      });
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const reply = await host.get('/old');
      assert.equal(reply.status, 301);
      assert.equal(reply.headers.location, 'https://shop.example/new');
      assert.equal(renderer.questions.length, 1);
    });

    it('answers HEAD with the headers only, and requests the page with GET', async () => {
      await using renderer = await StandInRenderer.start();
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const reply = await host.get('/', {}, 'HEAD');
      assert.equal(reply.status, 200);
      assert.equal(reply.headers['x-renderer'], 'stand-in');
      assert.equal(reply.body, '');
      assert.equal(renderer.questions[0]?.method, 'GET');
    });

    it('sends the body on as it comes', async () => {
      const finish = Promise.withResolvers<void>();
      await using renderer = await StandInRenderer.start((_request, response) => {
        response.writeHead(200, { 'x-renderer': 'stand-in' });
        response.write('first');
        void finish.promise.then(() => response.end(' last'));
      });
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const answer = await fetch(host.url, { headers: { 'user-agent': GOOGLEBOT } });
      const reader = (answer.body ?? assert.fail('no body')).pipeThrough(new TextDecoderStream()).getReader();
      assert.equal((await reader.read()).value, 'first');
      finish.resolve();
      assert.equal((await reader.read()).value, ' last');
      assert.equal((await reader.read()).done, true);
    });

    it('reads no faster than the bot does', async () => {
      const total = 256;
      let sent = 0;
      await using renderer = await StandInRenderer.start((_request, response) => {
        response.writeHead(200, { 'x-renderer': 'stand-in' });
        const megabyte = Buffer.alloc(2 ** 20, 'x');
        const more = (): void => {
          while (sent < total) {
            sent += 1;
            if (!response.write(megabyte)) return void response.once('drain', more);
          }
          response.end();
        };
        more();
      });
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const visit = ask(host.url, { headers: { 'user-agent': GOOGLEBOT } }).on('error', () => {});
      visit.end();
      const [response] = (await once(visit, 'response')) as [IncomingMessage];
      let before = -1;
      while (before !== sent) {
        before = sent;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.ok(sent < total / 2, `${sent} of ${total} MB left the renderer while the bot read nothing`);
      response.on('error', () => {});
      visit.destroy();
    });

    it('aborts the request to the renderer when the visitor leaves', async () => {
      const arrived = Promise.withResolvers<void>();
      const aborted = Promise.withResolvers<void>();
      await using renderer = await StandInRenderer.start(() => arrived.resolve());
      renderer.onAbort = aborted.resolve;
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const visit = ask(host.url, { headers: { 'user-agent': GOOGLEBOT } }).on('error', () => {});
      visit.end();
      await arrived.promise;
      visit.destroy();
      await aborted.promise;
      assert.deepEqual(host.errors, []);
    });

    it('answers a bot with a valid copy with 304, and forwards its conditions', async () => {
      await using renderer = await StandInRenderer.start((request, response) => {
        const isGood = request.headers['if-none-match'] === '"v1"';
        response.writeHead(isGood ? 304 : 200, { etag: '"v1"', 'x-renderer': 'stand-in' }).end(isGood ? '' : 'page');
      });
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      assert.equal((await host.get('/')).headers.etag, '"v1"');
      const reply = await host.get('/', {
        'if-none-match': '"v1"',
        'if-modified-since': 'Fri, 20 Nov 2026 10:00:00 GMT',
      });
      assert.equal(reply.status, 304);
      assert.equal(reply.headers.etag, '"v1"');
      assert.equal(reply.body, '');
      assert.equal(renderer.questions[1]?.headers['if-modified-since'], 'Fri, 20 Nov 2026 10:00:00 GMT');
    });

    it('decodes a compressed response, and makes its validator weak', async () => {
      await using renderer = await StandInRenderer.start((_request, response) => {
        const headers = { 'content-encoding': 'gzip', etag: '"v1"', vary: 'Accept-Encoding', 'x-renderer': 'stand-in' };
        response.writeHead(200, headers).end(gzipSync('page'));
      });
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const reply = await host.get('/', { 'accept-encoding': 'gzip' });
      assert.equal(reply.body, 'page');
      assert.equal(reply.headers['content-encoding'], undefined);
      assert.equal(reply.headers.etag, 'W/"v1"');
      assert.deepEqual(reply.headers.vary?.split(', ').toSorted(), ['Accept-Encoding', 'User-Agent', 'X-Prerender']);
      assert.equal(renderer.questions[0]?.headers['accept-encoding'], 'gzip');
    });

    it('sends a bot the page itself when the renderer fails, and says why', async () => {
      const fallbacks: Fallback[] = [];
      await using renderer = await StandInRenderer.start((_request, response) => {
        response.writeHead(502).end();
      });
      const onFallback = (fallback: Fallback): number => fallbacks.push(fallback);
      await using host = await startHost({ proxyUrl: renderer.url, origin, onFallback });
      const reply = await host.get('/products/1');
      assert.equal(reply.body, ORIGIN_PAGE);
      assert.deepEqual(reply.headers.vary?.split(', ').toSorted(), ['Accept-Encoding', 'User-Agent', 'X-Prerender']);
      assert.deepEqual(fallbacks, [{ reason: 'status', target: `${origin}/products/1`, status: 502 }]);
    });

    it('lets the site send what is not a page', async () => {
      await using renderer = await StandInRenderer.start((_request, response) => {
        response.writeHead(502, { 'content-type': 'application/problem+json' });
        response.end(JSON.stringify({ code: 'not-a-page', status: 502 }));
      });
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      for (const path of ['/feed', '/sitemap', '/.well-known/change-password']) {
        const reply = await host.get(path);
        assert.deepEqual([reply.status, reply.body, reply.headers['x-render-verdict']], [200, ORIGIN_PAGE, undefined]);
      }
      // A renderer passes it through for whoever does not say this.
      const said = renderer.questions.map(({ headers }) => headers['x-render-fallback']);
      assert.deepEqual(said, ['origin', 'origin', 'origin']);
    });

    it('lets the site send ranges of what is not a page, and never requests a range from the renderer', async () => {
      let isPage = false;
      await using renderer = await StandInRenderer.start((_request, response) => {
        if (isPage) response.writeHead(200, { 'content-type': 'text/html', 'x-renderer': 'stand-in' }).end('rendered');
        else response.writeHead(502, { 'content-type': 'application/problem+json' }).end('{"code":"not-a-page"}');
      });
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const part = await host.get('/film', { range: 'bytes=0-4', 'if-range': '"v1"' });
      const told = [part.status, part.headers['content-range'], part.body];
      assert.deepEqual(told, [206, `bytes 0-4/${ORIGIN_PAGE.length}`, ORIGIN_PAGE.slice(0, 5)]);
      isPage = true;
      const page = await host.get('/products/1', { range: 'bytes=0-4' });
      assert.deepEqual([page.status, page.headers['content-range'], page.body], [200, undefined, 'rendered']);
      for (const { headers } of renderer.questions)
        assert.deepEqual([headers.range, headers['if-range']], [undefined, undefined]);
    });

    it('closes the connection of an incomplete response, so that no cache stores half a page', async () => {
      await using renderer = await StandInRenderer.start((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'x-renderer': 'stand-in' });
        response.write('<!doctype html><p>half', () => setTimeout(() => response.destroy(), 30));
      });
      await using host = await startHost({ proxyUrl: renderer.url, origin });
      const reply = await host.get('/products/1');
      assert.equal(reply.complete, false);
      assert.equal(reply.body, '<!doctype html><p>half');
    });
  });

describe('the middleware of Express', () => {
  it('asks for the whole path when it is mounted below one, and through a renderer below a path', async () => {
    await using renderer = await StandInRenderer.start();
    await using host = await startHost({ proxyUrl: `${renderer.url}/tools/`, origin }, '/shop');
    await host.get('/shop/products/1');
    assert.equal(renderer.questions[0]?.target, 'https://shop.example/shop/products/1');
  });

  it('passes on no headers that Connection names, in both directions', async () => {
    await using renderer = await StandInRenderer.start((_request, response) => {
      const headers = { 'x-renderer': 'stand-in', link: '</a>; rel="next"', 'x-robots-tag': 'noindex' };
      response.writeHead(200, { ...headers, connection: 'close, link' }).end('page');
    });
    await using host = await startHost({ proxyUrl: renderer.url, origin });
    const reply = await host.get('/', {
      'if-none-match': '"v1"',
      connection: 'close, x-hop',
      'x-hop': '1',
      te: 'trailers',
    });
    assert.deepEqual([reply.headers.link, reply.headers['x-robots-tag']], [undefined, 'noindex']);
    const { headers } = renderer.questions[0] ?? assert.fail('not asked');
    assert.deepEqual([headers['x-hop'], headers.te, headers['if-none-match']], [undefined, undefined, '"v1"']);
  });

  it('does not loop when the renderer address leads back to the site', async () => {
    const app = express();
    let asked = 0;
    await using site = await StandInRenderer.start((request, response) => {
      asked += 1;
      app(request, response);
    });
    app.use(renderMiddleware({ proxyUrl: site.url }));
    app.use((_request, response) => {
      response.send(ORIGIN_PAGE);
    });
    const answer = await fetch(site.url, { headers: { 'user-agent': GOOGLEBOT } });
    assert.equal(await answer.text(), ORIGIN_PAGE);
    assert.equal(asked, 2);
  });
});
