/** In a browser, the tags of a page that is the same for everybody know at their first hit what a returning person accepted. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { type Site, startSite, visitSite } from '../client/site.ts';

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    engine: { consentSignals: ['google', 'microsoft-uet', 'microsoft-clarity'] },
    // Only the snippet: no script of the engine corrects it later.
    page: async (_path, { consent, nonce }) => `<!doctype html><title>Shop</title>
      ${await consent.renderScripts({ mode: 'blocked', nonce })}
      <script nonce="${nonce}">window.hit = JSON.stringify([[...dataLayer].map((one) => [...one]), uetq, clarity.q.map((one) => [...one])])</script>`,
  });
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

const DENIED = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};
const DEFAULTS = [
  [['consent', 'default', { ...DENIED, wait_for_update: 500 }]],
  ['consent', 'default', { ad_storage: 'denied' }],
  [['consentv2', { ad_Storage: 'denied', analytics_Storage: 'denied' }]],
] as const;

// https://github.com/AmauriC/tarteaucitron.js/issues/1220
for (const [what, decision] of [
  ['granted after an acceptance', 'accepted'],
  ['denied after a rejection', 'rejected'],
  ['denied without a decision', null],
] as const) {
  it(`is ${what}`, async () => {
    await using here = await visitSite(browser, site);
    if (decision !== null) {
      await here.context.addCookies([{ name: 'policy_rule_analytics', value: decision, url: site.url }]);
    }
    await here.page.goto('/');
    const hit = JSON.parse(await here.page.evaluate<string>('window.hit')) as unknown[][];
    const isGranted = decision === 'accepted';
    assert.deepEqual(hit, [
      [...DEFAULTS[0], ...(isGranted ? [['consent', 'update', { analytics_storage: 'granted' }]] : [])],
      [...DEFAULTS[1], ...(isGranted ? ['consent', 'update', { ad_storage: 'denied' }] : [])],
      [...DEFAULTS[2], ...(isGranted ? [['consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' }]] : [])],
    ]);
    assert.deepEqual(here.problems, []);
  });
}
