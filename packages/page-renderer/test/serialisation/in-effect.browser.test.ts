/** What is in the tree, but not in effect, does not take effect in the HTML: alternate style sheets, and what a policy blocks. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { useBench } from '../support/rendering.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import { inTurn } from '../../../../testing/rounds.ts';

const bench = useBench();
const POLICIES = new Map<string, string>();
const SHEETS: Readonly<Record<string, string>> = {
  '/a.css': 'p { color: rgb(1, 1, 1) }',
  '/b.css': 'p { color: rgb(2, 2, 2) } .hidden { display: none }',
};
let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    '*': ({ url = '' }, response) => {
      const isSheet = url.endsWith('.css');
      const policy = POLICIES.get(url);
      const name = `Content-Security-Policy${url === '/reported' ? '-Report-Only' : ''}`;
      if (policy) response.setHeader(name, policy);
      response.setHeader('Content-Type', `${isSheet ? 'text/css' : 'text/html'}; charset=utf-8`);
      response.end(isSheet ? SHEETS[url] : bench.pages.get(url));
    },
  });
});
after(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

/** What people see of a rendered page without scripts and without the headers of the page. */
async function shown(path: string, shadow: 'flat' | 'declarative' = 'flat') {
  const { html } = await bench.renderer.render(site.url + path, { shadow });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.route('**/opened', (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }));
  await page.goto(`${site.url}/opened`, { waitUntil: 'load' });
  const styleOf = (selector: string, name: string) =>
    page.locator(selector).evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  return { page, html, styleOf };
}

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

describe('what the policy of a page blocks', { concurrency: 2 }, () => {
  const page = `<style>p { display: none }</style><style nonce="n">i { color: rgb(3, 3, 3) }</style>
    <link rel="stylesheet" href="/b.css"><p class="hidden">p</p><b style="display: none">b</b><i>i</i>
    <img alt="picture" src="/picture.png"><u id="u">u</u><script nonce="n">u.style.color = 'rgb(4, 4, 4)'</script>`;
  const policy = "default-src 'none'; script-src 'nonce-n'; style-src 'nonce-n'";
  const cases: Array<[name: string, head: string, policy: string]> = [
    ['in a header', '', policy],
    ['in the HTML', `<meta http-equiv="Content-Security-Policy" content="${policy}">`, ''],
  ];
  for (const [name, head, header] of cases) {
    test(`has no effect: ${name}`, async () => {
      const path = `/blocked/${name.replaceAll(' ', '-')}`;
      // The shadow tree makes the renderer write a style sheet, for which it widens a policy.
      const shadow = `<x-host><template shadowrootmode="open"><style nonce="n">s { color: rgb(5, 5, 5) }</style><style>s { display: none }</style><s>s</s></template></x-host>`;
      bench.pages.set(path, `<!DOCTYPE html>${head}${page}${shadow}`);
      POLICIES.set(path, header);
      for (const how of inTurn(['flat', 'declarative'] as const, 1)) {
        const { page: opened, html, styleOf } = await shown(path, how);
        for (const one of ['p', 'b', 'i', 's']) assert.ok(await opened.locator(one).isVisible(), `${one} in ${html}`);
        assert.deepEqual(
          [await styleOf('i', 'color'), await styleOf('u', 'color')],
          ['rgb(3, 3, 3)', 'rgb(4, 4, 4)'],
          html,
        );
        assert.doesNotMatch(html, /picture\.png|b\.css/);
        await opened.context().close();
      }
    });
  }

  test('a policy that only reports blocks nothing', async () => {
    bench.pages.set('/reported', `<!DOCTYPE html><style>p { color: rgb(1, 1, 1) }</style><p style="top: 0">p`);
    POLICIES.set('/reported', "style-src 'none'");
    const { styleOf } = await shown('/reported');
    assert.deepEqual([await styleOf('p', 'color'), await styleOf('p', 'top')], ['rgb(1, 1, 1)', '0px']);
  });

  for (const shadow of ['flat', 'declarative'] as const) {
    test(`a policy in the HTML allows adopted style sheets: ${shadow}`, async () => {
      bench.pages.set(
        `/adopted/${shadow}`,
        `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="style-src 'self'"><p>p</p><div id="host"></div><script>
          const sheet = new CSSStyleSheet();
          sheet.replaceSync('p { color: rgb(1, 1, 1) }');
          document.adoptedStyleSheets = [sheet];
          const root = host.attachShadow({ mode: 'open' });
          root.innerHTML = '<p class="within">within</p>';
          root.adoptedStyleSheets = [sheet];</script>`,
      );
      const { styleOf, html } = await shown(`/adopted/${shadow}`, shadow);
      const colors = [await styleOf('body > p', 'color'), await styleOf('.within', 'color')];
      assert.deepEqual(colors, ['rgb(1, 1, 1)', 'rgb(1, 1, 1)'], html);
    });
  }
});
