/** Ages of decisions, against a calendar that is counted day by day without `Date`. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { countedMonths, dayOf, isOver, lastDayOf, limitOf } from '../../dist/modules/regimes/age.js';

const ROUNDS = 10_000;

/** Every day from 1999 to 2161, in order. */
const calendar: string[] = [];
const placeOf = new Map<string, number>();
for (let year = 1999; year <= 2161; year += 1) {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  for (const [index, length] of [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].entries()) {
    for (let date = 1; date <= length; date += 1) {
      const day = `${year}-${String(index + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
      placeOf.set(day, calendar.length);
      calendar.push(day);
    }
  }
}

/** The same day so many months later, by counting months on paper; a day that the month lacks is its last one. */
function expectedEnd(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  let [laterYear, laterMonth] = [year, month];
  for (let passed = 0; passed < months; passed += 1) {
    [laterYear, laterMonth] = laterMonth === 12 ? [laterYear + 1, 1] : [laterYear, laterMonth + 1];
  }
  for (let number = date; ; number -= 1) {
    const found = `${laterYear}-${String(laterMonth).padStart(2, '0')}-${String(number).padStart(2, '0')}`;
    if (placeOf.has(found)) return found;
  }
}
const dayBefore = (day: string) => calendar[(placeOf.get(day) ?? 0) - 1];

const days = calendar.filter((day) => day >= '2000' && day < '2150');
const cases = fc.record({
  day: fc.constantFrom(...days),
  months: fc.integer({ min: 1, max: 120 }),
  millisecond: fc.integer({ min: 0, max: 86_399_999 }),
});
const momentOf = ({ day, millisecond }: { day: string; millisecond: number }) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + millisecond);

const ZONE = process.env['TZ'];
after(() => {
  if (ZONE === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ZONE;
});

describe('an age in calendar months', () => {
  test('ends as in a calendar that is counted day by day, in every zone of the machine', () => {
    // Half hours, days that were skipped, and both sides of the date line.
    for (const zone of ['UTC', 'America/St_Johns', 'Pacific/Apia', 'Europe/London', 'Australia/Lord_Howe']) {
      process.env['TZ'] = zone;
      fc.assert(
        fc.property(cases, (one) => {
          const end = expectedEnd(one.day, one.months);
          assert.equal(lastDayOf('rejected', momentOf(one), one.months), end);
          assert.equal(lastDayOf('accepted', momentOf(one), one.months), dayBefore(end));
        }),
        { numRuns: ROUNDS / 5 },
      );
    }
  });

  test('is over on the day after its last one, at whatever time of the day it began', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom('accepted' as const, 'rejected' as const), (one, decision) => {
        const { months } = one;
        const last = lastDayOf(decision, momentOf(one), months);
        const next = calendar[(placeOf.get(last) ?? 0) + 1] ?? '';
        assert.equal(isOver(decision, momentOf(one), { months, today: last }), false);
        assert.equal(isOver(decision, momentOf(one), { months, today: next }), true);
        assert.equal(isOver(decision, momentOf(one), { months: null, today: next }), false);
      }),
      { numRuns: ROUNDS },
    );
  });

  test('is told by its last day, or by the first one on which people may be asked again', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const end = expectedEnd(one.day, one.months);
        assert.equal(limitOf('accepted', momentOf(one), one.months), dayBefore(end));
        assert.equal(limitOf('rejected', momentOf(one), one.months), calendar[(placeOf.get(end) ?? 0) + 1]);
      }),
      { numRuns: ROUNDS },
    );
  });

  test('that has changed since: an acceptance counts while both let it, and people are left alone while either asks for it', () => {
    const someDay = fc.constantFrom(...days);
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 120 }), someDay, (one, now, today) => {
        const moment = momentOf(one);
        for (const decision of ['accepted', 'rejected'] as const) {
          const months = countedMonths(decision, { made: one.months, now });
          const ends = [one.months, now].map((count) => isOver(decision, moment, { months: count, today }));
          const expected = decision === 'accepted' ? ends.some(Boolean) : ends.every(Boolean);
          assert.equal(isOver(decision, moment, { months, today }), expected);
        }
      }),
      { numRuns: ROUNDS },
    );
    assert.equal(countedMonths('accepted', { made: 6, now: null }), 6);
    assert.equal(countedMonths('rejected', { made: 6, now: null }), null);
    for (const decision of ['accepted', 'rejected'] as const) {
      assert.equal(countedMonths(decision, { made: null, now: 6 }), 6);
      assert.equal(countedMonths(decision, { made: null, now: null }), null);
    }
  });

  test('at the ends of months and on 29 February', () => {
    const ends = (day: string, months: number) => [
      lastDayOf('accepted', new Date(`${day}T23:59:59.999Z`), months),
      lastDayOf('rejected', new Date(`${day}T00:00:00Z`), months),
    ];
    assert.deepEqual(ends('2024-02-29', 12), ['2025-02-27', '2025-02-28']);
    assert.deepEqual(ends('2024-02-29', 48), ['2028-02-28', '2028-02-29']);
    assert.deepEqual(ends('2026-08-31', 6), ['2027-02-27', '2027-02-28']);
    assert.deepEqual(ends('2026-01-31', 1), ['2026-02-27', '2026-02-28']);
    assert.deepEqual(ends('2026-03-31', 1), ['2026-04-29', '2026-04-30']);
    assert.deepEqual(ends('2026-12-01', 1), ['2026-12-31', '2027-01-01']);
  });

  test('as read in the law: silence in France for six months, a yes in Spain for 24, silence in California for twelve', () => {
    const isSilent = (day: string, months: number, today: string) =>
      !isOver('rejected', new Date(`${day}T12:00:00Z`), { months, today });
    assert.deepEqual([isSilent('2026-06-01', 6, '2026-11-27'), isSilent('2026-06-01', 6, '2026-12-02')], [true, false]);
    assert.deepEqual(
      [isSilent('2026-03-01', 12, '2026-12-01'), isSilent('2026-03-01', 12, '2027-03-02')],
      [true, false],
    );
    assert.equal(isOver('accepted', new Date('2024-11-01T12:00:00Z'), { months: 24, today: '2026-11-27' }), true);
  });
});

test('the day of a moment is that of UTC, in any order of moments', () => {
  const moments = fc.array(fc.date({ noInvalidDate: true }), { minLength: 1, maxLength: 20 });
  const near = fc.integer({ min: -2, max: 2 }).map((milliseconds) => new Date(Date.UTC(2026, 10, 29) + milliseconds));
  fc.assert(
    fc.property(fc.oneof(moments, fc.array(near)), (all) => {
      for (const moment of all) assert.equal(dayOf(moment), moment.toISOString().slice(0, 10));
    }),
  );
  assert.throws(() => dayOf(new Date(Number.NaN)), RangeError);
});
