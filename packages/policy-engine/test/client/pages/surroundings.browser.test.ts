/** Pages that are in the way of a client, by what people report of others: layouts, forms, libraries, loaders and trees that come later. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from '../site.ts';

const BODIES: Readonly<Record<string, (context: PageContext) => string | Promise<string>>> = {
  '/list': ({ nonce }) =>
    `<script nonce="${nonce}">window.dataLayer = []; function gtag(...words) { dataLayer.push(words) }</script>`,
  // As Prototype does.
  '/library': ({
    nonce,
  }) => `<script nonce="${nonce}">Array.prototype.entries = function () { return this.slice() }</script>
    <template data-consent="media"><p id="text">Text</p><div><template shadowrootmode="open"><i>Deep</i></template></div></template>`,
  '/loader': ({ partner }) =>
    `<iframe loading="lazy" data-consent="media" data-src="${partner}/lazy" title="Lazy"></iframe>`,
  '/grid': async ({ nonce, consent }) => `<style nonce="${nonce}">body { display: grid; gap: 40px; margin: 0 }</style>
    <main>Text</main>${await consent.renderBanner({ nonce, settingsLink: false })}`,
  '/form': async ({ nonce, consent }) =>
    `<form method="post" action="/form">${await consent.renderBanner({ nonce })}</form>`,
  '/trees': () => '<main></main>',
};
/** Pages that the engine draws the banner of. */
const DRAWN: ReadonlySet<string> = new Set(['/grid', '/form', '/rendered']);

/** As XML, in which Chromium runs modules with `async` only. */
const xml = ({
  nonce,
  partner,
}: PageContext) => `<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Shop</title>
  <link rel="stylesheet" href="/policies/assets/consent.css" /><script async="" type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script></head>
  <body><h1>Shop</h1><iframe data-consent="media" data-src="${partner}/map" title="A map"></iframe>
  <script type="text/plain" data-consent="analytics">window.ran = 1 &lt; 2</script>
  <template data-consent="media"><p id="text">Text</p></template></body></html>`;

async function page(path: string, context: PageContext): Promise<string> {
  if (path === '/page.xhtml') return xml(context);
  const { nonce, consent } = context;
  const rendered = path === '/rendered' ? await consent.renderScripts({ nonce }) : '';
  const body = path === '/rendered' ? await consent.renderBanner({ nonce }) : await BODIES[path]?.(context);
  const include = DRAWN.has(path)
    ? ''
    : `<link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${rendered}${include}
    </head><body><h1>Shop</h1>${body ?? ''}</body></html>`;
}

const CONSENT = `globalThis[Symbol.for('policy-engine.consent')]['/policies']`;
const decide = (on: Page, decisions: object) => on.evaluate<void>(`${CONSENT}.decide(${JSON.stringify(decisions)})`);

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  const frame = { name: 'Film', rule: 'media', environments: ['test'] };
  site = await startSite({
    page,
    scripts: [{ ...frame, script: '<iframe src="http://partner.example/film" title="A film"></iframe>' }],
  });
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

async function visit(path: string) {
  const here = await visitSite(browser, site, { bypassCSP: true });
  await here.page.goto(path);
  await until(here.page, `globalThis[Symbol.for('policy-engine.consent')]?.['/policies'].state`);
  return here;
}

/** All that was asked for by now has been requested. */
const settled = (on: Page) => on.evaluate<void>('new Promise((resolve) => setTimeout(resolve, 200))');

describe('a page', () => {
  // https://github.com/southwellmedia/velocity/issues/8
  it('whose gtag passes on a list tells Google’s tags all the same', async () => {
    await using here = await visit('/list');
    await decide(here.page, { analytics: true });
    assert.equal(
      await here.page.evaluate(
        `dataLayer.filter((one) => one[0] === 'consent').map((one) => String(one) + one[2].analytics_storage).at(-1)`,
      ),
      '[object Arguments]granted',
    );
  });

  it('with a library that replaces entries() of lists opens templates', async () => {
    await using here = await visit('/library');
    await decide(here.page, { media: true });
    await here.page.locator('#text').waitFor();
    assert.deepEqual(here.problems, []);
  });

  // https://github.com/fabiodalez-dev/FAZ-Cookie-Manager/issues/167
  it('with a loader that sets the address of a frame requests nothing if the frame is lazy', async () => {
    await using here = await visit('/loader');
    await here.page.evaluate(`{ const frame = document.querySelector('iframe'); frame.src = frame.dataset.src; }`);
    await settled(here.page);
    assert.deepEqual(site.requests, []);
    await decide(here.page, { media: true });
    await until(here.page, `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/lazy'))`);
    assert.deepEqual(site.requests, ['/lazy']);
  });

  // https://github.com/mdn/browser-compat-data/issues/7886
  it('that is served as XML asks, and runs what was accepted', async () => {
    await using here = await visit('/page.xhtml');
    await here.page.locator('.pe-consent-panel button[value=accept]').first().click();
    await until(here.page, `window.ran && document.querySelector('#text')`);
    await settled(here.page);
    assert.deepEqual(site.requests, ['/map']);
  });

  it('whose body is a grid has no gap before an element that shows nothing in its place', async () => {
    await using here = await visit('/grid');
    await here.page.locator('.pe-consent-panel button[value=reject]').first().click();
    await until(here.page, `${CONSENT}.state.ask === false`);
    const bottom = (selector: string) => `document.querySelector('${selector}').getBoundingClientRect().bottom`;
    // The last of the page is the frame that waits.
    assert.equal(await here.page.evaluate(`${bottom('body')} - ${bottom('iframe')}`), 0);
  });

  it('within a form, in which a parser leaves out that of the banner, asks and records the decision', async () => {
    await using here = await visit('/form');
    await here.page.locator('.pe-consent-panel button[value=accept]').first().click();
    await until(here.page, `${CONSENT}.state.gates.analytics === 'accepted'`);
    assert.equal(new URL(here.page.url()).pathname, '/form');
  });
});

describe('a shadow tree that is registered before its host is in the page', () => {
  const make = (attributes: string) => `{
    globalThis.host = document.createElement('div');
    host.attachShadow({ mode: 'open' }).innerHTML = '<script type="text/plain" data-consent="analytics">window.ran = (window.ran ?? 0) + 1<\\/script>'
      + '<iframe data-consent="media" ${attributes} title="A map"></iframe>';
    ${CONSENT}.watch(host.shadowRoot);
  }`;
  const add = `document.querySelector('main').append(host)`;

  it('begins when it comes, and once', async () => {
    await using here = await visit('/trees');
    await decide(here.page, { analytics: true, media: true });
    await here.page.evaluate(make(`data-src="${site.partner}/map"`));
    await settled(here.page);
    await here.page.evaluate(add);
    await until(here.page, 'window.ran');
    await settled(here.page);
    assert.deepEqual([await here.page.evaluate('ran'), site.requests], [1, ['/map']]);
  });

  it('requests nothing if the consent was withdrawn while it was away', async () => {
    await using here = await visit('/trees');
    await decide(here.page, { media: true });
    await here.page.evaluate(`${make(`data-src="${site.partner}/map"`)} ${add}`);
    await settled(here.page);
    await here.page.evaluate('host.remove()');
    await decide(here.page, { media: false });
    site.requests.length = 0;
    await here.page.evaluate(add);
    await settled(here.page);
    assert.deepEqual(site.requests, []);
  });
});

it('a withdrawal does not name a frame of the server’s HTML that it has taken away', async () => {
  await using here = await visit('/rendered');
  await decide(here.page, { media: true });
  await here.page.reload();
  await until(here.page, `globalThis[Symbol.for('policy-engine.consent')]?.['/policies'].state`);
  assert.equal(await here.page.locator('iframe[src]').count(), 1);
  await decide(here.page, { media: false });
  assert.deepEqual(await here.page.evaluate(`${CONSENT}.running`), []);
  assert.equal(await here.page.locator('iframe[src]').count(), 0);
});
