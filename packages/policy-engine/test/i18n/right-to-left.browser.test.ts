/** Text, codes and times with several directions on one page: each has its own, and titles have that of the page. */
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
  browser = await launchBrowser();
  made = await getTestEngine();
  page = await openWithoutServer(browser, made, 'admin', { locale: 'ar', javaScriptEnabled: false });
});
after(async () => {
  await page?.context().close();
  await browser?.close();
  await made?.[Symbol.asyncDispose]();
});

/** The computed direction of the first matching element. */
const readingOf = (selector: string): Promise<{ direction: string; unicodeBidi: string }> =>
  page.evaluate(`(() => {
    const { direction, unicodeBidi } = getComputedStyle(document.querySelector(${JSON.stringify(selector)}));
    return { direction, unicodeBidi };
  })()`);

test('a title has the direction of its page, and a difference that of its text', async () => {
  const { terms } = made.engine;
  const first = await terms.publish((await terms.create('cookie', { markdown: '`_id` stays for one year.' })).id);
  const second = await terms.create('cookie', { markdown: '`_id` stays for two years.' });
  const address = `${TEST_ORIGIN}/policies/categories/cookie/terms/${second.id}/difference?from=${first.id}`;
  assert.equal((await page.goto(address))?.status(), 200);
  assert.equal((await readingOf('html')).direction, 'rtl');
  const title = await readingOf('h1');
  assert.equal(title.direction, 'rtl');
  // "Plaintext" would use the direction of its first letter, which is that of a name.
  assert.notEqual(title.unicodeBidi, 'plaintext');
  assert.equal((await readingOf('.pe-difference')).direction, 'ltr');
  assert.deepEqual(await readingOf('.pe-difference code'), { direction: 'ltr', unicodeBidi: 'isolate' });
});

test('a time has its own direction', async () => {
  await page.goto(`${TEST_ORIGIN}/policies/audit`);
  assert.equal((await readingOf('td time')).unicodeBidi, 'isolate');
});

test('a reason in Latin letters is in its own direction, at the side of the other texts', async () => {
  const { id } = await made.engine.requests.create({ id: 'admin' });
  const path = `/policies/portability_requests/${id}/extend.json`;
  const extended = await made.as('admin').json('POST', path, { reason: 'We look through the paper files.' });
  assert.equal(extended.status, 200);
  await page.goto(`${TEST_ORIGIN}/policies/user_portability_requests`);
  const reason = await page.evaluate(`(() => {
    const { direction, textAlign } = getComputedStyle(document.querySelector('.pe-timeline .pe-lines'));
    return [direction, textAlign];
  })()`);
  assert.deepEqual(reason, ['ltr', 'right']);
});
