/** The administrators' pages of retention, in each language: on a phone and a desktop, in light and in dark. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { nodeSqliteDatabase } from 'policy-engine';
import { atEachWidth, axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { launchBrowser } from '../../../../testing/browser.ts';
import type { Listening } from '../../../../testing/listening.ts';
import { openPage } from '../support/open-page.ts';
import { serveEngine } from '../support/served-engine.ts';
import { fillShop, LATER, RETAINING } from './retaining.ts';
import { shopEngine } from './shop.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];
const LOCALES = ['en', 'es', 'fr', 'tr'] as const;

suite('the retention pages have no axe violation', () => {
  const database = nodeSqliteDatabase(':memory:');
  let browser: Browser;
  let server: Listening | undefined;
  let run: string;
  let request: string;
  before(async () => {
    browser = await launchBrowser();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
    await fillShop(database);
    await database.execute("update shop_users set email = '1999, no date' where id = 'otto'");
    const people = RETAINING.find(({ name }) => name === 'account')!;
    const shop = await shopEngine(database, {
      dataRules: [
        ...RETAINING.filter((rule) => rule !== people),
        // A column without dates: a run with a failure.
        { ...people, retention: { after: { years: 1 }, from: 'email', where: { name: 'Name of otto' } } },
      ],
    });
    shop.pass(LATER);
    await shop.engine.erasure.applyRetention({ dryRun: true });
    await shop.engine.erasure.applyRetention();
    const { body } = await shop.test.as('admin').json('GET', '/policies/retention.json');
    run = (body as { runs: readonly { readonly id: string }[] }).runs[0]?.id ?? '';
    request = (await shop.engine.erasure.create({ id: 'otto' })).id;
    server = await serveEngine(shop.engine);
  });
  after(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
    await database.close();
  });

  async function look(page: Page, shown: string): Promise<void> {
    await atEachWidth(page, async (width) => {
      for (const colorScheme of pictures === undefined ? [] : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme });
        const file = path.join(pictures ?? '', `retention-${shown}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
      }
      assert.deepEqual(await axeFindsInLightAndDark(page), [], `${shown} ${width}`);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok((overflow as number) <= 0, `${shown} is ${String(overflow)} px too wide at ${width}`);
    });
  }

  for (const [index, locale] of LOCALES.entries()) {
    test(`the retention pages have no axe violation and fit each width in ${locale}`, async () => {
      const complaints: string[] = [];
      const origin = `${server?.url}/policies`;
      const page = await openPage(browser, 'admin', { complaints, locale, viewport: { width: 1280, height: 900 } });
      try {
        await page.goto(`${origin}/retention`);
        assert.equal(await page.locator('html').getAttribute('lang'), locale);
        await look(page, `list-${locale}`);
        // The other pages, in one language each: their parts are those of the first.
        const other = [`retention/${run}`, `erasure_requests/${request}/confirm`, 'data_map', undefined][index];
        if (other !== undefined) {
          await page.goto(`${origin}/${other}`);
          await look(page, `${index}-${locale}`);
        }
        assert.deepEqual(complaints, []);
      } finally {
        await page.context().close();
      }
    });
  }
});
