/// <reference lib="dom" />
/** The site in a browser: on a phone and a desktop, light and dark; a question typed in the search leads to its page. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { launchBrowser } from '../../testing/browser.ts';
import { listening } from '../../testing/listening.ts';
import { stretched } from '../../testing/load.ts';
import { siteServer } from '../serve.ts';

const browser = await launchBrowser();
const site = await listening(siteServer());
after(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

/** Pages with wide tables, long code and many sections; with `SITE_PICTURES` set, each is kept as a picture in that folder. */
const PAGES = [
  '/',
  '/policy-engine/quick-start',
  '/policy-engine/regions',
  '/page-renderer/reference',
  '/page-renderer/errors/overloaded',
];
const pictures = process.env['SITE_PICTURES'];
if (pictures !== undefined) mkdirSync(pictures, { recursive: true });

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`pages fit into ${width} pixels, ${colorScheme}`, async () => {
      await using context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      page.setDefaultTimeout(stretched(30_000));
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) foreign.push(request.url());
      });
      for (const address of PAGES) {
        await page.goto(site.url + address, { waitUntil: 'networkidle' });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, address);
        const { isDark, background } = await page.evaluate(() => ({
          isDark: document.documentElement.classList.contains('dark'),
          background: getComputedStyle(document.body).backgroundColor,
        }));
        assert.equal(isDark, colorScheme === 'dark', address);
        const [red = 0] = (/\d+/.exec(background) ?? []).map(Number);
        assert.ok(isDark ? red < 60 : red > 200, `${address}: ${background}`);
        if (pictures !== undefined) {
          const name = `${address.replaceAll('/', '_')}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: path.join(pictures, name) });
        }
      }
      assert.deepEqual(foreign, []);
    });
  }
}

test('a question typed in the search leads to its page', async () => {
  await using context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(stretched(30_000));
  await page.goto(`${site.url}/`, { waitUntil: 'networkidle' });
  await page
    .getByRole('button', { name: /search/i })
    .first()
    .click();
  await page.locator('.VPLocalSearchBox input').fill('Warm the cache from a sitemap before bots come');
  const result = page.locator('.VPLocalSearchBox .results a').first();
  await result.waitFor();
  if (pictures !== undefined) await page.screenshot({ path: path.join(pictures, 'search.png') });
  await result.click();
  await page.waitForURL(/\/page-renderer\/warming/);
  assert.match(await page.locator('h1').innerText(), /Warming and freshness/);
});
