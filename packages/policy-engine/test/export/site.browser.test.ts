/** The exported site, opened from a disk without network. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { engineWith, exported, temporaryFolder } from './export.ts';
import { servePictures } from './pictures.ts';
import { sampleExporter, sampleExtras, sampleRules, sampleUser } from './sample.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const OWN = ['privacy/information', 'privacy/consents'] as const;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

before(async () => {
  folder = await temporaryFolder();
  await using server = await servePictures();
  const engine = engineWith(sampleRules(server.origin), { ...sampleExporter, allowedHosts: [server.host] });
  const { zip } = await exported(engine, sampleUser, folder.path, { extras: sampleExtras });
  await promisify(execFile)('unzip', ['-q', zip, '-d', path.join(folder.path, 'site')]);
  browser = await launchBrowser();
  context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    // A page that is left while it loads cancels the rest, which is not an error.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') complaints.push(`${why}: ${request.url()}`);
  });
});

after(async () => {
  await browser?.close();
  await folder?.[Symbol.asyncDispose]();
});

const address = (name: string): string => pathToFileURL(path.join(folder.path, 'site', `${name}.html`)).href;
const place = (): string => new URL(page.url()).pathname.split('/site/')[1] ?? '';

test('a person can navigate the exported site: cover, chapter, pages, member, information', async () => {
  await page.goto(address('index'));
  assert.equal(await page.locator('h1').innerText(), 'Data of Ada Lovelace');
  assert.ok(Number(await page.evaluate('document.querySelector(".book-mosaic img").naturalWidth')) > 0);
  await page.locator('.book-chapter', { hasText: 'Orders' }).click();
  assert.equal(place(), 'orders/index.html');
  assert.equal(await page.locator('.book-card').count(), 12);
  assert.match(await page.locator('.book-card').nth(3).innerText(), /Image not available: Wool blanket/);
  // The number of pages is known only after the first one is written.
  await page.getByRole('link', { name: 'Page 5' }).click();
  assert.equal(place(), 'orders/5/index.html');
  assert.equal(await page.locator('.book-card').count(), 5);
  await page.getByRole('link', { name: 'Previous' }).click();
  assert.equal(place(), 'orders/4/index.html');
  await page.getByRole('link', { name: 'Page 1', exact: true }).click();
  assert.equal(place(), 'orders/index.html');
  await page.locator('.book-nav').getByText('Your account').click();
  assert.match(await page.locator('main').innerText(), /St James’s Square 12/);
  assert.doesNotMatch(await page.content(), /never/);
  await page.locator('.book-brand').click();
  await page.getByRole('link', { name: 'How your data is used' }).click();
  assert.match(await page.locator('main').innerText(), /The parcel service, our tax adviser[\s\S]*Article 17/);
});

test('the search finds words of any page, ignoring accents, and opens the page', async () => {
  await page.goto(address('search'));
  await page.getByRole('searchbox').fill('ISTANBUL zurich');
  const result = page.locator('.book-results li').first();
  assert.match(await result.innerText(), /Messages[\s\S]*İstanbul[\s\S]*Zürich/);
  assert.deepEqual(await result.locator('mark').allInnerTexts(), ['İstanbul', 'Zürich']);
  await result.locator('a').click();
  assert.equal(place(), 'messages/index.html');
  await page.goto(address('search'));
  await page.getByRole('searchbox').fill('nowhere to be found');
  await page.getByText('No results.').waitFor();
});

test('every picture is printed, even if it has not been scrolled into view', async () => {
  // In a context of its own, where nothing is loaded yet.
  const unseen = await browser.newContext({ offline: true });
  const sheet = await unseen.newPage();
  await sheet.goto(address('orders/index'));
  const paper = await sheet.pdf();
  const loaded = await sheet.evaluate('[...document.images].map((image) => image.complete && image.naturalWidth > 0)');
  await unseen.close();
  assert.deepEqual(
    loaded,
    Array.from({ length: 11 }, () => true),
  );
  // Eight addresses of existing pictures, among twelve orders; some are in the file twice.
  const embedded = paper.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;
  assert.ok(embedded >= 8, String(embedded));
});

test('the end of a sheet cuts no record, and the first sheet has more than the heading', async () => {
  await page.goto(address('orders/index'));
  const paper = await page.pdf({ format: 'A4' });
  // Twelve orders, four on a sheet.
  assert.equal(paper.toString('latin1').match(/\/Type \/Page\b/g)?.length, 3);
});

test('every part of the export is in sight on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address('wishlist/index'));
  const hidden = await page.evaluate(`Array.from(document.querySelectorAll('.book-nav a'))
    .filter((link) => link.getBoundingClientRect().right > innerWidth).map((link) => link.textContent)`);
  assert.deepEqual(hidden, []);
});

test('no page requests anything outside the export, and no page reports an error', () => {
  assert.deepEqual(complaints, []);
});

test('axe finds no violation in light and dark, wide and narrow, and nothing is too wide', async () => {
  const axe = await readFile(AXE, 'utf8');
  const looks = [
    { width: 1280, colorScheme: 'light', pages: ['index', 'orders/index'] },
    { width: 390, colorScheme: 'dark', pages: ['index', 'orders/2/index', 'account/index', 'search', ...OWN] },
  ] as const;
  for (const { width, colorScheme, pages } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    for (const name of pages) {
      await page.goto(address(name));
      const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(isTooWide, false, `${name} at ${width}`);
      // Evaluated instead of added as a script, so that the page's own policy does not change.
      const violations = await page.evaluate(`${axe}; axe.run({ preload: false }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`);
      assert.deepEqual(violations, [], `${name} at ${width}, ${colorScheme}`);
    }
  }
});
