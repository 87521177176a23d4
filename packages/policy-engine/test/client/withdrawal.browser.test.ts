/** The last rejection of a visitor holds: in frames, and whatever the order of responses. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from './site.ts';

async function page(_path: string, { nonce, consent, partner }: PageContext): Promise<string> {
  const banner = await consent.renderBanner({ nonce });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main>
    <policy-embed data-consent="media" data-src="${partner}/film" title="A film"></policy-embed>
    <policy-embed id="script" data-consent="media" data-src="javascript:parent.ran=1" title="No film"></policy-embed>
    <policy-embed id="nowhere" data-consent="media" data-src="https://" title="No film"></policy-embed></main>${banner}`;
}

const CONSENT = `globalThis[Symbol.for('policy-engine.consent')]['/policies']`;
const has = (on: Page, rule: string) => on.evaluate<boolean>(`${CONSENT}.hasConsent('${rule}')`);
const decide = (on: Page, decisions: object) => on.evaluate<void>(`${CONSENT}.decide(${JSON.stringify(decisions)})`);
const frame = (on: Page) => on.locator('policy-embed:first-of-type iframe');
const press = (on: Page, name: string) => on.locator('.pe-consent-panel').getByRole('button', { name }).click();

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  const film = { environments: ['test'], rule: 'media', script: '' };
  site = await startSite({
    page,
    engine: {
      scripts: [
        { ...film, name: 'Films', provider: 'Film Ltd' },
        { ...film, name: 'Maps', provider: 'Maps & Co', domain: 'shop.example', cookies: ['_map'] },
      ],
    },
  });
  await site.publish('media');
  await site.publish('analytics');
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

async function open(on: Page): Promise<void> {
  await on.goto('/');
  await until(on, `${CONSENT}?.state`);
}

/** Delays the response to the page's next request with a method until it is released. */
const holdAnswer = (on: Page, method: string) =>
  on.evaluate<void>(`{
    const { fetch } = globalThis;
    const released = new Promise((letGo) => (globalThis.letGo = letGo));
    globalThis.fetch = async (...parameters) => {
      if ((parameters[1]?.method ?? 'GET') !== '${method}') return fetch(...parameters);
      globalThis.fetch = fetch;
      const answer = await fetch(...parameters);
      globalThis.isAnswered = true;
      await released;
      return answer;
    };
  }`);
const letGo = (on: Page) => on.evaluate<void>('globalThis.letGo()');

describe('a vendor', () => {
  it('can be rejected in the second layer while its purpose is accepted, which removes its frame and its cookies', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await open(on);
    await on.evaluate(`document.querySelector('policy-embed').dataset.consent = 'media:Maps%20%26%20Co'`);
    await press(on, 'Accept all');
    await frame(on).waitFor();
    await on.evaluate(`document.cookie = '_map=1; Path=/'`);
    const panel = on.locator('.pe-consent-panel');
    await on.getByRole('link', { name: 'Privacy settings' }).click();
    await panel.locator('summary').first().click();
    const states = () =>
      on.evaluate<boolean[]>(`[...document.querySelectorAll('[data-rule^=media]')].map(({ checked }) => checked)`);
    assert.deepEqual(await states(), [true, true, true]);
    await panel.getByRole('switch', { name: 'Film Ltd' }).click();
    await panel.getByRole('switch', { name: 'Maps & Co' }).click();
    assert.deepEqual(await states(), [false, false, false]);
    await panel.getByRole('switch', { name: 'Film Ltd' }).click();
    assert.deepEqual(await states(), [true, true, false]);
    await press(on, 'Save choice');
    await on.getByRole('button', { name: 'Always allow: Maps & Co' }).waitFor();
    assert.deepEqual([await has(on, 'media'), await has(on, 'media:Maps%20%26%20Co')], [true, false]);
    assert.equal(await on.evaluate(`document.cookie.includes('_map=')`), false);
    // The page says nothing about the other vendor there.
    await on.getByRole('button', { name: 'Always allow: Maps & Co' }).click();
    await frame(on).waitFor();
    assert.equal(await has(on, 'media:Film%20Ltd'), true);
  });
});

describe('a frame', () => {
  it('that is shown once is removed by the next rejection', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await here.page.getByRole('button', { name: 'Show once' }).first().click();
    await frame(here.page).waitFor();
    await press(here.page, 'Reject all');
    await here.page.getByRole('button', { name: 'Show once' }).first().waitFor();
    assert.equal(await frame(here.page).count(), 0);
  });

  it('is not loaded when its element is inserted again after a rejection', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: true });
    await frame(here.page).waitFor();
    await here.page.evaluate(`(globalThis.place = document.querySelector('policy-embed')).remove()`);
    await decide(here.page, { media: false });
    const before = site.requests.length;
    await here.page.evaluate(`document.querySelector('main').prepend(globalThis.place)`);
    await here.page.getByRole('button', { name: 'Show once' }).first().waitFor();
    assert.equal(await frame(here.page).count(), 0);
    assert.equal(site.requests.length, before);
  });

  it('with another address and another rule depends on the new rule', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: true, analytics: false });
    await frame(here.page).waitFor();
    const before = site.requests.length;
    await here.page.evaluate(`{
      const place = document.querySelector('policy-embed');
      place.dataset.src += '-2';
      place.dataset.consent = 'analytics';
    }`);
    await here.page.getByRole('button', { name: 'Show once' }).first().waitFor();
    assert.equal(site.requests.length, before);
  });

  it('loads only addresses of the web', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: true });
    await frame(here.page).waitFor();
    assert.equal(await here.page.locator('#script iframe, #nowhere iframe').count(), 0);
    assert.equal(await here.page.evaluate('globalThis.ran'), undefined);
  });

  it('that is always allowed is recorded with the answers that were offered', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    const asked = here.page.waitForRequest((request) => request.method() === 'PUT');
    await here.page.getByRole('button', { name: 'Always allow' }).first().click();
    const { decisions, shown } = (await asked).postDataJSON() as { decisions: object; shown: object };
    assert.deepEqual(decisions, { media: true });
    assert.deepEqual(shown, { locale: 'en', choices: ['once', 'accept'], texts: {} });
    await frame(here.page).waitFor();
  });
});

describe('a late response', () => {
  it('does not turn a later rejection into consent', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await holdAnswer(here.page, 'PUT');
    const accepting = decide(here.page, { media: true });
    await until(here.page, 'globalThis.isAnswered');
    await decide(here.page, { media: false });
    const before = site.requests.length;
    await letGo(here.page);
    await accepting;
    assert.equal(await has(here.page, 'media'), false);
    assert.equal(site.requests.length, before);
  });

  it('to a query sent during a decision does not count', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: true });
    await holdAnswer(here.page, 'PUT');
    const refusing = decide(here.page, { media: false });
    await until(here.page, 'globalThis.isAnswered');
    // Like the response of an engine that was queried a moment earlier.
    await here.page.evaluate(`{
      const { fetch } = globalThis;
      globalThis.fetch = async (...parameters) => {
        const answer = await (await fetch(...parameters)).json();
        for (const rule of answer.rules) rule.state = 'accepted';
        return Response.json(answer);
      };
      globalThis.refreshing = ${CONSENT}.refresh();
    }`);
    await letGo(here.page);
    await refusing;
    await here.page.evaluate('globalThis.refreshing');
    assert.equal(await has(here.page, 'media'), false);
  });
});

it('accepting all is an error if the rules cannot be loaded', async () => {
  await using here = await visitSite(browser, site);
  await here.page.route('**/consent.json', (route) => route.abort());
  await here.page.goto('/');
  const accepting = here.page.evaluate(`(async () => {
    const fresh = new (${CONSENT}.constructor)('/policies', true);
    await fresh.decideAll(true);
  })()`);
  await assert.rejects(accepting);
});
