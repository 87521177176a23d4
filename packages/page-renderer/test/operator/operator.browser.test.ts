/** The pages of operators in a real browser: with the keyboard, without JavaScript, narrow and wide, light and dark. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { atEachWidth, axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { follow, launchBrowser } from '../../../../testing/browser.ts';
import { stretched } from '../../../../testing/load.ts';
import { startHomeSite } from '../support/home-site.ts';
import type { Site } from '../support/site.ts';
import { TOKEN } from './support/operator.ts';

let site: Site;
let renderer: Renderer;
let browser: Browser;
let origin: string;

before(async () => {
  site = await startHomeSite();
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    host: '127.0.0.1',
    port: 0,
    logLevel: 'silent',
    adminToken: TOKEN,
    cache: 'memory',
    timeout: stretched(5_000),
  });
  origin = (await renderer.listen()).url;
  browser = await launchBrowser();
  const paths = [`/render/${encodeURIComponent(`${site.url}/hostile`)}`, `/screenshot/${site.url}/static`];
  await Promise.all(paths.map(async (path) => (await fetch(origin + path)).arrayBuffer()));
});
after(async () => {
  await browser?.close();
  await renderer?.close();
  await site?.[Symbol.asyncDispose]();
});

/** Signs in, and checks that neither the console nor the network reports an error. */
async function visit(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      const isStatus = /the server responded with a status of/.test(message.text());
      if (/error|warning/.test(message.type()) && !isStatus) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(`${origin}/operator/cache`);
    await page.getByLabel('Admin token').fill(TOKEN);
    await follow(button(page, 'Sign in'));
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

const link = (page: Page, name: string) => page.getByRole('link', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name });

/** No rule is violated and nothing is wider than the page, at each width, in light and dark. */
async function isSound(page: Page): Promise<void> {
  await atEachWidth(page, async (width) => {
    assert.deepEqual(await axeFindsInLightAndDark(page), [], `${page.url()} at ${width}`);
    assert.ok(
      (await page.evaluate<number>('document.documentElement.scrollWidth')) <= width,
      `${page.url()} at ${width}`,
    );
  });
}

describe('an operator', () => {
  test('searches the cache, renders a result again and removes it, without JavaScript', async () => {
    await visit({ javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.getByRole('row').count(), 3);
      await page.getByLabel('Search').fill('HOSTILE');
      await follow(button(page, 'Search'));
      assert.equal(await page.getByRole('row').count(), 2);
      await follow(link(page, `${site.url}/hostile`));
      site.requests.length = 0;
      await follow(button(page, 'Render again'));
      assert.deepEqual(site.requests, ['/hostile']);
      assert.match(await page.getByRole('status').innerText(), /was rendered again/);

      await follow(link(page, 'Show as text'));
      assert.match(await page.innerText('body'), /<!DOCTYPE html>[^]*<input name="attributes">/i);
      assert.equal(await page.locator('input').count(), 0, 'it is text, not a page');
      await page.goBack();
      await follow(link(page, 'Remove…'));
      assert.equal(await page.getByRole('heading').innerText(), 'Remove 1 result?');
      await follow(link(page, 'Cancel'));
      assert.equal(await page.getByRole('row').count(), 3);
      await page.goto(`${origin}/operator/cache?q=${encodeURIComponent(site.url)}`);
      await follow(link(page, 'Remove all with this beginning…'));
      await follow(button(page, 'Remove 2 results'));
      assert.match(await page.getByRole('status').innerText(), /^2 results removed/);
      await page.getByText('Nothing is cached yet').waitFor();
      await follow(button(page, 'Sign out'));
      await page.getByLabel('Admin token').waitFor();
    });
  });

  test('can use each page on a phone and a desktop, in light and dark', async () => {
    await (await fetch(`${origin}/screenshot/${site.url}/static`)).arrayBuffer();
    await visit({}, async (page) => {
      await isSound(page);
      await follow(link(page, `${site.url}/static`));
      await isSound(page);
      assert.equal(
        await page
          .getByRole('img', { name: 'Screenshot' })
          .getAttribute('src')
          .then((src) => src?.slice(0, 22)),
        'data:image/jpeg;base64',
      );
      await follow(link(page, 'Remove…'));
      await isSound(page);
      await follow(button(page, 'Sign out'));
      await isSound(page);
    });
  });
});
