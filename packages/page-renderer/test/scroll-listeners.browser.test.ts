/** Who hears that a page was scrolled: where nobody listens, nobody is told that it is back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../testing/browser.ts';
import { hearsWindow } from '../dist/render/completion/scroll-listeners.js';

const PAGES: ReadonlyArray<readonly [script: string, isHeard: boolean]> = [
  ['', false],
  ["document.querySelector('p').addEventListener('scroll', () => {})", false],
  ["addEventListener('scroll', () => {}, { passive: true })", true],
  ["document.addEventListener('scrollend', () => {}, true)", true],
  ['onscroll = () => {}', true],
  ["document.body.setAttribute('onscroll', 'void 0')", true],
];
let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

for (const [script, isHeard] of PAGES) {
  test(`${isHeard ? 'somebody' : 'nobody'} hears it: ${script || 'no script'}`, async () => {
    const page = await browser.newPage();
    await page.setContent(`<p>text</p><script>${script}</script>`);
    const session = await page.context().newCDPSession(page);
    assert.equal(await hearsWindow(session as never), isHeard);
    await page.context().close();
  });
}
