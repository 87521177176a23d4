/** What people report of consent clients of others: pages as they are written, and what people do with them. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from './site.ts';

const BODIES: Readonly<Record<string, (context: PageContext) => string>> = {
  '/writes': ({ nonce }) => `<main id="place">
    <script type="text/plain" data-consent="analytics" nonce="${nonce}">document.open(); document.write('<b id="written">'); document.write('Text</b>'); document.close()</script>
    <template data-consent="analytics"><script nonce="${nonce}">document.writeln('<i id="in-template">Text</i>')</script></template></main>`,
  '/passed-over': ({ nonce, partner }) => `
    <script nonce="${nonce}">
      window.faults = [];
      document.addEventListener('policy-consent-error', ({ target, detail }) => faults.push(target.id + ' ' + detail.reason));
    </script>
    <script type="text/plain" data-consent="analytics" nomodule src="${partner}/old.js" nonce="${nonce}"></script>
    <script type="text/plain" data-type="application/json" data-consent="analytics" src="${partner}/data.json" nonce="${nonce}"></script>
    <script type="text/plain" id="forbidden" data-consent="analytics">window.forbidden = true</script>
    <script type="text/plain" data-consent="analytics" nonce="${nonce}">window.next = performance.now()</script>`,
  '/listeners': ({ nonce }) => `
    <script type="text/plain" data-consent="analytics" nonce="${nonce}">
      window.heard = [];
      const removed = () => heard.push('removed');
      addEventListener('load', removed);
      removeEventListener('load', removed);
      addEventListener('load', () => heard.push('kept'), { once: true });
      document.body.onload = () => heard.push('body');
      addEventListener('pageshow', ({ persisted }) => heard.push('shown ' + persisted));
      onpageshow = () => heard.push('shown handler');
    </script>
    <script type="text/plain; charset=utf-8" data-consent="analytics" nonce="${nonce}">window.hasCharset = true</script>`,
  '/modal': () => `<dialog>Welcome <button data-policy-settings id="inside">Privacy</button></dialog>
    <script>document.querySelector('dialog').showModal()</script>`,
  '/forms': ({ nonce }) => `${FORMS}<main id="place"></main>
    <script type="text/plain" data-consent="analytics" nonce="${nonce}">addEventListener('load', () => (window.hasRun = true))</script>
    <template data-consent="media"><p id="shown">Text</p></template>`,
  '/media': ({ partner }) => `
    <video preload="auto"><source data-consent="media" data-src="${partner}/film.mp4" type="video/mp4"></video>
    <svg><image data-consent="media" data-href="${partner}/drawn"></image><image id="old" data-consent="media" xlink:href="${partner}/old"></image></svg>
    <link rel="preload" as="image" data-consent="media" data-imagesrcset="${partner}/set 1x">
    <img data-consent="misspelt" data-src="${partner}/never" alt=""><img data-consent="misspelt" alt="">
    <div class="slide"><template data-consent="media"><iframe src="${partner}/slide" title="Slide"></iframe></template></div>`,
};

/** What a page has in its head, so that its own code or its style is in the way of a client. */
const HEADS: Readonly<Record<string, (context: PageContext) => string>> = {
  '/base': ({ partner }) => `<base href="${partner}/">`,
  // As Prototype 1.6 does.
  '/prototype': ({ nonce }) =>
    `<script nonce="${nonce}">Array.prototype.toJSON = function () { return '[' + this.map((one) => JSON.stringify(one)).join() + ']' }</script>`,
  '/filtered': () => '<style>body { filter: grayscale(1); block-size: 300vh }</style>',
  '/layer': ({ nonce }) =>
    `<script nonce="${nonce}">window.myLayer = []; function gtag() { myLayer.push(arguments) }</script>`,
};

/** Members of the document that a page may take the place of by a form of their name. */
const MEMBERS =
  'body head documentElement querySelector querySelectorAll createElement importNode createRange addEventListener dispatchEvent activeElement currentScript readyState hidden prerendering cookie'.split(
    ' ',
  );
const FORMS = MEMBERS.map((name) => `<form name="${name}"></form>`).join('');

async function page(path: string, context: PageContext): Promise<string> {
  const { nonce } = context;
  // A page with a base names the client's files by their whole addresses.
  const own = path === '/base' ? site.url : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${HEADS[path]?.(context) ?? ''}
    <link rel="stylesheet" href="${own}/policies/assets/consent.css"><script type="module" src="${own}/policies/assets/consent.js" nonce="${nonce}"></script>
    </head><body><h1>Shop</h1><button data-policy-settings>Privacy</button>${BODIES[path]?.(context) ?? ''}</body></html>`;
}

const CONSENT = `globalThis[Symbol.for('policy-engine.consent')]['/policies']`;
const decide = (on: Page, decisions: object) => on.evaluate<void>(`${CONSENT}.decide(${JSON.stringify(decisions)})`);
const button = (on: Page, value: string) => on.locator(`.pe-consent-panel button[value=${value}]`).first();

let browser: Browser;
let site: Site;
/** Resolves when the answer to a decision may be sent. */
let mayAnswer: Promise<unknown> | undefined;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    page,
    policy: (partner) => `media-src ${partner}`,
    scripts: [
      {
        name: 'stores',
        rule: 'analytics',
        script: '',
        environments: ['test'],
        cacheStorage: ['x_*'],
        serviceWorkers: ['/sw/'],
      },
    ],
    engine: {
      currentUser: async (request) => {
        if (request.method === 'PUT') await mayAnswer;
        return request.headers.get('cookie')?.includes('admin=1') ? { id: 'admin', record: {} } : null;
      },
    },
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

async function visit(path: string, options: BrowserContextOptions = {}) {
  const here = await visitSite(browser, site, options);
  await here.page.goto(path);
  await until(here.page, `${CONSENT}?.state`);
  return here;
}

describe('a script that comes late', () => {
  // https://github.com/orestbida/cookieconsent/issues/154
  it('does not replace the page by document.write(): the text is put behind it', async () => {
    await using here = await visit('/writes');
    await decide(here.page, { analytics: true });
    await here.page.locator('#place > #written').getByText('Text').waitFor();
    await here.page.locator('#place > #in-template').waitFor();
    assert.equal(await here.page.locator('h1').count(), 1);
    // Nobody else's call is changed.
    assert.equal(await here.page.evaluate(`Object.getOwnPropertyNames(document).includes('write')`), false);
  });

  it('that the browser passes over holds nothing up, and what a policy forbids is told and does not count as running', async () => {
    await using here = await visit('/passed-over');
    await here.page.evaluate('window.began = performance.now()');
    await decide(here.page, { analytics: true });
    await until(here.page, 'window.next && faults.length');
    assert.ok(await here.page.evaluate('next - began < 2000'), 'less than a script that hangs is waited for');
    assert.deepEqual(await here.page.evaluate('faults'), ['forbidden load']);
    // Of the others, one ran.
    assert.deepEqual(
      await here.page.evaluate(`[...document.scripts].filter(({ text }) => text.includes('forbidden =')).length`),
      2,
    );
    assert.deepEqual(site.requests, []);
  });

  it('is not told of events of the page by listeners that it has removed, and is by the handler of the body', async () => {
    await using here = await visit('/listeners');
    await decide(here.page, { analytics: true });
    await until(here.page, 'window.heard?.length > 3');
    assert.deepEqual(await here.page.evaluate('heard'), ['kept', 'body', 'shown false', 'shown handler']);
    await until(here.page, 'window.hasCharset');
  });
});

describe('an element', () => {
  it('of a film that gets its source later loads it', async () => {
    await using here = await visit('/media');
    await decide(here.page, { media: true });
    await until(here.page, `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/film.mp4'))`);
    assert.ok(site.requests.includes('/film.mp4'));
  });

  it('that requests by another attribute waits, and is taken back; a misspelt rule is told in the console once', async () => {
    await using here = await visit('/media', { bypassCSP: true });
    const attributes = () =>
      here.page.evaluate(
        `[...document.querySelectorAll('svg image'), document.querySelector('link[as]')].map((one) => one.matches('[*|href],[imagesrcset]'))`,
      );
    assert.deepEqual(await attributes(), [false, false, false]);
    assert.deepEqual(
      site.requests.filter((path) => path !== '/old'),
      [],
    );
    await decide(here.page, { media: true });
    await until(here.page, `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/set'))`);
    await until(here.page, `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/drawn'))`);
    assert.deepEqual(await attributes(), [true, true, true]);
    await decide(here.page, { media: false });
    assert.deepEqual(await attributes(), [false, false, false]);
    assert.equal(here.problems.filter((text) => /no such rule.* misspelt/.test(text)).length, 1);
    assert.equal(site.requests.includes('/never'), false);
  });

  // As carousels copy their slides.
  it('that a page copies with the content of a template is there once, and taken back with it', async () => {
    await using here = await visit('/media');
    const frames = here.page.locator('.slide iframe, body > iframe');
    await decide(here.page, { media: true });
    await frames.first().waitFor();
    await here.page.evaluate(`{
      const slide = document.querySelector('.slide');
      slide.after(slide.cloneNode(true));
      document.body.append(slide.querySelector('iframe').cloneNode());
      slide.innerHTML = slide.innerHTML;
    }`);
    await until(here.page, `document.querySelectorAll('.slide iframe').length === 2`);
    assert.equal(await frames.count(), 3);
    await decide(here.page, { media: false });
    assert.equal(await frames.count(), 0);
  });
});

describe('a decision', () => {
  it('arrives, and is kept, though its page is left at once', async () => {
    await using here = await visit('/');
    const { promise, resolve } = Promise.withResolvers<void>();
    mayAnswer = promise;
    const sent = here.page.waitForRequest((request) => request.method() === 'PUT');
    await button(here.page, 'reject').click();
    await sent;
    await here.page.goto('about:blank');
    resolve();
    mayAnswer = undefined;
    for (let look = 0; ; look += 1) {
      const cookies = await here.context.cookies();
      if (cookies.some(({ name, value }) => name === 'policy_rule_analytics' && value === 'rejected')) break;
      assert.ok(look < 200, 'the cookie');
      await here.page.waitForTimeout(50);
    }
  });

  // The place of the button is free after the first click, and another button may take it.
  it('is made by the first click of a double one, and the second one does nothing', async () => {
    await using here = await visit('/');
    await here.page.evaluate(`{
      const cover = document.body.appendChild(document.createElement('button'));
      cover.style = 'position: fixed; inset: 0';
      cover.onclick = () => (window.pressed = true);
    }`);
    await button(here.page, 'choose').dblclick();
    assert.equal(await here.page.locator('.pe-consent-panel fieldset').isVisible(), true);
    await button(here.page, 'reject').dblclick();
    await until(here.page, `${CONSENT}.state.gates.analytics === 'rejected'`);
    assert.equal(await here.page.evaluate('window.pressed'), undefined);
    // What a page over http does not have has stored nothing that could not be deleted.
    assert.deepEqual(await here.page.evaluate(`${CONSENT}.cleared.kept`), []);
  });
});

describe('the client holds in a page', () => {
  it('whose base is another origin', async () => {
    await using here = await visit('/base', { bypassCSP: true });
    await button(here.page, 'accept').click();
    await until(here.page, `${CONSENT}.state.gates.analytics === 'accepted'`);
    const links = await here.page.evaluate<string[]>(
      `[...document.querySelectorAll('.pe-consent-stack a, .pe-consent-stack form')].map((one) => new URL(one.href ?? one.action).origin)`,
    );
    assert.ok(links.length > 0);
    assert.deepEqual([...new Set(links)], [site.url]);
    assert.deepEqual(
      site.requests.filter((path) => path.startsWith('/policies')),
      [],
    );
  });

  it('with a library that gives arrays a toJSON', async () => {
    await using here = await visit('/prototype');
    await button(here.page, 'reject').click();
    await until(here.page, `${CONSENT}.state.gates.analytics === 'rejected'`);
    assert.deepEqual(here.problems, []);
  });

  it('with a filter on its body, which is the window of what is fixed in it', async () => {
    await using here = await visit('/filtered', { bypassCSP: true });
    const bottom = () =>
      here.page.evaluate<number>(
        `innerHeight - document.querySelector('.pe-consent-panel button[value=accept]').getBoundingClientRect().bottom`,
      );
    for (const top of [0, 500]) {
      await here.page.evaluate(`scrollTo(0, ${top})`);
      const below = await bottom();
      assert.ok(below >= 0 && below < 100, `${below} px above the lower edge`);
    }
    await button(here.page, 'accept').click();
    await until(here.page, `${CONSENT}.state.gates.analytics === 'accepted'`);
  });

  it('with a modal dialog of its own, in which people answer and open the settings', async () => {
    await using here = await visit('/modal', { bypassCSP: true });
    const panel = here.page.locator('.pe-consent-panel');
    await button(here.page, 'reject').click();
    await until(here.page, `${CONSENT}.state.gates.analytics === 'rejected'`);
    await here.page.locator('#inside').click();
    await panel.getByLabel('Statistics').check();
    await here.page.evaluate(`document.querySelector('dialog').close()`);
    await panel.locator('button[value=save]').click();
    await until(here.page, `${CONSENT}.state.gates.analytics === 'accepted'`);
  });

  it('whose layer of Google’s tags has another name', async () => {
    await using here = await visit('/layer');
    await decide(here.page, { analytics: true });
    assert.deepEqual(
      await here.page.evaluate(
        `myLayer.flatMap((one) => one.event ? [one.event + ' ' + one.policy_consent.analytics] : one[0] + ' ' + one[2].analytics_storage).slice(-2)`,
      ),
      ['consent granted', 'policy_consent_update accepted'],
    );
    assert.equal(await here.page.evaluate('window.dataLayer'), undefined);
  });

  it('whose forms are called like members of the document', async () => {
    await using here = await visit('/forms');
    const ask = (expression: string) =>
      until(
        here.page,
        `{ const find = (selector) => Document.prototype.querySelector.call(document, selector); ${expression} }`,
      );
    await ask(`find('.pe-consent-panel')?.checkVisibility()`);
    assert.equal(await here.page.evaluate(`document.body.localName`), 'form');
    await here.page.evaluate(
      `Document.prototype.querySelector.call(document, '.pe-consent-panel button[value=accept]').click()`,
    );
    await ask(`window.hasRun && find('#shown')`);
    await here.page.evaluate(`Document.prototype.querySelector.call(document, '[data-policy-settings]').click()`);
    await ask(`find('.pe-consent-panel').checkVisibility()`);
    await here.page.evaluate(
      `Document.prototype.querySelector.call(document, '.pe-consent-panel button[value=reject]').click()`,
    );
    await ask(`!find('#shown') && find('[data-policy-reload]').checkVisibility()`);
  });
});
