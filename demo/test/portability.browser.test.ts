/** A customer requests their data, an administrator confirms, and the file is opened from a disk without any network. */
import assert from 'node:assert/strict';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { createPolicyClient } from 'policy-engine/client';
import yauzl from 'yauzl';
import { launchBrowser } from '../../testing/browser.ts';
import { type Client, client } from './support/client.ts';
import { type Mailbox, openMailbox } from './support/mailbox.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';
import { PHONE, visitShop } from './support/visit.ts';

let browser: Browser;
let folder: string;
let shop: RunningStorefront;
let mailbox: Mailbox;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'storefront-portability-'));
  mailbox = await openMailbox();
  browser = await launchBrowser();
  shop = await startStorefront({ mailUrl: mailbox.url, exportFolder: path.join(folder, 'exports') });
});
after(async () => {
  await browser?.close();
  await shop?.[Symbol.asyncDispose]();
  await mailbox?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in?return_to=/account');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
}

async function eventually<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.fail(`${what} did not come`);
}

async function unpack(archive: string, to: string): Promise<string[]> {
  const names: string[] = [];
  const zip = await yauzl.openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const file = path.join(to, entry.fileName);
    mkdirSync(path.dirname(file), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file));
    names.push(entry.fileName);
  }
  return names;
}

/** Reads the site as a person would, without any network. */
async function readOffline(site: string): Promise<void> {
  const context = await browser.newContext({ offline: true, viewport: PHONE });
  const problems: string[] = [];
  try {
    const page = await context.newPage();
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => void (/^(?:file|data):/.test(request.url()) || problems.push(request.url())));
    await page.goto(pathToFileURL(path.join(site, 'index.html')).href);
    await page
      .getByRole('link', { name: /Account/ })
      .first()
      .click();
    await page.getByText('user@example.test').first().waitFor();
    await page.goBack();
    await page
      .getByRole('link', { name: /Orders/ })
      .first()
      .click();
    const orders = new Set<string>();
    for (let number = 1; number <= 3; number += 1) {
      await page.waitForURL(number === 1 ? '**/orders/index.html' : `**/orders/${number}/index.html`);
      for (const heading of await page.getByRole('heading', { name: /^Order NL-/ }).allInnerTexts())
        orders.add(heading);
      const images = page.locator('main img');
      assert.ok((await images.count()) > 0, `pictures on page ${number}`);
      for (const image of await images.all()) {
        await image.scrollIntoViewIfNeeded();
        const width = await image.evaluate((node) => (node as unknown as { naturalWidth: number }).naturalWidth);
        assert.ok(width > 0, `a picture of page ${number} can be seen`);
      }
      if (number < 3) await page.getByRole('link', { name: /next/i }).first().click();
    }
    assert.equal(orders.size, 14);
    const [last = ''] = [...orders].slice(-1);
    await page.getByRole('link', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill(last.replace('Order ', ''));
    await page
      .locator('main')
      .getByRole('link', { name: /Orders/ })
      .first()
      .click();
    await page.getByRole('heading', { name: last }).waitFor();
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

describe('a customer’s data', () => {
  it('is requested, confirmed, downloaded, and readable from a disk', async () => {
    await using customer = await visitShop(browser, shop.url, { acceptDownloads: true });
    await using admin = await visitShop(browser, shop.url);
    await signIn(customer.page, 'user@example.test');
    await customer.page.getByRole('link', { name: 'Your data' }).click();
    await customer.page.getByRole('button', { name: 'Request your data' }).click();
    await customer.page.getByRole('heading', { name: 'We have received your request' }).waitFor();

    await signIn(admin.page, 'admin@example.test');
    await admin.page.getByRole('link', { name: 'Data requests' }).click();
    await admin.page.getByRole('link', { name: 'user@example.test', exact: true }).first().click();
    await admin.page.getByRole('link', { name: 'Confirm and create the copy' }).click();
    await admin.page.getByRole('button', { name: 'Confirm and create the copy' }).click();
    await admin.page.getByText('Confirmed. The export has started.').waitFor();

    await customer.page.reload();
    // The page polls.
    await customer.page.getByRole('heading', { name: 'Your data is ready' }).waitFor();
    const [download] = await Promise.all([
      customer.page.waitForEvent('download'),
      customer.page.getByRole('link', { name: 'Download your data' }).click(),
    ]);
    const archive = path.join(folder, 'data.zip');
    await download.saveAs(archive);
    const site = path.join(folder, 'site');
    const names = await unpack(archive, site);
    for (const name of [
      'index.html',
      'manifest.json',
      'account/index.html',
      'orders/3/index.html',
      'orders/3/data.json',
    ]) {
      assert.ok(names.includes(name), `${name} is in the archive`);
    }
    const invoice = names.find((name) => name.startsWith('orders/files/')) ?? '';
    const order = /Invoice (NL-\d+)\.txt$/.exec(invoice)?.[1] ?? assert.fail(`no invoice: ${invoice}`);
    assert.match(readFileSync(path.join(site, invoice), 'utf8'), new RegExp(`^Invoice ${order},.*Total`, 'ms'));
    const orders = readFileSync(path.join(site, 'orders/index.html'), 'utf8');
    assert.ok(orders.includes(`href="../${invoice.replaceAll(' ', '%20')}"`), 'the page links to the invoice');
    await readOffline(site);
    const told = await eventually('the mail of completion', () =>
      mailbox.mails.length >= 3 ? mailbox.mails : undefined,
    );
    assert.deepEqual(told.map(({ to }) => to).toSorted(), [
      'admin@example.test',
      'user@example.test',
      'user@example.test',
    ]);
    assert.deepEqual([...customer.problems, ...admin.problems], []);
  });

  it('is requested and downloaded by JSON with the typed client, and is not available to others', async () => {
    const signedIn = async (email: string): Promise<Client> => {
      const here = client(shop.url);
      assert.equal((await here.json('POST', '/session', { email, password: 'demo' })).status, 200);
      return here;
    };
    const [other, user, admin] = await Promise.all(
      ['other@example.test', 'user@example.test', 'admin@example.test'].map((email) => signedIn(email)),
    );
    assert.ok(other && user && admin);
    const cookie = [...other.cookies].map((pair) => pair.join('=')).join('; ');
    const typed = createPolicyClient({
      baseUrl: `${shop.url}/policies`,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('cookie', cookie);
        return fetch(input, { ...init, headers });
      },
    });
    const { id, state, notice } = await typed.call('createUserPortabilityRequest', { body: {} });
    assert.deepEqual([state, notice], ['pending', 'Information Request Submitted!']);
    await assert.rejects(typed.call('createUserPortabilityRequest', { body: {} }), {
      status: 422,
      code: 'request_open',
    });
    assert.equal((await admin.json('GET', `/policies/portability_requests/${id}/confirm.json`)).status, 200);
    const url = await eventually('the export', async () => {
      const { portability_requests: requests } = await typed.call('listUserPortabilityRequests');
      return requests.find((one) => one.id === id)?.download_url ?? undefined;
    });
    const response = await fetch(shop.url + url, { headers: { cookie } });
    assert.equal(response.status, 200);
    const archive = path.join(folder, 'other.zip');
    await pipeline(response.body ?? [], createWriteStream(archive));
    const names = await unpack(archive, path.join(folder, 'other'));
    assert.ok(names.includes('orders/data.json'));
    const account = readFileSync(path.join(folder, 'other', 'account/index.html'), 'utf8');
    assert.match(account, /other@example\.test/);
    for (const stranger of [user, admin, client(shop.url)]) {
      assert.ok([401, 404].includes((await stranger.json('GET', url)).status));
    }
    await typed.call('deleteUserPortabilityRequest', { params: { id } });
    assert.equal((await other.json('GET', url)).status, 404);
  });
});
