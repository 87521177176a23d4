/** The verifier's own tests: the vectors of the docs, and receipts with every kind of change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from './python.ts';

test('the Python verifier takes the test vectors and refuses every change to them', () => {
  const { code, output } = python('-m', 'unittest');
  assert.equal(code, 0, output);
  assert.match(output, /Ran \d\d+ tests/);
});
