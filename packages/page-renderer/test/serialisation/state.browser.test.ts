/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** What people see depends on state that is not in the tree: rules, registered properties, states of elements. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { useBench } from '../support/rendering.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const bench = useBench();
let browser: Browser;
let site: Site;
const SHEETS: Readonly<Record<string, string>> = {
  '/css/hidden.css':
    '@import "imported.css"; .was-hidden { display: none } p { padding: var(--m); padding-left: 7px } .more { color: red }',
  '/css/imported.css': '.in-import { display: none }',
  '/css/read.css': '.read { background: url(picture.png); padding: var(--m); padding-left: 0 }',
};
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    '*': ({ url = '' }, response) => {
      const isSheet = url.endsWith('.css');
      response.writeHead(200, { 'Content-Type': `${isSheet ? 'text/css' : 'text/html'}; charset=utf-8` });
      response.end(isSheet ? SHEETS[url] : bench.pages.get(url));
    },
  });
});
after(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

/** What people see of a page without scripts, and the HTML. */
async function shown(path: string, shadow: 'flat' | 'declarative' = 'flat') {
  const { html } = await bench.renderer.render(site.url + path, { shadow });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.route('**/opened', (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }));
  await page.goto(`${site.url}/opened`, { waitUntil: 'load' });
  const styleOf = (selector: string, name: string) =>
    page.locator(selector).evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  return { page, html, styleOf, text: (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').trim() };
}

describe('rules that a script has changed in a linked style sheet', { concurrency: 2 }, () => {
  const linked = (script: string) =>
    `<!DOCTYPE html><style>:root { --m: 3px }</style><link id="l" rel="stylesheet" href="/css/hidden.css"><p class="was-hidden">hidden</p>
     <p class="in-import">imported</p><p class="more">more</p><script>addEventListener('load', () => { const { sheet } = l; ${script} })</script>`;
  const cases: Array<[name: string, script: string, text: string]> = [
    ['deleted', 'sheet.deleteRule(1)', 'hidden more'],
    ['inserted', `sheet.insertRule('.more { display: none !important }', 1)`, ''],
    ['added by an old name', `sheet.addRule('.more', 'display: none')`, ''],
    ['changed by their style', `sheet.cssRules[1].style.display = 'block'`, 'hidden more'],
    ['changed by their selector', `sheet.rules[1].selectorText = '.more'`, 'hidden'],
    ['in an imported sheet', 'sheet.cssRules[0].styleSheet.deleteRule(0)', 'imported more'],
  ];
  for (const [name, script, text] of cases) {
    test(name, async () => {
      const path = `/linked/${name.replaceAll(' ', '-')}`;
      bench.pages.set(path, linked(script));
      const result = await shown(path);
      assert.equal(result.text, text);
      assert.doesNotMatch(result.html, /<link/);
      // Of an unchanged rule nothing is lost.
      assert.equal(await result.styleOf('.was-hidden', 'padding'), '3px 3px 3px 7px');
      await result.page.context().close();
    });
  }

  test('are written; a sheet that is only read keeps its link', async () => {
    bench.pages.set(
      '/read',
      `<!DOCTYPE html><link id="l" rel="stylesheet" href="/css/read.css"><p class="read">read</p><script>
        addEventListener('load', () => { document.title = l.sheet.cssRules.length })</script>`,
    );
    const { html } = await shown('/read');
    assert.match(html, /<title>1<\/title>/);
    assert.match(html, /<link id="l" rel="stylesheet" href="\/css\/read.css">/);
  });

  test('of a style element that imports it', async () => {
    bench.pages.set(
      '/imports',
      `<!DOCTYPE html><style id="s" media="screen">@import "/css/imported.css"; b { color: rgb(1, 2, 3) }</style><b class="in-import">imported</b><script>
        addEventListener('load', () => { s.sheet.cssRules[0].styleSheet.cssRules[0].style.display = '' })</script>`,
    );
    const { text, styleOf } = await shown('/imports');
    assert.deepEqual([text, await styleOf('b', 'color')], ['imported', 'rgb(1, 2, 3)']);
  });

  test('within a shadow tree', async () => {
    bench.pages.set(
      '/within',
      `<!DOCTYPE html><div id="host"></div><script>
        const root = host.attachShadow({ mode: 'open' });
        root.innerHTML = '<link rel="stylesheet" href="/css/hidden.css"><b class="was-hidden">within</b>';
        root.firstChild.onload = () => root.firstChild.sheet.deleteRule(1);</script>`,
    );
    for (const shadow of ['flat', 'declarative'] as const) {
      const { page, html } = await shown('/within', shadow);
      assert.equal(await page.locator('.was-hidden').innerText(), 'within', html);
      assert.ok(await page.locator('.was-hidden').isVisible());
    }
  });
});
