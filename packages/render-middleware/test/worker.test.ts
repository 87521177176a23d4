/** The worker for Cloudflare, run under Node: it uses nothing but the globals that both have, over real HTTP. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { FIREFOX, GOOGLEBOT, ORIGIN_PAGE } from './support/hosts.ts';
import { type Question, StandInRenderer } from './support/stand-in-renderer.ts';

interface Worker {
  fetch(request: Request, env: Record<string, string>): Promise<Response>;
}

const { default: worker } = (await import(new URL('../servers/cloudflare-worker.js', import.meta.url).href)) as {
  default: Worker;
};

describe('the worker for Cloudflare', () => {
  let renderer: StandInRenderer;
  let site = '';
  const app = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', vary: 'Accept-Encoding' }).end(ORIGIN_PAGE);
  });
  const asked = (): Question => renderer.questions.at(-1) ?? assert.fail('not asked');
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    worker.fetch(new Request(site + path, { method, headers: { 'user-agent': GOOGLEBOT, ...headers } }), {
      RENDERER_URL: renderer.url,
      ORIGIN: 'https://shop.example',
      PRERENDER_TOKEN: 'secret',
    });

  before(async () => {
    renderer = await StandInRenderer.start();
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    site = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  });
  after(async () => {
    await renderer[Symbol.asyncDispose]();
    app.closeAllConnections();
    app.close();
  });

  it('sends a bot the rendered page, and no data of the visitor to the renderer', async () => {
    const reply = await ask('/products/1?a=b', { cookie: 'session=1', authorization: 'Basic YTpi' });
    assert.match(await reply.text(), /rendered/);
    assert.match(reply.headers.get('vary') ?? '', /User-Agent/);
    const { target, headers } = asked();
    assert.equal(target, '/https://shop.example/products/1?a=b');
    assert.equal(headers.cookie, undefined);
    assert.equal(headers.authorization, undefined);
    assert.equal(headers['x-prerender-token'], 'secret');
  });

  it('sends people, files, other methods and renderers to the site', async () => {
    const before = renderer.questions.length;
    for (const [path, headers, method] of [
      ['/products/1', { 'user-agent': FIREFOX }, 'GET'],
      ['/app.js', {}, 'GET'],
      ['/products/1', {}, 'POST'],
      ['/products/1', { accept: 'application/activity+json' }, 'GET'],
      ['/products/1', { 'x-render-middleware': '1' }, 'GET'],
    ] as const) {
      assert.equal(await (await ask(path, headers, method)).text(), ORIGIN_PAGE, path);
    }
    assert.match(
      (await ask('/', { 'user-agent': FIREFOX })).headers.get('vary') ?? '',
      /^Accept-Encoding, User-Agent, X-Prerender$/,
    );
    assert.equal(renderer.questions.length, before);
  });

  it('passes on a redirect and a 503 that the page sets itself, and sends the page itself when the renderer fails or is gone', async () => {
    renderer.answer = (_request, response) => void response.writeHead(301, { location: 'https://shop.example/' }).end();
    assert.equal((await ask('/old')).headers.get('location'), 'https://shop.example/');
    const back = `${site.replace('http:', 'https:')}/page?a#b`;
    renderer.answer = (_request, response) => void response.writeHead(301, { location: back }).end();
    assert.equal(await (await ask('/page?a')).text(), ORIGIN_PAGE);
    renderer.answer = (_request, response) => void response.writeHead(503).end();
    assert.equal(await (await ask('/')).text(), ORIGIN_PAGE);
    const own = { 'x-render-status-from': 'page', 'retry-after': '120' };
    renderer.answer = (_request, response) => void response.writeHead(503, own).end('maintenance');
    const said = await ask('/');
    assert.deepEqual([said.status, await said.text(), said.headers.get('retry-after')], [503, 'maintenance', '120']);
    renderer.answer = (request) => request.socket.destroy();
    assert.equal(await (await ask('/')).text(), ORIGIN_PAGE);
  });
});
