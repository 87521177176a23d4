import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer, RenderOptions } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { createRenderer } from 'page-renderer';
import { serveFixture } from '../support/fixtures.ts';
import type { Pixels } from '../support/png.ts';
import { decodePng, differingPixels, paintedPixels } from '../support/png.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

let site: Site;
let renderer: Renderer;
const rendered = new Map<string, string>();
const allowScripts = new Set<string>();

before(async () => {
  site = await startSite({
    '*': (request, response) => {
      const html = rendered.get(request.url ?? '');
      if (html === undefined) return serveFixture(request, response);
      if (!allowScripts.has(request.url ?? '')) response.setHeader('Content-Security-Policy', "script-src 'none'");
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
    },
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    timeout: stretched(10_000),
  });
});

after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const pictures = new Map<string, Promise<Pixels>>();

async function picture(path: string): Promise<Pixels> {
  const options = { width: 500, height: 600, picture: { type: 'png' } } as const;
  return decodePng((await renderer.screenshot(site.url + path, options)).image);
}

async function render(name: string, options: RenderOptions = {}): Promise<string> {
  return (await renderer.render(`${site.url}/shadow/${name}.html`, options)).html;
}

/** Renders a fixture, serves the result without scripts, and counts the pixels in which it differs from the fixture. */
async function difference(name: string, shadow: 'flat' | 'declarative'): Promise<number> {
  const path = `/${shadow}/${name}.html`;
  rendered.set(path, await render(name, { shadow }));
  const original = pictures.get(name) ?? picture(`/shadow/${name}.html`);
  pictures.set(name, original);
  assert.ok(paintedPixels(await original) > 200, 'the fixture shows something');
  return differingPixels(await original, await picture(path));
}

const FIXTURES = {
  open: 'an open root beside a document with rules for the same elements',
  closed: 'closed roots, one within another, one on a div',
  declarative: 'roots that the parser made, open and closed',
  slots: 'named, default, unfilled and nested slots',
  manual: 'slots that a script fills by hand',
  hosts: ':host, :host(), :host-context(), ::part() and exported parts',
  tree: 'a component within itself',
  sheets: 'adopted sheets, keyframes of one name, layers, media, container queries, nested rules',
  positions: 'selectors that go by parents and siblings',
  defined: ':defined',
  controls: 'form controls and details, in and out of a shadow tree',
  linked: 'linked sheets with imports and relative addresses',
};

for (const shadow of ['flat', 'declarative'] as const) {
  describe(`${shadow} shadow trees look as the page did`, { concurrency: 4 }, () => {
    for (const [name, what] of Object.entries(FIXTURES)) {
      test(`${name}: ${what}`, async () => {
        assert.ok((await difference(name, shadow)) <= 10);
      });
    }
  });
}

describe('flat shadow trees', () => {
  test('are text where a reader sees it: slots resolved, closed roots included', async () => {
    const html = await render('slots');
    const text = html.replaceAll(/<(style|title|script)[^>]*>.*?<\/\1>|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ');
    assert.match(text, /A: second, in a B: first, in b C: fallback c loose text default handed on body handed on/);
    assert.doesNotMatch(text, /in no slot/);
    const closed = await render('closed');
    for (const part of [
      'closed secret',
      'closed in closed',
      'closed on a div: 1 &lt; 2',
      'closed text without an element',
    ]) {
      assert.ok(closed.includes(part), part);
    }
    assert.doesNotMatch(closed, /shadowroot/);
  });
  test('leave the page’s own sheets alone where these reach no shadow tree', async () => {
    assert.match(
      await render('manual'),
      /<style>body\{font:16px\/1\.4 monospace;margin:8px;background:#fff\}<\/style>/,
    );
  });
  test('of one component share their style', async () => {
    assert.equal((await render('open')).match(/@layer shadow\.depth-1\.tree-/g)?.length, 1);
  });
});

describe('declarative shadow trees', () => {
  test('say all that a declaration can say', async () => {
    const html = await render('declarative', { shadow: 'declarative' });
    const full =
      '<template shadowrootmode="open" shadowrootdelegatesfocus="" shadowrootserializable="" shadowrootclonable="">';
    assert.ok(html.includes(full));
    assert.ok(html.includes('<template shadowrootmode="closed"><h2>Declared closed</h2>'));
  });
  test('hold their adopted sheets, after their own', async () => {
    const html = await render('sheets', { shadow: 'declarative' });
    assert.match(
      html,
      /<slot><\/slot><style>:host \{ display: block; \}\nb \{ color: green; \}\nb \{ text-decoration: overline; \}<\/style><style media="print">i \{ color: red; \}<\/style><style>\.layered, ::slotted\(\.layered\) \{ color: red; \}<\/style><\/template>/,
    );
  });
  test('are parsed by setHTMLUnsafe as well', async () => {
    const html = await render('closed', { shadow: 'declarative' });
    const body = /<body>(.*)<\/body>/s.exec(html)?.[1] ?? '';
    rendered.set(
      '/again.html',
      `<!DOCTYPE html><div id="target"></div><script>target.setHTMLUnsafe(${JSON.stringify(body).replaceAll('</', '<\\/')})</script>`,
    );
    allowScripts.add('/again.html');
    assert.match((await renderer.render(`${site.url}/again.html`)).html, /closed in closed.*closed text without/s);
  });

  test('are found in a page that grows by as many nodes as they have', async () => {
    const grows = `<p id=host></p><script>
      window.prerenderReady = true;
      document.getElementById('host').attachShadow({ mode: 'closed' }).append('closed text');
      setInterval(() => document.body.append('.'), 4);
    </script>`;
    rendered.set('/grows.html', grows);
    allowScripts.add('/grows.html');
    const results = await Promise.all(Array.from({ length: 12 }, () => renderer.render(`${site.url}/grows.html`)));
    for (const { html } of results) assert.match(html, /closed text<\/p>/);
  });
});
