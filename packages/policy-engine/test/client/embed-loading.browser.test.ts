/** How the code of `<policy-embed>` and its texts are loaded: on demand, again after a failure, and from below a base path. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, type Visitor, visitSite } from './site.ts';

/** Addresses of the code and of the texts, as a page requests them. */
const CODE = /\/assets\/embed\.[\w-]{6}\.js$/;
const WORDS = /\/consent\/embed\.html\?locale=\w+$/;

const embed = (partner: string, content: string) =>
  `<policy-embed data-consent="media" data-src="${partner}/film" title="A film" width="640" height="360">${content}</policy-embed>`;

async function page(path: string, { nonce, partner, consent }: PageContext): Promise<string> {
  const content: Readonly<Record<string, string>> = {
    '/none': '',
    '/frame': embed(partner, `<iframe src="${partner}/film" title="A film"></iframe>`),
    '/loading': `${embed(partner, '<a href="/watch">Watch</a>')}<iframe src="${partner}/held"></iframe>`,
  };
  const body = content[path] ?? embed(partner, `<a href="${partner}/watch">Watch the film</a>`);
  const banner = await consent.renderBanner({ nonce });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <meta http-equiv="Content-Security-Policy" content="script-src 'self'; style-src 'self'; connect-src 'self'">
    </head><body><main>${body}</main>${banner}`;
}

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({ page, engine: { mountPath: '/shop/policies' } });
  await site.publish('media', { fr: 'À propos des films.' });
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

/** A visitor, and the addresses of code and texts that their pages request. */
async function visit(): Promise<Visitor & { readonly asked: string[] }> {
  const here = await visitSite(browser, site);
  const asked: string[] = [];
  here.context.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (CODE.test(pathname) || WORDS.test(pathname + search)) asked.push(pathname + search);
  });
  return { ...here, asked };
}

const isKnown = (page: Page) => until(page, `document.querySelector('policy-consent')?.consent?.state`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The script of the site waits for a rule without a text, which is told. */
const others = (problems: readonly string[]) => problems.filter((text) => !text.endsWith('in force: analytics'));
const withoutFailures = (problems: readonly string[]) =>
  others(problems).filter((text) => !text.startsWith('Failed to load resource'));

/** A page that is loading until `load` is called: a framework has not compared it with its own content yet. */
async function loading(page: Page): Promise<{ load(): void; content(): Promise<string> }> {
  const { promise: held, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/held', async (route) => {
    await held;
    await route.fulfill({ body: '', contentType: 'text/html' });
  });
  await page.goto('/loading', { waitUntil: 'domcontentloaded' });
  await isKnown(page);
  return { load, content: async () => page.evaluate(`document.querySelector('policy-embed').innerHTML`) };
}

describe('the code and the texts of embedded frames', () => {
  it('leave the content of a page that is loading as the server has written it', async () => {
    await using here = await visit();
    const { page } = here;
    const asked = await loading(page);
    await until(page, `performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/embed.'))`);
    // Long enough for it to change something.
    await page.waitForTimeout(300);
    assert.equal(await asked.content(), '<a href="/watch">Watch</a>');
    asked.load();
    await page.locator('policy-embed > .pe-embed').waitFor();
    await press(page, 'Accept');
    await page.locator('policy-embed > iframe').waitFor();
    const accepted = await loading(page);
    await page.waitForTimeout(300);
    assert.equal(await accepted.content(), '<a href="/watch">Watch</a>');
    accepted.load();
    await page.locator('policy-embed > iframe').waitFor();
  });

  it('are not loaded by a page without such a frame, and once by a page that adds some later, also in a shadow root', async () => {
    await using here = await visit();
    await here.page.goto('/none');
    await isKnown(here.page);
    await press(here.page, 'Reject');
    await here.page.locator('.pe-consent-panel').waitFor({ state: 'hidden' });
    assert.deepEqual(here.asked, []);
    await here.page.evaluate(`{
      const add = (parent) => {
        const place = parent.appendChild(document.createElement('policy-embed'));
        place.title = 'A film';
        place.dataset.src = '${site.partner}/film';
        place.dataset.consent = 'media';
      };
      const main = document.querySelector('main');
      add(main);
      add(main);
      add(main.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }));
    }`);
    await until(here.page, `document.querySelectorAll('main > policy-embed > .pe-embed').length === 2`);
    await until(here.page, `document.querySelector('main > div').shadowRoot.querySelector('.pe-embed')`);
    assert.deepEqual(
      await here.page.evaluate(`[document, document.querySelector('main > div').shadowRoot].map((root) =>
        getComputedStyle(root.querySelector('.pe-embed')).textAlign)`),
      ['center', 'center'],
    );
    assert.equal(here.asked.length, 2, here.asked.join('\n'));
    assert.match(here.asked[0] ?? '', /^\/shop\/policies\/assets\/embed\./);
    assert.equal(here.asked[1], '/shop/policies/consent/embed.html?locale=en');
    assert.deepEqual(others(here.problems), []);
  });

  it('are requested again after a failure; until then the link of the host stays', async () => {
    await using here = await visit();
    const failures = { code: 2, words: 1 };
    await here.page.route(CODE, (route) => (failures.code-- > 0 ? route.abort() : route.continue()));
    await here.page.route(WORDS, (route) =>
      failures.words-- > 0
        ? route.fulfill({ status: 503, contentType: 'text/html', body: '<p>Later</p>' })
        : route.continue(),
    );
    await here.page.goto('/');
    await until(here.page, `document.querySelector('policy-embed:defined')`);
    while (failures.code > 0) {
      await here.page.getByRole('link', { name: 'Watch the film' }).waitFor();
      await here.page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    }
    assert.equal(await here.page.locator('.pe-embed').count(), 0);
    await press(here.page, 'Show once');
    await here.page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
    assert.deepEqual(
      here.asked.map((path) => CODE.test(path)),
      [true, true, true, false, false],
    );
    assert.deepEqual(withoutFailures(here.problems), []);
  });

  it('are loaded once for an element that is removed and inserted again meanwhile', async () => {
    await using here = await visit();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await here.page.route(CODE, async (route) => {
      await held;
      await route.continue();
    });
    const asked = here.page.waitForRequest(CODE);
    await here.page.goto('/');
    await asked;
    await here.page.evaluate(`{
      const place = document.querySelector('policy-embed');
      place.remove();
      document.querySelector('main').append(place);
      const gone = place.cloneNode(true);
      document.body.append(gone);
      gone.remove();
    }`);
    release();
    await press(here.page, 'Show once');
    await here.page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
    assert.deepEqual([await here.page.locator('iframe').count(), here.asked.length], [1, 2]);
    assert.deepEqual(others(here.problems), []);
  });

  it('show no text of another language once the banner has changed its own', async () => {
    await using here = await visit();
    await here.page.goto('/none');
    await isKnown(here.page);
    await here.page.getByRole('link', { name: 'français' }).click();
    await here.page.getByRole('button', { name: 'Refuser', exact: true }).waitFor();
    await here.page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(embed(site.partner, ''))}`);
    await here.page.locator('.pe-embed').waitFor();
    assert.deepEqual(here.asked.slice(1), ['/shop/policies/consent/embed.html?locale=fr']);
    assert.deepEqual(others(here.problems), []);
  });
});

describe('a server-rendered frame', () => {
  it('is removed on a rejection even if the code of embedded frames cannot be loaded', async () => {
    await using here = await visit();
    await here.page.route(CODE, (route) => route.abort());
    await here.page.goto('/none');
    await press(here.page, 'Accept');
    await here.page.locator('.pe-consent-panel').waitFor({ state: 'hidden' });
    await here.page.goto('/frame');
    await here.page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
    await here.page.getByRole('link', { name: 'Privacy settings' }).click();
    await press(here.page, 'Reject');
    await here.page.locator('policy-embed iframe').waitFor({ state: 'detached' });
    assert.deepEqual(withoutFailures(here.problems), []);
  });
});
