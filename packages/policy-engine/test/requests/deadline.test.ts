/** One calendar month (GDPR Art. 12(3); Regulation (EEC, Euratom) No 1182/71, Art. 3(2)(c)). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadlineAfter, overdueBefore } from '../../dist/modules/requests/deadlines/deadline.js';

const cases: readonly [received: string, months: number, timeZone: string, due: string][] = [
  ['2027-03-05T10:00:00Z', 1, 'UTC', '2027-04-05T23:59:59.999Z'],
  ['2027-01-31T10:00:00Z', 1, 'UTC', '2027-02-28T23:59:59.999Z'],
  ['2028-01-30T10:00:00Z', 1, 'UTC', '2028-02-29T23:59:59.999Z'],
  ['2026-08-31T00:00:00Z', 1, 'UTC', '2026-09-30T23:59:59.999Z'],
  ['2027-02-28T12:00:00Z', 1, 'UTC', '2027-03-28T23:59:59.999Z'],
  ['2026-12-31T23:59:59Z', 1, 'UTC', '2027-01-31T23:59:59.999Z'],
  ['2026-11-30T23:30:00Z', 3, 'UTC', '2027-02-28T23:59:59.999Z'],
  // Days are those of the zone: in Madrid it is already February, in New York still January.
  ['2026-01-31T23:30:00Z', 1, 'Europe/Madrid', '2026-03-01T22:59:59.999Z'],
  ['2026-02-01T03:00:00Z', 1, 'America/New_York', '2026-03-01T04:59:59.999Z'],
  // Daylight saving time starts in between.
  ['2026-02-28T12:00:00Z', 1, 'Europe/Berlin', '2026-03-28T22:59:59.999Z'],
  ['2026-03-01T12:00:00Z', 1, 'Europe/Berlin', '2026-04-01T21:59:59.999Z'],
  ['2026-12-15T03:00:00Z', 1, 'Asia/Kolkata', '2027-01-15T18:29:59.999Z'],
];

for (const [received, months, timeZone, due] of cases) {
  test(`a request of ${received} is due ${due}, after ${months} months in ${timeZone}`, () => {
    assert.equal(deadlineAfter(new Date(received), months, timeZone).toISOString(), due);
  });
}

test('a request from before a moment is overdue, and one from that moment is not, on every day of a leap year', () => {
  for (const timeZone of ['UTC', 'Europe/Madrid', 'America/New_York']) {
    for (let day = 0; day < 366; day += 1) {
      const now = new Date(Date.UTC(2028, 0, 1 + day, (day * 7) % 24));
      const before = overdueBefore(now, 1, timeZone);
      assert.ok(deadlineAfter(new Date(before.getTime() - 1), 1, timeZone) < now, `${timeZone} ${now.toISOString()}`);
      assert.ok(deadlineAfter(before, 1, timeZone) >= now, `${timeZone} ${now.toISOString()}`);
    }
  }
});
