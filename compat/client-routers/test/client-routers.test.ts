/** Sites with real client routers, as they are built for production: a link opens the consent settings, and the router keeps its own. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import express from 'express';
import { findBrowser } from 'page-renderer';
import { type Browser, chromium, type Page } from 'playwright-core';
import { policyEngine } from 'policy-engine/express';
import { getTestEngine } from 'policy-engine/testing';

const home = path.join(import.meta.dirname, '..');
const modules = path.join(home, 'node_modules');
const appOf = (name: string) => path.join(home, 'apps', name);

/** The pages of an app that its own tool chain has built. */
function built(name: string, program: string) {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
  execFileSync(process.execPath, [path.join(modules, program), 'build'], { cwd: appOf(name), env, stdio: 'pipe' });
  return express.static(path.join(appOf(name), 'build'));
}

function turbo() {
  const page = readFileSync(path.join(appOf('turbo'), 'page.html'), 'utf8');
  const pages = express.Router();
  pages.get('/turbo.js', (_request, response) =>
    response.sendFile(path.join(modules, '@hotwired/turbo/dist/turbo.es2017-umd.js')),
  );
  pages.get('/', (_request, response) => response.send(page.replace('TITLE', 'Start')));
  pages.get('/other/', (_request, response) => response.send(page.replace('TITLE', 'Other')));
  return pages;
}

/** Where a form leads; SvelteKit asks for it in its own format. */
const search: express.Handler = (request, response) => {
  if (request.get('x-sveltekit-action') === undefined) response.redirect(303, '/other/');
  else response.json({ type: 'redirect', status: 303, location: '/other/' });
};

interface RoutedSite {
  readonly serve: () => express.Handler;
  /** The buttons of its forms. */
  readonly forms: readonly string[];
}

/** Each includes the client more than once, as layouts, plug-ins and bundles of a site do. */
const SITES: Readonly<Record<string, RoutedSite>> = {
  Turbo: { serve: turbo, forms: ['Find'] },
  'ClientRouter of Astro': { serve: () => built('astro', 'astro/bin/astro.mjs'), forms: ['Find'] },
  SvelteKit: { serve: () => built('sveltekit', 'vite/bin/vite.js'), forms: ['Find', 'Subscribe'] },
};

let browser: Browser;
before(async () => {
  const { executablePath, env } = await findBrowser();
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  browser = await chromium.launch({
    executablePath,
    args,
    env: { ...(process.env as Record<string, string>), ...env },
  });
});
after(() => browser.close());

const settings = (page: Page) => page.locator('.pe-consent-panel');
/** The link of the page itself; the element has one of its own. */
const opener = (page: Page) => page.locator('a[data-policy-settings][href="/policies/consent"]');

/** Follows a link that is the router's. */
async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  assert.equal(await page.evaluate('window.kept'), true, 'the page was not loaded again');
}

const button = (page: Page) => page.getByRole('button', { name: 'Choose', exact: true });

/** Opens the settings with an action, and closes them. */
async function opens(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = page.url();
  const title = await page.locator('h1').first().innerText();
  // The element of the new page may have been put in its place just now.
  await page.waitForFunction(`document.querySelectorAll('.pe-consent-panel[hidden]').length === 1`);
  assert.equal(await page.locator('policy-consent').count(), 1);
  await act();
  await settings(page).waitFor();
  assert.equal(await page.evaluate('window.kept'), true);
  assert.equal(page.url(), before);
  assert.equal(await page.locator('h1').first().innerText(), title);
  await page.keyboard.press('Escape');
  await settings(page).waitFor({ state: 'hidden' });
}

for (const [name, { serve, forms }] of Object.entries(SITES)) {
  test(`links and buttons open the settings before and after visits and forms with ${name}`, async () => {
    await using made = await getTestEngine({ rules: [{ name: 'analytics', sessionless: true, label: 'Statistics' }] });
    const text = { description: 'What is counted.', state: 'published' };
    await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
    const app = express().use('/policies', policyEngine(made.engine)).post('/search/', search).use(serve());
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const context = await browser.newContext();
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    try {
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.evaluate('window.kept = true');
      await settings(page).getByRole('button', { name: 'Reject' }).click();
      await settings(page).waitFor({ state: 'hidden' });
      await opens(page, () => opener(page).locator('b').click());

      await follow(page, 'Other');
      await opens(page, () => opener(page).locator('b').click());
      await opens(page, async () => {
        await opener(page).focus();
        await page.keyboard.press('Enter');
      });
      await follow(page, 'Start');
      await opens(page, () => opener(page).locator('b').click());
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Other' }).waitFor();
      await opens(page, () => opener(page).locator('b').click());

      for (const act of [
        () =>
          opener(page)
            .locator('b')
            .click({ modifiers: ['ControlOrMeta'] }),
        () => opener(page).locator('b').click({ button: 'middle' }),
      ]) {
        const [tab] = await Promise.all([context.waitForEvent('page'), act()]);
        await tab.waitForURL('**/policies/privacy#browser');
        await tab.close();
        assert.equal(await settings(page).isHidden(), true);
      }

      await opens(page, () => button(page).click());

      // A form that the router sends itself puts the next page there.
      for (const form of forms) {
        await follow(page, 'Start');
        await page.getByRole('button', { name: form }).click();
        await page.getByRole('heading', { level: 1, name: 'Other' }).waitFor();
        await opens(page, () => opener(page).locator('b').click());
        await opens(page, () => button(page).click());
      }

      // The decision is changed in a page that the router has put there, without a load.
      await opener(page).locator('b').click();
      await settings(page).getByRole('button', { name: 'Accept' }).click();
      await settings(page).waitFor({ state: 'hidden' });
      await follow(page, 'Start');
      const state = `(async () => (await (await fetch('/policies/consent.json')).json()).rules[0].state)()`;
      assert.equal(await page.evaluate(state), 'accepted');
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
      server.close();
      server.closeAllConnections();
    }
  });
}
