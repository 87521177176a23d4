/** Identity by a mailed link, from the request in one browser to the link in another, over a real mail server. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import express from 'express';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { nodeSqliteDatabase } from 'policy-engine';
import { policyEngine } from 'policy-engine/express';
import { axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { launchBrowser } from '../../../../testing/browser.ts';
import { listening } from '../../../../testing/listening.ts';
import { bodies, startSmtp, type TakenMail } from '../mail/support.ts';
import { openPage } from '../support/open-page.ts';
import { addPerson, makeShop, shopEngine } from './shop.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];
const MINE = '/policies/user_erasure_requests';
const HOUR = 3_600_000;

/** The link in a mail. */
function linkIn(mail: TakenMail | undefined): string {
  assert.ok(mail);
  const { text, html } = bodies(mail);
  const [link = ''] = /http:\S+\/erasure_identity\?token=\w+/.exec(text) ?? [];
  assert.ok(link !== '' && html.includes(link.replaceAll('&', '&amp;')));
  return link;
}

suite('a mailed link confirms a request in the browser,', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  });
  after(() => browser?.close());

  async function walk(name: string, options: BrowserContextOptions): Promise<void> {
    await using smtp = await startSmtp();
    const database = nodeSqliteDatabase(':memory:');
    await makeShop(database);
    await addPerson(database, 'anna');
    const app = express();
    const server = await listening(createServer(app));
    const origin = server.url;
    const shop = await shopEngine(database, {
      publicOrigins: [origin],
      fromEmail: 'Shop <shop@shop.test>',
      adminEmailInbox: 'inbox@shop.test',
      mail: { transport: smtp.url },
      erasure: { graceDays: 14, identify: 'mail' },
    });
    const referers: string[] = [];
    app.use((request: IncomingMessage, _response: unknown, next: () => void) => {
      referers.push(String(request.headers.referer));
      next();
    });
    app.use('/policies', policyEngine(shop.engine));
    const complaints: string[] = [];
    const anna = await openPage(browser, 'anna', { complaints, ...options });
    // Another browser without a signed-in user.
    const phone = await openPage(browser, '', { complaints, ...options, extraHTTPHeaders: {} });
    const look = (page: Page, shown: string) => lookAt(page, `${shown}-${name}`, options);
    try {
      await anna.goto(`${origin}${MINE}`);
      await anna.getByText('We email you a link, valid for 24 hours').waitFor();
      await look(anna, '01-ask');
      await anna.getByRole('button', { name: 'Request deletion' }).click();
      await anna.getByRole('heading', { name: 'Confirm your identity' }).waitFor();
      assert.match(
        await anna.getByRole('status').innerText(),
        /We are sending you a link by email. Nothing is deleted/,
      );
      await look(anna, '02-waits');
      await shop.work();
      assert.equal(smtp.mails.length, 1, 'administrators are not told yet');

      // The link has expired; then a new one is mailed.
      shop.pass(25 * HOUR);
      const first = linkIn(smtp.mails[0]);
      const ended = await phone.goto(first);
      assert.equal(ended?.status(), 410);
      await phone.getByRole('heading', { name: 'This link is not valid' }).waitFor();
      await look(phone, '03-ended');
      await anna.getByRole('button', { name: 'Send a new link' }).click();
      await anna.getByText('We are sending you a link by email. Nothing is deleted').waitFor();
      await shop.work();
      const second = linkIn(smtp.mails[1]);
      await phone.goto(second);
      await phone.getByRole('heading', { name: 'Did you make this request?' }).waitFor();
      await phone.getByText('a…@s….test').waitFor();
      assert.equal(await phone.getByText('anna').count(), 0);
      await look(phone, '04-was-it-you');
      // Viewing the page confirms nothing.
      await anna.reload();
      await anna.getByRole('heading', { name: 'Confirm your identity' }).waitFor();
      await phone.getByRole('button', { name: 'Yes, I made this request' }).click();
      await phone.getByText('Confirmed. We have received your request').waitFor();
      assert.equal(new URL(phone.url()).search, '');
      await look(phone, '05-confirmed');
      await anna.reload();
      await anna.getByRole('heading', { name: 'We have received your request' }).waitFor();
      await anna.getByText('Nothing is deleted before').waitFor();
      assert.equal((await phone.goto(second))?.status(), 410);
      assert.deepEqual(
        referers.filter((referer) => referer.includes('token')),
        [],
      );
      await shop.work();
      assert.deepEqual(
        new Set(smtp.mails.slice(2).map(({ to }) => to[0])),
        new Set(['anna@shop.test', 'inbox@shop.test']),
      );
      assert.deepEqual(
        complaints.filter((text) => !/status of 410/.test(text)),
        [],
      );
    } finally {
      await anna.context().close();
      await phone.context().close();
      await server[Symbol.asyncDispose]();
      await database.close();
    }
  }

  async function lookAt(page: Page, shown: string, options: BrowserContextOptions): Promise<void> {
    for (const colorScheme of pictures === undefined ? [] : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path.join(pictures ?? '', `link-${shown}-${colorScheme}.png`), fullPage: true });
    }
    const isLooked = options.javaScriptEnabled !== false && options.viewport?.width !== 390;
    if (isLooked) assert.deepEqual(await axeFindsInLightAndDark(page), [], shown);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok((overflow as number) <= 0, `${shown} is ${String(overflow)} px too wide`);
  }

  test('on a desktop', () => walk('desk', { viewport: { width: 1280, height: 900 } }));
  test('on a phone, without JavaScript', () =>
    walk('phone', { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }));
});
