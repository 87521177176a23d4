import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { pictures } from '../pictures/draw.ts';
import { createDemo } from '../shop.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('the shell', () => {
  let shop: RunningStorefront;
  before(async () => {
    shop = await startStorefront();
  });
  after(() => shop[Symbol.asyncDispose]());

  it('is the same empty page for every address of the app', async () => {
    for (const address of [
      '/',
      '/?category=lighting',
      '/products/1',
      '/products/none',
      '/cart',
      '/about',
      '/delivery',
    ]) {
      const response = await fetch(shop.url + address);
      assert.equal(response.status, 200, address);
      const html = await response.text();
      assert.match(html, /^<!doctype html>/);
      assert.match(html, /<div id="app"><\/div>/);
      assert.match(html, /<noscript>/);
      assert.doesNotMatch(html, /Dune table lamp/);
    }
  });

  it('has status 404 at all other addresses, also at those that cannot be read', async () => {
    for (const address of [
      '/none',
      '/products',
      '/products/1/2',
      '/client/none.js',
      '/assets/none',
      '/..%2fpackage.json',
    ]) {
      const response = await fetch(shop.url + address);
      assert.equal(response.status, 404, address);
      assert.match(await response.text(), /<div id="app"><\/div>/);
    }
    const unreadable = await fetch(`${shop.url}/products/%E0%A4`);
    assert.equal(unreadable.status, 400);
    assert.match(await unreadable.text(), /<div id="app"><\/div>/);
  });

  it('allows its own scripts by a new nonce for each response, and nothing inline besides', async () => {
    const nonces = await Promise.all(
      ['/', '/'].map(async (address) => {
        const response = await fetch(shop.url + address);
        const policy = response.headers.get('content-security-policy') ?? '';
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? assert.fail(policy);
        const html = await response.text();
        assert.equal(response.headers.get('cache-control'), 'no-store');
        // Other companies may receive hits and be shown in frames; none of their scripts runs without the nonce.
        const own = policy.replaceAll(/(img-src 'self'|frame-src) http:\/\/127\.0\.0\.1:\d+/g, '$1');
        assert.doesNotMatch(own, /unsafe|\*|https?:/);
        for (const [tag] of html.matchAll(/<script[^>]*>/g)) assert.ok(tag.includes(`nonce="${nonce}"`), tag);
        assert.doesNotMatch(html, /\sstyle=|\son[a-z]+=|<style/i);
        return nonce;
      }),
    );
    assert.notEqual(nonces[0], nonces[1]);
  });

  it('loads nothing from other origins, and every file that it names exists', async () => {
    const [html = ''] = (await (await fetch(shop.url)).text()).split('</head>');
    const addresses = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address ?? '');
    const { imports } = JSON.parse(/<script type="importmap"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? '{}') as {
      imports: Record<string, string>;
    };
    assert.deepEqual(Object.keys(imports), ['preact', 'preact/hooks', 'preact/jsx-runtime']);
    for (const address of [...addresses, ...Object.values(imports)]) {
      assert.match(address, /^\/[^/]/);
      const response = await fetch(shop.url + address);
      assert.equal(response.status, 200, address);
      assert.doesNotMatch(response.headers.get('content-type') ?? '', /html/, address);
    }
  });

  it('lets browsers cache the version of a file that a page names, and no other', async () => {
    const html = await (await fetch(shop.url)).text();
    const named = /src="(\/assets\/[^"]+\/client\/main\.js)"/.exec(html)?.[1] ?? assert.fail(html);
    const old = named.replace(/^\/assets\/[^/]+/, '/assets/before');
    const vendor = /"preact":"([^"]+)"/.exec(html)?.[1] ?? assert.fail(html);
    const oldVendor = vendor.replace(/^\/assets\/[^/]+/, '/assets/before');
    for (const [address, expected] of [
      [named, 'public, max-age=31536000, immutable'],
      [vendor, 'public, max-age=31536000, immutable'],
      [old, 'no-cache'],
      [oldVendor, 'no-cache'],
    ] as const) {
      const response = await fetch(shop.url + address);
      assert.equal(response.headers.get('cache-control'), expected, address);
      assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/, address);
    }
    assert.equal((await fetch(shop.url + named.replace('main.js', 'none.js'))).status, 404);
  });

  it('sends security headers with every response', async () => {
    for (const address of ['/', '/api/products', '/styles/base.css', '/none']) {
      const { headers } = await fetch(shop.url + address);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', address);
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, address);
      assert.equal(headers.get('x-powered-by'), null, address);
    }
  });

  it('logs a request by its number and path, and nothing about the visitor', async () => {
    const response = await fetch(`${shop.url}/about?email=someone@example.test`, {
      headers: { 'user-agent': 'Secret/1' },
    });
    await response.text();
    const line = shop.log.find(({ requestId }) => requestId === response.headers.get('x-request-id'));
    assert.equal(line?.['path'], '/about');
    assert.equal(line['status'], 200);
    assert.doesNotMatch(JSON.stringify(shop.log), /someone|Secret|127\.0\.0\.1/);
  });
});

describe('the storefront', () => {
  it('reports a port that is taken, and can be closed twice', async () => {
    await using other = await startStorefront();
    const storefront = createDemo({ databaseUrl: ':memory:' });
    await assert.rejects(storefront.listen(Number(new URL(other.url).port)), { code: 'EADDRINUSE' });
    await storefront.close();
    await storefront.close();
  });

  it('asks the renderer for its own pages when a bot requests them, and only for pages', async () => {
    const asked: string[] = [];
    // A substitute for a page renderer: records what it is asked for, renders nothing.
    const standIn = createServer((request, response) => {
      asked.push(decodeURIComponent((request.url ?? '').slice('/render/'.length)));
      response.setHeader('x-renderer', 'stand-in').end('rendered');
    });
    await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
    const rendererUrl = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`;
    try {
      await using shop = await startStorefront({ rendererUrl });
      const ask = async (address: string, userAgent: string): Promise<string> =>
        (await fetch(shop.url + address, { headers: { 'user-agent': userAgent } })).text();
      assert.equal(await ask('/products/1', GOOGLEBOT), 'rendered');
      assert.deepEqual(asked, [`${shop.url}/products/1`]);
      assert.notEqual(await ask('/products/1', 'Mozilla/5.0 Firefox/145.0'), 'rendered');
      assert.match(await ask('/api/products/1', GOOGLEBOT), /^\{/);
      assert.match(await ask('/styles/base.css', GOOGLEBOT), /box-sizing/);
      assert.equal(asked.length, 1);
    } finally {
      standIn.closeAllConnections();
      standIn.close();
    }
  });

  it('sends a bot the app when there is no renderer at the address, and logs that', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => {
      closed.close(resolve);
    });
    await using shop = await startStorefront({ rendererUrl: `http://127.0.0.1:${port}` });
    const response = await fetch(`${shop.url}/products/1?q=secret`, { headers: { 'user-agent': GOOGLEBOT } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('vary'), 'User-Agent, X-Prerender');
    assert.match(await response.text(), /<div id="app"><\/div>/);
    const line = shop.log.find(({ reason }) => reason === 'unreachable');
    assert.equal(line?.['path'], '/products/1');
  });
});

describe('the pictures', () => {
  it('are those that the script draws', async () => {
    await using shop = await startStorefront();
    const drawn = pictures();
    assert.equal(drawn.size, 37);
    for (const [name, text] of drawn) {
      const response = await fetch(`${shop.url}/pictures/${name}`);
      assert.equal(await response.text(), text, name);
    }
  });
});
