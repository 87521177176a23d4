/** Patterns of URLs whose results are removed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPattern } from '../../dist/server/routes/pattern.js';

describe('a pattern', () => {
  for (const [pattern, url, matches] of [
    ['https://a.test/lamps/*', 'https://a.test/lamps/', true],
    ['https://a.test/lamps/*', 'https://a.test/lamps/1?b', true],
    ['https://a.test/lamps/*', 'https://a.test/lamp', false],
    ['https://a.test/lamps/*', 'https://a.test.b.test/lamps/1', false],
    ['https://a.test/*/1', 'https://a.test/b/1', true],
    ['https://a.test/*/1', 'https://a.test/b/12', false],
    ['https://a.test/*/1', 'https://a.test/1', false],
    ['https://a.test/lamps', 'https://a.test/lamps', true],
    ['https://a.test/lamps', 'https://a.test/lamps/1', false],
    ['https://A.test/*?page=*', 'https://a.test/b?page=2', true],
    ['https://a.test/*ab*b', 'https://a.test/ab', false],
    ['https://a.test/**b', 'https://a.test/b', true],
  ] as const) {
    test(`${pattern} ${matches ? 'matches' : 'does not match'} ${url}`, () => {
      assert.equal(readPattern(pattern).matches(url), matches);
    });
  }

  for (const pattern of [
    '*',
    'https://*',
    'https://*.a.test/',
    'https://a.test',
    'https://b@a.test/',
    'ftp://a.test/',
  ]) {
    test(`${pattern} is refused`, () => {
      assert.throws(() => readPattern(pattern), { code: 'invalid-parameter' });
    });
  }
});
