/** A signal after an acceptance, and a region without consent first, in Chromium: on a page of the host, and on one that is the same for everybody. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type Site, startSite, visitSite } from '../client/site.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];
const CONSENT = `document.querySelector('policy-consent')?.consent`;
const HAS_RUN = '(window.ran ?? []).includes("counted.js")';

let browser: Browser;
let site: Site;
before(async () => {
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
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
      <link rel="stylesheet" href="/policies/assets/consent.css">${script}</head><body><h1>Shop</h1>${tag}${banner}</body></html>`;
    },
    engine: {
      rules: [{ name: 'analytics', sessionless: true, purpose: 'statistics', posture: { facts: ['U4'] } }],
      region: (request) => request.headers.get('x-region'),
    },
  });
  await site.publish('analytics');
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

const panel = (on: Page) => on.locator('.pe-consent-panel');
const answer = (on: Page, word: 'accept' | 'reject') => panel(on).locator(`button[value=${word}]`).click();

/** The browser sends the signal from now on. */
async function sendSignal(on: Page): Promise<void> {
  await on.setExtraHTTPHeaders({ 'sec-gpc': '1' });
  await on.addInitScript('Object.defineProperty(navigator, "globalPrivacyControl", { value: true })');
}

async function photograph(on: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  for (const width of [390, 1280]) {
    await on.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await on.emulateMedia({ colorScheme });
      await on.screenshot({ path: path.join(pictures, `${name}-${width}-${colorScheme}.png`) });
    }
  }
}

for (const where of ['/shared', '/own']) {
  it(`a signal after an acceptance runs nothing, tells of the conflict, and can be overridden: ${where}`, async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto(where);
    await answer(on, 'accept');
    await until(on, HAS_RUN);

    await sendSignal(on);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await on.route('**/consent.json*', async (route) => {
      await held;
      await route.continue();
    });
    await on.goto(where);
    await until(on, `${CONSENT} !== undefined`);
    assert.equal(await on.evaluate(HAS_RUN), false, 'the cookie alone says nothing of the signal');
    release();
    await panel(on).getByText('You accepted this earlier').waitFor();
    await until(on, `document.cookie.includes('policy_rule_analytics=rejected')`);
    assert.equal(await on.evaluate(HAS_RUN), false);
    await photograph(on, `conflict${where.replace('/', '-')}`);

    await answer(on, 'accept');
    await until(on, HAS_RUN);
    await on.goto(where);
    await until(on, HAS_RUN);
    assert.equal(await panel(on).isVisible(), false);
    assert.deepEqual(here.problems, []);
  });
}

it('the privacy centre tells of the conflict, and a refusal settles it', async () => {
  await using here = await visitSite(browser, site);
  const on = here.page;
  await on.goto('/own');
  await answer(on, 'accept');
  await until(on, HAS_RUN);
  await sendSignal(on);
  await on.goto('/own');
  await until(on, `document.cookie.includes('policy_rule_analytics=rejected')`);
  await on.goto('/policies/privacy');
  await on.getByText('You accepted something below earlier').waitFor();
  await photograph(on, 'conflict-centre');
  await on.goto('/own');
  await answer(on, 'reject');
  await on.goto('/own');
  await until(on, `${CONSENT}?.state`);
  assert.equal(await panel(on).isVisible(), false);
  assert.equal(await on.evaluate(HAS_RUN), false);
});

for (const where of ['/shared', '/own']) {
  it(`what needs no consent first runs with a notice until it is rejected, and then in no region: ${where}`, async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.setExtraHTTPHeaders({ 'x-region': 'gb' });
    await on.goto(where);
    await until(on, HAS_RUN);
    await panel(on).getByText('Some already run').waitFor();
    await photograph(on, `notice${where.replace('/', '-')}`);
    await answer(on, 'reject');
    await until(on, `document.cookie.includes('policy_rule_analytics=rejected')`);
    for (const region of ['gb', 'us-ct', 'fr']) {
      await on.setExtraHTTPHeaders({ 'x-region': region });
      await on.goto(where);
      await until(on, `${CONSENT}?.state`);
      assert.equal(await on.evaluate(HAS_RUN), false, region);
      assert.equal(await panel(on).isVisible(), false, region);
    }
    assert.deepEqual(here.problems, []);
  });
}
