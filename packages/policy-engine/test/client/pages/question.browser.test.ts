/** The question in pages that are built otherwise: what lies over it, what hides it, and what changes around it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { eventually, launchBrowser, until } from '../../../../../testing/browser.ts';
import type { Site } from '../site.ts';
import { CONSENT, decide, settle, type ShopPage, startShop, visit } from './shop.ts';

const BUTTON = `<button id="buy" onclick="window.bought = true">Buy</button>`;

const PAGES: Readonly<Record<string, ShopPage>> = {
  '/': { isOfVisitor: true },
  '/below': {
    isOfVisitor: true,
    body: () => `<div style="position:fixed;inset:auto 0 0;height:90px;background:#fff;z-index:2147483647">Chat</div>`,
  },
  '/hidden': {
    isOfVisitor: true,
    head: () => '<style>.pe-consent-panel { display: none !important }</style>',
    body: () => `${BUTTON}<button data-policy-settings>Privacy</button>`,
  },
  '/tab': { isOfVisitor: true, head: () => '<base target="_blank">' },
  '/shared': {},
  '/menu': { body: () => '<div id="host"></div>' },
};

let browser: Browser;
let site: Site;
let dialogs: Site;
before(async () => {
  browser = await launchBrowser();
  [site, dialogs] = await Promise.all([
    startShop(PAGES),
    startShop(PAGES, { engine: { banner: { layout: 'dialog' } } }),
  ]);
});
after(async () => {
  await Promise.all([site, dialogs].map((one) => one[Symbol.asyncDispose]()));
  await browser.close();
});

const answer = (on: Page, value: string): Locator =>
  on.locator(`.pe-consent-panel button[value=${value}]`).filter({ visible: true });
const rejected = (on: Page) => until(on, `${CONSENT}.state.gates.analytics === 'rejected'`);

// https://github.com/osano/cookieconsent/issues/429
it('a bar of the page at its lower edge is not above the answers', async () => {
  await using here = await visit(browser, site, '/below');
  await answer(here.page, 'reject').click();
  await rejected(here.page);
});

// https://github.com/chakra-ui/zag/pull/3291
it('answers above a dialog of a library that has switched off everything beside it', async () => {
  await using here = await visit(browser, site, '/');
  await here.page.locator('body > .pe-consent-stack').waitFor();
  await here.page.evaluate(`for (const one of document.body.children) {
    one.inert = true;
    one.setAttribute('aria-hidden', 'true');
  }`);
  await here.page.getByRole('region').getByRole('button', { name: 'Reject' }).click();
  await rejected(here.page);
});

it('answers in a modal dialog that the page opens later, and in one that is opened from it', async () => {
  await using here = await visit(browser, site, '/');
  await here.page.locator('body > .pe-consent-stack').waitFor();
  await here.page.evaluate(`for (const id of ['first', 'second']) {
    document.body.append(Object.assign(document.createElement('dialog'), { id }));
    document.getElementById(id).showModal();
  }`);
  await answer(here.page, 'choose').click();
  await here.page.evaluate(`document.querySelector('#second').close()`);
  await answer(here.page, 'reject').click();
  await rejected(here.page);
});

// https://github.com/dmind-gmbh/extension-cookieman/issues/274
it('where a content blocker hides the question, the page can be used, and a click on the settings leads to their page', async () => {
  for (const at of [site, dialogs]) {
    await using here = await visit(browser, at, '/hidden');
    await here.page.locator('#buy').click();
    assert.equal(await here.page.evaluate('bought'), true);
    await here.page.getByRole('button', { name: 'Privacy' }).click();
    await here.page.waitForURL(/\/policies\/privacy/);
  }
});

it('settings that are opened from a dialog in a shadow tree, which makes the page inert, are shown as a page', async () => {
  await using here = await visit(browser, site, '/menu');
  await decide(here.page, { analytics: false, media: false });
  await here.page.evaluate(`{
    const root = document.querySelector('#host').attachShadow({ mode: 'open' });
    root.innerHTML = '<dialog>Menu <button data-policy-settings>Privacy</button></dialog>';
    root.querySelector('dialog').showModal();
  }`);
  await here.page.getByRole('button', { name: 'Privacy' }).click();
  await here.page.waitForURL(/\/policies\/privacy/);
});

describe('the answer', () => {
  it('by Enter at a switch is what is chosen, not the first button', async () => {
    await using here = await visit(browser, site, '/');
    await answer(here.page, 'choose').click();
    await here.page.locator('[data-rule=media]').focus();
    await here.page.keyboard.press('Space');
    await here.page.keyboard.press('Enter');
    await rejected(here.page);
    assert.equal(await here.page.evaluate(`${CONSENT}.state.gates.media`), 'accepted');
  });

  it('as a plain form stays in the tab, whatever the target of the page is', async () => {
    await using here = await visit(browser, site, '/tab');
    await here.page.route('**/consent.json*', (route) => route.abort());
    await Promise.all([here.page.waitForEvent('load'), answer(here.page, 'reject').click()]);
    assert.equal(here.context.pages().length, 1);
    assert.match(await here.page.evaluate<string>('document.cookie'), /policy_rule_analytics=rejected/);
  });

  it('that is never answered opens the question again', async () => {
    await using here = await visit(browser, site, '/');
    await here.page.clock.install();
    await here.page.route('**/consent.json*', () => {});
    await answer(here.page, 'reject').click();
    await answer(here.page, 'reject').waitFor({ state: 'hidden' });
    await eventually(async () => {
      await here.page.clock.fastForward(20_000);
      await here.page.locator('.pe-consent-note[data-when=failed]').waitFor({ timeout: 200 });
    });
    await answer(here.page, 'reject').waitFor();
  });
});

// https://github.com/orestbida/cookieconsent/issues/153
it('the question follows the language of the page, with what is switched on, unless another one was chosen in it', async () => {
  await using here = await visit(browser, site, '/shared');
  const speak = (lang: string) => here.page.evaluate(`document.documentElement.lang = '${lang}'`);
  const panel = here.page.locator('.pe-consent-panel');
  await answer(here.page, 'choose').click();
  await here.page.locator('[data-rule=media]').check();
  await speak('de_AT');
  await here.page.locator('.pe-consent-panel[lang=de]').waitFor();
  assert.equal(await here.page.locator('[data-rule=media]').isChecked(), true);
  await panel.getByRole('link', { name: 'English' }).click();
  await here.page.locator('.pe-consent-panel[lang=en]').waitFor();
  const requests: string[] = [];
  here.page.on('request', (request) => requests.push(request.url()));
  await speak('de');
  await settle(here.page);
  assert.deepEqual([requests, await panel.getAttribute('lang')], [[], 'en']);
});
