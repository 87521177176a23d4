/** A day at the desk by keyboard: through lists, to the search, on to the next request; no action without a choice. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { axeFinds } from '../../../../testing/axe.ts';
import { follow, launchBrowser } from '../../../../testing/browser.ts';
import type { Listening } from '../../../../testing/listening.ts';
import { serveEngine } from '../support/served-engine.ts';

let browser: Browser;
let host: TestEngine;
let served: Listening;
before(async () => {
  host = await getTestEngine({
    portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
  });
  for (const user of ['anna', 'ben', 'carla']) {
    const headers = { accept: 'application/json' };
    const asked = await host.as(user).fetch('/policies/user_portability_requests.json', { method: 'POST', headers });
    assert.equal(asked.status, 201);
  }
  served = await serveEngine(host.engine);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
  await host?.[Symbol.asyncDispose]();
});

async function open(path: string, options: { javaScriptEnabled?: boolean; cookie?: string } = {}): Promise<Page> {
  const { javaScriptEnabled = true, cookie } = options;
  const page = await browser.newPage({
    javaScriptEnabled,
    locale: 'en',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 800 },
    extraHTTPHeaders: { 'x-test-user': 'admin', ...(cookie !== undefined && { cookie }) },
  });
  await page.goto(`${served.url}/policies${path}`);
  return page;
}

const focused = (page: Page) => page.evaluate('document.activeElement.textContent.trim()');
const isDisabled = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).isDisabled();

test('keys move through a list, select rows and open one; actions wait for a choice', async () => {
  const page = await open('/requests');
  assert.equal(await isDisabled(page, 'Confirm'), true);
  await page.keyboard.press('j');
  assert.match(String(await focused(page)), /anna@/);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  assert.match(String(await focused(page)), /ben@/);
  assert.equal(await page.locator('tbody input:checked').count(), 1);
  assert.equal(await isDisabled(page, 'Confirm'), false);
  await page.keyboard.press('k');
  assert.match(String(await focused(page)), /anna@/);
  assert.deepEqual(await axeFinds(page), []);
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  assert.match(await page.locator('h1').innerText(), /anna@/);
  await follow(page.getByRole('link', { name: 'Next request' }));
  assert.match(await page.locator('h1').innerText(), /ben@/);
  assert.deepEqual(await axeFinds(page), []);
});

test('a slash and Control-K lead to the search, but a letter in a field is a letter', async () => {
  const page = await open('/requests');
  await page.keyboard.press('/');
  await page.keyboard.type('jkx/');
  const field = page.locator('.pe-menu-search input');
  assert.equal(await field.inputValue(), 'jkx/');
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('audit log');
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  assert.equal(await page.locator('main').getByRole('link', { name: 'Audit log', exact: true }).count(), 1);
  assert.deepEqual(await axeFinds(page), []);
});

test('single keys do nothing once they are turned off (WCAG 2.1.4), and lists work without scripts', async () => {
  const page = await open('/requests', { cookie: 'policy_engine_panel=keys%3Doff' });
  for (const key of ['j', 'x', '/']) await page.keyboard.press(key);
  assert.equal(await page.evaluate('document.activeElement === document.body'), true);
  const plain = await open('/requests?sort=-created', { javaScriptEnabled: false });
  assert.equal(await isDisabled(plain, 'Confirm'), false);
  assert.match(await plain.locator('tbody tr').first().innerText(), /carla@/);
  await follow(plain.getByRole('link', { name: 'Requested on' }));
  assert.match(await plain.locator('tbody tr').first().innerText(), /anna@/);
});
