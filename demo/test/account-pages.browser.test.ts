/** The look of the account pages: their size on a phone, and what axe finds. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { atEachWidth, axeFindsInLightAndDark } from '../../testing/axe.ts';
import { launchBrowser } from '../../testing/browser.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';
import { visitShop } from './support/visit.ts';

let shop: RunningStorefront;
let browser: Browser;
before(async () => {
  [shop, browser] = await Promise.all([startStorefront({ sampleTexts: true }), launchBrowser()]);
});
after(async () => {
  await browser.close();
  await shop[Symbol.asyncDispose]();
});

describe('the account pages have no axe violation and nothing that is too wide or too small', () => {
  const look = (page: Page, what: string): Promise<void> =>
    atEachWidth(page, (width) => lookAt(page, `${what}, ${width} px`));

  async function lookAt(page: Page, what: string): Promise<void> {
    assert.deepEqual(await axeFindsInLightAndDark(page), [], what);
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

  it('in light and dark, on a phone and on a desktop', async () => {
    await using here = await visitShop(browser, shop.url, { reducedMotion: 'reduce' });
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
    await page.getByLabel('Email').fill('admin@example.test');
    await page.getByLabel('Password').fill('demo');
    await submit('Sign in', 'Your account');
    await look(page, 'account');
    await submit('Save', 'Please check 2 things');
    await look(page, 'account, refused');
    await page.evaluate(() =>
      fetch('/policies/user_terms/accept_multiples.json', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user: { policy_rule_age: true, policy_rule_terms: true } }),
      }),
    );
    await page.goto('/checkout?cart=1x2,4x1');
    await look(page, 'checkout');
    await submit('Order and pay', 'Please check 3 things');
    await look(page, 'checkout, refused');
    await page.goto('/account/orders');
    await look(page, 'orders, none');
    await page.goto('/reviews/new?product=4');
    await submit('Publish', 'Please check 2 things');
    await look(page, 'review, refused');
    await page.goto('/sign-out');
    await look(page, 'sign-out');
    const unexpected = here.problems.filter(({ text }) => !/status of (?:401|422)/.test(text));
    assert.deepEqual(unexpected, []);
  });
});
