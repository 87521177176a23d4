/** Tags and frames that wait for consent, in pages whose own scripts look at them. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../../testing/browser.ts';
import { type Site, visitSite } from '../site.ts';
import { CONSENT, decide, gated, settle, type ShopPage, startShop, visit } from './shop.ts';

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

const PAGES: Readonly<Record<string, ShopPage>> = {
  '/itself': {
    body: () => `<div id="parent"><div id="widget"></div>
      ${gated(`window.found = [document.currentScript.previousElementSibling.id, document.currentScript.parentNode.id]`)}</div>
      <script type="text/plain" data-consent="analytics" id="snippet" data-src="data:text/javascript,window.own=document.getElementById('snippet').src"></script>
      ${gated(`document.write('<b id="written">Text</b>'); document.currentScript.remove()`)}`,
  },
  '/listeners': {
    head: () => `<script>window.heard = []; onload = () => heard.push('page')</script>`,
    body: () =>
      gated(`{
        const former = window.onload;
        window.onload = (event) => { former(event); heard.push('around'); };
        const twice = () => heard.push('twice');
        addEventListener('load', twice);
        addEventListener('load', twice);
        const ended = new AbortController();
        addEventListener('load', () => heard.push('ended'), { signal: ended.signal });
        ended.abort();
        document.addEventListener('DOMContentLoaded', ({ bubbles }) => heard.push('bubbles ' + bubbles));
      }`),
  },
  '/quote': {
    body: () =>
      '<template data-consent="media"><blockquote id="quote">Text</blockquote></template><p id="behind">Behind</p>',
  },
  '/drawn': {
    body: () => `<div id="app">${gated('window.ran = true')}<template data-consent="media"><p>Text</p></template></div>
      <img alt="" src="/slow.gif">`,
  },
  // As React's and Next's `onLoad` do it.
  '/waited-for': {
    body: () => `<script type="text/plain" data-consent="analytics" id="good" onload="window.heard = ['handler ' + this.id]" data-src="data:text/javascript,0"></script>
      <script type="text/plain" data-consent="analytics" id="bad" data-src="/missing.js"></script>
      <script>for (const [id, type] of [['good', 'load'], ['good', 'error'], ['bad', 'load'], ['bad', 'error']])
        document.getElementById(id).addEventListener(type, () => heard.push(id + ' ' + type))</script>`,
  },
  '/media': {
    body: ({
      partner,
    }) => `<video id="film"><track id="words" data-consent="media" data-src="${partner}/words.vtt"></video>
      <img id="picture" alt="" src="${PICTURE}" data-src="${partner}/picture" data-consent="media">`,
  },
  '/base': {
    body: ({ partner }) =>
      `<base href="${partner}/"><policy-embed data-consent="media" data-src="films/1" title="Film"></policy-embed>`,
  },
  '/names': {
    head: () =>
      `<script>var origin = 'Paris', performance = {}, innerHeight = 5; function status() {}</script><script>const parent = 1; let event;</script>`,
    body: () => gated('window.ran = true'),
  },
  '/rendered': { isOfVisitor: true },
  '/': { body: ({ nonce }) => gated('window.ran = true', `nonce="${nonce}"`) },
};

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startShop(PAGES, {
    engine: {
      scripts: [
        {
          name: 'map',
          rule: 'media',
          environments: ['test'],
          script: '<iframe src="http://partner.example/map" title="A map"></iframe><img alt="" src=/pixel.gif>',
        },
      ],
    },
  });
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});
beforeEach(() => {
  site.requests.length = 0;
});

const accept = (on: Page) => on.locator('.pe-consent-panel button[value=accept]').click();

describe('a tag that has run', () => {
  it('finds itself by its id, the element before it, and what it wrote before it removed itself', async () => {
    await using here = await visit(browser, site, '/itself');
    await decide(here.page, { analytics: true });
    await until(here.page, `window.own && document.querySelector('#written')`);
    assert.deepEqual(await here.page.evaluate('found'), ['widget', 'parent']);
  });

  // https://github.com/complianz/complianz-gdpr/issues/295
  it('calls no handler of the page again that it has put its own around, and each of its listeners once', async () => {
    await using here = await visit(browser, site, '/listeners');
    await decide(here.page, { analytics: true });
    await settle(here.page);
    assert.deepEqual(await here.page.evaluate('heard'), ['page', 'bubbles true', 'around', 'twice']);
  });
});

it('a tag with an address is told when it has loaded, or could not be', async () => {
  await using here = await visit(browser, site, '/waited-for');
  await here.page.route('**/missing.js', (route) => route.abort());
  await decide(here.page, { analytics: true });
  await until(here.page, 'window.heard?.length === 3');
  await settle(here.page);
  assert.deepEqual(await here.page.evaluate('heard'), ['handler good', 'good load', 'bad error']);
});

// https://github.com/MetaMask/metamask-docs/issues/2850
it('a page of somebody who accepted is as its server has drawn it until frameworks have taken it over', async () => {
  await using here = await visit(browser, site, '/');
  await decide(here.page, { analytics: true, media: true });
  const picture = Promise.withResolvers<void>();
  await here.page.route('**/slow.gif', (route) => picture.promise.then(() => route.abort()));
  await here.page.goto('/drawn', { waitUntil: 'commit' });
  await until(here.page, `performance.getEntriesByType('resource').some(({ name }) => /assets.scripts/.test(name))`);
  await settle(here.page);
  const children = `document.querySelector('#app').childElementCount`;
  assert.deepEqual(await here.page.evaluate(`[window.ran, ${children}]`), [undefined, 2]);
  picture.resolve();
  await until(here.page, `window.ran && ${children} === 4`);
});

// https://github.com/DirkPersky/typo3-dp_cookieconsent/issues/90
it('what a script puts in the place of the content of a template goes with it', async () => {
  await using here = await visit(browser, site, '/quote');
  await decide(here.page, { media: true });
  await here.page.locator('#quote').waitFor();
  await here.page.evaluate(`document.querySelector('#quote').replaceWith(document.createElement('iframe'))`);
  await decide(here.page, { media: false });
  await until(here.page, `!document.querySelector('iframe')`);
  assert.equal(await here.page.locator('#behind').count(), 1);
});

describe('an element that waits', () => {
  // https://github.com/complianz/complianz-gdpr/issues/339
  it('leaves a film of the site and the small picture in its own place as they are', async () => {
    await using here = await visit(browser, site, '/media');
    const source = () => here.page.locator('#picture').getAttribute('src');
    assert.equal(await source(), PICTURE);
    await here.page.evaluate(`{ window.loads = 0; document.querySelector('#film').load = () => { loads += 1; }; }`);
    await decide(here.page, { media: true });
    assert.equal(await source(), `${site.partner}/picture`);
    await decide(here.page, { media: false });
    assert.deepEqual([await source(), await here.page.locator('#words').getAttribute('src')], [null, null]);
    assert.equal(await here.page.evaluate('loads'), 0);
  });

  it('with an address below the base of the page shows what a frame would', async () => {
    await using here = await visit(browser, site, '/base');
    await decide(here.page, { media: true });
    await until(here.page, `document.querySelector('policy-embed > iframe')?.src === '${site.partner}/films/1'`);
  });
});

// https://github.com/kiprotect/klaro/issues/353
it('a frame and a picture that the server has rendered active are taken back on a rejection', async () => {
  await using here = await visit(browser, site, '/rendered');
  await decide(here.page, { media: true });
  await here.page.reload();
  await until(here.page, `${CONSENT}?.state`);
  const active = `[...document.querySelectorAll('iframe,img')].map((one) => one.getAttribute('src'))`;
  assert.deepEqual(await here.page.evaluate(active), ['http://partner.example/map', '/pixel.gif']);
  await decide(here.page, { media: false });
  assert.deepEqual(await here.page.evaluate(active), [null, null]);
});

describe('the client holds', () => {
  it('in a page whose variables are called like members of the window', async () => {
    await using here = await visit(browser, site, '/names');
    await accept(here.page);
    await until(here.page, 'window.ran');
  });

  it('in a browser of 2023, without the newest functions', async () => {
    const init = `delete Array.prototype.toSorted; delete Promise.withResolvers; delete HTMLElement.prototype.showPopover; delete Element.prototype.moveBefore;`;
    await using here = await visit(browser, site, '/', { init });
    await accept(here.page);
    await until(here.page, 'window.ran');
  });

  // https://github.com/cavi-au/Consent-O-Matic/issues/275
  it('where an extension removes the banner whenever it is there, and does not stop the page', async () => {
    const init = `new MutationObserver(() => document.querySelector('policy-consent')?.remove()).observe(document, { childList: true, subtree: true });`;
    await using here = await visitSite(browser, site);
    await here.page.addInitScript(init);
    await here.page.goto('/');
    await until(here.page, CONSENT);
    await decide(here.page, { analytics: true });
    await until(here.page, 'window.ran');
  });
});
