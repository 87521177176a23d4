/** A person decides with the banner of another tool in Chromium; then the site has ours, and asks only whom it has to. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from '../../../node_modules/playwright-core/index.js';
import { createPolicyEngine, nodeSqliteDatabase, type PolicyEngineOptions } from 'policy-engine';
import { policyEngine } from 'policy-engine/node';
import { eventually, launchBrowser, until } from '../../../testing/browser.ts';
import { listening } from '../../../testing/listening.ts';

type ToolOptions = NonNullable<PolicyEngineOptions['otherConsentTools']>[number];

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** How a page of the site asks with a tool, and what a person presses. */
interface Tried {
  readonly html: string;
  readonly accept: (page: Page) => Promise<void>;
  readonly reject: (page: Page) => Promise<void>;
  /** What its cookie has after a decision. */
  readonly cookie: (isAccepted: boolean) => string;
  readonly options: ToolOptions;
}

const today = new Date().toISOString().slice(0, 10);
const rule = { rule: 'analytics', names: ['analytics'], version: 1 };

const TOOLS: Readonly<Record<string, Tried>> = {
  'vanilla-cookieconsent 3.1': {
    html: `<link rel="stylesheet" href="/tools/vanilla-cookieconsent/dist/cookieconsent.css">
      <script src="/tools/vanilla-cookieconsent/dist/cookieconsent.umd.js"></script>
      <script>CookieConsent.run({
        hideFromBots: false,
        categories: { necessary: { enabled: true, readOnly: true }, analytics: {} },
        language: { default: 'en', translations: { en: {
          consentModal: { title: 'Cookies', acceptAllBtn: 'Accept all', acceptNecessaryBtn: 'Reject all' },
          preferencesModal: { sections: [] },
        } } },
      })</script>`,
    accept: (page) => page.getByRole('button', { name: 'Accept all' }).click({ timeout: 1000 }),
    reject: (page) => page.getByRole('button', { name: 'Reject all' }).click({ timeout: 1000 }),
    cookie: () => 'cc_cookie=',
    options: { tool: 'cookieconsent', rules: [rule] },
  },
  'Klaro 0.7': {
    html: `<script>var klaroConfig = { services: [{ name: 'analytics', purposes: ['analytics'] }], acceptAll: true }</script>
      <link rel="stylesheet" href="/tools/klaro/dist/klaro.css">
      <script defer src="/tools/klaro/dist/klaro.js"></script>`,
    accept: (page) => page.locator('.cookie-notice .cm-btn-success').click({ timeout: 1000 }),
    reject: (page) => page.locator('.cookie-notice .cn-decline').click({ timeout: 1000 }),
    cookie: () => 'klaro=',
    options: { tool: 'klaro', rules: [rule], since: today },
  },
  'tarteaucitron.js 1.34': {
    html: `<script src="/tools/tarteaucitronjs/tarteaucitron.js"></script>
      <script>tarteaucitron.init({ highPrivacy: true, AcceptAllCta: true, DenyAllCta: true, orientation: 'bottom' });
      tarteaucitron.services.analytics = { key: 'analytics', type: 'analytic', name: 'Analytics', needConsent: true, cookies: [], js() {} };
      (tarteaucitron.job = tarteaucitron.job || []).push('analytics');</script>`,
    accept: (page) => page.locator('#tarteaucitronPersonalize2').click({ timeout: 1000 }),
    reject: (page) => page.locator('#tarteaucitronAllDenied2').click({ timeout: 1000 }),
    cookie: (isAccepted) => `!analytics=${String(isAccepted)}`,
    options: { tool: 'tarteaucitron', rules: [rule], since: today },
  },
};

const OURS = '<script type="module" src="/policies/assets/consent.js"></script>';

/** A site whose path `/before` asks with another tool, and all others with ours. */
async function siteOf({ html, options }: Tried) {
  const database = nodeSqliteDatabase(':memory:');
  const engine = createPolicyEngine({
    database,
    rules: [{ name: 'analytics', label: 'Statistics', sessionless: true }],
    scripts: [
      { name: 'tag', rule: 'analytics', script: '<script>window.counted = true</script>', environments: ['test'] },
    ],
    otherConsentTools: [options],
    currentUser: () => null,
    environment: 'test',
  });
  await engine.migrate();
  await engine.terms.import([
    { rule: 'analytics', markdown: 'Counts visits.', publishedAt: new Date(Date.now() - 1000) },
  ]);
  const ours = policyEngine(engine);
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (url.startsWith('/policies')) return void ours(request, response);
    const [, file] = /^\/tools\/([\w./-]+)/.exec(url) ?? [];
    if (file !== undefined && !file.includes('..')) {
      response.setHeader('content-type', file.endsWith('.css') ? 'text/css' : 'text/javascript');
      createReadStream(new URL(`../node_modules/${file}`, import.meta.url))
        .on('error', () => response.writeHead(404).end())
        .pipe(response);
      return undefined;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${url === '/before' ? html : OURS}</html>`,
    );
    return undefined;
  });
  const at = await listening(server);
  return {
    url: `http://127.0.0.1:${at.port}`,
    engine,
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]();
      await engine.stop();
      await database.close();
    },
  };
}

const howIt = async (page: Page) =>
  (await page.evaluate("fetch('/policies/ledger/events.json').then((response) => response.json())")) as {
    how: string;
    decision: string;
  }[];
const STATE = "document.querySelector('policy-banner, [data-policy-banner]')";

for (const [name, tried] of Object.entries(TOOLS)) {
  describe(name, () => {
    for (const [word, decision] of [
      ['accept', 'accepted'],
      ['reject', 'rejected'],
    ] as const) {
      test(`whoever ${decision} there is not asked again, and the ledger says where it is from`, async () => {
        await using site = await siteOf(tried);
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(`${site.url}/before`);
        // A button is shown before it is listened to.
        await eventually(async () => {
          await tried[word](page).catch(() => {});
          const cookies = await page.evaluate<string>('document.cookie');
          assert.ok(cookies.includes(tried.cookie(word === 'accept')), cookies);
        });
        await page.goto(`${site.url}/`);
        await until(page, `document.cookie.includes('policy_rule_analytics=${decision}')`);
        assert.equal(await page.evaluate(STATE), null, 'nobody is asked');
        assert.deepEqual(
          (await howIt(page)).map((event) => [event.how, event.decision]),
          [['import-cookie', decision]],
        );
        await page.goto(`${site.url}/other`);
        assert.equal((await howIt(page)).length, 1, 'it is recorded once');
        await context.close();
      });
    }

    test('whoever did not decide there is asked', async () => {
      await using site = await siteOf(tried);
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${site.url}/before`);
      await page.goto(`${site.url}/`);
      await page
        .getByRole('button', { name: /Accept/ })
        .first()
        .waitFor();
      assert.doesNotMatch(await page.evaluate('document.cookie'), /policy_rule/);
      await context.close();
    });
  });
}
