/** What a client supplies or adds reaches nothing that a page could not: each way of the table, and the guard's table through each way in. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { ATTACKS, attacksOn, INTERNAL } from '../support/attacks.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import { OF_SERVICE_WORKERS, WAYS } from './ways.ts';

const TOKEN = 'the-token-of-a-client';
/** May not be reached by any page. */
let victim: Site;
let received = 0;
const datagrams = createSocket('udp4');
/** May be rendered. */
let site: Site;

before(async () => {
  victim = await startSite({ '*': '<h1>secret</h1>' }, '127.0.0.2');
  datagrams.on('message', () => (received += 1)).bind(victim.port, '127.0.0.2');
  await once(datagrams, 'listening');
  site = await startSite({ ...attacksOn(victim), '*': '<h1>site</h1>' });
});
after(async () => {
  datagrams.close();
  await Promise.all([site, victim].map((one) => one[Symbol.asyncDispose]()));
});
afterEach(() => {
  assert.deepEqual(victim.requests, [], 'the victim was asked');
  assert.equal(received, 0, 'the victim got UDP packets');
});

const rendererWith = (options: RendererOptions = {}) =>
  createRenderer({
    browsers: 1,
    cache: 'memory',
    renderToken: TOKEN,
    allowPrivateNetworks: ['127.0.0.1'],
    requestHeaders: ['x-region'],
    requestCookies: ['currency'],
    maxWorkers: 1_000,
    timeout: stretched(8_000),
    logLevel: 'silent',
    ...options,
  });

/** Milliseconds for a page that requests in every way: what it waits for may never end. */
const BUDGET = 4_000;

const authorization = `Bearer ${TOKEN}`;
const post = (renderer: Renderer, body: object, headers: Record<string, string> = { authorization }) =>
  renderer.fetch(new Request('http://renderer.test/render', { method: 'POST', headers, body: JSON.stringify(body) }));
const codeOf = async (response: Response) => {
  const { type = '' } = (await response.json()) as { type?: string };
  return `${response.status} ${type.replace(/^.*\//, '')}`;
};

/** A document that requests addresses in every way. @param own three of its own origin: a link to another one would be followed */
function everyWay(own: readonly string[]): string {
  const addresses = [...own, `${victim.url}/there`];
  const parts = WAYS.filter(({ name }) => !OF_SERVICE_WORKERS.has(name)).map((way) => {
    const script = way.script ? `<script>try { ${way.script(addresses)} } catch {}</script>` : '';
    return (way.html?.(addresses) ?? '') + script;
  });
  return `<!doctype html><body><h1>supplied</h1>${parts.join('\n')}`;
}

describe('HTML of a client, offline', () => {
  for (const [name, options] of [
    ['in a browser that holds no requests', {}],
    ['in a browser that holds each request', { restrictedUrlPattern: '/secret/' }],
  ] as const) {
    test(`${name}: no way requests anything, not even of the site of its address`, async () => {
      await using renderer = await rendererWith({ ...options, timeout: BUDGET });
      site.requests.length = 0;
      const html = everyWay([1, 2, 3].map((index) => `${site.url}/own/${index}`));
      const response = await post(renderer, { url: `${site.url}/supplied`, html });
      assert.equal(response.status, 200);
      assert.match(await response.text(), /supplied/);
      assert.deepEqual(site.requests, []);
    });
  }

  describe('with one service', () => {
    let renderer: Renderer;
    before(async () => {
      renderer = await rendererWith();
    });
    after(() => renderer.close());

    test('is rendered with its scripts, at its address, which does not need to exist', async () => {
      const html =
        '<title>é</title><a href="next">next</a><p id="p"></p><script>p.textContent = location.href</script>';
      const response = await post(renderer, { url: 'https://not-there.invalid/a/b', html });
      assert.deepEqual([response.status, response.headers.get('x-render-verdict')], [200, 'complete']);
      const text = await response.text();
      assert.match(text, /<p id="p">https:\/\/not-there\.invalid\/a\/b<\/p>/);
      assert.match(text, /<title>é<\/title>/);
    });
    test('is never cached, and shown to nobody else', async () => {
      const url = `${site.url}/shared`;
      const html = '<meta name="render:tags" content="t"><h1>of one client</h1>';
      const first = await post(renderer, { url, html });
      assert.deepEqual([first.headers.get('cache-control'), first.headers.get('cache-status')], ['no-store', null]);
      const others = await post(renderer, { url });
      assert.match(await others.text(), /<h1>site/);
      // Nor is the client shown what is cached.
      assert.match(await (await post(renderer, { url, html })).text(), /of one client/);
    });
    test('becomes a picture, a PDF, a pair or Markdown like any page', async () => {
      const html = '<h1>Title</h1><p>Text that is long enough to be the main content of a page.</p>';
      const types = [];
      for (const more of [{ renderType: 'png' }, { renderType: 'pdf' }, { renderType: 'html,png' }, { format: 'md' }]) {
        types.push((await post(renderer, { url: site.url, html, ...more })).headers.get('content-type'));
      }
      assert.deepEqual(types, ['image/png', 'application/pdf', 'application/json', 'text/markdown; charset=utf-8']);
    });
    test('that leaves its address reaches nothing', async () => {
      site.requests.length = 0;
      for (const script of ['location.href = "/elsewhere"', 'location.reload()', `location.href = "${victim.url}"`]) {
        await post(renderer, { url: `${site.url}/leaves`, html: `<h1>leaves</h1><script>${script}</script>` });
      }
      assert.deepEqual(site.requests, []);
    });
    test('needs a credential, and a body of a limited size', async () => {
      const html = '<h1>supplied</h1>';
      await using open = await rendererWith({ renderToken: null, maxSuppliedHtml: 32 * 1024 });
      assert.equal(await codeOf(await post(open, { url: site.url, html }, {})), '401 unauthorized');
      // A client without one cannot even send as much.
      const large = { url: site.url, html: 'x'.repeat(20 * 1024) };
      assert.equal(await codeOf(await post(open, large, {})), '413 body-too-large');
      await using small = await rendererWith({ maxSuppliedHtml: 32 * 1024 });
      assert.equal((await post(small, large)).status, 200);
      const larger = { url: site.url, html: 'x'.repeat(33 * 1024) };
      assert.equal(await codeOf(await post(small, larger)), '413 body-too-large');
    });
    test('is refused where the configuration says so, or with members of other types', async () => {
      await using off = await rendererWith({ suppliedHtml: 'off' });
      assert.equal(await codeOf(await post(off, { url: site.url, html: 'a' })), '400 invalid-parameter');
      for (const body of [
        { html: 'a', network: true },
        { html: 1 },
        { html: '' },
        { html: 'a', network: 'yes' },
        { network: true },
      ]) {
        assert.equal(await codeOf(await post(renderer, { url: site.url, ...body })), '400 invalid-parameter');
      }
    });
    test('is held to renderOnly by its address', async () => {
      await using only = await rendererWith({ renderOnly: [`${site.url}/only`] });
      assert.equal(await codeOf(await post(only, { url: `${site.url}/other`, html: 'a' })), '403 restricted');
      assert.equal((await post(only, { url: `${site.url}/only`, html: '<h1>a</h1>' })).status, 200);
    });
  });
});

describe('HTML of a client, with a network', () => {
  let renderer: Renderer;
  before(async () => {
    renderer = await rendererWith({ suppliedHtml: 'network', restrictedUrlPattern: '/secret', timeout: BUDGET });
  });
  after(() => renderer.close());

  test('loads what a page at its address may load, in every way, and nothing that is restricted', async () => {
    site.requests.length = 0;
    const html = everyWay(['own', 'secret/1', 'secret/2'].map((path) => `${site.url}/${path}`));
    assert.equal((await post(renderer, { url: `${site.url}/supplied`, html, network: true })).status, 200);
    assert.ok(site.requests.includes('/own'));
    assert.deepEqual(
      site.requests.filter((path) => /secret|supplied/.test(path)),
      [],
    );
  });
  for (const path of ATTACKS) {
    test(`${path} of the guard's table reaches nothing`, async () => {
      const html = attacksOn(victim)[path] as string;
      const response = await post(renderer, { url: `${site.url}/supplied`, html, network: true });
      assert.doesNotMatch(await response.text(), /secret|reached|127\.0\.0\.2.*typ host/);
    });
  }
});

describe("the guard's table", () => {
  const WAYS_IN: ReadonlyArray<readonly [name: string, body: object]> = [
    ['a pair', { renderType: 'html,png' }],
    ['a PDF with options', { renderType: 'pdf', pageSize: 'A4', headerText: '{url}' }],
    ['headers and cookies', { headers: { 'x-region': 'eu' }, cookies: { currency: 'EUR' } }],
    ['Markdown', { format: 'md' }],
    ['links', { format: 'links' }],
    ['metadata', { format: 'metadata' }],
    ['HTML with a network', { html: '<h1>supplied</h1>', network: true }],
  ];
  let untouched: Renderer;
  let renderer: Renderer;
  before(async () => {
    untouched = await rendererWith({ allowPrivateNetworks: [], suppliedHtml: 'network' });
    renderer = await rendererWith({ suppliedHtml: 'network' });
  });
  after(() => Promise.all([untouched.close(), renderer.close()]));

  for (const [name, body] of WAYS_IN) {
    test(`${name}: an internal target is refused`, async () => {
      for (const url of INTERNAL) {
        assert.equal(await codeOf(await post(untouched, { url, ...body })), '403 refused-address', url);
      }
    });
    test(`${name}: a redirect or a part leads to nothing else`, async () => {
      for (const path of ['/redirect', '/redirect-metadata', '/image', '/script-navigation']) {
        const response = await post(renderer, { url: site.url + path, followRedirects: true, ...body });
        assert.doesNotMatch(await response.text(), /secret/);
      }
    });
  }
});
