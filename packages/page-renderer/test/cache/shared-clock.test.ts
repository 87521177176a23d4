/** The time that nodes share, on a machine whose clocks are simulated. */
import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { SharedClock } from '../../dist/cache/stores/shared-clock.js';

let [wall, elapsed] = [1_000_000, 0];
const simulate = () => {
  [wall, elapsed] = [1_000_000, 0];
  mock.method(Date, 'now', () => wall);
  mock.method(performance, 'now', () => elapsed);
  return new SharedClock();
};
afterEach(() => mock.restoreAll());

test('it is the clock of the machine until the time of the server is known', () => {
  const clock = simulate();
  assert.deepEqual([clock.isOld, clock.now()], [true, 1_000_000]);
});

test('it follows the server, whatever the clock of the machine says', () => {
  const clock = simulate();
  elapsed = 40;
  clock.note(500_000, 0);
  assert.equal(clock.now(), 500_000);
  wall = 9_000_000;
  elapsed = 1_040;
  assert.equal(clock.now(), 501_000);
  assert.equal(clock.isOld, false);
  elapsed = 10_000;
  assert.equal(clock.isOld, true);
});

test('a slow response does not replace a prompt one', () => {
  const clock = simulate();
  clock.note(500_000, 0);
  elapsed = 3_000;
  clock.note(500_100, 0);
  assert.equal(clock.now(), 503_000);
  clock.note(502_990, 2_900);
  assert.equal(clock.now(), 502_990);
});
