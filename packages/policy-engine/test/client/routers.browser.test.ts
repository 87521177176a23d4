/** `data-policy-settings` opens the settings on pages whose router takes every click on a link for itself. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from './site.ts';

/** Routers as they are written: what is followed is noted instead of shown. */
const ROUTERS: Readonly<Record<string, string>> = {
  'listens on the document, and never asks whether a click was handled': `document.addEventListener('click', follow)`,
  'listens on the document, and leaves a handled click alone': `document.addEventListener('click', (event) => event.defaultPrevented || follow(event))`,
  'listens on the element that contains the page': `document.querySelector('main').addEventListener('click', follow)`,
  'listens while the document captures, and replaces the page at once': `document.addEventListener('click', (event) => { if (follow(event)) event.target.remove(); }, true)`,
  'listens while the window captures': `addEventListener('load', () => addEventListener('click', follow, true))`,
};

const FOLLOW = `
  window.followed = [];
  window.heard = [];
  function follow(event) {
    const link = event.composedPath().find((node) => node.localName === 'a');
    if (!link || event.ctrlKey) return false;
    event.preventDefault();
    followed.push(link.id);
    return true;
  }`;

async function page(path: string, { nonce, consent }: PageContext): Promise<string> {
  const banner = await consent.renderBanner({ nonce, returnTo: path, stylesheet: false });
  const router = Object.values(ROUTERS)[Number(path.slice(1))] ?? '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <link rel="stylesheet" href="/policies/assets/consent.css"></head><body><main>
    <p><a href="/policies/consent" id="link" data-policy-settings><svg width="24" height="24"><circle r="9" cx="9" cy="9" /></svg> <b>Privacy</b></a></p>
    <p><a href="/policies/consent" id="other-tab" target="_blank" data-policy-settings>Privacy</a></p>
    <p><a href="/elsewhere" id="elsewhere">Elsewhere</a></p>
    <p><button id="button" data-policy-settings>Privacy</button></p>
    <p id="shadow"></p><p id="later"></p></main>${banner}
    <script nonce="${nonce}">${FOLLOW}
      document.querySelector('#shadow').attachShadow({ mode: 'open' }).innerHTML = '<a href="/policies/consent" id="inner" data-policy-settings><i>Privacy</i></a>';
      document.querySelector('#button').addEventListener('click', () => heard.push('button'));
      ${router};
    </script></body></html>`;
}

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({ page });
  await site.publish('analytics');
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

const isOpen = (here: Page) => here.evaluate<boolean>(`!document.querySelector('.pe-consent-panel').hidden`);

/** Goes to a page as somebody who has accepted, and does so first if they have not. */
async function returned(here: Page, path: string): Promise<void> {
  await here.goto(path);
  await until(here, `document.querySelector('policy-consent')?.consent.state`);
  if (!(await isOpen(here))) return;
  await here.locator('.pe-consent-panel').getByRole('button', { name: 'Accept' }).click();
  await until(here, `document.querySelector('.pe-consent-panel').hidden`);
}

test('links and buttons that open the settings work below every kind of client router', async (t) => {
  await using visitor = await visitSite(browser, site);
  const { page: here } = visitor;
  const isOpenAfter = async (act: () => Promise<unknown>, what: string) => {
    await act();
    // The code of the banner is loaded with the first click.
    await until(here, `!document.querySelector('.pe-consent-panel').hidden`);
    assert.deepEqual(await here.evaluate('followed'), [], what);
    await here.evaluate(`document.querySelector('policy-consent').close()`);
  };
  for (const [index, name] of Object.keys(ROUTERS).entries()) {
    await t.test(`a router that ${name}`, async () => {
      await returned(here, `/${index}`);
      await isOpenAfter(() => here.locator('#link b').click(), 'a child of the link');
      await isOpenAfter(() => here.locator('#link circle').click(), 'a drawing in the link');
      await isOpenAfter(() => here.locator('#inner i').click(), 'in a shadow tree');
      await isOpenAfter(() => here.locator('#other-tab').click(), 'a link for another tab');
      await isOpenAfter(async () => {
        await here.evaluate(
          `document.querySelector('#later').innerHTML = '<a href="/policies/consent" data-policy-settings>Privacy</a>'`,
        );
        await here.locator('#later a').click();
      }, 'a link that was added later');
      await isOpenAfter(async () => {
        await here.locator('#link').focus();
        await here.keyboard.press('Enter');
      }, 'the keyboard');
      await isOpenAfter(() => here.locator('#button').click(), 'a button');
      assert.deepEqual(await here.evaluate('heard'), ['button'], "the page's own listener of the button runs");
      assert.equal(visitor.context.pages().length, 1);
      await here.locator('#elsewhere').click();
      assert.deepEqual(await here.evaluate('followed'), ['elsewhere'], 'other links are the router’s');
    });
  }
});

test('a link to the settings is left to the browser with a modifier key, and to the page if it has handled the click', async () => {
  await using visitor = await visitSite(browser, site);
  const { page: here, context } = visitor;
  await returned(here, '/none');
  for (const act of [
    () => here.locator('#link b').click({ modifiers: ['ControlOrMeta'] }),
    () => here.locator('#link b').click({ button: 'middle' }),
  ]) {
    const [opened] = await Promise.all([context.waitForEvent('page'), act()]);
    await opened.waitForURL('**/policies/**');
    await opened.close();
    assert.equal(await isOpen(here), false);
  }
  await here.goto('/none');
  await here.evaluate(`addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true })`);
  await until(here, `document.querySelector('policy-consent')?.consent.state`);
  // The listener of the page comes before that of an element that is added after it.
  await here.evaluate(
    `(() => { const banner = document.querySelector('policy-consent'); document.body.append(banner); })()`,
  );
  await here.locator('#link b').click();
  assert.equal(await isOpen(here), false);
  await here.locator('#link b').click();
  await until(here, `!document.querySelector('.pe-consent-panel').hidden`);
});
