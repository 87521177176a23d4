/** What counts in a browser before the engine has answered, and what a person is told about a rejection afterwards. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from './site.ts';

async function page(path: string, { nonce, consent, partner }: PageContext): Promise<string> {
  const isShared = path === '/shared';
  const banner = isShared ? '' : await consent.renderBanner({ nonce, returnTo: path, stylesheet: false });
  const script = isShared ? `<script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <link rel="stylesheet" href="/policies/assets/consent.css">${script}</head><body><h1>Shop</h1>
    <script type="text/plain" data-consent="analytics" src="${partner}/counted.js" nonce="${nonce}"></script>${banner}</body></html>`;
}

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  const store = { name: 'store', rule: 'analytics', script: '', environments: ['test'], indexedDB: ['_t_db'] };
  site = await startSite({ page, scripts: [store] });
  for (const rule of ['analytics', 'media']) await site.publish(rule);
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

const CONSENT = `document.querySelector('policy-consent')?.consent`;
const answer = (on: Page, value: string) => on.locator(`.pe-consent-panel button[value=${value}]`).click();
const undo = (on: Page) => on.getByRole('button', { name: 'Undo' });
const hasRun = '(window.ran ?? []).includes("counted.js")';

it('a rejection is told to signals at the click, on a page that was made for its visitor', async () => {
  await using here = await visitSite(browser, site);
  const on = here.page;
  await on.goto('/');
  await until(on, `${CONSENT}?.state`);
  await answer(on, 'accept');
  await undo(on).waitFor();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await on.route('**/consent.json', async (route) => {
    await held;
    await route.continue();
  });
  const last = `[...dataLayer].findLast((entry) => entry[0] === 'consent' && entry[1] === 'update')[2].analytics_storage`;
  assert.equal(await on.evaluate(last), 'granted');
  await on.evaluate(`document.querySelector('policy-consent').open()`);
  await answer(on, 'reject');
  await until(on, `${last} === 'denied'`);
  release();
  await undo(on).waitFor();
  assert.equal(await on.evaluate(last), 'denied');
  assert.deepEqual(here.problems, []);
});

it('a visitor who only rejected can read the receipt', async () => {
  await using here = await visitSite(browser, site);
  const on = here.page;
  await on.goto('/');
  await until(on, `${CONSENT}?.state`);
  await answer(on, 'reject');
  await undo(on).waitFor();
  await on.getByRole('link', { name: 'Receipt' }).click();
  await on.waitForURL('**/policies/ledger/events');
  await on
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .waitFor();
});

it('names to the person what a rejection deleted, and what it could not', async () => {
  await using here = await visitSite(browser, site);
  const on = here.page;
  await on.goto('/');
  await until(on, `${CONSENT}?.state`);
  await answer(on, 'accept');
  await until(on, hasRun);
  await on.evaluate(`new Promise((resolve) => (indexedDB.open('_t_db').onsuccess = resolve))`);
  await on.evaluate(`document.querySelector('policy-consent').open()`);
  await answer(on, 'reject');
  const deleted = on.locator('[data-when=deleted]');
  await deleted.getByText(/Deleted from this browser: .*_t_host.*_t_local/).waitFor();
  const kept = on.locator('.pe-consent-note[data-when=kept]');
  await kept.getByText(/^Deleted as soon as this page is closed: _t_db$/).waitFor();
  assert.equal(await kept.locator('p:visible').count(), 1);
  await kept.getByRole('button', { name: 'Close' }).click();
  assert.equal(await kept.isVisible(), false);
  assert.equal(await deleted.isVisible(), true);
  assert.deepEqual(here.problems, []);
});

it('an acceptance counts while a later text does not ask again, and not once one does', async () => {
  await using here = await visitSite(browser, site);
  const on = here.page;
  await on.goto('/shared');
  await until(on, `${CONSENT}?.state`);
  await answer(on, 'accept');
  await until(on, hasRun);
  const storageState = await here.context.storageState();
  /** A page in a browser with these cookies and an empty cache; the engine does not answer it. */
  const isCounted = async () => {
    await using other = await visitSite(browser, site, { storageState });
    await other.page.route('**/consent.json*', () => {});
    await other.page.goto('/shared');
    await until(other.page, `${CONSENT} !== undefined`);
    await other.page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
    return await other.page.evaluate<boolean>(hasRun);
  };
  const { port } = new URL(site.url);
  const factsHave = async (text: string) => {
    const script = await fetch(`http://127.0.0.1:${port}/policies/assets/consent.js`);
    return (await script.text()).includes(text);
  };
  await site.publish('analytics', {}, false);
  await untilHeard(isCounted);
  await site.publish('analytics');
  // The engine keeps the versions for some seconds.
  await untilHeard(() => factsHave('"analytics":3'));
  assert.equal(await isCounted(), false);
});

async function untilHeard(is: () => Promise<boolean>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- until it is so
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 100));
}
