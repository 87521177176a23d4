/** The examples of the guide run, and the guide names every field of a script. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, readGuide, testExamples } from '../support/guide.ts';

const GUIDE = readGuide('scripts-and-cookies.md');

testExamples(GUIDE);

test('the guide names each field of a script', () => {
  const fields = fieldsOf('modules/consent/scripts/declaration.ts', 'ScriptOptions');
  assert.ok(fields.length > 10);
  for (const field of fields) assert.ok(GUIDE.includes(`\`${field}\``), field);
});
