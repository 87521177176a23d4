/** What is in the tree, but not in effect, does not take effect in the HTML: alternate style sheets. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { showWithoutScripts, useBench } from '../support/rendering.ts';

const bench = useBench();
const SHEETS: Readonly<Record<string, string>> = {
  '/a.css': 'p { color: rgb(1, 1, 1) }',
  '/b.css': 'p { color: rgb(2, 2, 2) } .hidden { display: none }',
};
let browser: Browser;
before(async () => {
  for (const [path, css] of Object.entries(SHEETS)) bench.pages.set(path, css);
  browser = await launchBrowser();
});
after(() => browser.close());

const shown = (path: string) => showWithoutScripts(browser, bench, path);

describe('an alternate style sheet', { concurrency: 2 }, () => {
  const [first, other] = ['rgb(1, 1, 1)', 'rgb(2, 2, 2)'];
  const links = (script: string, added = '') => `<!DOCTYPE html><link id="a" rel="stylesheet" title="A" href="/a.css">
    <link id="b" rel="alternate stylesheet" title="B" href="/b.css">${added}<p class="hidden">p</p><script>addEventListener('load', () => { ${script} })</script>`;
  const shadow = '<x-host><template shadowrootmode="open"><p>within</p></template></x-host>';
  const cases: Array<[name: string, page: string, color: string]> = [
    ['that is not chosen', links(''), first],
    ['that is not chosen, and may match in a shadow tree', links('', shadow), first],
    [
      'that is not chosen, and asks for what is replaced',
      links(`b.sheet.insertRule('p:not(:defined) { top: 0 }', 1)`),
      first,
    ],
    ['whose rules are changed', links(`b.sheet.insertRule('p { margin: 0 }')`), first],
    ['after the rules of the chosen one are changed', links(`a.sheet.insertRule('p { margin: 0 }')`), first],
    ['that is chosen', links('a.disabled = true; b.disabled = true; b.disabled = false'), other],
    [
      'of another title, as a link and as an element',
      `<!DOCTYPE html><style title="A">p { color: rgb(1, 1, 1) }</style><style title="B">p { color: rgb(2, 2, 2) }</style>
       <link rel="stylesheet" title="C" href="/b.css">${shadow}<p class="hidden">p`,
      first,
    ],
  ];
  for (const [name, html, color] of cases) {
    test(name, async () => {
      const path = `/alternate/${name.replaceAll(/\W+/g, '-')}`;
      bench.pages.set(path, html);
      const result = await shown(path);
      assert.equal(await result.styleOf('p.hidden', 'color'), color, result.html);
      assert.equal(await result.page.locator('p.hidden').isVisible(), color === first, result.html);
      await result.page.context().close();
    });
  }

  test('in a frame', async () => {
    bench.pages.set('/frame', links(''));
    bench.pages.set('/framed', '<!DOCTYPE html><iframe src="/frame"></iframe>');
    const { page, html } = await shown('/framed');
    assert.ok(await page.frameLocator('iframe').locator('p').isVisible(), html);
    await page.context().close();
  });
});
