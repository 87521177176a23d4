/** An acceptance that has ended, in Chromium: on a page that is the same for everybody, before and after the engine's answer. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type Site, startSite, visitSite } from '../client/site.ts';

const DAY = 24 * 60 * 60 * 1000;
const CONSENT = `document.querySelector('policy-consent')?.consent`;
const HAS_RUN = '(window.ran ?? []).includes("counted.js")';

let browser: Browser;
let site: Site;
// The browser's clock is the real one, so that the engine's begins in the past.
let now = new Date(Date.now() - 70 * DAY);
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    page: async (
      path,
      { nonce, partner },
    ) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
      <link rel="stylesheet" href="/policies/assets/consent.css">
      <script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script></head><body><h1>Shop ${path}</h1>
      <script type="text/plain" data-consent="analytics" src="${partner}/counted.js" nonce="${nonce}"></script></body></html>`,
    engine: {
      rules: [{ name: 'analytics', sessionless: true, lasts: { acceptance: 1 } }],
      now: () => now,
    },
  });
  await site.publish('analytics');
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

it('an acceptance that has ended runs nothing, and the banner asks again', async () => {
  await using here = await visitSite(browser, site);
  const on = here.page;
  await on.goto('/');
  await on.locator('.pe-consent-panel button[value=accept]').click();
  await until(on, HAS_RUN);

  now = new Date();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await on.route('**/consent.json*', async (route) => {
    await held;
    await route.continue();
  });
  await on.goto('/later');
  await until(on, `${CONSENT} !== undefined`);
  assert.equal(await on.evaluate(`document.cookie.includes('policy_rule_analytics=accepted')`), true);
  release();
  await until(on, `${CONSENT}?.state`);
  const accept = on.locator('.pe-consent-panel button[value=accept]');
  await accept.waitFor();
  assert.equal(await on.evaluate(HAS_RUN), false);

  await accept.click();
  await until(on, HAS_RUN);
  assert.deepEqual(here.problems, []);
});
