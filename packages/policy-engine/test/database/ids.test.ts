import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createId, timeText } from 'policy-engine/database';

test('ids are UUIDs of version 7 that carry their time', () => {
  const before = Date.now();
  const id = createId();
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  assert.ok(time >= before && time <= Date.now() + 1000);
});

test('ids sort in the order they were made and never repeat, also in a burst and when the clock steps back', () => {
  const now = Date.now();
  const ids = [
    ...Array.from({ length: 50_000 }, () => createId()),
    ...Array.from({ length: 5000 }, () => createId(now)),
    ...Array.from({ length: 5000 }, () => createId(now - 60_000)),
    createId(),
  ];
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('a time is UTC text of 24 characters', () => {
  assert.equal(timeText(new Date('2026-11-21T10:30:00+01:00')), '2026-11-21T09:30:00.000Z');
  assert.match(timeText(new Date()), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.throws(() => timeText(new Date('-000001-01-01T00:00:00Z')), RangeError);
  assert.throws(() => timeText(new Date(Number.NaN)), RangeError);
});
