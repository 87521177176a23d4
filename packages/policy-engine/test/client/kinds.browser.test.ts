/** Further elements, windows and pages of each kind that the reports are about: see `reported.browser.test.ts`. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { eventually, launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from './site.ts';

const TYPES = `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types policy-engine">`;

/** Bodies by path; `scripts` are those of a person's page. */
const BODIES: Readonly<Record<string, (context: PageContext) => string>> = {
  '/': () => `<main id="place"></main><a href="/policies/consent" data-policy-settings>Settings</a>
    <form data-policy-settings id="opening"><input name="matches"></form>
    <button type="button" data-policy-settings>Change</button>`,
  '/written': ({ partner, nonce }) => `<main id="place"></main>
    <script type="text/plain" data-consent="analytics" nonce="${nonce}">
      (window.ran ??= []).push('first');
      document.write('<p id="written">Text</p><script src="${partner}/a.js"></' + 'script><script>ran.push("needs " + ran.at(-1)); document.write("<i id=inner></i>")</' + 'script>');
    </script>
    <script type="text/plain" data-consent="analytics" nonce="${nonce}">ran.push('last')</script>`,
  '/types': ({ partner, nonce }) => `
    <object data-consent="media" data-data="${partner}/object" id="object"></object>
    <embed data-consent="media" data-src="${partner}/embed" id="embed">
    <iframe data-consent="media" data-srcdoc="<p>In it</p>" title="In it"></iframe>
    <script type="text/plain" data-consent="media" onload="window.loaded = 'by its handler'" src="${partner}/tag.js" nonce="${nonce}"></script>`,
  '/order': ({ partner, nonce }) => `
    <script type="text/plain" data-consent="analytics" defer src="${partner}/slow.js" nonce="${nonce}"></script>
    <script type="text/plain" data-consent="analytics" nomodule src="${partner}/old.js" nonce="${nonce}"></script>
    <svg><script type="text/plain" data-consent="analytics" nonce="${nonce}">ran.push('in a drawing')</script></svg>
    <script type="text/plain" data-consent="analytics" data-type="application/ld+json" id="data" nonce="${nonce}">{"@type":"Thing"}</script>
    <script type="text/plain" data-consent="analytics" integrity="sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" crossorigin src="${partner}/other.js" nonce="${nonce}"></script>
    <script type="text/plain" data-consent="analytics" data-type="module" src="${partner}/module.js" nonce="${nonce}"></script>
    <script type="text/plain" data-consent="analytics" src="${partner}/last.js" nonce="${nonce}"></script>`,
  '/places': ({ partner }) => `<main id="place"></main><section id="elsewhere"></section>
    <template id="template" data-consent="media"><p id="content">Text</p></template>
    <template data-consent="media"><div id="host"><template shadowrootmode="open"><p>In the shadow</p></template></div></template>
    <picture><source data-consent="media" data-srcset="${partner}/source"><img id="picture" data-consent="media" data-src="${partner}/picture" alt=""></picture>
    <video data-consent="media" data-poster="${partner}/poster" data-src="${partner}/film" id="film"></video>
    <link id="preload" rel="preload" as="image" data-consent="media" data-href="${partner}/preload">
    <link id="module" rel="modulepreload" data-consent="media" data-href="${partner}/preload.js">
    <svg><image id="drawn" data-consent="media" data-href="${partner}/drawn" width="1" height="1"/><use id="use" data-consent="media" data-href="#drawn"/></svg>`,
};

async function page(path: string, context: PageContext): Promise<string> {
  const head = `<link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js" nonce="${context.nonce}"></script>`;
  const body = (BODIES[path] ?? BODIES['/']!)(context);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${path === '/types' ? TYPES : ''}${head}</head><body><h1>Shop</h1>${body}</body></html>`;
}

const CONSENT = `globalThis[Symbol.for('policy-engine.consent')]['/policies']`;
const decide = (on: Page, decisions: object) => on.evaluate<void>(`${CONSENT}.decide(${JSON.stringify(decisions)})`);
const ran = (on: Page) => on.evaluate<string[]>('window.ran ?? []');
/** Two turns of the page: what is observed has been applied. */
const settle = (on: Page) => on.evaluate('new Promise((resolve) => setTimeout(() => setTimeout(resolve, 30)))');
const panelOf = (on: Page) => on.locator('.pe-consent-panel');

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    page,
    policy: (partner) =>
      `script-src-elem 'self' 'unsafe-inline' ${partner}; script-src-attr 'unsafe-inline'; img-src ${partner}; media-src ${partner}; object-src ${partner}; style-src-elem 'self' ${partner}`,
  });
  for (const rule of ['analytics', 'media']) await site.publish(rule);
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

describe('an element', () => {
  it('that was made in another window is treated like one of this', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { analytics: true, media: true });
    await here.page.evaluate(`{
      const frame = document.body.appendChild(document.createElement('iframe'));
      const other = frame.contentDocument;
      const made = other.createElement('div');
      made.innerHTML = '<img id="adopted" data-consent="media" data-src="${site.partner}/adopted"><script type="text/plain" data-consent="analytics">(window.ran ??= []).push("adopted")</' + 'script>';
      document.querySelector('#place').append(document.adoptNode(made));
    }`);
    await until(here.page, `window.ran?.includes('adopted') && document.querySelector('#adopted').src`);
    await decide(here.page, { media: false });
    assert.equal(await here.page.locator('#adopted').getAttribute('src'), null);
  });

  it('beside a form whose inputs are called like methods is treated like any other', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: true });
    const names =
      'matches querySelectorAll getAttribute setAttribute hasAttribute toggleAttribute removeAttribute nodeType nodeName localName isConnected childElementCount remove children closest parentNode contains'.split(
        ' ',
      );
    await here.page.evaluate(`{
      const place = document.querySelector('#place');
      place.innerHTML = '<form>' + ${JSON.stringify(names)}.map((name) => '<input name="' + name + '">').join('') + '<img id="inside" data-consent="media" data-src="${site.partner}/inside"></form><img id="behind" data-consent="media" data-src="${site.partner}/behind">';
    }`);
    await until(here.page, `document.querySelector('#behind').src && document.querySelector('#inside').src`);
    await here.page.evaluate(`document.querySelector('#place').replaceChildren()`);
    await settle(here.page);
    // The driver's own click calls these methods.
    await here.page.evaluate(
      `document.querySelector('#opening').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))`,
    );
    await panelOf(here.page).getByRole('button', { name: 'Reject all' }).waitFor();
    assert.deepEqual(here.problems, []);
  });

  it('that a router keeps while the consent is withdrawn requests nothing when it comes back', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: true });
    await here.page.evaluate(`{
      const place = document.querySelector('#place');
      place.innerHTML = '<div><iframe data-consent="media" data-src="${site.partner}/kept" title="A film"></iframe><link rel="stylesheet" data-consent="media" data-href="${site.partner}/kept.css"></div>';
    }`);
    await until(here.page, `document.querySelector('#place iframe').src`);
    await here.page.evaluate(`{ globalThis.kept = document.querySelector('#place > div'); kept.remove(); }`);
    await decide(here.page, { media: false });
    site.requests.length = 0;
    await here.page.evaluate(`document.querySelector('#place').append(kept)`);
    await settle(here.page);
    assert.deepEqual(site.requests, []);
    await decide(here.page, { media: true });
    await until(here.page, `document.querySelector('#place iframe').src`);
  });

  it('with a frame has a name that no page before has used, and keeps its own: WebKit takes what it loads from the history by the name', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { media: true });
    const add = async () => {
      await here.page.evaluate(`{
        const place = document.querySelector('#place');
        place.innerHTML = '<iframe data-consent="media" data-src="${site.partner}/one" title="One"></iframe><iframe data-consent="media" data-src="${site.partner}/two" name="own" title="Two"></iframe>';
      }`);
      await until(here.page, `[...document.querySelectorAll('#place iframe')].every((frame) => frame.src)`);
      return here.page.evaluate<string[]>(`[...document.querySelectorAll('#place iframe')].map((frame) => frame.name)`);
    };
    const [one, own] = await add();
    assert.ok(one);
    assert.equal(own, 'own');
    assert.notEqual((await add())[0], one);
  });

  it('of each kind is active after an acceptance, and is not after a rejection', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page, '/places');
    const active = `[...document.querySelectorAll('[data-consent]:not(template)')].filter((one) => ['src', 'srcset', 'href', 'poster'].some((name) => one.hasAttribute(name))).map((one) => one.id || one.localName)`;
    assert.deepEqual(await here.page.evaluate(active), []);
    await decide(here.page, { media: true });
    assert.deepEqual(await here.page.evaluate(active), [
      'source',
      'picture',
      'film',
      'preload',
      'module',
      'drawn',
      'use',
    ]);
    // A picture takes its first source.
    const wanted = ['/source', '/poster', '/film', '/preload', '/preload.js', '/drawn'];
    await eventually(async () => {
      assert.deepEqual(
        wanted.filter((path) => !site.requests.includes(path)),
        [],
      );
    });
    await decide(here.page, { media: false });
    assert.deepEqual(await here.page.evaluate(active), []);
    // NETWORK_EMPTY: nothing is loaded or played.
    assert.equal(await here.page.evaluate(`document.querySelector('#film').networkState`), 0);
  });
});

describe('a template', () => {
  it('keeps its content beside it when it is moved, and its gates when they change', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page, '/places');
    await decide(here.page, { media: true, analytics: true });
    await until(here.page, `document.querySelector('#template').nextSibling.id === 'content'`);
    await here.page.evaluate(`document.querySelector('#elsewhere').append(document.querySelector('#template'))`);
    await until(
      here.page,
      `document.querySelector('#elsewhere #content') && document.querySelectorAll('#content').length === 1`,
    );
    await here.page.evaluate(`document.querySelector('#template').dataset.consent = 'analytics'`);
    await settle(here.page);
    await decide(here.page, { media: false });
    assert.equal(await here.page.locator('#content').count(), 1);
    await decide(here.page, { analytics: false });
    assert.equal(await here.page.locator('#content').count(), 0);
  });

  it('gives its content the shadow trees that are declared in it', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page, '/places');
    await decide(here.page, { media: true });
    await until(here.page, `document.querySelector('#host')?.shadowRoot?.textContent.trim() === 'In the shadow'`);
  });
});

describe('a script', () => {
  it('writes scripts that run in their order, and may write themselves', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page, '/written');
    await decide(here.page, { analytics: true });
    await until(here.page, `window.ran?.includes('last')`);
    assert.deepEqual(await ran(here.page), ['first', 'a.js', 'needs a.js', 'last']);
    assert.equal(await here.page.locator('#written, #inner').count(), 2);
    assert.equal(await here.page.locator('h1').count(), 1);
  });

  it('of each kind keeps its order, and what browsers would not run does not run', async () => {
    await using here = await visitSite(browser, site);
    await here.context.route('**/module.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: `ran.push('module')`,
      }),
    );
    await open(here.page, '/order');
    await here.page.evaluate(
      `{ window.faults = []; document.addEventListener('policy-consent-error', ({ detail }) => faults.push(detail.reason)); }`,
    );
    await decide(here.page, { analytics: true });
    await until(here.page, `window.ran?.includes('last.js')`);
    assert.deepEqual(await ran(here.page), ['slow.js', 'in a drawing', 'module', 'last.js']);
    assert.deepEqual(await here.page.evaluate('faults'), ['load']);
  });

  it('that is data goes with a withdrawal and comes back with an acceptance', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page, '/order');
    const blocks = here.page.locator('script[type="application/ld+json"]');
    for (let round = 0; round < 2; round += 1) {
      await decide(here.page, { analytics: true });
      await until(here.page, `document.querySelectorAll('script[type="application/ld+json"]').length === 1`);
      await decide(here.page, { analytics: false });
      assert.equal(await blocks.count(), 0);
    }
  });

  it('gets its code after it was inserted', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { analytics: true });
    await here.page.evaluate(`{
      const script = document.createElement('script');
      script.type = 'text/plain';
      script.dataset.consent = 'analytics';
      document.querySelector('#place').append(script);
      setTimeout(() => script.append('(window.ran ??= []).push("filled")'), 50);
    }`);
    await until(here.page, `window.ran?.includes('filled')`);
    assert.deepEqual(await ran(here.page), ['filled']);
  });
});

it('objects, embeds, frames and handlers work where Trusted Types are enforced', async () => {
  await using here = await visitSite(browser, site);
  await open(here.page, '/types');
  await decide(here.page, { media: true });
  await until(
    here.page,
    `window.loaded && document.querySelector('#embed').src && document.querySelector('#object').data`,
  );
  await here.page.frameLocator('iframe').getByText('In it').waitFor();
  assert.deepEqual(here.problems, []);
});

describe('two engines in one page', () => {
  it('run a script once, and agree on what is active', async () => {
    await using here = await visitSite(browser, site);
    await open(here.page);
    await decide(here.page, { analytics: true, media: true });
    const answer = await here.page.evaluate<object>(
      `fetch('/policies/consent.json').then((response) => response.json())`,
    );
    await here.page.route('**/second/consent.json*', (route) =>
      route.fulfill({ json: { ...answer, ask: false, gates: { other: 'accepted' }, rules: [], clear: [] } }),
    );
    await here.page.evaluate(
      `import('/policies/assets/consent.js').then(({ policyConsent }) => { globalThis.second = policyConsent('/second'); return second.refresh(); })`,
    );
    await until(here.page, `second.state`);
    await here.page.evaluate(
      `document.querySelector('#place').innerHTML = '<img id="first" data-consent="media" data-src="${site.partner}/first"><img id="other" data-consent="other" data-src="${site.partner}/other"><script type="text/plain" data-consent="analytics">(window.ran ??= []).push("both")</' + 'script>'`,
    );
    await until(
      here.page,
      `window.ran && document.querySelector('#first').src && document.querySelector('#other').src`,
    );
    await settle(here.page);
    assert.deepEqual(await ran(here.page), ['both']);
    await decide(here.page, { media: false });
    await settle(here.page);
    assert.equal(await here.page.locator('#first').getAttribute('src'), null);
    assert.deepEqual(here.problems, []);
  });
});

describe('somebody who opens the settings', () => {
  for (const what of ['link', 'button'] as const) {
    it(`by a ${what} gets a page of the engine if the code of the banner is blocked`, async () => {
      await using here = await visitSite(browser, site);
      await open(here.page);
      await decide(here.page, { analytics: true, media: true });
      await here.page.route('**/banner.*.js*', (route) => route.abort());
      await here.page.reload();
      await until(here.page, `${CONSENT}?.state`);
      await here.page.getByRole(what, { name: what === 'link' ? 'Settings' : 'Change', exact: true }).click();
      await here.page.waitForURL(/\/policies\/privacy/);
      await here.page.getByRole('button', { name: /Reject all/ }).waitFor();
    });
  }
});

describe('a browser', () => {
  for (const [what, code] of Object.entries({
    'whose storage is full': `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }`,
    'whose clock is a year ahead': `{ const now = Date.now; Date.now = () => now() + 366 * 864e5; }`,
    'whose clock is a year behind': `{ const now = Date.now; Date.now = () => now() - 366 * 864e5; }`,
  })) {
    it(`${what} records a decision, and keeps to it on the next page`, async () => {
      await using here = await visitSite(browser, site);
      await here.page.addInitScript(code);
      await open(here.page);
      await panelOf(here.page).getByRole('button', { name: 'Accept all' }).click();
      await until(here.page, `${CONSENT}.hasConsent('analytics')`);
      await open(here.page);
      assert.deepEqual(await here.page.evaluate(`[${CONSENT}.hasConsent('analytics'), ${CONSENT}.state.ask]`), [
        true,
        false,
      ]);
      assert.deepEqual(here.problems, []);
    });
  }

  it('with as many cookies as it keeps records a decision, and keeps to it', async () => {
    await using here = await visitSite(browser, site);
    await here.page.goto('/');
    await here.page.evaluate(
      `for (let at = 0; at < 200; at += 1) document.cookie = 'filler' + at + '=1; Path=/; Max-Age=9999'`,
    );
    await open(here.page);
    await panelOf(here.page).getByRole('button', { name: 'Reject all' }).click();
    await until(here.page, `${CONSENT}.state.ask === false`);
    await open(here.page);
    assert.equal(await here.page.evaluate(`${CONSENT}.state.gates.analytics`), 'rejected');
  });
});

it('a frame by srcdoc with the client in it knows the decision, and takes one', async () => {
  await using here = await visitSite(browser, site);
  await open(here.page);
  await decide(here.page, { analytics: true, media: false });
  const html =
    `<script type=module src=/policies/assets/consent.js></` +
    `script><img data-consent=media data-src=${site.partner}/in-srcdoc><script type=text/plain data-consent=analytics>parent.fromFrame = true</` +
    `script>`;
  await here.page.evaluate(
    `{ const frame = document.createElement('iframe'); frame.srcdoc = ${JSON.stringify(html).replaceAll('</', String.raw`<\/`)}; document.querySelector('#place').append(frame); }`,
  );
  await until(here.page, `window.fromFrame`);
  assert.equal(site.requests.includes('/in-srcdoc'), false);
});
