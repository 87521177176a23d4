/** The examples of the guide run, and it names every field of an imported text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, readGuide, testExamples } from '../support/guide.ts';

const GUIDE = readGuide('policy-texts.md');

testExamples(GUIDE);

test('the guide names each field of an imported text', () => {
  const fields = [
    ...fieldsOf('modules/terms/publishing/imported.ts', 'ImportedTerm extends TermContent'),
    ...fieldsOf('modules/terms/term.ts', 'TermContent'),
  ];
  assert.ok(fields.length > 8);
  for (const field of fields) assert.match(GUIDE, new RegExp(`\`${field}\``), field);
});
