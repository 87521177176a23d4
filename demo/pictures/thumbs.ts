/**
 * Draws the small pictures of orders from the large ones: `node demo/pictures/thumbs.ts`. They are JPEG because
 * exports contain no SVG, which could run scripts when it is opened by itself.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from 'page-renderer';
import { chromium } from 'playwright-core';

const FOLDER = path.resolve(import.meta.dirname, '../public/pictures');
const SIZE = 240;

const { executablePath } = await findBrowser();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE }, deviceScaleFactor: 1 });
for (let id = 1; id <= 12; id += 1) {
  const svg = readFileSync(path.join(FOLDER, `${id}-front.svg`), 'utf8');
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${SIZE}px;height:${SIZE}px}</style>${svg}`);
  writeFileSync(path.join(FOLDER, 'thumbs', `${id}.jpg`), await page.screenshot({ type: 'jpeg', quality: 82 }));
}
await browser.close();
