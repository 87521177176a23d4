/** A part of `npm run benchmark:fuzz-snapshot`. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { Judge, OF_A_KIND } from './fuzz/judge.ts';

/** Kinds of pages: with selects, plain, with frames, with replaced functions, with selects and frames, and with all of it. */
const KINDS = [25, 26, 27, 28, 30, 105];

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

test('random trees have the same elements in the same places after they were written and parsed, except by the documented rules', async () => {
  await using judge = await Judge.open(browser);
  let elements = 0;
  for (const kind of KINDS) {
    const judged = await judge.judge(Array.from({ length: OF_A_KIND }, (_, index) => kind * OF_A_KIND + index));
    assert.deepEqual(judged.findings, []);
    elements += judged.elements;
  }
  assert.ok(elements > 5_000, `${elements} elements`);
});
