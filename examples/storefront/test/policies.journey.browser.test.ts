/** The engine's main job in the shop, on SQLite: as people do it, as programs do it, and what the new pages look like. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { walkInBrowser } from './support/browser-journey.ts';
import { startBrowser } from './support/browser.ts';
import { temporaryDatabase } from './support/databases.ts';
import { walkByJson } from './support/json-journey.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';
import { axeFinds, DESKTOP, PHONE, visitShop } from './support/visit.ts';

let browser: Browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

describe('policies, from the first text to a restart', () => {
  it('in a browser', async () => {
    await walkInBrowser({ browser, databaseUrl: temporaryDatabase(), javaScriptEnabled: true });
  });

  it('in a browser without JavaScript', async () => {
    await walkInBrowser({ browser, databaseUrl: temporaryDatabase(), javaScriptEnabled: false });
  });

  it('by JSON', async () => {
    await walkByJson(temporaryDatabase());
  });
});

describe('the cookie notice', () => {
  let shop: RunningStorefront;
  before(async () => {
    shop = await startStorefront({ sampleTexts: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const notice = (page: Page) => page.getByRole('region', { name: 'May we set a few cookies?' });

  it('offers both answers alike', async () => {
    await using here = await visitShop(browser, shop.url);
    await here.page.goto('/');
    const look = (name: string) =>
      notice(here.page)
        .getByRole('button', { name })
        .evaluate((button) => {
          const { color, backgroundColor, borderColor, font } = getComputedStyle(button);
          const { width, height, top } = button.getBoundingClientRect();
          return { color, backgroundColor, borderColor, font, width, height, top };
        });
    assert.deepEqual(await look('Accept'), await look('Refuse'));
  });

  it('is answered without leaving the page, and asks no more', async () => {
    for (const [answer, scripts] of [
      ['Accept', 2],
      ['Refuse', 0],
    ] as const) {
      await using here = await visitShop(browser, shop.url);
      const { page } = here;
      await page.goto('/products/1');
      await Promise.all([page.waitForEvent('load'), notice(page).getByRole('button', { name: answer }).click()]);
      await page.getByRole('heading', { level: 1, name: 'Dune table lamp' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/products/1');
      assert.equal(await notice(page).count(), 0);
      assert.equal(await page.locator('head script[src^="/scripts/"]').count(), scripts);
      assert.deepEqual(here.problems, []);
    }
  });

  it('without JavaScript leads back to the page it was on, with the query', async () => {
    await using here = await visitShop(browser, shop.url, { javaScriptEnabled: false });
    const { page } = here;
    await page.goto('/sign-up?return_to=%2Fcart');
    await notice(page).getByRole('button', { name: 'Refuse' }).click();
    await page.waitForURL('**/sign-up?return_to=%2Fcart');
    assert.equal(await notice(page).count(), 0);
    assert.deepEqual(here.problems, []);
  });

  it('does not hide what the keyboard has reached', async () => {
    await using here = await visitShop(browser, shop.url, { viewport: PHONE });
    const { page } = here;
    await page.goto('/sign-up');
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('Tab');
      const isCovered = await page.evaluate(() => {
        const focused = document.activeElement;
        const notice = document.querySelector('.cookie-notice');
        if (!focused || !notice || focused === document.body || notice.contains(focused)) return false;
        return focused.getBoundingClientRect().bottom > notice.getBoundingClientRect().top + 1;
      });
      assert.equal(isCovered, false, await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 90) ?? ''));
    }
  });
});

describe('the pages of accounts: axe finds nothing, and nothing is too wide or too small', () => {
  let shop: RunningStorefront;
  before(async () => {
    shop = await startStorefront({ sampleTexts: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  async function look(page: Page, what: string): Promise<void> {
    assert.deepEqual(await axeFinds(page), [], what);
    const { width, small } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth - innerWidth,
      small: [...document.querySelectorAll('a, button, input:not([type=hidden])')]
        .filter((node) => !node.closest('p:not(.field-hint), .notice, .skip-link') && node.getClientRects().length > 0)
        .filter((node) => !(node instanceof HTMLInputElement && node.type === 'checkbox'))
        .filter((node) => node.getBoundingClientRect().height < 24)
        .map((node) => node.outerHTML.slice(0, 90)),
    }));
    assert.ok(width <= 0, `${what} is ${width} px too wide`);
    assert.deepEqual(small, [], what);
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [PHONE, DESKTOP]) {
      it(`${colorScheme}, ${viewport.width} px`, async () => {
        await using here = await visitShop(browser, shop.url, { colorScheme, viewport, reducedMotion: 'reduce' });
        const { page } = here;
        const submit = async (name: string, heading: string) => {
          await page.getByRole('main').getByRole('button', { name }).click();
          await page.getByRole('heading', { name: heading }).first().waitFor();
        };
        await page.goto('/sign-up');
        await look(page, 'sign-up');
        await submit('Open an account', 'Please check 5 things');
        await look(page, 'sign-up, refused');
        await page.goto('/sign-in?return_to=/account');
        await look(page, 'sign-in');
        await submit('Sign in', 'Sign in');
        await look(page, 'sign-in, refused');
        await page.getByLabel('E-mail').fill('admin@example.test');
        await page.getByLabel('Password').fill('demo');
        await submit('Sign in', 'Your account');
        await look(page, 'account');
        await submit('Save', 'Please check 2 things');
        await look(page, 'account, refused');
        await page.goto('/sign-out');
        await look(page, 'sign-out');
        const unexpected = here.problems.filter(({ text }) => !/status of (?:401|422)/.test(text));
        assert.deepEqual(unexpected, []);
      });
    }
  }
});
