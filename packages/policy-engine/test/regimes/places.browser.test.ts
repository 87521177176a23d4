/** What the banner says of a place and of days, in Chromium: on a page of the host, and on one that is the same for everybody. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type Site, startSite, visitSite } from '../client/site.ts';

const HAS_RUN = '(window.ran ?? []).includes("counted.js")';

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    page: async (where, { nonce, partner, consent }) => {
      const isShared = where.startsWith('/shared');
      const script = isShared
        ? `<script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>`
        : '';
      const tag = `<script type="text/plain" data-consent="analytics" src="${partner}/counted.js" nonce="${nonce}"></script>`;
      const banner = isShared ? '' : await consent.renderBanner({ nonce });
      return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>
      <link rel="stylesheet" href="/policies/assets/consent.css">${script}</head><body><h1>Shop</h1>${tag}
      <a href="/policies/consent" data-policy-settings>Privacy</a>${banner}</body></html>`;
    },
    engine: {
      rules: [
        { name: 'analytics', label: 'Statistics', sessionless: true, purpose: 'statistics', posture: 'law' },
        { name: 'media', label: 'Films', sessionless: true, lasts: { acceptance: 3 } },
      ],
      region: (request) => request.headers.get('x-region'),
    },
  });
  await site.publish('analytics');
  await site.publish('media');
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

const panel = (on: Page) => on.locator('.pe-consent-panel');

for (const where of ['/shared', '/own']) {
  it(`what runs until an opt-out begins when the notice is shown, and not before: ${where}`, async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.setExtraHTTPHeaders({ 'x-region': 'ch' });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await on.route('**/consent.json*', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await on.goto(where);
    await panel(on).getByText('some run until you opt out').waitFor();
    assert.equal(await on.evaluate(HAS_RUN), false, 'the engine does not know yet that the notice was shown');
    release();
    await until(on, HAS_RUN);
    assert.equal(await panel(on).isVisible(), true);

    await on.goto(where);
    await until(on, HAS_RUN);
    await panel(on).locator('button[value=reject]').click();
    await until(on, `document.cookie.includes('policy_rule_analytics=rejected')`);
    await on.goto(where);
    await until(on, `document.querySelector('policy-consent')?.consent?.state`);
    assert.equal(await on.evaluate(HAS_RUN), false);
    assert.deepEqual(here.problems, []);
  });
}

it('the settings say until when a decision is valid, and before when nobody is asked again', async () => {
  await using here = await visitSite(browser, site);
  const on = here.page;
  await on.goto('/own');
  await panel(on).locator('button[value=accept]').click();
  await until(on, `document.cookie.includes('policy_rule_media=accepted')`);
  const open = () => on.getByText('Privacy', { exact: true }).click();
  const shown = async () =>
    (await on.locator('[data-limit]:visible').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  await open();
  await panel(on).getByText('Valid until').first().waitFor();
  const days = await shown();
  assert.equal(days.length, 2);
  for (const text of days) assert.match(text, /^Valid until: \w+ \d+, \d{4}$/);
  assert.notEqual(days[0], days[1]);
  // The day is the engine's own, in the calendar of UTC.
  const limits = await on.evaluate(
    `document.querySelector('policy-consent').consent.state.rules.map(({ valid_until }) => new Date(valid_until).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' }))`,
  );
  assert.deepEqual(
    days,
    (limits as string[]).map((day) => `Valid until: ${day}`),
  );
  await panel(on).locator('input[data-rule=media]').click();
  await panel(on).locator('button[value=save]').click();
  await until(on, `document.cookie.includes('policy_rule_media=rejected')`);
  await open();
  await panel(on).getByText('Not asked again before').nth(1).waitFor();
  assert.match((await shown())[1] ?? '', /^Not asked again before: \w+ \d+, \d{4}$/);
  assert.deepEqual(here.problems, []);
});
