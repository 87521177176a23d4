/** Bars and axis of the chart of figures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf, scaleOf, unitOf } from '../../dist/modules/consent/figures/bars.js';
import { daysOf, nothing } from '../../dist/modules/consent/figures/figures.js';

test('one busy day does not flatten the other bars: the axis ends shortly above most of them', () => {
  const quiet = Array.from({ length: 11 }, (_, index) => 80 + index);
  assert.deepEqual(scaleOf([...quiet, 9000]).ticks, [0, 25, 50, 75, 100]);
  assert.deepEqual(scaleOf([...quiet, 150]).top, 200);
});

test('only outliers are cut off: bars slightly above the others are not, whose numbers would overlap', () => {
  const quiet = Array.from({ length: 40 }, (_, index) => 5 + (index % 12));
  assert.equal(scaleOf([...quiet, 23, 110, 21]).top, 25);
});

test('the axis has whole numbers, also for zero and one', () => {
  for (const heights of [[], [0], [1], [2, 3], [7], [1_234_567]]) {
    const { top, ticks } = scaleOf(heights);
    assert.ok(ticks.every(Number.isInteger), String(heights));
    assert.ok(top >= Math.max(0, ...heights) && ticks.at(-1) === top && [5, 6].includes(ticks.length), String(heights));
  }
});

test('a bar is a day, a week from Monday, or a month, and no day is lost', () => {
  const days = daysOf({ from: '2026-01-01', to: '2026-12-31' }).map((day) =>
    Object.assign(nothing(), { day, accepted: 1, rejected: 2 }),
  );
  assert.deepEqual([unitOf(62), unitOf(63), unitOf(400), unitOf(401)], ['day', 'week', 'week', 'month']);
  for (const [unit, count] of [
    ['day', 365],
    ['week', 53],
    ['month', 12],
  ] as const) {
    const bars = barsOf(days, unit);
    assert.equal(bars.length, count);
    assert.equal(
      bars.reduce((sum, { accepted }) => sum + accepted, 0),
      365,
    );
  }
  assert.deepEqual(
    barsOf(days, 'week')
      .slice(0, 2)
      .map(({ from, to, rejected }) => [from, to, rejected]),
    [
      ['2026-01-01', '2026-01-04', 8],
      ['2026-01-05', '2026-01-11', 14],
    ],
  );
});

test('the axis ends at the highest bar if that is a round number, instead of at twice its height', () => {
  assert.deepEqual(scaleOf([3, 8, 10]).ticks, [0, 2, 4, 6, 8, 10]);
});
