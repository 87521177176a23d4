/** "Delete your data" and the administrators' pages, on a phone and a desktop, with and without JavaScript. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { nodeSqliteDatabase } from 'policy-engine';
import { axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { follow, launchBrowser } from '../../../../testing/browser.ts';
import { testsAll } from '../../../../testing/rounds.ts';
import { openPage } from '../support/open-page.ts';
import { serveEngine } from '../support/served-engine.ts';
import { addPerson, DAY, makeShop, RULES, shopEngine } from './shop.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];
const MINE = '/policies/user_erasure_requests';
const ALL = '/policies/erasure_requests';
const UNDECLARED = 'account_holder_identity_provider_metadata';

interface Visit {
  readonly origin: string;
  readonly anna: Page;
  readonly admin: Page;
  readonly look: (page: Page, name: string) => Promise<void>;
  readonly work: () => Promise<void>;
  readonly pass: (milliseconds: number) => void;
  /** Lets the failing step succeed. */
  readonly repair: () => void;
}

suite('an erasure in the browser', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  });
  after(() => browser?.close());

  async function visit(name: string, options: BrowserContextOptions, walk: (visit: Visit) => Promise<void>) {
    const database = nodeSqliteDatabase(':memory:');
    await makeShop(database);
    await addPerson(database, 'anna');
    // In no rule, and with a name that is wider than a phone.
    await database.execute(`create table ${UNDECLARED} (id integer primary key, ${UNDECLARED}_email text)`);
    await database.execute(`insert into ${UNDECLARED} values (1, 'anna@shop.test')`);
    let isBroken = true;
    const shop = await shopEngine(database, {
      dataRules: [
        ...RULES,
        {
          name: 'found',
          label: 'Search index',
          erasure: {
            action: 'run',
            erase: () => {
              if (isBroken) throw new Error('the index is away');
            },
          },
        },
      ],
      erasure: {
        graceDays: 14,
        backupRetentionDays: 90,
        identify: ({ fields }) => fields['password'] === 'secret',
      },
    });
    const server = await serveEngine(shop.engine);
    const origin = server.url;
    const complaints: string[] = [];
    const open = (user: string): Promise<Page> => openPage(browser, user, { complaints, ...options });
    const look = async (page: Page, shown: string): Promise<void> => {
      for (const colorScheme of pictures === undefined ? [] : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme });
        const file = path.join(pictures ?? '', `erasure-${shown}-${name}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
      }
      // axe checks the same on a phone, except for widths, and needs scripts.
      const isLooked = options.javaScriptEnabled !== false && options.viewport?.width !== 390;
      if (isLooked) assert.deepEqual(await axeFindsInLightAndDark(page), [], shown);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok((overflow as number) <= 0, `${shown} is ${String(overflow)} px too wide`);
    };
    const [anna, admin] = [await open('anna'), await open('admin')];
    try {
      const { work, pass } = shop;
      await walk({ origin, anna, admin, look, work, pass, repair: () => (isBroken = false) });
      assert.deepEqual(
        complaints.filter((text) => !/status of 422/.test(text)),
        [],
      );
    } finally {
      await anna.context().close();
      await admin.context().close();
      await server[Symbol.asyncDispose]();
      await database.close();
    }
  }

  async function walk({ origin, anna, admin, look, work, pass, repair }: Visit): Promise<void> {
    // Before the request: what is deleted, what stays, why, and until when.
    await anna.goto(`${origin}${MINE}`);
    await anna.getByRole('heading', { name: 'What happens to your data' }).waitFor();
    await anna.getByText('Tax law: ten years').waitFor();
    await anna.getByText('May 1, 2035').waitFor();
    await anna.getByText('Backups keep a copy for up to 90 days').waitFor();
    await look(anna, '01-ask');
    await anna.getByLabel('Your password').fill('wrong');
    await anna.getByLabel('Don’t wait').check();
    await anna.getByRole('button', { name: 'Request deletion' }).click();
    await anna.getByText('Please correct these fields').waitFor();
    assert.equal(await anna.getByLabel('Your password').inputValue(), '');
    assert.equal(await anna.getByLabel('Don’t wait').isChecked(), true);
    await anna.getByLabel('Don’t wait').uncheck();
    await look(anna, '02-refused');
    await anna.getByLabel('Your password').fill('secret');
    await anna.getByRole('button', { name: 'Request deletion' }).click();
    await anna.getByRole('heading', { name: 'We have received your request' }).waitFor();
    assert.match(await anna.getByRole('status').innerText(), /Nothing has been deleted yet/);
    await look(anna, '03-pending');

    // Withdrawn, and requested again.
    await anna.getByRole('link', { name: 'Withdraw request' }).click();
    await look(anna, '04-take-back');
    await anna.getByRole('button', { name: 'Withdraw request' }).click();
    await anna.getByText('Your request has been withdrawn.').waitFor();
    await follow(anna.getByRole('link', { name: 'See what is deleted' }));
    await anna.getByText('Withdrawn', { exact: true }).waitFor();
    await anna.getByLabel('Your password').fill('secret');
    await anna.getByLabel('Don’t wait').check();
    await follow(anna.getByRole('button', { name: 'Request deletion' }));
    await follow(anna.getByRole('link', { name: 'Previous requests' }));
    await anna.getByRole('heading', { name: 'Previous requests' }).waitFor();

    await admin.goto(`${origin}${ALL}`);
    await look(admin, '05-all');
    await admin.getByRole('link', { name: 'anna@shop.test', exact: true }).first().click();
    await admin.getByRole('heading', { name: 'What will be erased' }).waitFor();
    await admin.getByText(`${UNDECLARED}.${UNDECLARED}_email`).waitFor();
    await look(admin, '06-one');
    await admin.getByRole('link', { name: 'Put on hold' }).click();
    await admin.getByRole('button', { name: 'Put on hold' }).click();
    await admin.getByText('Please correct these fields').waitFor();
    await admin.getByLabel('Reason').fill('A court asks for it.');
    await look(admin, '07-hold');
    await admin.getByRole('button', { name: 'Put on hold' }).click();
    assert.match(await admin.getByRole('status').innerText(), /On hold/);
    await anna.goto(`${origin}${MINE}`);
    await anna.getByRole('heading', { name: 'Your request is on hold' }).waitFor();
    await anna.getByText('A court asks for it.').waitFor();
    await look(anna, '08-held');
    await admin.getByRole('link', { name: 'End hold' }).click();
    await admin.getByRole('button', { name: 'End hold' }).click();

    await admin.getByRole('link', { name: 'Confirm the erasure' }).click();
    await admin.getByText('The person has agreed to an earlier start.').waitFor();
    await look(admin, '09-confirm');
    await admin.getByRole('button', { name: 'Confirm and start now' }).click();
    assert.match(await admin.getByRole('status').innerText(), /Confirmed/);
    await work();
    await admin.reload();
    await admin.getByRole('heading', { name: 'Progress' }).waitFor();
    await admin.getByText('the index is away').first().waitFor();
    await look(admin, '10-running');
    await anna.goto(`${origin}${MINE}`);
    await anna.getByRole('heading', { name: 'Your data is being deleted' }).waitFor();
    assert.equal(await anna.getByText('the index is away').count(), 0, 'a failure is for administrators');
    const plan = anna.getByText('This is the data we store about you today');
    assert.equal(await plan.count(), 0, 'a plan of what is left calls deleted what is kept');
    await look(anna, '11-running');

    repair();
    pass(DAY);
    await work();
    await admin.reload();
    await admin.getByRole('heading', { name: 'Receipt' }).waitFor();
    await admin.getByText('Tax law: ten years').waitFor();
    assert.equal(await admin.getByText('anna').count(), 0, 'the receipt names nobody');
    await look(admin, '12-receipt');
  }

  test('a person requests an erasure and an administrator answers it, on a desktop', () =>
    visit('desk', { viewport: { width: 1280, height: 900 } }, walk));
  if (testsAll)
    test('a person requests an erasure and an administrator answers it, on a phone', () =>
      visit('phone', { viewport: { width: 390, height: 844 } }, walk));
  test('a person requests an erasure and an administrator answers it, without JavaScript', () =>
    visit('plain', { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false }, walk));
});
