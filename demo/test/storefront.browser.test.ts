/** The app in a browser: what visitors do without an account. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, until } from '../../testing/browser.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';
import { type Visit, visitShop } from './support/visit.ts';

let shop: RunningStorefront;
let browser: Browser;

before(async () => {
  [shop, browser] = await Promise.all([startStorefront(), launchBrowser()]);
});
after(async () => {
  await browser.close();
  await shop[Symbol.asyncDispose]();
});

const visit = (options: BrowserContextOptions = {}): Promise<Visit> => visitShop(browser, shop.url, options);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const cards = (page: Page) => page.getByRole('main').locator('.cards:not([aria-hidden]) .card');

describe('the shop in a browser', () => {
  it('leads from the list by category and product to the cart, which persists', async () => {
    await using here = await visit();
    const { page } = here;
    await page.goto('/');
    await page.getByText('12 products', { exact: true }).waitFor();
    assert.equal(await cards(page).count(), 12);

    await page.getByRole('link', { name: 'Tableware' }).click();
    await page.getByText('3 products', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, '?category=tableware');
    await until(page, `document.title === 'Tableware · Northlight'`);

    await page.getByRole('link', { name: 'Tide mug' }).click();
    await heading(page, 'Tide mug').waitFor();
    await page.getByText('€19.00').waitFor();
    await page.getByRole('button', { name: 'One more' }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByText('2 in your cart').waitFor();

    await page.getByRole('link', { name: 'Go to the cart' }).click();
    await heading(page, 'Your cart').waitFor();
    const summary = page.getByRole('region', { name: 'Summary' });
    assert.match(await summary.innerText(), /Goods\s+€38\.00\s+Delivery\s+€4\.90\s+Total\s+€42\.90/);

    await page.reload();
    await page.getByRole('button', { name: 'One more' }).click();
    await page.getByText('€61.90').waitFor();
    await page.getByLabel('Quantity of Tide mug').locator('input').fill('5');
    await page.keyboard.press('Enter');
    await page.getByText('Free', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove Tide mug' }).click();
    await heading(page, 'Your cart is empty').waitFor();
    assert.deepEqual(here.problems, []);
  });

  it('searches while typing, shows the number of results, and suggests what to do without results', async () => {
    await using here = await visit();
    const { page } = here;
    await page.goto('/');
    await page.getByLabel('Search the shop').fill('linen');
    await page.getByText('2 products', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, '?q=linen');
    await page.getByLabel('Search the shop').fill('zebra');
    await page.getByText('No product matches “zebra”').waitFor();
    await page.getByRole('link', { name: 'Show all products' }).click();
    await page.getByText('12 products', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Search the shop').inputValue(), '');
    assert.deepEqual(here.problems, []);
  });

  it('goes back to the previous position in the list, and forward again', async () => {
    await using here = await visit();
    const { page } = here;
    await page.goto('/');
    await page.getByRole('link', { name: 'Linen tea towels' }).scrollIntoViewIfNeeded();
    const left = await page.evaluate(() => scrollY);
    assert.ok(left > 400);
    await page.getByRole('link', { name: 'Linen tea towels' }).click();
    await heading(page, 'Linen tea towels').waitFor();
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.goBack();
    await heading(page, 'Calm things for a bright home').waitFor();
    await until(page, `Math.abs(scrollY - ${left}) < 2`);
    await page.goForward();
    await heading(page, 'Linen tea towels').waitFor();
    assert.deepEqual(here.problems, []);
  });

  it('describes a product to search engines', async () => {
    await using here = await visit();
    const { page } = here;
    await page.goto('/products/2');
    await heading(page, 'Halo pendant').waitFor();
    const head = page.locator('head');
    await until(page, `document.title === 'Halo pendant · Northlight'`);
    assert.match((await head.locator('meta[name=description]').getAttribute('content')) ?? '', /glass globe/);
    assert.equal(await head.locator('link[rel=canonical]').getAttribute('href'), `${shop.url}/products/2`);
    assert.equal(await head.locator('meta[name="render:status_code"]').count(), 0);
    const data = JSON.parse((await head.locator('script[type="application/ld+json"]').textContent()) ?? '') as {
      offers: Record<string, string>;
    };
    assert.deepEqual(
      { price: data.offers['price'], currency: data.offers['priceCurrency'], there: data.offers['availability'] },
      { price: '129.00', currency: 'EUR', there: 'https://schema.org/InStock' },
    );
    await page.getByRole('link', { name: 'Ember lantern' }).click();
    await heading(page, 'Ember lantern').waitFor();
    await until(page, `document.title.startsWith('Ember')`);
    assert.equal(await head.locator('link[rel=canonical]').count(), 1);
    assert.equal(await head.locator('script[type="application/ld+json"]').count(), 1);
    assert.equal(await page.getByRole('button', { name: 'Add to cart' }).count(), 0);
    assert.deepEqual(here.problems, []);
  });

  it('reports a missing product, to people and by a meta tag to renderers', async () => {
    await using here = await visit();
    const { page } = here;
    await page.goto('/products/99');
    await heading(page, 'Product not found').waitFor();
    const status = page.locator('head meta[name="render:status_code"]');
    await status.waitFor({ state: 'attached' });
    assert.equal(await status.getAttribute('content'), '404');
    await page.getByRole('link', { name: 'Go to the shop' }).click();
    await page.getByText('12 products', { exact: true }).waitFor();
    assert.equal(await status.count(), 0);
    // The browser itself reports the API's 404; nothing else may be reported.
    assert.deepEqual(
      here.problems.filter(({ address }) => address !== `${shop.url}/api/products/99`),
      [],
    );
  });

  it('reports that something could not be loaded, and loads it on request', async () => {
    await using here = await visit();
    const { page } = here;
    await page.route('**/api/products/1', (route) => route.abort(), { times: 1 });
    await page.goto('/products/1');
    await heading(page, 'This product could not be loaded.').waitFor();
    const status = page.locator('head meta[name="render:status_code"]');
    await status.waitFor({ state: 'attached' });
    assert.equal(await status.getAttribute('content'), '503');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Dune table lamp').waitFor();
    await status.waitFor({ state: 'detached' });
  });

  it('can be used with the keyboard alone', async () => {
    await using here = await visit();
    const { page } = here;
    await page.goto('/products/1');
    await heading(page, 'Dune table lamp').waitFor();
    // The names of the categories arrive in a response of their own.
    await page.getByRole('link', { name: 'Lighting', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
    const reached: string[] = [];
    for (let step = 0; step < 9; step++) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(
          () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent?.trim() ?? '',
        ),
      );
    }
    assert.deepEqual(reached.slice(0, 2), ['Shop', 'Lighting']);
    assert.ok(reached.includes('Add to cart'), reached.join(', '));
    await page.getByRole('button', { name: 'Add to cart' }).press('Enter');
    await page.getByText('1 in your cart').waitFor();
    assert.deepEqual(here.problems, []);
  });

  it('accepts a cart that something else wrote', async () => {
    await using here = await visit();
    const { page } = here;
    await page.goto('/about');
    for (const stored of ['nonsense', '[1,2]', '{"1":-3,"2":"x","99":4}', 'null']) {
      await page.evaluate((text) => localStorage.setItem('northlight-cart', text), stored);
      await page.goto('/cart');
      await heading(page, 'Your cart is empty').waitFor();
      await until(page, `!document.querySelector('.count')`);
    }
    await page.evaluate(() => localStorage.setItem('northlight-cart', '{"8":500}'));
    await page.goto('/cart');
    await page.getByText('€87.00').first().waitFor();
    assert.deepEqual(here.problems, []);
  });

  it('shows a notice when scripts are off', async () => {
    await using here = await visit({ javaScriptEnabled: false });
    await here.page.goto('/');
    assert.match(await here.page.locator('body').innerText(), /needs JavaScript/);
  });
});
