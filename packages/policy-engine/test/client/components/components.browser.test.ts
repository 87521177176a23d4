/** The components of React, Vue and Svelte: rendered by each server renderer, hydrated in a real browser under a strict policy. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { eventually, launchBrowser, until } from '../../../../../testing/browser.ts';
import { testsAll } from '../../../../../testing/rounds.ts';
import { cookieNames, type PageContext, type Site, startSite, type Visitor, visitSite } from '../site.ts';
import { MAPS } from './apps/page-props.ts';
import { type Framework, FRAMEWORKS } from './frameworks.ts';

let browser: Browser;
before(async () => (browser = await launchBrowser()));
after(() => browser.close());

/** Records what the page showed, from its first piece of HTML on, and the number of consent listeners. */
const WATCH = `
  window.shift = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value; })
    .observe({ type: 'layout-shift', buffered: true });
  window.shown = [];
  new MutationObserver(() => {
    const gate = document.querySelector('#gate');
    const now = gate && gate.textContent + (document.querySelector('policy-embed iframe') ? ' with a film' : '');
    if (gate && shown.at(-1) !== now) shown.push(now);
  }).observe(document, { childList: true, subtree: true, characterData: true });
  window.listeners = 0;
  for (const [name, step] of [['addEventListener', 1], ['removeEventListener', -1]]) {
    const original = document[name];
    document[name] = function (type, ...others) {
      if (type === 'policy-consent-change') window.listeners += step;
      return original.call(this, type, ...others);
    };
  }`;

/** Without a region they need consent first. */
const RULES = [
  { name: 'analytics', label: 'Statistics', sessionless: true, purpose: 'statistics', posture: 'law' },
  { name: 'media', label: 'Films and maps', sessionless: true, purpose: 'ads', posture: 'law' },
] as const;

const PATHS = ['/known', '/banner', '/same', '/alone'];

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
const shown = (page: Page) => page.evaluate<string[]>('window.shown');
const heading = (page: Page, state: string) => page.getByRole('heading', { name: `Statistics: ${state}` }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const ran = (page: Page) => page.evaluate<string[]>('(window.ran ?? []).filter((name) => name !== "engine.js")');

for (const [name, make] of Object.entries(FRAMEWORKS)) {
  describe(name, () => {
    let framework: Framework;
    let site: Site;
    let accepted: StorageState;
    let refused: StorageState;

    /**
     * - `/known`: the server passes the decisions, and the app renders the banner
     * - `/banner`: the server renders the banner, whose script runs before the app's
     * - `/same`: the same page for everybody, with the engine's script in the head
     * - `/alone`: the same page for everybody, and the app renders the banner
     */
    async function page(path: string, { nonce, consent, partner }: PageContext): Promise<string> {
      const snapshot = path === '/known' || path === '/banner' ? await consent.consentSnapshot() : null;
      const props = { partner, nonce, snapshot, hasBanner: path === '/known' || path === '/alone' };
      const banner = path === '/banner' ? await consent.renderBanner({ nonce, stylesheet: false }) : '';
      const script = `<script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>`;
      return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
        <link rel="stylesheet" href="/policies/assets/consent.css">${path === '/same' ? script : ''}</head>
        <body><div id="app">${await framework.render(props)}</div>${banner}
        <script type="application/json" id="props">${json(props)}</script>
        <script type="module" src="/app.js" nonce="${nonce}"></script>`;
    }

    before(async () => {
      framework = await make();
      const scripts = ['Film Ltd', MAPS].map((provider) => {
        return { name: provider, provider, rule: 'media', script: '', environments: ['test'] };
      });
      site = await startSite({
        page,
        scripts,
        engine: { rules: RULES, region: (from) => from.headers.get('x-region') },
      });
      await site.publish('analytics');
      await site.publish('media');
      [accepted, refused] = [await decide('Accept all'), await decide('Reject all')];
    });
    after(() => site[Symbol.asyncDispose]());

    async function visit(options: BrowserContextOptions = {}): Promise<Visitor> {
      const here = await visitSite(browser, site, options);
      await here.context.addInitScript(WATCH);
      await here.context.route('**/app.js', (route) =>
        new URL(route.request().url()).origin === site.url
          ? route.fulfill({ contentType: 'text/javascript', body: framework.script })
          : route.continue(),
      );
      site.requests.length = 0;
      return here;
    }

    /** A visitor who has already decided on everything. */
    const decided = (isAccepted: boolean) => visit({ storageState: isAccepted ? accepted : refused });

    async function decide(answer: string): Promise<StorageState> {
      await using here = await visit();
      await here.page.goto('/alone');
      await here.page.locator('.pe-consent-panel').getByRole('button', { name: answer }).click();
      await here.page.locator('.pe-consent-panel').waitFor({ state: 'hidden' });
      const { cookies } = await here.context.storageState();
      // Cookies of tags are not decisions.
      return { cookies: cookies.filter((cookie) => !cookie.name.startsWith('_t')), origins: [] };
    }

    const filmIsShown = (page: Page) => page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
    const isHydrated = (page: Page) => until(page, `document.querySelector('policy-embed[data-consent]:defined')`);

    for (const path of name === 'react' || testsAll ? PATHS : PATHS.slice(0, 1)) {
      const isKnown = path === '/known' || path === '/banner';

      it(`${path}: asks a new visitor, shows neither child nor frame, and runs nothing`, async () => {
        await using here = await visit();
        await here.page.goto(path);
        await heading(here.page, 'off');
        await here.page.getByRole('button', { name: 'Show once' }).waitFor();
        assert.deepEqual(await shown(here.page), isKnown ? ['fallback'] : ['pending', 'fallback']);
        assert.deepEqual(site.requests, []);
        assert.deepEqual(await ran(here.page), []);
        assert.equal(await here.page.evaluate('window.shift'), 0);
        assert.deepEqual(here.problems, []);
      });

      it(`${path}: shows a visitor what they accepted, and nothing else before`, async () => {
        await using here = await decided(true);
        await here.page.goto(path);
        await filmIsShown(here.page);
        await isHydrated(here.page);
        await heading(here.page, 'on');
        await until(here.page, `(window.ran ?? []).includes('inline')`);
        const seen = await shown(here.page);
        if (isKnown) assert.deepEqual(seen, ['open with a film']);
        else {
          assert.equal(seen[0], 'pending');
          assert.ok(!seen.some((one) => one.startsWith('fallback')), seen.join());
        }
        assert.deepEqual(await ran(here.page), ['app.js', 'inline']);
        assert.deepEqual(site.requests.filter((one) => one !== '/engine.js').toSorted(), ['/app.js', '/film', '/map']);
        assert.equal(await here.page.evaluate('window.shift'), 0);
        assert.deepEqual(here.problems, []);
      });

      it(`${path}: shows a visitor who rejected the fallback, and nothing else`, async () => {
        await using here = await decided(false);
        await here.page.goto(path);
        await heading(here.page, 'off');
        await here.page.getByRole('button', { name: 'Show once' }).waitFor();
        assert.deepEqual(await shown(here.page), isKnown ? ['fallback'] : ['pending', 'fallback']);
        assert.deepEqual(site.requests, []);
        assert.equal(await here.page.evaluate('window.shift'), 0);
        assert.deepEqual(here.problems, []);
      });
    }

    for (const path of testsAll ? PATHS : PATHS.slice(0, 1)) {
      it(`${path}: what needs no consent first starts with its notice, and no longer once it is rejected`, async () => {
        await using here = await visit();
        const { page } = here;
        await page.setExtraHTTPHeaders({ 'x-region': 'ch' });
        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await page.route('**/consent.json*', async (route) => {
          if (route.request().method() === 'PUT') await held;
          await route.continue();
        });
        const told = page.waitForRequest((request) => request.method() === 'PUT');
        await page.goto(path);
        await heading(page, 'off');
        await told;
        assert.deepEqual([await ran(page), site.requests], [[], []], 'the engine does not know yet of the notice');
        release();
        await heading(page, 'on');
        await filmIsShown(page);
        await until(page, `(window.ran ?? []).includes('inline')`);
        await page.goto(path);
        await filmIsShown(page);
        await until(page, `(window.ran ?? []).includes('inline')`);
        assert.ok(!(await shown(page)).some((one) => one.startsWith('fallback')));
        await press(page, 'Withdraw');
        await heading(page, 'off');
        await until(page, `document.cookie.includes('policy_rule_analytics=rejected')`);
        for (const region of ['ch', 'us-ca', 'fr']) {
          await page.setExtraHTTPHeaders({ 'x-region': region });
          site.requests.length = 0;
          await page.goto(path);
          await heading(page, 'off');
          await page.getByRole('button', { name: 'Show once' }).waitFor();
          assert.deepEqual([await ran(page), site.requests], [[], []], region);
        }
        assert.deepEqual(here.problems, []);
      });
    }

    it('runs a script once, however many components need it and however often they mount and unmount', async () => {
      await using here = await visit();
      const { page } = here;
      await page.goto('/alone');
      await heading(page, 'off');
      await press(page, 'Allow');
      await filmIsShown(page);
      await until(page, `(window.ran ?? []).includes('inline')`);
      const listeners = await page.evaluate('listeners');
      for (let round = 0; round < 3; round++) {
        await press(page, 'Another page');
        await page.locator('policy-embed').waitFor({ state: 'detached' });
        await press(page, 'Another page');
        await filmIsShown(page);
      }
      assert.equal(await page.evaluate('listeners'), listeners);
      assert.deepEqual(await ran(page), ['app.js', 'inline']);
      assert.deepEqual(here.problems, []);
    });

    it('runs a script at each visit that asks for it', async () => {
      await using here = await decided(true);
      const { page } = here;
      await page.goto('/alone');
      await until(page, 'window.visits === 1');
      for (const visits of [2, 3]) {
        await press(page, 'Another page');
        await page.locator('policy-embed').waitFor({ state: 'detached' });
        await press(page, 'Another page');
        await until(page, `window.visits === ${visits}`);
      }
      await filmIsShown(page);
      assert.equal(await page.evaluate('window.visits'), 3);
      assert.deepEqual(here.problems, []);
    });

    it('removes a script with its last component, unless it has run', async () => {
      await using here = await visit();
      const { page } = here;
      await page.goto('/alone');
      await heading(page, 'off');
      await until(page, `document.querySelectorAll('head > script[data-consent]').length === 3`);
      await press(page, 'Another page');
      await until(page, `document.querySelectorAll('head > script[data-consent]').length === 0`);
      await press(page, 'Allow');
      await heading(page, 'on');
      assert.deepEqual(await ran(page), []);
      await press(page, 'Another page');
      await until(page, `(window.ran ?? []).includes('inline')`);
      assert.deepEqual(await ran(page), ['app.js', 'inline']);
    });

    it('opens a vendor gate for a visitor who accepted the vendor, and not for one who rejected it', async () => {
      await using here = await visit();
      const { page } = here;
      await page.goto('/alone');
      await heading(page, 'off');
      const shows = (gate: string, vendor: string) =>
        until(
          page,
          `document.querySelector('#gate')?.textContent === '${gate}' && document.querySelector('#vendor')?.textContent === '${vendor}'`,
        );
      const decide = (decisions: Readonly<Record<string, boolean>>) =>
        page.evaluate(`void document.querySelector('policy-consent').consent.decide(${JSON.stringify(decisions)})`);
      const maps = `media:${encodeURIComponent(MAPS)}`;
      await shows('fallback', 'fallback');
      await decide({ media: true, 'media:Film%20Ltd': true, [maps]: false });
      await shows('open', 'fallback');
      assert.equal(await page.locator('#has-vendor').innerText(), 'false');
      await decide({ [maps]: true });
      await shows('open', 'open');
      assert.equal(await page.locator('#has-vendor').innerText(), 'true');
    });

    it('shows a rejection at the click, before the engine has answered', async () => {
      await using here = await decided(true);
      const { page } = here;
      await page.goto('/alone');
      await filmIsShown(page);
      await page.locator('#shadow iframe[src]').waitFor({ state: 'attached' });
      await until(page, `told === 'accepted'`);
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/consent.json', async (route) => {
        await held;
        await route.continue();
      });
      await press(page, 'Withdraw');
      await heading(page, 'off');
      assert.deepEqual(await page.locator('#gate, #vendor').allInnerTexts(), ['fallback', 'fallback']);
      assert.equal(await page.locator('#shadow iframe[src]').count(), 0);
      assert.equal(await page.evaluate('told'), 'rejected');
      const answered = page.waitForResponse('**/consent.json');
      release();
      await answered;
      await page.getByText(/^deleted: .*\b_t_host\b/).waitFor();
      assert.match(await page.locator('#cleared').innerText(), /running: tag/);
      assert.equal(await page.locator('#gate').innerText(), 'fallback');
      assert.deepEqual(here.problems, []);
    });

    it('on withdrawal deletes what scripts left, removes the frame and the children, and offers to load the page again', async () => {
      await using here = await decided(true);
      const { page } = here;
      await page.goto('/known');
      await filmIsShown(page);
      await until(page, `(window.ran ?? []).includes('inline')`);
      assert.ok((await cookieNames(here.context)).includes('_t'));
      await press(page, 'Withdraw');
      await heading(page, 'off');
      await page.getByRole('button', { name: 'Reload' }).waitFor();
      assert.equal(await page.locator('#gate').innerText(), 'fallback');
      assert.equal(await page.locator('#all').innerText(), 'false');
      assert.equal(await page.locator('policy-embed iframe').count(), 0);
      // A cookie for another folder is out of reach of this page.
      const left = async () =>
        (await cookieNames(here.context)).filter((name) => name.startsWith('_t') && name !== '_t_deep');
      await eventually(async () => assert.deepEqual(await left(), []));
      site.requests.length = 0;
      await page.reload();
      await heading(page, 'off');
      await page.getByRole('button', { name: 'Show once' }).waitFor();
      assert.deepEqual(site.requests, []);
      assert.deepEqual(here.problems, []);
    });

    it('ignores a snapshot once another tab has decided', async () => {
      await using here = await decided(true);
      const { page } = here;
      // The page waits for its script while the other tab withdraws.
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/app.js', async (route) => {
        if (new URL(route.request().url()).origin === site.url) await held;
        await route.fallback();
      });
      await page.goto('/known', { waitUntil: 'commit' });
      await filmIsShown(page);
      const other = await here.context.newPage();
      await other.goto('/alone');
      await filmIsShown(other);
      await press(other, 'Withdraw');
      await heading(other, 'off');
      site.requests.length = 0;
      release();
      await heading(page, 'off');
      await page.getByRole('button', { name: 'Show once' }).waitFor();
      assert.deepEqual(await ran(page), []);
      assert.deepEqual(site.requests, []);
    });
  });
}
