/** The errors of renders that have waited for their slot for most of their time budget. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadline } from '../dist/render/job/deadline.js';
import { noDocument, notInTime, tooBusy } from '../dist/render/job/over-budget.js';
import type { Pipeline } from '../dist/render/pipeline.js';
import { withPage } from '../dist/render/pipeline.js';
import type { PageJob, RenderJob } from '../dist/render/job/job.js';

/** A render whose browser opens no page until its time is over. */
async function notOpenedAfter(queued: number): Promise<unknown> {
  using deadline = new Deadline(100);
  const pipeline = { supervisor: { openPage: () => new Promise(() => {}) } } as unknown as Pipeline;
  const job = { deadline, queued, target: {}, cleanUp: () => {} } as unknown as RenderJob;
  return withPage(pipeline, job, () => assert.fail('no page was opened')).catch((error: unknown) => error);
}

test('a render whose time was used up by waiting was answered browser-unavailable', async () => {
  const { code, reason, retryAfter } = (await notOpenedAfter(90)) as Record<string, unknown>;
  assert.equal(code, 'overloaded');
  assert.match(String(reason), /its slot, 0\.0 s of its time budget were left/);
  assert.equal(retryAfter, 1);
});

test('a browser that opens no page in time is the reason if the render has hardly waited', async () => {
  const { code, verdict } = (await notOpenedAfter(10)) as Record<string, unknown>;
  // Nothing has crashed.
  assert.deepEqual([code, verdict], ['browser-unavailable', 'budget']);
});

test('a target that had little time after the wait for a slot is not said to have had all of it', () => {
  using deadline = new Deadline(10_000);
  const url = new URL('https://shop.example/');
  const late = noDocument({ url, deadline, queued: 8_600 });
  assert.deepEqual([late.code, late.retryAfter], ['target-timeout', 9]);
  assert.match(late.reason, /no document in the 1\.4 s of the time budget that were left after waiting for a slot/);
  const half = noDocument({ url, deadline, queued: 4_900 });
  assert.deepEqual([half.code, half.retryAfter], ['target-timeout', 5]);
  assert.match(half.reason, /no document in the 5\.1 s of the time budget/);
  const { reason, retryAfter } = noDocument({ url, deadline, queued: 900 });
  assert.deepEqual([reason, retryAfter], ['shop.example sent no document within the time budget', undefined]);
});

test('a page that could not be read after a wait for a slot is said to have had the rest of the time', () => {
  using deadline = new Deadline(10_000);
  const job = { url: new URL('https://shop.example/'), deadline, budgets: { exceeded: undefined } };
  const late = tooBusy({ ...job, queued: 3_000 } as unknown as PageJob, 'read the page');
  assert.deepEqual([late.code, late.retryAfter], ['target-timeout', 3]);
  assert.match(late.reason, /too busy to read the page in the 7\.0 s of the time budget that were left after waiting/);
  assert.equal(tooBusy({ ...job, queued: 10 } as unknown as PageJob, 'read the page').retryAfter, undefined);
});

test('a page that could not be prepared in the time left by the queue was answered as a fault of the browser', () => {
  using deadline = new Deadline(10_000);
  assert.equal(notInTime({ deadline, queued: 9_900 }, 'prepare').code, 'overloaded');
  assert.equal(notInTime({ deadline, queued: 100 }, 'prepare').code, 'browser-unavailable');
});
