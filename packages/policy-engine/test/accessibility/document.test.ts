/** What the accessibility report may state, depending on the findings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AxeOutcome } from '../../../../testing/axe.ts';
import { CHECK_WORDS } from './check-words.ts';
import { CRITERIA, type CheckName } from './criteria.ts';
import { cellOf } from './document.ts';
import type { Finding, Found } from './found.ts';
import { LOOKED_AT } from './looked-at.ts';
import { SURFACES } from './surfaces.ts';

/** All checks with one result, and this result of axe. */
function foundWith(finding: Finding, ...outcomes: readonly AxeOutcome[]): Found {
  const names = Object.keys(CHECK_WORDS) as CheckName[];
  return {
    checks: new Map(names.map((name) => [name, finding])),
    axe: new Map(outcomes.map((one) => [one.rule, one])),
  };
}
const criterion = (number: string) => CRITERIA.find((one) => one.number === number)!;
const fine: Finding = { isThere: true, faults: [] };
const nothing: Finding = { isThere: false, faults: [] };
const rule = (name: string, number: string, more: Partial<AxeOutcome> = {}): AxeOutcome => ({
  rule: name,
  criteria: [number],
  passes: 1,
  violations: [],
  incomplete: [],
  ...more,
});

test('the report has the 31 criteria of level A and the 24 of level AA, six of them new in WCAG 2.2', () => {
  const numbers = CRITERIA.map(({ number }) => number);
  assert.equal(new Set(numbers).size, 55);
  assert.equal(CRITERIA.filter(({ level }) => level === 'A').length, 31);
  const fresh = CRITERIA.filter(({ isNew }) => isNew).map(({ number }) => number);
  assert.deepEqual(fresh, ['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8']);
});

test('each check is used by a criterion, and the date of each manual review is in the past', () => {
  const asked = new Set(CRITERIA.flatMap(({ checks }) => checks));
  assert.deepEqual(
    Object.keys(CHECK_WORDS).filter((name) => !asked.has(name as CheckName)),
    [],
  );
  for (const [number, looks] of Object.entries(LOOKED_AT)) {
    assert.ok(criterion(number).needsEyes, number);
    for (const { date } of Object.values(looks)) assert.ok(Date.parse(date) <= Date.now(), `${number}: ${date}`);
  }
});

test('a criterion with a fault of a check or of axe is never reported as supported', () => {
  for (const one of CRITERIA) {
    for (const surface of SURFACES) {
      if (one.checks.length === 0) continue;
      const { result, faults } = cellOf(one, surface, foundWith({ isThere: true, faults: ['amiss'] }));
      assert.equal(result, 'Partially supports', one.number);
      assert.ok(faults.includes('amiss'), one.number);
    }
  }
  const broken = foundWith(fine, rule('color-contrast', '1.4.3', { violations: ['p'] }));
  assert.equal(cellOf(criterion('1.4.3'), 'panel', broken).result, 'Partially supports');
});

test('rules of axe that are partial or left open decide no criterion', () => {
  const seen = { number: '9.9.9', name: 'Seen by nobody', level: 'A', checks: [], needsEyes: true } as const;
  assert.equal(cellOf(seen, 'panel', foundWith(fine, rule('image-alt', '9.9.9'))).result, 'Not evaluated');
  const decided = { number: '9.9.9', name: 'Decided', level: 'A', checks: [], axeDecides: ['bypass'] } as const;
  assert.equal(cellOf(decided, 'panel', foundWith(fine, rule('bypass', '9.9.9'))).result, 'Supports');
  const open = foundWith(fine, rule('bypass', '9.9.9', { incomplete: ['html'] }));
  assert.deepEqual(cellOf(decided, 'panel', open), {
    result: 'Not evaluated',
    by: 'axe leaves open `bypass`',
    faults: [],
  });
});

test('absent content is reported as not applicable, and unreviewed content as not evaluated', () => {
  assert.equal(cellOf(criterion('1.2.2'), 'banner', foundWith(nothing)).result, 'Not applicable');
  const unseen = { number: '9.9.9', name: 'Unseen', level: 'A', checks: ['images'], needsEyes: true } as const;
  assert.equal(cellOf(unseen, 'banner', foundWith(fine)).result, 'Not evaluated');
});
