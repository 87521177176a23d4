/** Lets time limits pass without waiting for them. */
import { setImmediate } from 'node:timers/promises';
import type { TestContext } from 'node:test';

/**
 * Waits for an answer while a time limit passes.
 *
 * @param isSilent false: answers without it
 * @param isCalled whether the function that does not answer was called; the limit passes afterwards
 */
export async function inTime<Result>(
  t: TestContext,
  ask: () => Promise<Result>,
  isSilent: boolean,
  limit: number,
  isCalled: () => boolean = () => true,
): Promise<Result> {
  if (!isSilent) return ask();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const progress = { isDone: false };
  const asked = ask().finally(() => (progress.isDone = true));
  while (!progress.isDone) {
    await setImmediate();
    if (isCalled()) t.mock.timers.tick(limit / 2);
  }
  // Also for what answers only later.
  t.mock.timers.tick(limit);
  await setImmediate();
  t.mock.timers.reset();
  return asked;
}
