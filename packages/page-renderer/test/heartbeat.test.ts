/** When a browser is considered dead; here it is a stand-in whose responses come from the test. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { watch } from '../dist/browser/heartbeat.js';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    mock.timers.tick(1_000);
    await turn();
  }
}

test('a browser that does not respond repeatedly counts as hung, once', async () => {
  let [asked, hung] = [0, 0];
  const browser = {
    ping: () => {
      asked += 1;
      // The first check gets a response.
      return asked === 1 ? Promise.resolve() : new Promise<void>(() => {});
    },
  };
  watch(browser, () => void (hung += 1));
  await pass(60);
  assert.deepEqual([asked, hung], [4, 1]);
});

test('a browser that is closed during a check is not checked again, and does not count as hung', async () => {
  let asked = 0;
  const { promise, reject } = Promise.withResolvers<never>();
  const browser = {
    ping: () => {
      asked += 1;
      return promise;
    },
  };
  const unwatch = watch(browser, () => assert.fail('it was closed'));
  await pass(1);
  unwatch();
  reject(new Error('Target closed'));
  await pass(60);
  assert.equal(asked, 1);
});
