/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Frames of the page's own origin, which are inserted into the page. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { useBench } from '../support/rendering.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const bench = useBench();
let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const INNER = `<!DOCTYPE html><html class="dark"><title>of the frame</title><meta name="robots" content="noindex">
  <style>body.b { background: rgb(0, 0, 9) } html.dark p { color: rgb(1, 2, 3) } :root { --x: 1px } @media (max-width: 500px) { body > p { margin: 9px } }</style><style media="(min-width: 500px)">p { margin: 1px !important }</style>
  <body class="b"><p id="own">inner text <a id="link" href="rel?a=b">link</a><img src="pic.png" srcset="1.png 1x, 2.png 2x"></p>
  <p onclick="x()">clickable</p><a id="bad" href="javascript:x()">bad</a><input id="typed"><input type="password" value="hunter2">
  <iframe src="deep.html"></iframe><x-closed></x-closed><script>
    document.querySelector('#typed').value = 'typed';
    document.querySelector('x-closed').attachShadow({ mode: 'closed' }).innerHTML = '<style>b { color: rgb(7, 7, 7) }</style><b>shadow text</b>';
  </script>`;

const OUTER = `<!DOCTYPE html><style>p { color: rgb(9, 9, 9) } body { color: rgb(8, 8, 8) }</style><h1>Outer</h1><p id="outer">outer text</p>
  <iframe id="framed" class="k" src="sub/inner.html" width="400" height="200"></iframe><iframe srcdoc="<p>srcdoc text</p>"></iframe>
  <iframe id="empty"></iframe><div id="host"></div><iframe id="foreign" src="FOREIGN/sub/inner.html"></iframe>
  <iframe id="sandboxed" sandbox="allow-scripts" src="sub/inner.html"></iframe><iframe id="unseen" style="display: none" src="sub/inner.html"></iframe>
  <iframe id="pixel" width="1" height="1" style="border: 0" src="sub/inner.html"></iframe><script>
    empty.contentDocument.body.innerHTML = '<p>written text</p>';
    host.attachShadow({ mode: 'closed' }).innerHTML = '<iframe srcdoc="<p>text in a shadow</p>"></iframe>';
  </script>`;

let foreign: Site;
after(() => foreign[Symbol.asyncDispose]());
before(async () => {
  foreign = await startSite({ '/sub/inner.html': '<p>foreign text</p>' });
  bench.pages.set('/outer', OUTER.replace('FOREIGN', foreign.url));
  bench.pages.set('/sub/inner.html', INNER);
  bench.pages.set(
    '/sub/deep.html',
    '<style>body { color: rgb(4, 5, 6) }</style><p>deep text</p><iframe src="/sub/deeper"></iframe>',
  );
  bench.pages.set('/sub/deeper', '<p>deeper text</p><iframe src="/sub/deepest"></iframe>');
  bench.pages.set('/sub/deepest', '<p>too deep</p>');
});

describe('what frames of the page’s own origin show', { concurrency: 2 }, () => {
  for (const shadow of ['flat', 'declarative'] as const) {
    test(`is a part of the page with frames=inline: ${shadow}`, async () => {
      const { html, metas } = await bench.renderer.render(`${bench.site.url}/outer`, { shadow, frames: 'inline' });
      for (const text of ['inner', 'deep', 'deeper', 'srcdoc', 'written', 'shadow'].map((name) => `${name} text`)) {
        assert.equal(html.split(text).length, 2, `${text} is there once`);
      }
      assert.match(html, /text in a shadow/);
      assert.doesNotMatch(html, /too deep|foreign text|hunter2|javascript:|onclick|of the frame|noindex|<script/);
      assert.match(html, /<iframe src="[^"]*\/sub\/deepest"/);
      for (const id of ['foreign', 'sandboxed', 'unseen', 'pixel'])
        assert.match(html, new RegExp(`<iframe id="${id}"`));
      assert.ok(html.includes(`href="${bench.site.url}/sub/rel?a=b"`));
      assert.ok(html.includes(`srcset="${bench.site.url}/sub/1.png 1x, ${bench.site.url}/sub/2.png 2x"`));
      assert.match(html, /id="typed"[^>]* value="typed"/);
      assert.equal(metas?.hasShadow, true);

      const context = await browser.newContext();
      const page = await context.newPage();
      await page.setContent(html);
      const shown = await page.evaluate(() => {
        const find = (selector: string, from: ParentNode): Element | null => {
          const within = [...from.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? []);
          return from.querySelector(selector) ?? within.map((root) => find(selector, root)).find(Boolean) ?? null;
        };
        const styleOf = (selector: string) => getComputedStyle(find(selector, document) as Element);
        const frame = document.querySelector('#framed.k')?.getBoundingClientRect();
        return {
          outer: styleOf('#outer').color,
          inner: styleOf('#own').color,
          margin: styleOf('#own').marginTop,
          link: styleOf('body > h1').color,
          body: styleOf('.b').backgroundColor,
          frame: [frame?.width, (frame?.height ?? 0) >= 204],
        };
      });
      assert.deepEqual(shown, {
        outer: 'rgb(9, 9, 9)',
        inner: 'rgb(1, 2, 3)',
        margin: '9px',
        link: 'rgb(8, 8, 8)',
        body: 'rgb(0, 0, 9)',
        frame: [404, true],
      });
    });
  }

  test('stays in the frames otherwise, apart from what only a script has put there', async () => {
    const blob = `blob.src = URL.createObjectURL(new Blob(['<p>blob text</p>'], { type: 'text/html' }))`;
    const changed = `<p>own</p><script>document.body.append('changed text')</script>`.replaceAll('<', '&lt;');
    const frames = `<iframe id="blob"></iframe><iframe srcdoc="${changed}"></iframe><iframe id="none" src="about:blank"></iframe>`;
    bench.pages.set('/lost', `${frames}<script>${blob}</script>`);
    const [html, lost] = await Promise.all([bench.html('/outer'), bench.html('/lost')]);
    assert.doesNotMatch(html, /inner text|deep text/);
    assert.match(html, /<p[^>]*>written text<\/p>/);
    assert.match(lost, /<p[^>]*>blob text<\/p>.*changed text.*<iframe id="none" src="about:blank">/s);
    assert.match(html, /<iframe id="framed" class="k" src="sub\/inner\.html" width="400" height="200">/);
  });

  test('is read of a hundred frames and of endless ones only as far as there is room', async () => {
    bench.pages.set(
      '/many',
      `<p>many</p>${'<iframe srcdoc="<p>one of many</p>"></iframe>'.repeat(100)}<iframe id="long"></iframe>
      <script>long.contentDocument.body.textContent = 'x'.repeat(1_100_000);</script>`,
    );
    bench.pages.set(
      '/self',
      '<p>myself</p><script>if (self === top || parent === top) { const frame = document.createElement("iframe"); frame.src = "/self?" + Math.random(); document.body.append(frame); }</script>',
    );
    const [many, self] = await Promise.all(
      ['/many', '/self'].map((path) => bench.renderer.render(bench.site.url + path, { frames: 'inline' })),
    );
    assert.equal(many?.html.match(/<p[^>]*>one of many</g)?.length, 20);
    assert.match(many?.html ?? '', /<iframe id="long">/);
    assert.equal(self?.html.match(/>myself</g)?.length, 3);
  });
});
