/** Words are found in texts that arrive in chunks, wherever they are split. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { folded, scanText } from '../../dist/modules/erasure/absence/text-scan.js';

const WORDS = ['zoë o’hara', 'ανδρέας'].map(folded);
const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  );

test('a word is found if a chunk ends within it, and within one of its characters', async () => {
  for (const name of ['ZOË O’HARA', 'ΑΝΔΡΈΑΣ']) {
    const text = Buffer.from(`to ${name}, with love`);
    for (let size = 1; size <= text.length; size += 1) {
      assert.deepEqual(
        await scanText(inPieces(text, size), WORDS),
        { isFound: true, isText: true },
        `${name} by ${size}`,
      );
    }
  }
  assert.deepEqual(await scanText(inPieces(Buffer.from('to Zoë O Hara'), 4), WORDS), { isFound: false, isText: true });
  assert.deepEqual(await scanText(Readable.from([]), WORDS), { isFound: false, isText: true });
});

test('a file that is not plain text never counts as clean, but matches in it are found', async () => {
  const contents: Readonly<Record<string, Buffer>> = {
    compressed: Buffer.from([0x1f, 0x8b, 0x08]),
    'with zeros': Buffer.from('PK\u0003\u0004\0\0'),
    'UTF-16': Buffer.from('Zoë O’Hara', 'utf16le'),
    PDF: Buffer.from('%PDF-1.7 only ASCII'),
    RTF: Buffer.from('{\\rtf1 Zo\\u235?}'),
    'cut off within a letter': Buffer.from('Zoë').subarray(0, 3),
  };
  for (const [name, content] of Object.entries(contents)) {
    assert.deepEqual(await scanText(inPieces(content, 2), WORDS), { isFound: false, isText: false }, name);
  }
  const image = Buffer.concat([Buffer.from('by Zoë O’Hara'), Buffer.from([0xff, 0xd8])]);
  assert.equal((await scanText(inPieces(image, 64), WORDS)).isFound, true);
});
