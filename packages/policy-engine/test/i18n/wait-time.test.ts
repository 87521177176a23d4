import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitTime } from '../../dist/platform/i18n/wait-time.js';

test('a wait is in the unit that a person can read, and never shorter than it is', () => {
  const cases = [
    [1, '1 second'],
    [119, '119 seconds'],
    [120, '2 minutes'],
    [121, '3 minutes'],
    [7199, '120 minutes'],
    [7200, '2 hours'],
    [74_579, '21 hours'],
  ] as const;
  for (const [seconds, words] of cases) assert.equal(waitTime('en', seconds), words);
  assert.equal(waitTime('de', 74_579), '21 Stunden');
});
