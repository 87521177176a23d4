import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matches } from '../../dist/client/state/pattern.js';

test('names of cookies and keys match a declared name, or a pattern with *', () => {
  for (const [name, pattern, fits] of [
    ['_ga', '_ga', true],
    ['_gat', '_ga', false],
    ['_ga_ABC', '_ga_*', true],
    ['_ga_', '_ga_*', true],
    ['x_ga_1', '_ga_*', false],
    ['mp_12_mixpanel', 'mp_*_mixpanel', true],
    ['mp_mixpanel', 'mp_*_mixpanel', false],
    ['aXbXc', 'a*b*c', true],
    ['aXcXb', 'a*b*c', false],
    ['aba', 'ab*ba', false],
    ['a.c', 'a.c', true],
    ['abc', 'a.c', false],
  ] as const) {
    assert.equal(matches(name, [pattern]), fits, `${name} and ${pattern}`);
  }
  assert.equal(matches('b', ['a', 'b']), true);
  assert.equal(matches('b', []), false);
});
