/** A part of `npm run benchmark:fuzz-snapshot`. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { Judge } from './fuzz/judge.ts';

/** Trees on a page. */
const ON_PAGE = 40;
const FIRST_SEEDS = [1_000, 1_040, 2_080, 3_120, 4_160, 5_200];

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

test('random trees have the same elements after they were written and parsed, except by the documented rules', async () => {
  await using judge = await Judge.open(browser);
  let elements = 0;
  for (const first of FIRST_SEEDS) {
    const judged = await judge.judge(Array.from({ length: ON_PAGE }, (_, index) => first + index));
    assert.deepEqual(judged.findings, []);
    elements += judged.elements;
  }
  assert.ok(elements > 5_000, `${elements} elements`);
});
