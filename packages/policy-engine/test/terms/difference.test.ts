/** The difference between two texts. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { differenceOf, wordDifference } from '../../dist/modules/terms/comparison/difference.js';

type Lines = ReturnType<typeof differenceOf>;
const side = (lines: Lines, dropped: 'added' | 'removed') =>
  lines.flatMap((line) => {
    if (line.kind === dropped) return [];
    if (line.kind !== 'changed') return [line.text];
    return [line.words.flatMap(({ kind, text }) => (kind === dropped ? [] : [text])).join('')];
  });

/** Pseudo-random numbers that are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

suite('the difference of two texts', () => {
  test('the difference marks words within a changed line', () => {
    assert.deepEqual(differenceOf('# Cookies\n\nWe set two cookies.\n', '# Cookies\n\nWe set three cookies.\n'), [
      { kind: 'same', text: '# Cookies' },
      { kind: 'same', text: '' },
      {
        kind: 'changed',
        words: [
          { kind: 'same', text: 'We set ' },
          { kind: 'removed', text: 'two' },
          { kind: 'added', text: 'three' },
          { kind: 'same', text: ' cookies.' },
        ],
      },
    ]);
  });

  test('the difference marks added and removed lines', () => {
    assert.deepEqual(differenceOf('a\nb\nc\n', 'a\nc\nd\n'), [
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'same', text: 'c' },
      { kind: 'added', text: 'd' },
    ]);
    assert.deepEqual(differenceOf('', 'a\n'), [{ kind: 'added', text: 'a' }]);
    assert.deepEqual(differenceOf('a\n', ''), [{ kind: 'removed', text: 'a' }]);
    assert.deepEqual(differenceOf('a\n', 'a\n'), [{ kind: 'same', text: 'a' }]);
    assert.deepEqual(differenceOf('', ''), []);
  });

  test('does not compare unrelated lines word by word', () => {
    assert.deepEqual(
      differenceOf('Entirely other words\n', 'Nothing of it stays\n').map(({ kind }) => kind),
      ['removed', 'added'],
    );
  });

  test('keeps words of any language whole', () => {
    assert.deepEqual(
      wordDifference('Çerezler gerekli', 'Çerezlerimiz gerekli').map(({ text }) => text),
      ['Çerezler', 'Çerezlerimiz', ' gerekli'],
    );
  });

  test('both texts can be rebuilt from the difference', () => {
    const roll = dice(7);
    for (let round = 0; round < 2000; round += 1) {
      const write = () =>
        Array.from({ length: roll(9) }, () =>
          Array.from({ length: roll(6) }, () => ['one', 'two', '**three**', ', '][roll(4)]).join(' '),
        );
      const [before, after] = [write(), write()];
      const lines = differenceOf(before.join('\n'), after.join('\n'));
      const clean = (parts: readonly string[]) =>
        parts.join('\n') === '' ? [] : parts.join('\n').replace(/\n$/, '').split('\n');
      assert.deepEqual(side(lines, 'added'), clean(before));
      assert.deepEqual(side(lines, 'removed'), clean(after));
    }
  });

  test('the difference is the shortest possible', () => {
    const roll = dice(11);
    for (let round = 0; round < 500; round += 1) {
      const write = () => Array.from({ length: roll(12) }, () => 'abc'[roll(3)] ?? '');
      const [before, after] = [write(), write()];
      const edits = wordDifference(before.join(' '), after.join(' '))
        .filter(({ kind }) => kind !== 'same')
        .reduce((sum, { text }) => sum + (text.match(/\s+|\S/g)?.length ?? 0), 0);
      const [a, b] = [before.join(' ').split(''), after.join(' ').split('')];
      const common = a.reduce<number[]>(
        (row, x) =>
          b.reduce<number[]>(
            (next, y, j) => {
              next.push(x === y ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
              return next;
            },
            [0],
          ),
        Array.from({ length: b.length + 1 }, () => 0),
      );
      assert.equal(edits, a.length + b.length - 2 * (common.at(-1) ?? 0));
    }
  });

  test('the difference of the longest and most different texts takes less than two seconds', () => {
    const [before, after] = ['a\n'.repeat(100_000), 'b\n'.repeat(100_000)];
    const words = Array.from({ length: 33_000 }, (_, index) => `w${index}`).join(' ');
    for (const [one, other] of [
      [before, after],
      [words, words.split(' ').toReversed().join(' ')],
      [before, words],
    ] as const) {
      const began = performance.now();
      const lines = differenceOf(one, other);
      assert.ok(performance.now() - began < 10_000, `${performance.now() - began} ms`);
      assert.ok(lines.length > 0);
    }
  });
});
