/**
 * `npm run pictures`: takes the pictures of the READMEs from the running products, and writes them into the packages' `docs`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser, createRenderer } from 'page-renderer';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { pino } from 'pino';
import { createDemo } from '../demo/shop.ts';
import { root } from './build.ts';

const folder = path.join(root, 'packages');
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** The page of an address for a client with the given user agent that runs no JavaScript. */
async function withoutJavaScript(browser: Browser, url: string, userAgent: string): Promise<Buffer> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    userAgent,
    viewport: { width: 960, height: 760 },
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

function panel(title: string, note: string, picture: Buffer): string {
  return `<figure><figcaption><b>${title}</b>${note}</figcaption>
    <img src="data:image/png;base64,${picture.toString('base64')}" width="620"></figure>`;
}

async function sideBySide(browser: Browser, panels: string[], file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1340, height: 640 } });
  await page.setContent(`<style>
    body { margin: 0; padding: 24px; display: flex; align-items: start; width: min-content; gap: 24px; background: #eceef2; font: 16px/1.4 system-ui, sans-serif; color: #1c1d1f }
    figure { margin: 0; background: #fff; border-radius: 12px; overflow: hidden; box-shadow: 0 1px 3px #0002 }
    figcaption { padding: 12px 16px; border-bottom: 1px solid #d8dade; color: #5b5f66 }
    b { color: #1c1d1f; margin-right: 8px } img { display: block }
  </style>${panels.join('')}`);
  const box = await page.locator('body').boundingBox();
  await page.screenshot({ path: path.join(folder, file), type: 'jpeg', quality: 82, clip: box! });
  await page.close();
}

/** Signs in like a person, and takes a screenshot of a page of the panel. */
async function panelOf(browser: Browser, shop: string, email: string, address: string): Promise<Buffer> {
  const context = await browser.newContext({ viewport: { width: 960, height: 760 } });
  const page = await context.newPage();
  await page.goto(`${shop}/sign-in`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill('demo');
  await Promise.all([page.waitForNavigation(), page.locator('input[type=password]').press('Enter')]);
  await page.goto(shop + address);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

const found = await findBrowser();
const browser = await chromium.launch({
  executablePath: found.executablePath,
  env: { ...(process.env as Record<string, string>), ...found.env },
  args: ['--no-sandbox', '--disable-gpu'],
});
await using renderer = await createRenderer({
  host: '127.0.0.1',
  port: 0,
  allowPrivateNetworks: ['127.0.0.1'],
  logLevel: 'warn',
});
const logger = pino({ level: 'silent' });
const data = mkdtempSync(path.join(tmpdir(), 'pictures-'));
const empty = createDemo({ rendererUrl: (await renderer.listen()).url, databaseUrl: ':memory:', logger });
// The panel must not be empty.
const sample = createDemo({
  databaseUrl: path.join(data, 'sample.db'),
  exportFolder: path.join(data, 'exports'),
  sampleYear: true,
  logger,
});
try {
  const product = `${await empty.listen(0)}/products/1`;
  await sideBySide(
    browser,
    [
      panel(
        'Without',
        'what a bot gets that runs no JavaScript',
        await withoutJavaScript(browser, product, 'Example/1.0'),
      ),
      panel('With page-renderer', 'the same address', await withoutJavaScript(browser, product, BOT)),
    ],
    'page-renderer/docs/page-renderer.jpg',
  );
  const shop = await sample.listen(0);
  await sideBySide(
    browser,
    [
      panel('The panel', 'for administrators', await panelOf(browser, shop, 'admin@example.test', '/policies/')),
      panel('The privacy centre', 'for everybody', await panelOf(browser, shop, 'user@example.test', '/policies/')),
    ],
    'policy-engine/docs/policy-engine.jpg',
  );
} finally {
  await empty.close();
  await sample.close();
  await browser.close();
  rmSync(data, { recursive: true, force: true });
}
process.stdout.write(`made the pictures in ${folder}\n`);
