/** The question below the style sheets of sites: they are written for pages, and meet its elements, too. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../../testing/browser.ts';
import { type Site, visitSite } from '../site.ts';
import { settle, startShop, visit } from './shop.ts';

const SHEETS: Readonly<Record<string, string>> = {
  'resets everything': '*, *::before, *::after { all: unset; display: revert }',
  'hides elements of forms': 'button, form, label, fieldset, section { display: none }',
  // https://github.com/Dogfalo/materialize
  'draws boxes of its own':
    '[type="checkbox"]:not(:checked), input[type="checkbox"] { position: absolute; opacity: 0; pointer-events: none; width: 0 }',
  'has a look for buttons':
    'button { text-transform: uppercase; letter-spacing: 0.2em; white-space: nowrap; height: 40px; float: right; opacity: 0.4; overflow: hidden } button::before { content: "→" }',
  'has a look for text':
    'body { text-transform: uppercase; white-space: nowrap; line-height: 0; text-indent: 50px; visibility: hidden; font-size: 8px } p { font-size: 40px; margin: 3em }',
  'places what is in the body':
    'body { display: grid; grid-template-columns: 1fr 1fr } body > * { max-width: 40ch; margin: 2em auto; padding: 2em; width: 50%; float: left }',
  'has a small root': 'html { font-size: 62.5% }',
  'has a root as wide as the window': 'html { font-size: 10vw }',
};

/** What is wrong with the question: what cannot be seen, read or pressed. */
const FAULTS = `(() => {
  const faults = [];
  const stack = document.querySelector('.pe-consent-stack');
  for (const one of stack.querySelectorAll('.pe-consent-buttons button:not([hidden]), fieldset:not([hidden]) input')) {
    one.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
    const { opacity, textTransform } = getComputedStyle(one);
    const name = one.value;
    if (left < 0 || right > innerWidth || bottom > innerHeight) faults.push(name + ' is outside');
    if (width < 24 || height < 24 || opacity < 1 || textTransform !== 'none') faults.push(name + ' is not seen');
    if (document.elementFromPoint((left + right) / 2, (top + bottom) / 2) !== one) faults.push(name + ' is covered');
    if (one.localName === 'button' && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)) faults.push(name + ' is cut off');
  }
  for (const one of stack.querySelectorAll('h2, p, li, label')) {
    const { clientWidth, scrollWidth } = one;
    const size = Number.parseFloat(getComputedStyle(one).fontSize);
    if (clientWidth && (scrollWidth > clientWidth + 1 || size < 12 || size > 40)) faults.push(one.textContent.slice(0, 20) + ' is not read');
  }
  return faults;
})()`;

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startShop({
    '/': { isOfVisitor: true, head: () => '<style></style>' },
    '/dark': { isOfVisitor: true, head: () => '<style>body { background: #000; color: #fff }</style>' },
  });
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

const apply = (on: Page, sheet: string) =>
  on.evaluate(
    `document.head.append(Object.assign(document.querySelector('style'), { textContent: ${JSON.stringify(sheet)} }))`,
  );

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  it(`can be read and answered whatever the style sheet of the page does, in ${width} × ${height}`, async () => {
    await using here = await visit(browser, site, '/', { viewport: { width, height } });
    const choose = here.page.locator('button[value=choose]');
    for (const layer of [1, 2]) {
      if (layer === 2) await choose.dispatchEvent('click');
      for (const [what, sheet] of Object.entries(SHEETS)) {
        await apply(here.page, sheet);
        await settle(here.page);
        assert.deepEqual(await here.page.evaluate(FAULTS), [], `${what}, layer ${layer}`);
      }
      await apply(here.page, '');
    }
  });
}

// https://github.com/shopware/shopware/issues/16056
it('has no word that is cut off at 320 px with text of twice the size, in German', async () => {
  const viewport = { width: 320, height: 568 };
  await using here = await visit(browser, site, '/', { viewport, locale: 'de-DE' });
  await apply(here.page, 'html { font-size: 200% }');
  await settle(here.page);
  assert.deepEqual(await here.page.evaluate(FAULTS), []);
});

it('has a link in the colour of the page around it, which may be a dark footer', async () => {
  await using here = await visitSite(browser, site, { bypassCSP: true, javaScriptEnabled: false });
  await here.page.goto('/dark');
  const color = await here.page.evaluate(`getComputedStyle(document.querySelector('.pe-consent-again a')).color`);
  assert.equal(color, 'rgb(255, 255, 255)');
});
