import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { canonicalText, faultOf, hashOf } from '../../dist/modules/terms/markdown/text.js';

suite('the canonical form of a text', () => {
  const cases: readonly (readonly [what: string, text: string, canonical: string])[] = [
    ['line ends of Windows and old Macs are replaced', 'a\r\nb\rc\n', 'a\nb\nc\n'],
    ['byte order marks are removed', '\uFEFF\uFEFFa', 'a\n'],
    ['white space at line ends is removed', 'a  \nb\t\u00a0\n\u3000\nc', 'a\nb\n\nc\n'],
    ['empty lines at the end are removed', 'a\n\n \n', 'a\n'],
    ['a final newline is added', 'a', 'a\n'],
    ['letters are composed', 'A\u030angstro\u0308m \u1100\u1161', '\u00c5ngstr\u00f6m \uac00\n'],
    ['indentation is kept', '    code\n- a\n  - b\n', '    code\n- a\n  - b\n'],
    ['white space alone is an empty text', ' \r\n\t\u00a0', ''],
    ['an empty text stays empty', '', ''],
  ];
  for (const [what, text, canonical] of cases) {
    test(`the canonical form of a text: ${what}`, () => {
      assert.equal(canonicalText(text), canonical);
      assert.equal(canonicalText(canonical), canonical);
    });
  }

  test('the canonical form is stable when it is applied twice, whatever the text', () => {
    const alphabet = [
      'a',
      'e',
      '\u0301',
      '\u0308',
      ' ',
      '\t',
      '\r',
      '\n',
      '\uFEFF',
      '\u00a0',
      '\u2028',
      '\u1100',
      '\u1161',
      '😀',
    ];
    let seed = 42;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 5000; round += 1) {
      const text = Array.from({ length: random(12) }, () => alphabet[random(alphabet.length)]).join('');
      const once = canonicalText(text);
      assert.equal(canonicalText(once), once, JSON.stringify(text));
    }
  });

  test('the canonical form takes time in proportion to the text', () => {
    const began = performance.now();
    canonicalText(`${' '.repeat(1_000_000)}x${'\r'.repeat(1_000_000)}`);
    assert.ok(performance.now() - began < 10_000);
  });

  test('the canonical form is the text that is hashed', () => {
    // printf 'We set two cookies.\n' | sha256sum
    assert.equal(
      hashOf(canonicalText('We set two cookies.')),
      'bcad796139feb66664d8137eafa298fe7b7bd1c736a378bb5fa791fe80dcd47b',
    );
    assert.equal(hashOf(canonicalText('é\r\n')), hashOf(canonicalText('\uFEFFe\u0301')));
  });
});

suite('a text that can’t be taken', () => {
  test('the fault of an invalid text is named', () => {
    assert.equal(faultOf(''), 'empty');
    assert.equal(faultOf('x'.repeat(200_001)), 'too_long');
    assert.equal(faultOf('x'.repeat(200_000)), null);
    assert.equal(faultOf('a\0'), 'unreadable');
    assert.equal(faultOf('\udc00'), 'unreadable');
    assert.equal(faultOf('😀'), null);
  });
});
