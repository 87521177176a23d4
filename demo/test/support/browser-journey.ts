import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startStorefront } from './storefront.ts';
import { type Visit, visitShop } from './visit.ts';

/** Options of the journey. */
export interface BrowserJourney {
  readonly browser: Browser;
  readonly databaseUrl: string;
  /** Whether JavaScript is on; without it, only forms and links are used. */
  readonly javaScriptEnabled: boolean;
}

const TEXTS = {
  Cookies: '## What we set\n\nThree cookies of our own.',
  'Age: 16 or over': 'You have to be **16 or older**.',
  'Terms of service': 'We keep your name and your address.',
};
const TRACKING = ['_sf_stats', '_sf_taste', '_sf_visitor'];

/** What the browser reports when a form is refused or a text is missing, and tags of the shop whose rule has no text in the journey. */
const EXPECTED = /status of (?:401|404|422)|no text of it in force: media$/;

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in?return_to=/account');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
}

async function seeNothingPublished(page: Page): Promise<void> {
  await page.goto('/');
  assert.equal(await page.locator('.pe-consent-panel').count(), 0);
  const response = await page.goto('/policies/user_terms/cookie');
  assert.equal(response?.status(), 404);
  await page.getByText('no term for cookie policy').waitFor();
  await page.goto('/sign-up');
  await page.getByText('You cannot open an account yet').waitFor();
}

async function writeAndPublish(page: Page): Promise<void> {
  await signIn(page, 'admin@example.test');
  await page.getByRole('link', { name: 'Policies' }).click();
  for (const rule of ['cookie', 'age', 'terms']) {
    await page.locator(`[data-error="no term for ${rule} policy"]`).getByText('No text yet').waitFor();
  }
  for (const [label, text] of Object.entries(TEXTS)) {
    await page.goto('/policies/categories');
    await page.getByRole('link', { name: label, exact: true }).click();
    await page.getByRole('link', { name: 'Write text' }).click();
    const isFirst = (await page.getByRole('button', { name: 'Markdown source', pressed: true }).count()) === 0;
    if (isFirst) await page.getByRole('button', { name: 'Markdown source' }).click();
    await page.getByLabel('Policy text').fill(text);
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('link', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1').first().waitFor();
  }
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('/');
}

async function cookiesOf(context: BrowserContext): Promise<Map<string, string>> {
  return new Map((await context.cookies()).map(({ name, value }) => [name, value]));
}

/** The tracking scripts of the shop's page, and the cookies they have set. */
async function tracking({ page, context }: Visit): Promise<{ scripts: number; cookies: string[] }> {
  await page.goto('/products/1', { waitUntil: 'load' });
  const names = [...(await cookiesOf(context)).keys()];
  return {
    scripts: await page.locator('head script[src*="/tags/"]').count(),
    cookies: names.filter((name) => TRACKING.includes(name)).toSorted(),
  };
}

/** A policy's card, on the pending page or in the privacy centre. */
const part = (page: Page, label: string) =>
  page.locator('.pe-card').filter({ has: page.getByRole('heading', { name: label, exact: true }) });

/** The notice on the page about the last action. */
const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

async function decide(visit: Visit, javaScriptEnabled: boolean): Promise<void> {
  const { page, context } = visit;
  assert.deepEqual(await tracking(visit), { scripts: 0, cookies: [] });
  await signIn(page, 'user@example.test');
  await page.locator('a[href$="/policies/privacy"]').first().click();
  for (const label of Object.keys(TEXTS)) await page.getByRole('heading', { level: 3, name: label }).waitFor();

  await page.getByRole('button', { name: 'Accept: Age: 16 or over' }).click();
  await said(page, 'You accepted');
  await page.getByRole('button', { name: 'Reject: Terms of service' }).click();
  await said(page, 'You rejected');
  await page.getByRole('switch', { name: 'Cookies' }).check();
  await page.getByRole('button', { name: 'Save choices: Cookies' }).click();
  await said(page, 'You accepted');
  assert.equal((await cookiesOf(context)).get('policy_rule_cookie'), 'accepted');
  assert.deepEqual(await tracking(visit), { scripts: 2, cookies: javaScriptEnabled ? TRACKING : [] });

  await page.goto('/account');
  await page.locator('a[href$="/policies/privacy"]').first().click();
  await page.getByRole('switch', { name: 'Cookies' }).uncheck();
  await page.getByRole('button', { name: 'Save choices: Cookies' }).click();
  await said(page, 'You withdrew your consent');
  assert.equal((await cookiesOf(context)).get('policy_rule_cookie'), 'rejected');
  assert.deepEqual(await tracking(visit), { scripts: 0, cookies: [] });
  assert.equal(await page.locator('.pe-consent-panel').isVisible(), false);
}

async function signUp({ page }: Visit): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Open an account' }).click();
  const boxes = [page.getByLabel('I am 16 or older.'), page.getByLabel('I accept the terms of service')];
  for (const box of boxes) assert.equal(await box.isChecked(), false);
  await page.getByLabel('Name').fill('Nora Lind');
  await page.getByLabel('Email').fill('nora@example.test');
  await page.getByLabel('Password').fill('a long password');
  await page.getByRole('button', { name: 'Open an account' }).click();

  await page.getByText('Please check 2 things').waitFor();
  for (const box of boxes) {
    const described = (await box.getAttribute('aria-describedby')) ?? '';
    const error = page.locator(`#${described.split(' ').at(-1)}`);
    assert.match(await error.innerText(), /Please confirm this to continue\./);
    await box.check();
  }
  assert.equal(await page.getByLabel('Email').inputValue(), 'nora@example.test');
  assert.equal(await page.getByLabel('Password').inputValue(), '');
  await page.getByLabel('Password').fill('a long password');
  await page.getByRole('button', { name: 'Open an account' }).click();
  await page.getByText('Nora Lind · nora@example.test').waitFor();
  assert.deepEqual(await decisions(page), ['No decision yet', 'Accepted', 'Accepted']);
}

/** The decisions that the privacy centre shows, in the order of the rules. */
async function decisions(page: Page): Promise<string[]> {
  await page.goto('/policies/privacy');
  return Promise.all(Object.keys(TEXTS).map((label) => part(page, label).locator('.pe-badge').first().innerText()));
}

function assertQuiet(visits: readonly Visit[]): void {
  const problems = visits.flatMap(({ problems }) => problems).filter(({ text }) => !EXPECTED.test(text));
  assert.deepEqual(problems, []);
}

/** The main task of the engine in the shop, as people do it, on a fresh database. */
export async function walkInBrowser({ browser, databaseUrl, javaScriptEnabled }: BrowserJourney): Promise<void> {
  const before = await startStorefront({ databaseUrl });
  const open = () => visitShop(browser, before.url, { javaScriptEnabled });
  await using admin = await open();
  await using user = await open();
  await using newcomer = await open();
  try {
    await seeNothingPublished(newcomer.page);
    await writeAndPublish(admin.page);
    await decide(user, javaScriptEnabled);
    await signUp(newcomer);
  } finally {
    await before[Symbol.asyncDispose]();
  }
  await using after = await startStorefront({ databaseUrl });
  for (const [{ context, page }, expected] of [
    [user, ['Rejected', 'Accepted', 'Rejected']],
    [newcomer, ['No decision yet', 'Accepted', 'Accepted']],
  ] as const) {
    await page.close();
    // Cookies belong to the host, not to its port.
    const again = await context.newPage();
    await again.goto(`${after.url}/account`);
    await again.locator('a[href$="/policies/privacy"]').first().click();
    const found = await Promise.all(
      Object.keys(TEXTS).map((label) => part(again, label).locator('.pe-badge').first().innerText()),
    );
    assert.deepEqual(found, expected);
  }
  assertQuiet([admin, user, newcomer]);
}
