/** A customer orders, writes a review with a picture, and is erased: in a browser, with all variants on three databases. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { connectDatabase, type Database } from 'policy-engine';
import type { PartnerOrigins } from 'storefront';
import { launchBrowser } from '../../testing/browser.ts';
import { createPartners } from '../partners/partners.ts';
import { forEachDatabase } from './support/databases.ts';
import { type Mailbox, openMailbox } from './support/mailbox.ts';
import { startStorefront } from './support/storefront.ts';
import { visitShop } from './support/visit.ts';

const PICTURE = path.resolve(import.meta.dirname, '../public/pictures/thumbs/1.jpg');

let browser: Browser;
let folder: string;
const partners = createPartners();
let origins: PartnerOrigins;
before(async () => {
  origins = await partners.start();
  folder = mkdtempSync(path.join(tmpdir(), 'storefront-erasure-'));
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await partners.close();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** From the product to the list of orders; signs in on the way if necessary. */
async function order(page: Page): Promise<void> {
  await page.goto('/products/4');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: 'Go to the cart' }).click();
  await page.getByRole('link', { name: 'Check out' }).click();
  await signIn(page, 'user@example.test');
  await page.getByLabel('Name').fill('Uma Santos');
  await page.getByLabel('Street and number').fill('Elm Street 5');
  await page.getByLabel('Postcode').fill('12345');
  await page.getByLabel('City').fill('Hamburg');
  await page.getByRole('button', { name: 'Order and pay' }).click();
  await page.getByText('Thank you for your order.').waitFor();
  await page.getByText('To Uma Santos, Elm Street 5, 12345 Hamburg').waitFor();
}

/** @returns the address of the picture */
async function review(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Review' }).first().click();
  await page.getByLabel('Stars').selectOption('5');
  await page.getByLabel('Your review').fill('A fine thing.');
  await page.getByLabel('Picture').setInputFiles(PICTURE);
  await page.getByRole('button', { name: 'Publish' }).click();
  const picture = page.getByRole('img', { name: 'Picture by Uma Santos' });
  await picture.waitFor();
  return (await picture.getAttribute('src')) ?? '';
}

async function askToBeForgotten(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByRole('link', { name: 'Close your account' }).click();
  const orders = page.getByRole('row').filter({ hasText: 'Orders' });
  assert.match(await orders.innerText(), /Kept[^]*§ 147 AO/);
  await page.getByLabel('Your password').fill('guess');
  await page.getByRole('button', { name: 'Request deletion' }).click();
  await page.getByText('We could not confirm your identity.').first().waitFor();
  await page.getByLabel('Your password').fill('demo');
  await page.getByRole('button', { name: 'Request deletion' }).click();
  await page.getByRole('heading', { name: 'We have received your request' }).waitFor();
}

/** The text of each row of a table, by its first cell. */
async function rowsOf(page: Page, heading: string): Promise<ReadonlyMap<string, string>> {
  const rows = await page.getByRole('region', { name: heading }).locator('tbody tr').allInnerTexts();
  return new Map(rows.map((row) => [row.split(/[\t\n]/)[0]?.trim() ?? '', row]));
}

/** Waits until the page of the request has the receipt; the page polls. */
async function confirm(page: Page): Promise<void> {
  await page.goto('/sign-in?return_to=/account');
  await signIn(page, 'admin@example.test');
  await page.getByRole('link', { name: 'Erasure requests' }).click();
  await page.getByRole('link', { name: 'user@example.test', exact: true }).first().click();
  await page.getByRole('link', { name: 'Confirm the erasure' }).click();
  await page.getByRole('heading', { name: 'Confirm this erasure?' }).waitFor();
  for (const [label, what] of [
    ['Account', 'Deleted'],
    ['Orders', 'Kept'],
    ['Reviews', 'Deleted by the site’s own software'],
  ] as const) {
    await page.getByRole('row').filter({ hasText: label }).filter({ hasText: what }).waitFor();
  }
  await page.getByRole('button', { name: 'Confirm the erasure' }).click();
  await page.getByText('Confirmed. The person will be told when the erasure starts.').waitFor();
  // The page of the request polls.
  await page.getByRole('heading', { name: 'Receipt' }).waitFor();
}

function mailTo({ mails }: Mailbox, address: string, subject: string): string | undefined {
  return mails.find(({ to, text }) => to === address && text.includes(`Subject: ${subject}`))?.text;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const given = AbortSignal.timeout(60_000);
  while (!(await isSo())) {
    given.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function receiptsCame(mailbox: Mailbox): Promise<void> {
  await until(
    () =>
      mailTo(mailbox, 'user@example.test', 'Your data has been deleted') !== undefined &&
      mailTo(mailbox, 'admin@example.test', 'Erasure completed') !== undefined,
  );
}

/** The parcel service verified the sender and replied; the reply is recorded. */
async function recipientIsTold(page: Page, customer: string): Promise<void> {
  await until(() => partners.forgotten.includes(customer));
  await page.getByRole('link', { name: 'Webhooks' }).click();
  const told = page.getByRole('row').filter({ hasText: 'erasure.completed' }).filter({ hasText: 'Delivered' });
  await until(async () => {
    await page.reload();
    return (await told.count()) === 1;
  });
  assert.match(await told.innerText(), /Parcel service[^]*204/);
}

/** An order older than tax law requires is deleted automatically; before that an administrator can view what would be deleted. */
async function countsOldOrders(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Retention' }).click();
  await page.getByText('Ten years, as required by tax law.').waitFor();
  await page.getByRole('button', { name: 'Show what would be deleted now' }).click();
  await page.getByText('Done', { exact: true }).waitFor();
  const orders = page.getByRole('row').filter({ hasText: 'Retention period ended, or condition met' });
  assert.match(await orders.innerText(), /Orders[^]*\b1\b[^]*Jan 2, 2010/);
}

/** Rows as plain objects, independent of the driver. */
async function query(database: Database, sql: string): Promise<unknown[]> {
  return JSON.parse(JSON.stringify((await database.execute(sql)).rows)) as unknown[];
}

/** Creates an order of 2010 by another customer. @returns the ID of the customer of the journey */
async function addOldOrder(databaseUrl: string): Promise<string> {
  const database = await connectDatabase(databaseUrl);
  try {
    await database.execute(
      `insert into storefront_orders (id, user_id, number, placed_at, delivery)
      select 'old', id, 'NL-2010', '2010-01-02T10:00:00.000Z', 0 from storefront_users where email = 'other@example.test'`,
    );
    const users = await query(database, "select id from storefront_users where email = 'user@example.test'");
    return (users as { id: string }[])[0]?.id ?? '';
  } finally {
    await database.close();
  }
}

async function assertForgotten(databaseUrl: string): Promise<void> {
  const database = await connectDatabase(databaseUrl);
  try {
    const users = await query(database, 'select email from storefront_users order by email');
    assert.deepEqual(users, [{ email: 'admin@example.test' }, { email: 'other@example.test' }]);
    assert.deepEqual(await query(database, 'select id from storefront_reviews'), []);
    const orders = await query(
      database,
      `select l.product_id, o.user_id, o.recipient, o.street, o.postcode, o.city
      from storefront_orders o join storefront_order_lines l on l.order_id = o.id where o.delivery > 0`,
    );
    const nobody = { user_id: null, recipient: null, street: null, postcode: null, city: null };
    assert.deepEqual(orders, [{ product_id: '4', ...nobody }]);
    assert.equal((await query(database, 'select id from storefront_orders where user_id is null')).length, 15);
  } finally {
    await database.close();
  }
}

await forEachDatabase(1, (databaseUrl) => {
  it('a customer is erased, and the books keep what tax law requires', async () => {
    const uploadFolder = mkdtempSync(path.join(folder, 'uploads-'));
    await using mailbox = await openMailbox();
    const journalFile = path.join(uploadFolder, 'journal.txt');
    await using shop = await startStorefront({
      databaseUrl: databaseUrl(),
      mailUrl: mailbox.url,
      uploadFolder,
      journalFile,
      partners: origins,
    });
    const id = await addOldOrder(databaseUrl());
    await using customer = await visitShop(browser, shop.url);
    await using admin = await visitShop(browser, shop.url);

    await order(customer.page);
    const picture = await review(customer.page);
    assert.equal((await fetch(shop.url + picture)).status, 200);
    assert.equal(readdirSync(path.join(uploadFolder, 'review-pictures')).length, 1);
    await askToBeForgotten(customer.page);
    await confirm(admin.page);

    const receipt = await rowsOf(admin.page, 'Receipt');
    assert.match(receipt.get('Account') ?? '', /Deleted\s+1\b/);
    assert.match(receipt.get('Orders') ?? '', /Kept\s+15[^]*§ 147 AO/);
    assert.match(receipt.get('Reviews') ?? '', /Reported as deleted by the site’s own software\s+1\b/);
    // No table contains the ID, address or name any more.
    await admin.page.getByText('No remaining data was found, other than data that a rule keeps.').waitFor();
    await receiptsCame(mailbox);
    // One line, which does not reveal the person without the key.
    const journal = readFileSync(journalFile, 'utf8');
    assert.equal(journal.trimEnd().split('\n').length, 1);
    assert.doesNotMatch(journal, new RegExp(id));
    await recipientIsTold(admin.page, id);
    await countsOldOrders(admin.page);

    await customer.page.goto('/account');
    await signIn(customer.page, 'user@example.test');
    await customer.page.getByText('The email address or the password is wrong.').waitFor();
    assert.equal((await fetch(shop.url + picture)).status, 404);
    assert.deepEqual(readdirSync(path.join(uploadFolder, 'review-pictures')), []);
    await assertForgotten(databaseUrl());
    const problems = [...customer.problems, ...admin.problems].filter(
      ({ text }) => !/status of (?:401|422)/.test(text),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      shop.log.filter(({ level }) => Number(level) >= 50),
      [],
    );
  });
});
