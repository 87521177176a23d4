/** The look of the pages of the app: their size on a phone, and what axe finds. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { atEachWidth, axeFindsInLightAndDark } from '../../testing/axe.ts';
import { launchBrowser, until } from '../../testing/browser.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';
import { PHONE, type Visit, visitShop } from './support/visit.ts';

const PAGES = [
  '/',
  '/?category=plants',
  '/?q=zebra',
  '/products/1',
  '/products/3',
  '/products/99',
  '/cart',
  '/about',
  '/delivery',
];

let shop: RunningStorefront;
let browser: Browser;

before(async () => {
  [shop, browser] = await Promise.all([startStorefront(), launchBrowser()]);
});
after(async () => {
  await browser.close();
  await shop[Symbol.asyncDispose]();
});

/** Opens a page and waits until all its data is loaded. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until(page, `!document.querySelector('.skeleton')`);
}

describe('the public page', () => {
  let here: Visit;
  const foreign: string[] = [];
  before(async () => {
    here = await visitShop(browser, shop.url, { hasTouch: true, reducedMotion: 'reduce' });
    here.page.on('request', (request) => {
      if (!request.url().startsWith(`${shop.url}/`)) foreign.push(request.url());
    });
    await here.page.goto('/');
    await here.page.evaluate(() => localStorage.setItem('northlight-cart', '{"1":1,"4":2}'));
  });
  after(() => here[Symbol.asyncDispose]());

  for (const address of PAGES) {
    it(`${address} requests no other host, fits a phone, and axe finds no violation at any width, light or dark`, async () => {
      const { page } = here;
      await open(page, address);
      assert.deepEqual(foreign, []);
      await atEachWidth(page, async (width) => {
        assert.deepEqual(await axeFindsInLightAndDark(page), [], `${width} px`);
        if (width === PHONE.width) await assertFits(page);
      });
    });
  }
});

/** Nothing is wider than the screen, and targets are at least 24 px. */
async function assertFits(page: Page): Promise<void> {
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
  const small = await page.locator('main a:visible, main button:visible, main input:visible').evaluateAll((nodes) =>
    nodes
      .filter((node) => !node.closest('p, li.card, .breadcrumbs, h2'))
      .filter((node) => node.getBoundingClientRect().height < 24 || node.getBoundingClientRect().width < 24)
      .map((node) => node.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(small, []);
}
