/** The sites that get a separate browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Quarantine } from '../dist/browser/quarantine.js';

test('a site whose pages were open when two browsers were lost is isolated', () => {
  const quarantine = new Quarantine();
  assert.deepEqual(quarantine.note(['bad.test', 'good.test', 'bad.test']), []);
  assert.equal(quarantine.holds('bad.test'), false);
  assert.deepEqual(quarantine.note(['bad.test', 'other.test']), ['bad.test']);
  assert.deepEqual(
    ['bad.test', 'good.test', 'other.test', 'unknown.test'].map((site) => quarantine.holds(site)),
    [true, false, false, false],
  );
  assert.deepEqual(quarantine.note(['bad.test']), []);
});

test('no more than a thousand sites are remembered, the latest', () => {
  const quarantine = new Quarantine();
  for (let number = 0; number < 1_500; number++) quarantine.note([`site-${number}.test`]);
  assert.deepEqual(quarantine.note(['site-0.test', 'site-1499.test']), ['site-1499.test']);
});
