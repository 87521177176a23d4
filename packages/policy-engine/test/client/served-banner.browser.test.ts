/** How the banner looked at a decision: shown again after its appearance, purposes, vendors and texts have changed. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { nodeSqliteDatabase, type PolicyEngineOptions } from 'policy-engine';
import { axeFinds } from '../../../../testing/axe.ts';
import { launchBrowser } from '../../../../testing/browser.ts';
import { type Site, startSite, visitSite } from './site.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-served-'));
let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** The same site, as the host declares its purposes and vendors at some time. */
async function siteWith(purpose: string, vendor: string, duration: string): Promise<Site> {
  const engine: Partial<PolicyEngineOptions> = {
    currentUser: (request) => {
      const [, id] = /user=(\w+)/.exec(request.headers.get('cookie') ?? '') ?? [];
      if (request.headers.get('cookie')?.includes('admin=1')) return { id: 'admin', record: {} };
      return id === undefined ? null : { id, record: {} };
    },
    database: nodeSqliteDatabase(path.join(folder, 'host.db')),
    rules: [
      { name: 'analytics', label: purpose, description: `${purpose}, and nothing else.`, sessionless: true },
      { name: 'media', label: 'Films', description: 'Shows films.', sessionless: true },
    ],
    scripts: [
      {
        name: 'Counter',
        provider: vendor,
        description: 'Counts.',
        rule: 'analytics',
        script: '',
        environments: ['test'],
        domain: 'shop.example',
        cookies: [{ name: '_c', purpose: 'Tells visits apart', duration }],
      },
    ],
  };
  return startSite({
    engine,
    page: async (_path, { nonce, consent }) =>
      `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${await consent.renderBanner({ nonce })}</html>`,
  });
}

async function publish(page: Page, title: string, button: string): Promise<void> {
  await page.goto('/policies/appearance?locale=en');
  await page.locator('[name="words[en][title]"]').fill(title);
  await page.locator('[name="layout"]').selectOption('corner');
  await page.locator('[name="own_colours"][type=checkbox]').check();
  for (const [name, colour] of Object.entries({ background: '#ffffff', text: '#1a1a1a', button, accent: '#104a8e' })) {
    await page.locator(`[name="colours[${name}]"]`).fill(colour);
  }
  await Promise.all([page.waitForURL(/appearance/), page.locator('main form .pe-button-primary').first().click()]);
}

const ADMIN = { name: 'admin', value: '1' };

/** Decides in the second layer, and returns the digits of the hash that were sent. */
async function decide(
  site: Site,
  user: string,
  locale: string,
  names: { choose: string; save: string },
): Promise<string> {
  await using visitor = await visitSite(browser, site, { locale });
  const { page } = visitor;
  await visitor.context.addCookies([{ name: 'user', value: user, url: site.url }]);
  await page.goto('/');
  await page.getByRole('button', { name: names.choose }).click();
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: names.save }).click();
  const { shown } = (await asked).postDataJSON() as { shown: { appearance: string } };
  const response = await (await asked).response();
  assert.equal(response?.status(), 200);
  return shown.appearance;
}

test('the banner of a decision is shown as it was, after appearance, purposes and vendors have changed', async () => {
  const hashes: string[] = [];
  {
    await using site = await siteWith('Old purpose', 'Old vendor Ltd', '13 months');
    await site.publish('analytics', { fr: 'Texte.' });
    await site.publish('media', { fr: 'Texte.' });
    await using admin = await visitSite(browser, site);
    await admin.context.addCookies([{ ...ADMIN, url: site.url }]);
    await publish(admin.page, 'Old title', '#104a8e');
    hashes.push(await decide(site, 'ann', 'en', { choose: 'Customise', save: 'Save choices' }));
    hashes.push(await decide(site, 'ben', 'fr', { choose: 'Choisir', save: 'Enregistrer' }));
  }
  await using site = await siteWith('New purpose', 'New vendor Inc', '2 days');
  await site.publish('analytics', { fr: 'Texte.' });
  await using admin = await visitSite(browser, site, { viewport: { width: 1280, height: 900 } });
  const { page } = admin;
  await admin.context.addCookies([{ ...ADMIN, url: site.url }]);
  await publish(page, 'New title', '#8e1010');
  await page.goto('/policies/appearance/preview?locale=en');
  await page.getByRole('heading', { name: 'New title' }).waitFor();

  const [english = '', french = ''] = hashes;
  await page.goto('/policies/people/ann/file');
  await page.getByRole('link', { name: 'As it was served' }).first().click();
  // The purposes were shown one by one: the link leads to that layer.
  const { pathname, search } = new URL(page.url());
  assert.match(pathname + search, new RegExp(`^/policies/appearance/served/${english}[0-9a-f]{48}\\?layer=2$`));
  await page.getByRole('link', { name: 'First layer' }).click();
  const frame = page.frameLocator('iframe >> nth=2');
  const banner = frame.locator('.pe-consent-panel');
  await banner.getByRole('heading', { name: 'Old title' }).waitFor();
  const words = await banner.innerText();
  assert.match(words, /Old purpose, and nothing else\./);
  assert.doesNotMatch(words, /New/);
  assert.equal(
    await frame
      .locator('html')
      .evaluate(`getComputedStyle(document.querySelector('.pe-consent-buttons button')).backgroundColor`),
    'rgb(16, 74, 142)',
  );
  assert.equal(await banner.getAttribute('data-layout'), 'corner');
  assert.match(await page.locator('main').innerText(), new RegExp(english));
  assert.deepEqual(await axeFinds(page), []);
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/served-1.png`, fullPage: true });
  await page.getByRole('link', { name: 'Single purposes' }).click();
  await banner.getByText('Vendors and cookies (1)').press('Enter');
  const details = await banner.innerText();
  assert.match(details, /Old vendor Ltd/);
  assert.match(details, /13 months/);
  assert.equal(await banner.getByRole('button', { name: 'Save choices' }).isVisible(), true);
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/served-2.png`, fullPage: true });

  await page.goto('/policies/people/ben/file');
  await page.getByRole('link', { name: 'As it was served' }).first().click();
  assert.ok(page.url().includes(french));
  await page.getByRole('link', { name: 'First layer' }).click();
  await banner.getByRole('button', { name: 'Tout refuser' }).waitFor();
  assert.equal(await banner.getAttribute('lang'), 'fr');
  assert.deepEqual(
    admin.problems.filter((text) => !text.startsWith('The Cross-Origin-Opener-Policy')),
    [],
  );
});
