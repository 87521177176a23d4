import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textDifference, wordsIn } from '../../dist/server/inspect/content/text-difference.js';

test('lines are compared as often as they occur', () => {
  const { plain, rendered, missing, extra } = textDifference('Loading\nMenu', 'Menu\nMenu\nA lamp of sand');
  assert.deepEqual([plain, rendered], [2, 6]);
  assert.deepEqual(missing, { words: 5, lines: ['Menu', 'A lamp of sand'], more: 0 });
  assert.deepEqual(extra, { words: 1, lines: ['Loading'], more: 0 });
});

test('only the first lines are shown, and only their beginning', () => {
  const { missing } = textDifference(
    '',
    Array.from({ length: 40 }, (_, line) => `${line} ${'x'.repeat(300)}`).join('\n'),
  );
  assert.deepEqual([missing.lines.length, missing.more, missing.words], [30, 10, 80]);
  assert.ok(missing.lines.every((line) => line.length === 201));
});

test('words are counted in languages without spaces, too', () => {
  assert.ok(wordsIn('これは砂のランプです') > 2);
  assert.equal(wordsIn(''), 0);
  assert.equal(wordsIn('Without JavaScript, nothing – or 12 words?'), 6);
});
