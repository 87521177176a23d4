/** Gated elements as a state: what is active follows from the decision and the present attributes, whatever a router or a server does. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from './site.ts';

const INCLUDE = ({ nonce }: PageContext) =>
  `<link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>`;

const BODIES: Readonly<Record<string, (context: PageContext) => string>> = {
  '/': ({ partner, nonce }) => `
    <iframe id="frame" data-consent="media" data-src="${partner}/map" title="A map"></iframe>
    <img id="picture" data-consent="media" data-src="${partner}/pixel" alt="">
    <link id="sheet" rel="stylesheet" data-consent="media" data-href="${partner}/sheet.css">
    <template data-consent="media"><p id="written">Text</p><img src="${partner}/inner" alt=""></template>
    <main id="place"></main>
    <script type="text/plain" data-consent="analytics" nonce="${nonce}">(window.ran ??= []).push('inline')</script>`,
  '/queue': ({ partner, nonce }) => `
    <main id="place"></main>
    <script type="text/plain" id="hanging" data-consent="analytics" src="${partner}/hanging.js" nonce="${nonce}"></script>
    <script type="text/plain" id="missing" data-consent="analytics" src="${partner}/missing.js" nonce="${nonce}"></script>
    <script type="text/plain" id="throwing" data-consent="analytics" nonce="${nonce}">throw new Error('of the tag')</script>
    <iframe data-consent="analytics" data-srcdoc="<p>Text</p>" title="Text"></iframe>
    <iframe data-consent="analytics" data-src="${partner}/map" title="A map"></iframe>
    <script type="text/plain" data-consent="analytics" src="${partner}/last.js" nonce="${nonce}"></script>`,
  '/late': ({ partner, nonce }) => `
    <main id="place"></main>
    <script nonce="${nonce}">
      window.heard = [];
      for (const [target, type] of [[document, 'readystatechange'], [document, 'DOMContentLoaded'], [window, 'load']])
        target.addEventListener(type, () => heard.push('page ' + type));
      onload = () => heard.push('page onload');
    </script>
    <script type="text/plain" data-consent="analytics" nonce="${nonce}">
      document.addEventListener('readystatechange', () => heard.push('late readystatechange ' + document.readyState));
      document.addEventListener('DOMContentLoaded', { handleEvent: ({ target }) => heard.push('late DOMContentLoaded ' + (target === document)) });
      addEventListener('load', function () { heard.push('late load ' + (this === window)); });
      window.addEventListener('resize', () => heard.push('late resize'));
    </script>
    <script type="text/plain" data-consent="analytics" src="${partner}/onload.js" nonce="${nonce}"></script>`,
};

async function page(path: string, context: PageContext): Promise<string> {
  const body = (BODIES[path] ?? BODIES['/']!)(context);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${INCLUDE(context)}</head><body><h1>Shop</h1>${body}</body></html>`;
}

const CONSENT = `globalThis[Symbol.for('policy-engine.consent')]['/policies']`;
const decide = (on: Page, decisions: object) => on.evaluate<void>(`${CONSENT}.decide(${JSON.stringify(decisions)})`);
const ran = (on: Page) => on.evaluate<string[]>('window.ran ?? []');
const attribute = (on: Page, selector: string, name: string) => on.locator(selector).getAttribute(name);

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    page,
    policy: (partner) =>
      `script-src-elem 'self' 'unsafe-inline' ${partner}; img-src ${partner}; style-src-elem 'self' ${partner}`,
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

async function open(on: Page, path = '/'): Promise<void> {
  await on.goto(path);
  await until(on, `${CONSENT}?.state`);
}

describe('a withdrawal', () => {
  // https://github.com/kiprotect/klaro/issues/353
  it('takes frames, pictures, style sheets and the content of templates back, and a new acceptance gives them again', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    for (let round = 0; round < 2; round += 1) {
      await decide(here.page, { media: true });
      await here.page.frameLocator('#frame').getByText('A film').waitFor();
      await here.page.locator('#written').waitFor();
      assert.match((await attribute(here.page, '#sheet', 'href')) ?? '', /sheet\.css$/);
      await decide(here.page, { media: false });
      assert.deepEqual(
        [
          await attribute(here.page, '#frame', 'src'),
          await attribute(here.page, '#picture', 'src'),
          await attribute(here.page, '#sheet', 'href'),
          await here.page.locator('#written').count(),
        ],
        [null, null, null, 0],
      );
      assert.deepEqual(
        here.page.frames().map((frame) => new URL(frame.url()).pathname),
        ['/', 'blank'],
      );
    }
    assert.deepEqual(await here.page.evaluate(`${CONSENT}.running`), []);
  });

  it('names what has run and cannot be taken back', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { analytics: true });
    await until(here.page, `window.ran?.length`);
    await decide(here.page, { analytics: false });
    assert.deepEqual(await here.page.evaluate(`[${CONSENT}.mustReload, ${CONSENT}.running]`), [true, ['tag']]);
    await decide(here.page, { analytics: true });
    assert.equal(await here.page.evaluate(`${CONSENT}.mustReload`), false);
    assert.deepEqual(await ran(here.page), ['inline']);
  });

  it('takes back what a script of the page makes of an inactive frame', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: false });
    await here.page.evaluate(`{ const frame = document.querySelector('#frame'); frame.src = frame.dataset.src; }`);
    await until(here.page, `!document.querySelector('#frame').hasAttribute('src')`);
  });
});

describe('an element', () => {
  // https://github.com/MHRA/products/issues/447
  it('with a script runs once, however often a router takes it away and writes it again', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { analytics: true });
    await until(here.page, `window.ran?.length`);
    await here.page.evaluate(`(async () => {
      let tag = document.querySelector('script[data-consent]');
      for (let visit = 0; visit < 3; visit += 1) {
        tag.remove();
        await new Promise((resolve) => setTimeout(resolve, 20));
        document.querySelector('#place').append(tag);
        const copy = tag.cloneNode(true);
        await new Promise((resolve) => setTimeout(resolve, 20));
        tag.replaceWith(copy);
        tag = copy;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })()`);
    assert.deepEqual(await ran(here.page), ['inline']);
  });

  it('with data-consent-each-visit runs each time a router writes it', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { analytics: true });
    await here.page.evaluate(`(async () => {
      for (let visit = 0; visit < 3; visit += 1) {
        const tag = document.createElement('script');
        tag.type = 'text/plain';
        tag.dataset.consent = 'analytics';
        tag.dataset.consentEachVisit = '';
        tag.textContent = '(window.ran ??= []).push("visit")';
        document.querySelector('#place').replaceChildren(tag);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })()`);
    assert.deepEqual(
      (await ran(here.page)).filter((name) => name === 'visit'),
      ['visit', 'visit', 'visit'],
    );
  });

  it('follows its attributes: another address, another rule', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: true, analytics: false });
    await here.page.evaluate(`document.querySelector('#frame').dataset.src += '-2'`);
    await until(here.page, `document.querySelector('#frame').src.endsWith('/map-2')`);
    await here.page.evaluate(`document.querySelector('#frame').dataset.consent = 'media analytics'`);
    await until(here.page, `!document.querySelector('#frame').hasAttribute('src')`);
  });

  it('in a shadow tree counts once the tree is registered', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: true });
    await here.page.evaluate(`{
      const root = document.querySelector('#place').attachShadow({ mode: 'open' });
      root.innerHTML = '<img data-consent="media" data-src="${site.partner}/in-shadow" alt="">';
      globalThis.endWatch = ${CONSENT}.watch(root);
    }`);
    await until(here.page, `document.querySelector('#place').shadowRoot.querySelector('img').src`);
    await decide(here.page, { media: false });
    assert.equal(
      await here.page.evaluate(`document.querySelector('#place').shadowRoot.querySelector('img').hasAttribute('src')`),
      false,
    );
  });
});

describe('a fault', () => {
  it('stays with its element: a server that hangs, one that refuses, an exception', async () => {
    await using here = await visitSite(browser, site);
    await here.page.route('**/missing.js', (route) => route.abort());
    await open(here.page, '/queue');
    await here.page.evaluate(`{
      window.faults = [];
      document.addEventListener('policy-consent-error', ({ target, detail }) => faults.push(target.id + ' ' + detail.reason));
    }`);
    await decide(here.page, { analytics: true });
    await until(here.page, `window.ran?.includes('last.js')`);
    assert.deepEqual(await here.page.evaluate('faults'), ['hanging timeout', 'missing load', 'throwing exception']);
    assert.equal(site.requests.includes('/map'), true);
  });

  // https://github.com/orestbida/cookieconsent/issues/570
  it('of a script that is removed while it waits holds nothing up', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page, '/queue');
    await here.page.evaluate(`for (const tag of document.querySelectorAll('#hanging, #missing')) tag.remove()`);
    const accepted = decide(here.page, { analytics: true });
    await here.page.evaluate(`document.querySelector('#throwing').remove()`);
    await accepted;
    await until(here.page, `window.ran?.includes('last.js')`);
  });
});

// https://github.com/mpriour/simpletoc/issues/62, https://github.com/Really-Simple-Plugins/complianz-gdpr/issues/295
it('a script that waits for events of the page that are over hears them, and no other listener is called again', async () => {
  await using here = await visitSite(browser, site);
  await here.context.route('**/onload.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `window.onload = () => heard.push('late onload');` }),
  );
  await open(here.page, '/late');
  await until(here.page, `heard.includes('page onload')`);
  await here.page.evaluate('void (heard.length = 0)');
  await decide(here.page, { analytics: true });
  await until(here.page, `heard.includes('late onload')`);
  assert.deepEqual(await here.page.evaluate('heard'), [
    'late readystatechange complete',
    'late DOMContentLoaded true',
    'late load true',
    'late onload',
  ]);
  assert.equal(await here.page.evaluate(`Object.hasOwn(window, 'addEventListener')`), false);
});

describe('before the engine answers', () => {
  const hold = async (on: Page) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await on.route(/consent\.json|banner\.html/, async (route) => {
      await held;
      await route.continue();
    });
    return release;
  };

  it('an acceptance in the cookies counts', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { analytics: true, media: true });
    const release = await hold(here.page);
    await here.page.reload();
    await until(here.page, `window.ran?.includes('inline')`);
    assert.equal(await here.page.evaluate(`${CONSENT}.state`), null);
    release();
  });

  it('a rejection takes effect at the click, and an acceptance when it is recorded', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: true });
    const release = await hold(here.page);
    const done = decide(here.page, { media: false, analytics: true });
    await until(here.page, `!document.querySelector('#frame').hasAttribute('src')`);
    assert.deepEqual(await ran(here.page), []);
    release();
    await done;
    await until(here.page, `window.ran?.includes('inline')`);
  });

  it('an answer of another browser does not count against a rejection, and the console says so', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    const old = await here.page.evaluate<string>(`(async () => {
      await ${CONSENT}.decide({ analytics: true, media: true });
      return (await fetch('/policies/consent.json')).text();
    })()`);
    await decide(here.page, { analytics: false, media: false });
    await here.page.route('**/consent.json*', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ body: old, contentType: 'application/json' })
        : route.continue(),
    );
    site.requests.length = 0;
    await here.page.reload();
    await until(here.page, `${CONSENT}?.state`);
    await here.page.evaluate(`${CONSENT}.refresh()`);
    assert.deepEqual(await ran(here.page), []);
    assert.deepEqual(site.requests, []);
    assert.match(here.problems.join('\n'), /of another browser/);
  });
});

// https://github.com/prebid/Prebid.js/issues/12724
it('a page that is prerendered runs and records nothing before somebody looks at it', async () => {
  await using here = await visitSite(browser, site);
  // The browser of the tests does not prerender: the page is told that it does.
  await here.page.addInitScript(`{
    let prerendering = true;
    Object.defineProperty(Document.prototype, 'prerendering', { get: () => prerendering });
    globalThis.activate = () => { prerendering = false; document.dispatchEvent(new Event('prerenderingchange')); };
  }`);
  await here.context.addCookies([{ name: 'policy_rule_analytics', value: 'accepted', url: site.url }]);
  const asked: string[] = [];
  here.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await here.page.goto('/');
  await here.page.waitForLoadState('networkidle');
  assert.deepEqual([await ran(here.page), asked.includes('/policies/consent.json')], [[], false]);
  await here.page.evaluate('activate()');
  await until(here.page, `window.ran?.includes('inline') && ${CONSENT}.state`);
});

describe('a browser', () => {
  for (const [what, code] of Object.entries({
    'without BroadcastChannel': `delete globalThis.BroadcastChannel`,
    'whose BroadcastChannel throws': `globalThis.BroadcastChannel = class { constructor() { throw new DOMException('no', 'SecurityError'); } }`,
    'whose storage throws': `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get() { throw new DOMException('no', 'SecurityError'); } })`,
    'without locks': `Object.defineProperty(navigator, 'locks', { value: undefined })`,
    'without crypto.randomUUID': `delete Crypto.prototype.randomUUID`,
    'without cookieStore': `delete globalThis.cookieStore`,
  })) {
    it(`${what} records a decision and applies it`, async () => {
      await using here = await visitSite(browser, site);
      await here.page.addInitScript(code);
      await open(here.page);
      await here.page.locator('.pe-consent-panel').getByRole('button', { name: 'Accept all' }).click();
      await until(here.page, `window.ran?.includes('inline')`);
      await decide(here.page, { analytics: false });
      assert.equal(await here.page.evaluate(`${CONSENT}.hasConsent('analytics')`), false);
      assert.deepEqual(here.problems, []);
    });
  }

  it('that keeps no cookies is not asked to record a decision by itself', async () => {
    await using here = await visitSite(browser, site);
    await here.page.addInitScript(
      `Object.defineProperty(Document.prototype, 'cookie', { configurable: true, get: () => '', set() {} })`,
    );
    await open(here.page);
    assert.equal(await here.page.evaluate(`${CONSENT}.keepsCookies`), false);
  });
});

// https://github.com/orestbida/cookieconsent/issues/728, https://github.com/orestbida/cookieconsent/issues/814
describe('the banner and the way to withdraw remain when a router', () => {
  for (const [what, code] of Object.entries({
    'replaces the body': `const body = document.createElement('body'); body.innerHTML = '<main><h1>Next</h1></main>'; document.body.replaceWith(body)`,
    'writes the body anew': `document.body.innerHTML = '<main><h1>Next</h1></main>'`,
    'removes what the new page lacks': `for (const child of [...document.body.children]) if (child.localName !== 'h1') child.remove()`,
  })) {
    it(what, async () => {
      await using here = await visitSite(browser, site);
      await open(here.page);
      const panel = here.page.locator('.pe-consent-panel');
      await panel.waitFor();
      await here.page.evaluate(`{ ${code} }`);
      await panel.waitFor();
      await panel.getByRole('button', { name: 'Accept all' }).click();
      await until(here.page, `${CONSENT}.hasConsent('analytics')`);
      await here.page.getByRole('link', { name: 'Privacy settings' }).click();
      await panel.waitFor();
      assert.equal(await here.page.locator('policy-consent').count(), 1);
    });
  }
});
