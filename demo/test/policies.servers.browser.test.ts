/** The same journey on database servers: by JSON, and one page in a browser. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { launchBrowser } from '../../testing/browser.ts';
import { forEachServer } from './support/databases.ts';
import { walkByJson } from './support/json-journey.ts';
import { startStorefront } from './support/storefront.ts';
import { visitShop } from './support/visit.ts';

await forEachServer(3, (databaseUrl) => {
  it('three shops that start at once on a fresh database all start, with three accounts', async () => {
    const shops = await Promise.all([1, 2, 3].map(() => startStorefront({ databaseUrl: databaseUrl() })));
    try {
      for (const { url } of shops) {
        for (const email of ['user@example.test', 'other@example.test', 'admin@example.test']) {
          const headers = { 'content-type': 'application/json' };
          const body = JSON.stringify({ email, password: 'demo' });
          assert.equal((await fetch(`${url}/session`, { method: 'POST', headers, body })).status, 200);
        }
      }
    } finally {
      await Promise.all(shops.map((shop) => shop[Symbol.asyncDispose]()));
    }
  });

  it('the journey by JSON completes from the first text to a restart', () => walkByJson(databaseUrl()));

  it('a browser shows the decisions made before', async () => {
    await using shop = await startStorefront({ databaseUrl: databaseUrl() });
    const browser = await launchBrowser();
    try {
      await using here = await visitShop(browser, shop.url);
      const { page } = here;
      await page.goto('/sign-in?return_to=/policies/user_terms');
      await page.getByLabel('Email').fill('nora@example.test');
      await page.getByLabel('Password').fill('a long password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Privacy settings' }).waitFor();
      assert.deepEqual(await page.locator('.pe-choice .pe-badge:visible').allInnerTexts(), [
        'Accepted',
        'Required to continue',
        'Accepted',
        'Required to continue',
        'No decision yet',
        'No decision yet',
      ]);
      await page.getByRole('switch', { name: 'Cookies' }).check();
      await page.getByRole('button', { name: 'Save choices: Cookies' }).click();
      await page.getByRole('status').getByText('You accepted').waitFor();
      await page.goto('/');
      assert.equal(await page.locator('head script[src*="/tags/"]').count(), 2);
      assert.deepEqual(here.problems, []);
    } finally {
      await browser.close();
    }
  });
});
