/**
 * Each page of the panel over the sample year: nothing moves while it loads, axe finds nothing, it fits, and the browser has nothing to
 * complain about. In English, German and Arabic, on a phone, a desktop and a large screen, light and dark. With `PICTURES`, a folder, each
 * is also taken as a picture.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { axeFinds } from '../../testing/axe.ts';
import { launchBrowser } from '../../testing/browser.ts';
import { complaintsAbout } from '../../testing/complaints.ts';
import { followLinks, kindOfPath } from './support/links.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';

/** Most that the parts of a page may move while it loads (CLS). */
const MOST_SHIFT = 0.02;
const LOOKS = [
  { locale: 'de', width: 1280, colorScheme: 'light' },
  { locale: 'de', width: 1920, colorScheme: 'dark' },
  { locale: 'ar', width: 390, colorScheme: 'light' },
  { locale: 'en', width: 390, colorScheme: 'dark' },
] as const;
const ADMIN = { email: 'admin@example.test', password: 'demo' };
const pictures = process.env['PICTURES'];

let shop: RunningStorefront;
let browser: Browser;
let pages: readonly string[];
const folder = mkdtempSync(path.join(tmpdir(), 'panel-'));

before(async () => {
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  [shop, browser] = await Promise.all([
    startStorefront({
      sampleYear: true,
      databaseUrl: path.join(folder, 'shop.db'),
      exportFolder: path.join(folder, 'exports'),
      uploadFolder: path.join(folder, 'uploads'),
      rendererUrl: 'http://127.0.0.1:9',
    }),
    launchBrowser(),
  ]);
  const session = await fetch(`${shop.url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url },
    body: JSON.stringify(ADMIN),
  });
  const headers = { cookie: session.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' };
  const found = await followLinks((at) => fetch(shop.url + at, { headers }), '/policies/');
  assert.deepEqual(found.broken, []);
  const kinds = Map.groupBy(found.pages, (at) => kindOfPath(new URL(at, shop.url).pathname));
  pages = [...kinds.values()].map(([first = '']) => first);
});
after(async () => {
  await browser?.close();
  await shop?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Sums up how much moved since the page began, and says what. */
const OBSERVE = `self.__shift = 0; self.__moved = []; new PerformanceObserver((list) => {
  for (const entry of list.getEntries().filter((one) => !one.hadRecentInput)) {
    self.__shift += entry.value;
    for (const { node } of entry.sources) self.__moved.push(node?.cloneNode?.(false).outerHTML ?? node?.nodeName);
  }
}).observe({ type: 'layout-shift', buffered: true });`;
const SETTLED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve([
  self.__shift, document.documentElement.scrollWidth - innerWidth, document.documentElement.dir, self.__moved.join(),
  innerWidth < 1000 ? '' : [...document.querySelectorAll('table')].filter((table) => table.checkVisibility() &&
    table.closest('details:not([open])') === null && table.scrollWidth > table.parentElement.clientWidth)
    .map((table) => table.caption?.textContent ?? table.className).join()]))))`;

async function lookAt(page: Page, at: string): Promise<string[]> {
  const response = await page.goto(at, { waitUntil: 'load' });
  if (response?.status() !== 200) return [`${at}: status ${response?.status()}`];
  const [shift, tooWide, dir, moved, wide] = await page.evaluate<[number, number, string, string, string]>(SETTLED);
  const found = await axeFinds(page);
  return [
    ...(shift > MOST_SHIFT ? [`${at} moves by ${shift.toFixed(3)}: ${moved}`] : []),
    ...(tooWide > 0 ? [`${at} is ${tooWide} px too wide`] : []),
    ...(wide !== '' ? [`${at} has tables that are wider than the page: ${wide}`] : []),
    ...(dir === '' ? [`${at} has no direction`] : []),
    ...found.map((one) => `${at}: ${one}`),
  ];
}

for (const { locale, width, colorScheme } of LOOKS) {
  test(`the pages of the panel: ${locale}, ${width} px, ${colorScheme}`, async () => {
    const context = await browser.newContext({
      baseURL: shop.url,
      locale,
      colorScheme,
      viewport: { width, height: 900 },
      // Times are written anew in the zone of the reader.
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(120_000);
    await context.request.post('/session', { data: ADMIN, headers: { origin: shop.url } });
    await context.addInitScript(OBSERVE);
    const page = await context.newPage();
    const complaints = complaintsAbout(page, shop.url);
    const wrong: string[] = [];
    for (const [index, at] of pages.entries()) {
      wrong.push(...(await lookAt(page, at)));
      if (pictures === undefined) continue;
      const name = kindOfPath(new URL(at, shop.url).pathname).replaceAll(/[^a-z]+/g, '-');
      const file = `${String(index).padStart(2, '0')}${name}-${locale}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: path.join(pictures, file), fullPage: true });
    }
    await context.close();
    assert.deepEqual([wrong, complaints], [[], []]);
    assert.ok(pages.length > 40, `${pages.length} pages`);
  });
}
