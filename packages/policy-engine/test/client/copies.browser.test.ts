/** What routers and browsers have kept of a page: it comes back as it was, after another decision. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, type Visitor, visitSite } from './site.ts';

async function page(path: string, { nonce, consent, partner }: PageContext): Promise<string> {
  const include = `<link rel="stylesheet" href="/policies/assets/consent.css">
    <script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>`;
  const banner = path === '/drawn' ? await consent.renderBanner({ nonce, stylesheet: false }) : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${banner ? '' : include}</head><body>
    <iframe data-consent="media" data-src="${partner}/map" title="A map"></iframe>
    <img data-consent="media" data-src="${partner}/pixel" alt="">
    <policy-embed data-consent="media" data-src="${partner}/film" title="A film"><a href="${partner}/watch">Watch</a></policy-embed>
    <template data-consent="media"> <p id="words">Words</p> </template>
    <script type="text/plain" data-consent="media" src="${partner}/tag.js" nonce="${nonce}"></script>${banner}</body></html>`;
}

const CONSENT = `globalThis[Symbol.for('policy-engine.consent')]['/policies']`;
const ADMIN = 'admin=1';

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({ page, policy: (partner) => `img-src ${partner}` });
  await site.publish('analytics');
  await site.publish('media');
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});
beforeEach(() => {
  site.requests.length = 0;
});

const known = (on: Page) => until(on, `${CONSENT}.state`);
const accept = (on: Page) => on.evaluate<void>(`${CONSENT}.decideAll(true)`);
const frame = (on: Page) => on.locator('policy-embed iframe');

/** Everything of the page is active. */
async function accepted(path = '/'): Promise<Visitor> {
  const here = await visitSite(browser, site);
  await here.page.goto(path);
  await known(here.page);
  await accept(here.page);
  await until(here.page, '(window.ran ?? []).length === 1');
  await frame(here.page).waitFor();
  return here;
}

/** Withdraws as a page of the engine does: by a form. */
const REJECT = `fetch('/policies/consent', { method: 'POST', body: new URLSearchParams({ all: 'reject' }), redirect: 'manual' })`;

test('a frame is not loaded from the session history after a withdrawal', async () => {
  await using here = await accepted();
  const { page: on } = here;
  await until(on, `document.querySelectorAll('iframe[src]').length === 2`);
  await on.goto('/elsewhere');
  await on.evaluate(REJECT);
  site.requests.length = 0;
  await on.goBack({ waitUntil: 'networkidle' });
  assert.deepEqual(site.requests, []);
  assert.deepEqual(
    on.frames().map((one) => new URL(one.url(), site.url).pathname),
    ['/', 'blank', 'blank'].slice(0, on.frames().length),
  );
});

test('a copy of the body that a router shows requests nothing after a withdrawal, and runs nothing again', async () => {
  await using here = await accepted();
  const { page: on } = here;
  await on.evaluate(`window.copy = document.body.cloneNode(true)`);
  await on.evaluate(`${CONSENT}.decideAll(false)`);
  site.requests.length = 0;
  // As Turbo does it: scripts of the new body are created again.
  await on.evaluate(`{
    document.dispatchEvent(new CustomEvent('turbo:before-render', { detail: { newBody: copy } }));
    for (const script of copy.querySelectorAll('script')) {
      const again = document.createElement('script');
      for (const { name, value } of script.attributes) again.setAttribute(name, value);
      script.replaceWith(again);
    }
    document.body.replaceWith(copy);
  }`);
  await on.waitForLoadState('networkidle');
  await until(on, `!document.querySelector('[data-consent-given]')`);
  assert.deepEqual(site.requests, []);
  assert.equal(await on.evaluate('ran.length'), 1);
});

// https://github.com/hotwired/turbo/issues/1067
test('what is active stays when a router compares the page with the HTML of the server, and goes with a withdrawal', async () => {
  await using here = await accepted();
  const { page: on } = here;
  await on.locator('#words').waitFor();
  const requested = [...site.requests];
  // As Idiomorph, morphdom, nanomorph, Alpine, Turbo and htmx do it: what that HTML lacks is taken away, or becomes a part of what it has.
  await on.evaluate(`{
    for (const one of document.querySelectorAll('[data-consent-given]'))
      for (const name of one.getAttributeNames())
        if (!/^(type|title|alt|nonce|data-(consent|src))$/.test(name)) one.removeAttribute(name);
    const words = document.querySelector('#words');
    for (const name of words.getAttributeNames()) words.removeAttribute(name);
    words.textContent = 'Of the page';
  }`);
  await on.waitForLoadState('networkidle');
  await on.locator('#words').waitFor();
  assert.deepEqual(site.requests, requested);
  assert.equal(await on.locator('body > :is(iframe, img)[src][data-consent-given]').count(), 2);
  await on.evaluate(`${CONSENT}.decideAll(false)`);
  await until(on, `!document.querySelector('[data-consent-given], iframe[src]')`);
  assert.deepEqual(await on.locator('body > p').allTextContents(), ['Of the page']);
  // An address that changes is followed.
  await accept(on);
  await on.evaluate(`document.querySelector('iframe').dataset.src += '?2'`);
  await until(on, `document.querySelector('iframe').src.endsWith('?2')`);
});

test('an embedded frame is shown again after a router has changed it to what the server wrote', async () => {
  await using here = await accepted();
  const { page: on } = here;
  await on.evaluate(`{
    const link = document.createElement('a');
    link.href = '/watch';
    document.querySelector('policy-embed').replaceChildren(link);
  }`);
  await frame(on).waitFor();
  assert.equal(await on.locator('policy-embed > *').count(), 1);
});

test('an embedded frame goes at the click on a rejection, before it is recorded', async () => {
  await using here = await accepted();
  const { page: on } = here;
  await on.route('**/policies/consent.json', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await assert.rejects(on.evaluate(`${CONSENT}.decideAll(false)`));
  assert.equal(await frame(on).count(), 0);
});

test('the question is in sight at once when a router has replaced the body, in a browser without idle callbacks too', async () => {
  await using here = await visitSite(browser, site);
  const { page: on } = here;
  await on.addInitScript('delete window.requestIdleCallback');
  await on.goto('/');
  await on.locator('body > .pe-consent-stack > .pe-consent-panel').waitFor();
  const wasHidden = await on.evaluate(`new Promise((resolve) => {
    document.body.replaceWith(document.createElement('body'));
    setTimeout(() => resolve(!document.querySelector('.pe-consent-panel').checkVisibility()));
  })`);
  assert.equal(wasHidden, false);
});

for (const path of ['/', '/drawn']) {
  test(`a banner that a router brings back does not bring back what was known before: ${path}`, async () => {
    await using here = await visitSite(browser, site);
    const { page: on } = here;
    await on.goto(path);
    await known(on);
    await until(on, `document.querySelector('.pe-consent-panel')`);
    // Somebody signs in to an account that has accepted elsewhere.
    const headers = { cookie: ADMIN, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const body = JSON.stringify({ decisions: { analytics: true, media: true } });
    const target = `${site.url}/policies/consent.json`;
    assert.equal((await site.engine.fetch(new Request(target, { method: 'PUT', headers, body }))).status, 200);
    await here.context.addCookies([{ name: 'admin', value: '1', url: site.url }]);
    await on.evaluate(`${CONSENT}.refresh()`);
    await frame(on).waitFor();
    await on.evaluate(`{
      const banner = document.querySelector('policy-consent');
      banner.remove();
      document.body.append(banner);
    }`);
    await on.waitForLoadState('networkidle');
    assert.equal(await on.evaluate(`${CONSENT}.hasConsent('media')`), true);
    await frame(on).waitFor();
  });
}

test('the note about cookies can be closed where the browser forbids storage, too', async () => {
  await using here = await visitSite(browser, site);
  const { page: on } = here;
  await on.addInitScript(
    `Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('forbidden'); } })`,
  );
  await on.goto('/');
  await known(on);
  await on.evaluate(`{
    Object.defineProperty(${CONSENT}, 'keepsCookies', { value: false });
    document.dispatchEvent(new CustomEvent('policy-consent-change'));
  }`);
  const note = on.getByText('Your browser keeps no cookies');
  await note.waitFor();
  await on.getByRole('button', { name: 'Close' }).click();
  await on.evaluate(`document.dispatchEvent(new CustomEvent('policy-consent-change'))`);
  assert.equal(await note.isVisible(), false);
});
