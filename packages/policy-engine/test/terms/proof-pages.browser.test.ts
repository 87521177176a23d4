/** Pages about texts and their proof, opened one after another: axe finds nothing, and nothing is wider than the screen. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { createQueries } from '../../dist/schema.js';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { launchBrowser } from '../../../../testing/browser.ts';
import type { Listening } from '../../../../testing/listening.ts';
import { serveEngine } from '../support/served-engine.ts';
import { atEachWidth, axeFinds } from '../../../../testing/axe.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

let shop: TestEngine;
let browser: Browser;
let server: Listening | undefined;
let pages: Readonly<Record<string, string>>;

const failedJob = {
  state: 'failed',
  attempts: 8,
  max_attempts: 8,
  token: 8,
  error: 'connect ECONNREFUSED 127.0.0.1:25',
  created_at: new Date(),
  updated_at: new Date(),
};

before(async () => {
  shop = await getTestEngine({
    timeZone: 'Europe/Paris',
    texts: { ar: {} },
    currentUser: () => ({ id: 'admin', record: null }),
  });
  const admin = shop.as('admin');
  const terms = '/categories/cookie/terms';
  const write = async (body: object) =>
    ((await admin.json('POST', `/policies${terms}.json`, body)).body as { id: string }).id;
  const translations = { fr: '# Témoins\n\nDeux témoins.', ar: '# ملفات\n\nملفان فقط.' };
  const published = await write({ description: '# Cookies\n\nTwo cookies.', translations, state: 'published' });
  const draft = await write({ description: '# Cookies\n\nThree cookies.', translations: { fr: '# Témoins' } });
  await admin.json('PUT', '/policies/user_terms/cookie/accept.json', {});
  await shop.engine.ledger.seal();
  await createQueries(shop.engine.database)
    .insertInto('jobs')
    .values([
      { ...failedJob, id: '1', name: 'mail', payload: '{"mail":"0199e1c0-0000-7000-8000-000000000001"}' },
      { ...failedJob, id: '2', name: 'portability-discard', payload: '{}' },
      { ...failedJob, id: '3', name: 'mail_purge', payload: '{}', state: 'waiting', due_at: new Date(0) },
    ])
    .execute();
  pages = {
    version: `${terms}/${draft}`,
    publish: `${terms}/${draft}/publish`,
    translate: `${terms}/${draft}/translate?language=ar`,
    late: `${terms}/${published}/translate?language=de`,
    translation: `${terms}/${published}/translations/fr`,
    difference: `${terms}/${draft}/difference?language=fr`,
    removable: `${terms}/${draft}/translations/fr`,
    text: '/user_terms/cookie',
    arabic: '/user_terms/cookie?locale=ar',
    receipt: '/user_terms/cookie/receipt',
    ledger: '/ledger',
    record: '/ledger/events',
    check: '/check',
    jobs: '/jobs',
    audit: '/audit',
  };
  server = await serveEngine(shop.engine);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  await shop?.[Symbol.asyncDispose]();
});

/** All checks run on these; they cover the two widths and the two schemes. */
const SCHEMES: Readonly<Record<number, 'light' | 'dark'>> = { 390: 'light', 1280: 'dark' };

test('axe finds no violation on the pages of texts and proof, on a phone in light and on a desktop in dark', async () => {
  // With reduced motion, colours change together with the colour scheme.
  const context = await browser.newContext({ viewport: { width: 390, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const [name, path] of Object.entries(pages)) {
    const answer = await page.goto(`${server?.url}/policies${path}`);
    assert.equal(answer?.status(), 200, name);
    const direction = await page.evaluate('document.documentElement.dir');
    assert.equal(direction, name === 'arabic' ? 'rtl' : 'ltr', name);
    await atEachWidth(page, async (width) => {
      await page.emulateMedia({ colorScheme: SCHEMES[width]! });
      assert.deepEqual(await axeFinds(page), [], `${name}, ${width} px`);
      const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(widest <= width, `${name} is ${widest} wide`);
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true });
    });
  }
  await context.close();
});
