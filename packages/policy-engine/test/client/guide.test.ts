/** The examples of the guide run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, readGuide, testExamples } from '../support/guide.ts';

const GUIDE = readGuide('consent-banner.md');

testExamples(GUIDE);

test('the guide names each option of the banner', () => {
  const fields = fieldsOf('modules/consent/banner/banner.tsx', 'RenderBannerOptions');
  assert.ok(fields.length >= 4);
  for (const field of fields) assert.ok(GUIDE.includes(`\`${field}\``), field);
});
