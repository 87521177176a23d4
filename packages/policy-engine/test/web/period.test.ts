/** Days that filter lists, and the moments they stand for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysInOrder, periodOf } from '../../dist/platform/web/view/period.js';

test('a first day after the last is exchanged with it, and other values of the query stay', () => {
  assert.deepEqual(daysInOrder({ rule: 'cookie', from: '2027-03-05', to: '2027-03-01' }), {
    rule: 'cookie',
    from: '2027-03-01',
    to: '2027-03-05',
  });
  for (const query of [
    { from: '2027-03-01', to: '2027-03-01' },
    { from: '2027-03-05', to: '' },
    { to: '2027-03-01' },
  ]) {
    assert.equal(daysInOrder(query), query);
  }
});

test('a period lasts from the first moment of its first day to the end of its last, in the zone', () => {
  const expected = { from: new Date('2027-03-26T23:00:00Z'), until: new Date('2027-03-28T22:00:00Z') };
  // Summer time begins on the last day.
  assert.deepEqual(periodOf({ from: '2027-03-27', to: '2027-03-28' }, 'Europe/Madrid'), expected);
  assert.deepEqual(periodOf({ from: '2027-03-28', to: '2027-03-27' }, 'Europe/Madrid'), expected);
  assert.deepEqual(periodOf({ from: '', to: undefined }, 'UTC'), { from: undefined, until: undefined });
});
