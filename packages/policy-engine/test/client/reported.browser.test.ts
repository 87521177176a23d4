/** What people report of consent clients of others: pages as they are written, and what people do with them. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
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
    </script>`,
  '/media': ({ partner }) => `
    <video preload="auto"><source data-consent="media" data-src="${partner}/film.mp4" type="video/mp4"></video>
    <div class="slide"><template data-consent="media"><iframe src="${partner}/slide" title="Slide"></iframe></template></div>`,
};

async function page(path: string, context: PageContext): Promise<string> {
  const { nonce } = context;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>
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

async function visit(path: string) {
  const here = await visitSite(browser, site);
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
    await until(here.page, 'window.heard?.length > 1');
    assert.deepEqual(await here.page.evaluate('heard'), ['kept', 'body']);
  });
});

describe('an element', () => {
  it('of a film that gets its source later loads it', async () => {
    await using here = await visit('/media');
    await decide(here.page, { media: true });
    await until(here.page, `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/film.mp4'))`);
    assert.ok(site.requests.includes('/film.mp4'));
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
