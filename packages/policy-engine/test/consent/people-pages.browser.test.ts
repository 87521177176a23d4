/** The layout of people's pages: what a narrow or a wide window would break. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { getTestEngine, TEST_ORIGIN, type TestEngine } from 'policy-engine/testing';
import { launchBrowser } from '../../../../testing/browser.ts';
import { openWithoutServer } from '../support/open-page.ts';

let browser: Browser;
let made: TestEngine;
let page: Page;

before(async () => {
  made = await getTestEngine({
    rules: [
      { name: 'cookie', label: 'Cookies', sessionless: true },
      { name: 'terms', label: 'Terms', blocking: true },
    ],
    necessaryCookies: [
      {
        name: 'shop-cart',
        kind: 'local-storage',
        purpose: 'Remembers what you put into the cart.',
        duration: 'Does not expire; emptied when you order',
        recipients: false,
      },
    ],
  });
  for (const rule of ['cookie', 'terms']) {
    await made.engine.terms.publish((await made.engine.terms.create(rule, { markdown: `About ${rule}.` })).id);
  }
  assert.equal((await made.as('anna').fetch('/policies/user_terms/terms/accept.json', { method: 'PUT' })).status, 200);
  await made.engine.ledger.seal();
  browser = await launchBrowser();
  page = await openWithoutServer(browser, made, 'anna', { javaScriptEnabled: false });
});
after(async () => {
  await page?.context().close();
  await browser?.close();
  await made?.[Symbol.asyncDispose]();
});

async function open(address: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const response = await page.goto(`${TEST_ORIGIN}/policies${address}`);
  assert.equal(response?.status(), 200, address);
}

/** The edges of the elements, in whole pixels. */
const edgesOf = (selector: string): Promise<{ left: number; right: number; width: number }[]> =>
  page.evaluate(`Array.from(document.querySelectorAll(${JSON.stringify(selector)}), (element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return { left: Math.round(left), right: Math.round(right), width: Math.round(width) };
  })`);

test('the only page of a navigation is a link on a phone, not behind a button', async () => {
  await open('/privacy', 390);
  assert.equal(await page.locator('.pe-nav summary').count(), 0);
  assert.ok(await page.locator('.pe-nav a').isVisible());
  const [link] = await edgesOf('.pe-nav a');
  const [title] = await edgesOf('h1');
  assert.equal(link?.left, title?.left);
});

test('cards and notices around a text end where the text ends', async () => {
  const receipt = '/user_terms/terms/receipt';
  for (const [address, most] of [
    ['/user_terms/terms', 1],
    [receipt, 4],
  ] as const) {
    await open(address, 1280);
    const edges = await edgesOf('.pe-main > :is(.pe-card, .pe-notice)');
    assert.ok(edges.length >= most, address);
    assert.equal(new Set(edges.map(({ right }) => right)).size, 1, address);
  }
});

test('the purpose of a necessary cookie has room on a tablet', async () => {
  await open('/cookies', 768);
  const [table] = await edgesOf('.pe-table');
  const [purpose] = await edgesOf('.pe-table tbody tr:first-child td');
  assert.ok((purpose?.width ?? 0) > 0.25 * (table?.width ?? 0), `${purpose?.width} of ${table?.width}`);
});

test('a long entry of a timeline begins beside its time, like a short one', async () => {
  const asked = await made.as('anna').json('POST', '/policies/user_portability_requests.json', {});
  const { id } = asked.body as { id: string };
  const reason = 'Your orders are in two systems, and the older one has to be read by hand. '.repeat(3);
  const extended = await made.as('admin').json('POST', `/policies/portability_requests/${id}/extend.json`, { reason });
  assert.equal(extended.status, 200);
  await open('/user_portability_requests', 1280);
  const entries = await edgesOf('.pe-timeline-at + div');
  assert.ok(entries.length >= 3);
  assert.equal(new Set(entries.map(({ left }) => left)).size, 1);
});
