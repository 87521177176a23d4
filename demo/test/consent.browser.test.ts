/** Consent in the shop, on realistic domain names: what is requested from other companies, and what they leave in the browser. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { axeFinds } from '../../testing/axe.ts';
import { eventually, launchBrowser, until } from '../../testing/browser.ts';
import { createPartners, type Partners } from '../partners/partners.ts';
import { temporaryDatabase } from './support/databases.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';
import { DESKTOP, PHONE, type Visit, visitShop } from './support/visit.ts';
import { freePort } from '../../testing/free-port.ts';

const TAGS = ['/tags/analytics.js', '/tags/recommendations.js'];
const file = temporaryDatabase();

let browser: Browser;
let partners: Partners & { seen: string[] };
let shop: RunningStorefront;
let url: string;

before(async () => {
  browser = await launchBrowser();
  const made = createPartners();
  const parcels = await made.listen(0);
  const { port } = new URL(parcels);
  partners = Object.assign(made, { seen: made.requests as string[] });
  const shopPort = await freePort();
  url = `http://www.shop.example:${shopPort}`;
  shop = await startStorefront({
    databaseUrl: file,
    sampleTexts: true,
    origin: url,
    port: shopPort,
    partners: { analytics: `http://tags.analytics.example:${port}`, films: `http://films.example:${port}`, parcels },
  });
});
after(async () => {
  await browser.close();
  await shop[Symbol.asyncDispose]();
  await partners.close();
});
beforeEach(() => {
  partners.seen.length = 0;
});

const panel = (page: Page) => page.locator('.pe-consent-panel');
const press = (page: Page, name: string) => panel(page).getByRole('button', { name }).click();
const asked = () => [...new Set(partners.requests.map((path) => path.split('?')[0]!))].toSorted();

/** All cookies and storage of other companies in this browser. */
async function theirs({ context, page }: Visit): Promise<string[]> {
  const cookies = (await context.cookies()).map(({ name, domain }) => `${name} ${domain}`);
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return [...cookies, ...keys].filter((name) => name.startsWith('_sf_')).toSorted();
}

const THEIRS = [
  '_sf_seen',
  '_sf_session',
  '_sf_stats .shop.example',
  '_sf_taste www.shop.example',
  '_sf_visitor .shop.example',
];

/** Over plain HTTP a domain name is not a trustworthy origin; the browser reports that for a header. */
const assertQuiet = ({ problems }: Visit) =>
  assert.deepEqual(
    problems.filter(({ text }) => !text.includes('Cross-Origin-Opener-Policy')),
    [],
  );

async function open(path = '/products/1', options = {}): Promise<Visit> {
  const here = await visitShop(browser, url, options);
  await here.page.goto(path);
  return here;
}

async function untilTracked(page: Page): Promise<void> {
  await until(page, `localStorage.getItem('_sf_session') !== null && sessionStorage.getItem('_sf_seen') !== null`);
}

/** Opens the settings from the shop's own footer. */
const settings = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Privacy settings' }).click();

describe('the banner of the shop', () => {
  it('asks for a decision, and nothing of another company is requested or stored before it', async () => {
    await using here = await open();
    await panel(here.page).waitFor();
    await here.page.getByRole('button', { name: 'Show once' }).waitFor();
    await here.page.getByRole('link', { name: 'Cart' }).click();
    await here.page.getByRole('heading', { level: 1 }).waitFor();
    await here.page.waitForLoadState('networkidle');
    assert.deepEqual(asked(), []);
    assert.deepEqual(await theirs(here), []);
    assert.equal(await panel(here.page).isVisible(), true);
    assertQuiet(here);
  });

  it('activates all tags on acceptance without a page load, including those that the app renders later', async () => {
    await using here = await open('/');
    const { page } = here;
    await page.evaluate(() => Object.assign(globalThis, { samePage: true }));
    await press(page, 'Accept all');
    await untilTracked(page);
    await page.goto('/products/1');
    await page.frameLocator('policy-embed iframe').getByText('How a lamp is made').waitFor();
    assert.deepEqual(asked(), ['/films/lamp', '/hit', ...TAGS]);
    assert.deepEqual(await theirs(here), THEIRS);
    assertQuiet(here);
  });

  it('removes everything of other companies on withdrawal, and scripts that still run store nothing', async () => {
    await using here = await open();
    const { page } = here;
    await press(page, 'Accept all');
    await untilTracked(page);
    await settings(page);
    await press(page, 'Reject all');
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    await eventually(async () => assert.deepEqual(await theirs(here), []));
    assert.equal(await page.locator('policy-embed iframe').count(), 0);
    // The tags notice the navigation and write.
    await page.getByRole('link', { name: 'About', exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await theirs(here), []);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.waitForLoadState('networkidle');
    partners.seen.length = 0;
    await page.reload({ waitUntil: 'networkidle' });
    assert.deepEqual(asked(), []);
    assert.equal(await panel(page).isVisible(), false);
    assertQuiet(here);
  });

  it('treats Global Privacy Control as a rejection, shows that, and lets people decide otherwise', async () => {
    await using here = await open('/', { extraHTTPHeaders: { 'sec-gpc': '1' } });
    const { page } = here;
    await page.waitForLoadState('networkidle');
    assert.equal(await panel(page).isVisible(), false);
    assert.deepEqual(asked(), []);
    await settings(page);
    await panel(page).getByText('Global Privacy Control').waitFor();
    await panel(page).getByLabel('Cookies').check();
    await press(page, 'Save choices');
    await untilTracked(page);
    assert.deepEqual(asked(), ['/hit', ...TAGS]);
    await page.reload();
    await untilTracked(page);
    assert.equal(await panel(page).isVisible(), false);
  });

  it('works without JavaScript', async () => {
    await using here = await open('/sign-up?return_to=%2Fcart', { javaScriptEnabled: false });
    const { page } = here;
    await press(page, 'Reject all');
    await page.waitForURL('**/sign-up?return_to=%2Fcart');
    assert.equal(await panel(page).isVisible(), false);
    await settings(page);
    await page.waitForURL('**/policies/privacy#browser');
    assert.deepEqual(asked(), []);
  });

  it('shows the same state in several tabs, and after the back button', async () => {
    await using here = await open('/');
    const other = await here.context.newPage();
    await other.goto('/about');
    await panel(other).waitFor();
    await press(here.page, 'Accept all');
    await panel(other).waitFor({ state: 'hidden' });
    await untilTracked(other);
    await here.page.goto('/sign-in');
    await settings(other);
    await press(other, 'Reject all');
    await other.getByRole('button', { name: 'Reload' }).waitFor();
    partners.seen.length = 0;
    await here.page.goBack({ waitUntil: 'networkidle' });
    assert.equal(await panel(here.page).isVisible(), false);
    assert.deepEqual(asked(), []);
  });

  it('adds a decision to an account that is opened later, with what was shown', async () => {
    await using here = await open('/sign-up');
    const { page } = here;
    await press(page, 'Customise');
    await panel(page).getByLabel('Films').check();
    await press(page, 'Save choices');
    await panel(page).waitFor({ state: 'hidden' });
    await page.getByLabel('Name').fill('Nora Lind');
    await page.getByLabel('Email').fill('nora@example.test');
    await page.getByLabel('Password').fill('a long password');
    await page.getByLabel('I am 16 or older.').check();
    await page.getByLabel('I accept the terms of service').check();
    await page.getByRole('button', { name: 'Open an account' }).click();
    await page.getByRole('heading', { name: 'Was that you?' }).waitFor();
    assert.deepEqual(await axeFinds(page), []);
    await page.getByRole('button', { name: 'Yes, save them' }).click();
    await page.getByText('Nora Lind · nora@example.test').waitFor();

    const database = new DatabaseSync(file);
    const [user] = database.prepare("select id from storefront_users where email like 'nora%'").all() as {
      id: string;
    }[];
    const terms = database
      .prepare(
        "select rule, state from policy_manager_user_terms where user_id = ? and rule in ('cookie', 'media') order by rule",
      )
      .all(user!.id) as { rule: string; state: string }[];
    const shown = database
      .prepare('select shown from policy_manager_ledger_identities where shown is not null')
      .all() as { shown: string }[];
    database.close();
    assert.deepEqual(
      terms.map(({ rule, state }) => `${rule} ${state}`),
      ['cookie rejected', 'media accepted'],
    );
    // The hash of the banner as it was served.
    const choice =
      /^\{"appearance":"[0-9a-f]{64}","choices":\["reject","accept","save"\],"locale":"en","texts":\{"cookie":"1","media":"1"\}\}$/;
    assert.ok(
      shown.some((row) => choice.test(row.shown)),
      JSON.stringify(shown),
    );
  });

  it('puts the privacy settings one click away on every page, with and without JavaScript', async () => {
    const paths = ['/', '/products/1', '/nowhere', '/sign-in', '/policies/privacy', '/policies/user_terms/cookie'];
    for (const javaScriptEnabled of [true, false]) {
      await using here = await open('/', { javaScriptEnabled });
      await press(here.page, 'Reject all');
      await panel(here.page).waitFor({ state: 'hidden' });
      for (const path of [...paths, '/policies/cookies', '/policies/nowhere', '/policies/user_terms/pending']) {
        await here.page.goto(path);
        await here.page
          .locator('a:is([href^="/policies/consent"], [href^="/policies/privacy"]):visible')
          .first()
          .waitFor();
      }
    }
  });

  for (const [colorScheme, viewport] of [
    ['light', DESKTOP],
    ['dark', PHONE],
  ] as const) {
    it(`axe finds no violation: ${colorScheme}, ${viewport.width} px`, async () => {
      await using here = await open('/products/1', { colorScheme, viewport, reducedMotion: 'reduce' });
      await here.page.locator('.pe-embed').waitFor();
      assert.deepEqual(await axeFinds(here.page), []);
      assert.ok(await here.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    });
  }
});
