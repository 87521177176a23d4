/** The banner at 320 px in every language: unbroken words on equal buttons, and links that are large enough for a finger. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { TRANSLATED } from '../../dist/platform/i18n/texts/catalogue.js';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type Site, startSite, visitSite } from './site.ts';

const LANGUAGES = ['en', ...TRANSLATED];

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

async function siteWith(names: readonly string[], layout: 'bar' | 'dialog' = 'bar'): Promise<Site> {
  const rules = names.map((name) => ({ name, label: name, description: `About ${name}.`, sessionless: true }));
  const site = await startSite({
    engine: { rules, scripts: [], banner: { layout } },
    async page(_path, { nonce, consent }) {
      return `<!doctype html><html><head><meta charset="utf-8"><title>Shop</title><meta name="viewport" content="width=device-width">
        <link rel="stylesheet" href="/shop.css"></head><body><main><h1>Shop</h1></main>${await consent.renderBanner({ nonce })}`;
    },
  });
  for (const name of names) {
    await site.publish(name, Object.fromEntries(TRANSLATED.map((locale) => [locale, `About ${name}.`])));
  }
  return site;
}

let browser: Browser;
/** With a choice of several purposes, and with a single question, whose answers have texts of their own. */
let sites: Readonly<Record<'several' | 'one', Site>>;
let dialog: Site;
before(async () => {
  browser = await launchBrowser();
  sites = { several: await siteWith(['statistics', 'films']), one: await siteWith(['statistics']) };
  dialog = await siteWith(['statistics', 'films'], 'dialog');
});
after(async () => {
  for (const site of [...Object.values(sites), dialog]) await site[Symbol.asyncDispose]();
  await browser.close();
});

/** The visible buttons of the banner: their boxes, and words that are broken over several lines. */
const BUTTONS = `[...document.querySelectorAll('.pe-consent-buttons button')].filter((button) => button.offsetParent).map((button) => {
  const broken = [...button.firstChild.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(button.firstChild, index);
    range.setEnd(button.firstChild, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size !== 1;
  });
  const { width, height, left, right, top, bottom } = button.getBoundingClientRect();
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return {
    words: button.textContent, broken: broken.map(([word]) => word), size: [width, height].map(Math.round).join(' × '),
    isInSight: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && middle === button,
  };
})`;

interface Button {
  readonly words: string;
  readonly broken: readonly string[];
  readonly size: string;
  readonly isInSight: boolean;
}

function assertButtons(buttons: readonly Button[], count: number, where: string): void {
  assert.equal(buttons.length, count, where);
  for (const { words, broken, isInSight } of buttons)
    assert.deepEqual([broken, isInSight], [[], true], `${where}: ${words}`);
  assert.equal(new Set(buttons.map(({ size }) => size)).size, 1, `${where}: ${buttons.map(({ size }) => size).join()}`);
}

/** Windows: a small phone, the same after zooming to 400 %, a larger one, and the width at which buttons are in one line. */
const WINDOWS = [
  [320, 568],
  [320, 256],
  [390, 844],
  [480, 800],
] as const;

for (const locale of LANGUAGES) {
  test(`${locale}: no word is broken on a button, and the buttons are equal and visible`, async () => {
    for (const [kind, site] of Object.entries(sites)) {
      await using here = await visitSite(browser, site, { locale });
      const { page } = here;
      for (const [width, height] of WINDOWS) {
        const where = `${kind}, ${width} × ${height}`;
        await page.setViewportSize({ width, height });
        await page.goto('/');
        await until(page, `document.querySelector('policy-consent')?.consent?.state`);
        assert.equal(await page.locator('.pe-consent-panel').getAttribute('lang'), locale);
        assertButtons(await page.evaluate<Button[]>(BUTTONS), kind === 'one' ? 2 : 3, where);
        if (pictures !== undefined)
          await page.screenshot({ path: `${pictures}/narrow-${locale}-${kind}-${width}-${height}.png` });
        if (width === 480) {
          await page.evaluate(`document.querySelector('.pe-consent-panel').dataset.layout = 'corner'`);
          assertButtons(await page.evaluate<Button[]>(BUTTONS), kind === 'one' ? 2 : 3, `${where}, in a corner`);
        }
        if (kind === 'one') continue;
        await page.locator('button[value=choose]').click();
        assertButtons(await page.evaluate<Button[]>(BUTTONS), 3, `${where}, opened`);
      }
      assert.deepEqual(here.problems, []);
    }
  });
}

test('the last answer of a dialog is not cut off in a low window', async () => {
  await using here = await visitSite(browser, dialog, { locale: 'de' });
  const { page } = here;
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await until(page, `document.querySelector('policy-consent')?.consent?.state`);
    assertButtons(await page.evaluate<Button[]>(BUTTONS), 3, `${width} × ${height}`);
    await page.locator('button[value=choose]').click();
    assertButtons(await page.evaluate<Button[]>(BUTTONS), 3, `${width} × ${height}, opened`);
  }
  assert.deepEqual(here.problems, []);
});

test('each link to another language is a target of at least 24 by 24 px', async () => {
  await using here = await visitSite(browser, sites.several, { viewport: { width: 320, height: 568 } });
  await here.page.goto('/');
  await until(here.page, `document.querySelector('policy-consent')?.consent?.state`);
  const boxes = await here.page.evaluate<number[][]>(
    `[...document.querySelectorAll('[data-policy-language]')].map((link) => {
      const { left, top, width, height } = link.getBoundingClientRect();
      return [left, top, width, height];
    })`,
  );
  assert.equal(boxes.length, LANGUAGES.length - 1);
  for (const [left = 0, top = 0, width = 0, height = 0] of boxes) {
    assert.ok(width >= 24 && height >= 24, `${width} × ${height}`);
    const covered = boxes.filter(
      ([l = 0, t = 0, w = 0, h = 0]) => l < left + width && left < l + w && t < top + height && top < t + h,
    );
    assert.equal(covered.length, 1, 'targets overlap');
  }
});
