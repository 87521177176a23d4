import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withinProcessorTime } from '../../dist/modules/terms/markdown/time-limit.js';

/** Keeps the processor busy for this long, by the processor's time. */
function work(milliseconds: number): void {
  const before = process.cpuUsage();
  for (let used = 0; used < milliseconds;) {
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1000;
  }
}

test('work within its limit of processor time returns its result', () => {
  assert.deepEqual(
    withinProcessorTime(5_000, () => {
      work(5);
      return 'done';
    }),
    { value: 'done' },
  );
  assert.throws(
    () =>
      withinProcessorTime(5_000, () => {
        throw new RangeError('of its own');
      }),
    { name: 'RangeError', message: 'of its own' },
  );
});

test('endless work is restarted only if it did not get its processor time', () => {
  const used: number[] = [];
  let before = process.cpuUsage();
  const outcome = withinProcessorTime(300, () => {
    const { user, system } = process.cpuUsage(before);
    used.push((user + system) / 1000);
    before = process.cpuUsage();
    for (;;);
  });
  assert.equal(outcome, 'late');
  // The time used before each attempt but the first is that of the previous attempt.
  for (const milliseconds of used.slice(1)) assert.ok(milliseconds < 260, `${milliseconds} ms were enough`);
});
