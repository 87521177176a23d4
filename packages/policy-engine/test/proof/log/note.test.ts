/** C2SP signed-note and tlog-checkpoint. Notes that Go refuses are in `vectors.test.ts`. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCheckpoint, parseCheckpoint } from '../../../dist/modules/proof/log/checkpoint.js';
import { LogFormatError, LogVerificationError } from '../../../dist/modules/proof/log/errors.js';
import {
  formatNote,
  LONGEST_NOTE,
  MOST_SIGNATURES,
  type NoteSignature,
  parseNote,
  parseSignatures,
  signNote,
  signText,
  verifyNote,
  withSignatures,
} from '../../../dist/modules/proof/log/note.js';
import { EMPTY_ROOT } from '../../../dist/modules/proof/log/tree.js';
import { formatVkey, isKeyName } from '../../../dist/modules/proof/log/vkey.js';
import { ed25519Signer, parseVkey, verifierKey, verifierOf } from '../../../dist/modules/proof/log/node.js';
import { leafAt, secretOf } from './support.ts';

const signer = ed25519Signer('example.com/ledger', secretOf(1));
const next = ed25519Signer('example.com/ledger', secretOf(2));
const verifiers = [verifierOf(signer.key)];
const failsWith = (failure: string) => (error: unknown) =>
  error instanceof LogVerificationError && error.failure === failure;

const hasNoControl = (line: string) => Array.from(line).every((character) => character >= ' ');

test('Format: any text is read from its note unchanged, and verifies', () => {
  const texts = fc.string({ unit: 'grapheme' }).filter(hasNoControl);
  fc.assert(
    fc.property(fc.array(texts), (lines) => {
      const text = lines.map((line) => `${line}\n`).join('') || '\n';
      const note = signNote(text, [signer, next]);
      assert.equal(verifyNote(note, verifiers).text, text);
      assert.equal(verifyNote(Buffer.from(note), verifiers).text, text);
      assert.equal(formatNote(parseNote(note)), note);
    }),
  );
});

test('Format: a changed byte is never accepted as another text or signature', () => {
  const note = Buffer.from(signNote('text\n\n— a text\n', [signer]));
  fc.assert(
    fc.property(fc.nat({ max: note.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(note);
      changed[at]! ^= change;
      assert.throws(
        () => verifyNote(changed, verifiers),
        (error) => error instanceof LogFormatError || error instanceof LogVerificationError,
      );
    }),
    { numRuns: 1000 },
  );
});

test('Format: anything that is not a note is refused', () => {
  const line = signNote('text\n', [signer]).slice('text\n\n'.length);
  const malformed: Readonly<Record<string, string | Uint8Array>> = {
    'not valid UTF-8': Buffer.concat([Buffer.from('text\n\n'), Buffer.from(line), Buffer.from([0xff, 0x0a])]),
    'an overlong newline': Buffer.concat([Buffer.from([0xc0, 0x8a]), Buffer.from(`text\n\n${line}`)]),
    'a lone surrogate': `te\ud800xt\n\n${line}`,
    'too long': `${'x'.repeat(LONGEST_NOTE)}\n\n${line}`,
    'base64 whose unused bits are set': 'text\n\n— nobody AAAAAAB=\n',
    'base64 for URLs': 'text\n\n— nobody AAAAA_-A\n',
    'base64 without its padding': 'text\n\n— nobody AAAAAAA\n',
    'text behind the signatures': `text\n\n${line}more\n`,
  };
  for (const [what, note] of Object.entries(malformed)) {
    assert.throws(() => parseNote(note), LogFormatError, what);
  }
  assert.throws(() => formatNote({ text: 'text', signatures: parseSignatures(line) }), LogFormatError);
  assert.throws(() => formatNote({ text: 'te\rxt\n', signatures: parseSignatures(line) }), LogFormatError);
  assert.throws(() => formatNote({ text: 'text\n', signatures: [] }), LogFormatError);
  const [first] = parseSignatures(line) as [NoteSignature];
  assert.throws(() => formatNote({ text: 'text\n', signatures: [{ ...first, name: 'a b' }] }), LogFormatError);
});

test('Signatures: unknown keys are ignored, also those that have the same name or ID as a known one', () => {
  const [own, other] = [signText('text\n', signer), signText('text\n', next)];
  const wrong = Buffer.alloc(64, 1);
  const noteOf = (...signatures: NoteSignature[]) => formatNote({ text: 'text\n', signatures });
  const sharing = [
    { ...other, signature: wrong },
    { ...own, name: 'example.com/other', signature: wrong },
  ];
  assert.deepEqual(
    verifyNote(noteOf(...sharing, own), verifiers).signatures.map(({ id }) => id),
    [own.id],
  );
  assert.throws(() => verifyNote(noteOf(...sharing), verifiers), failsWith('unsigned'));
  assert.throws(() => verifyNote(noteOf(own), []), failsWith('unsigned'));
});

test('Signatures: an invalid signature of a known key is fatal at any position', () => {
  const [own, other] = [signText('text\n', signer), signText('text\n', next)];
  const failing = { ...own, signature: Buffer.alloc(64, 1) };
  const short = { ...own, signature: own.signature.subarray(0, 63) };
  const long = { ...own, signature: Buffer.concat([own.signature, Buffer.alloc(1)]) };
  const known = [...verifiers, verifierOf(next.key)];
  for (const bad of [failing, short, long]) {
    for (const signatures of [[bad], [bad, own], [own, bad], [other, bad], [bad, other]]) {
      const note = formatNote({ text: 'text\n', signatures });
      assert.throws(() => verifyNote(note, known), failsWith('signature'));
    }
  }
  assert.equal(verifyNote(formatNote({ text: 'text\n', signatures: [own, own, other] }), known).signatures.length, 2);
});

test('Signatures: at least 16 are read, up to the limit', () => {
  const [own] = [signText('text\n', signer)];
  const noteOf = (count: number) =>
    `text\n\n${'— nobody AAAAAAAA\n'.repeat(count - 1)}${signNote('text\n', [signer]).slice(6)}`;
  for (const count of [1, 16, MOST_SIGNATURES]) {
    assert.deepEqual(verifyNote(noteOf(count), verifiers).signatures[0]?.signature, own.signature);
  }
  assert.throws(() => parseNote(noteOf(MOST_SIGNATURES + 1)), LogFormatError);
});

test('Signatures: two keys with one name and ID are refused, one key twice is not', () => {
  const forged = { ...verifierOf(next.key), key: { ...next.key, id: signer.key.id } };
  const note = signNote('text\n', [signer]);
  assert.throws(() => verifyNote(note, [...verifiers, forged]), LogFormatError);
  assert.equal(verifyNote(note, [...verifiers, ...verifiers]).signatures.length, 1);
});

test('added signatures replace older ones of the same key', () => {
  const note = parseNote(signNote('text\n', [signer, next]));
  const added = { ...signText('text\n', signer), signature: Buffer.alloc(64, 2) };
  assert.deepEqual(withSignatures(note, [added]).signatures, [note.signatures[1], added]);
});

test('Verifier keys: invalid ones are refused', () => {
  const vkey = formatVkey(signer.key);
  const [name, id, encoded] = vkey.split('+') as [string, string, string];
  const key = Buffer.from(encoded, 'base64');
  const withType = (type: number) => Buffer.concat([Buffer.from([type]), key.subarray(1)]).toString('base64');
  assert.deepEqual(parseVkey(vkey).publicKey, signer.key.publicKey);
  const malformed = [
    '',
    name,
    `${name}+${id}`,
    `+${id}+${encoded}`,
    `a b+${id}+${encoded}`,
    `${name}\n+${id}+${encoded}`,
    `${name}+${id.toUpperCase()}X+${encoded}`,
    `${name}+${id.slice(1)}+${encoded}`,
    `${name}+00000000+${encoded}`,
    `other+${id}+${encoded}`,
    `${name}+${id}+`,
    `${name}+${id}+${encoded} `,
    `${name}+${id}+${encoded.slice(0, -1)}`,
    `${name}+${id}+${key.subarray(0, 32).toString('base64')}`,
    `${name}+${id}+${Buffer.concat([key, key.subarray(0, 1)]).toString('base64')}`,
    ...[0x00, 0x02, 0x04, 0x05, 0x06, 0xff].map((type) => `${name}+${id}+${withType(type)}`),
    `${'x'.repeat(5000)}+${id}+${encoded}`,
  ];
  for (const one of malformed) assert.throws(() => parseVkey(one), LogFormatError, one);
  assert.throws(() => parseVkey(`${name}+${id}+${withType(0x06)}`), /signature type 0x06/);
  const { publicKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  assert.throws(() => verifierKey('a', 1, rsa), LogFormatError);
  assert.throws(() => ed25519Signer('a b', secretOf(1)), LogFormatError);
});

test('Format: key names have no space, plus or control', () => {
  for (const name of ['a', 'example.com/x', 'grüße', 'a\u200bb', '—']) assert.ok(isKeyName(name), name);
  for (const name of [
    '',
    'a b',
    'a+b',
    'a\tb',
    'a\nb',
    'a\u0001',
    'a\u0085',
    'a\u00a0b',
    'a\u2003b',
    'a\u3000',
    '\ud800',
  ]) {
    assert.ok(!isKeyName(name), JSON.stringify(name));
  }
});

const root = leafAt(0).toString('base64');

test('tlog-checkpoint, Note text: any checkpoint can be parsed from its text', () => {
  const lines = fc.string({ minLength: 1 }).filter(hasNoControl);
  fc.assert(
    fc.property(lines, fc.maxSafeNat(), fc.array(lines), (origin, size, extensions) => {
      const checkpoint = { origin, size, root: new Uint8Array(leafAt(size)), extensions };
      assert.deepEqual(parseCheckpoint(formatCheckpoint(checkpoint)), checkpoint);
    }),
  );
  assert.deepEqual(parseCheckpoint(formatCheckpoint({ origin: 'a', size: 0, root: EMPTY_ROOT })).extensions, []);
});

test('tlog-checkpoint, Note text: anything that is not a checkpoint is refused', () => {
  const malformed: Readonly<Record<string, string>> = {
    empty: '',
    'two lines': 'origin\n1\n',
    'no last newline': `origin\n1\n${root}`,
    'no origin': `\n1\n${root}\n`,
    'no size': `origin\n\n${root}\n`,
    'leading zero': `origin\n01\n${root}\n`,
    'two zeros': `origin\n00\n${root}\n`,
    sign: `origin\n+1\n${root}\n`,
    negative: `origin\n-1\n${root}\n`,
    fraction: `origin\n1.0\n${root}\n`,
    exponent: `origin\n1e3\n${root}\n`,
    hexadecimal: `origin\n0x1\n${root}\n`,
    'other digits': `origin\n١\n${root}\n`,
    space: `origin\n1 \n${root}\n`,
    'larger than 2^53 - 1': `origin\n9007199254740992\n${root}\n`,
    'short root': `origin\n1\n${Buffer.alloc(31).toString('base64')}\n`,
    'long root': `origin\n1\n${Buffer.alloc(33).toString('base64')}\n`,
    'root not base64': `origin\n1\n${root.replace(/.=$/, '==')}\n`,
    'empty extension': `origin\n1\n${root}\n\n`,
    'empty line between extensions': `origin\n1\n${root}\na\n\nb\n`,
    'carriage returns': `origin\r\n1\r\n${root}\r\n`,
  };
  for (const [what, text] of Object.entries(malformed)) {
    assert.throws(() => parseCheckpoint(text), LogFormatError, what);
  }
  for (const checkpoint of [
    { origin: '', size: 1, root: EMPTY_ROOT },
    { origin: 'a\nb', size: 1, root: EMPTY_ROOT },
    { origin: 'a\rb', size: 1, root: EMPTY_ROOT },
    { origin: 'a', size: -1, root: EMPTY_ROOT },
    { origin: 'a', size: 0.5, root: EMPTY_ROOT },
    { origin: 'a', size: 1, root: Buffer.alloc(31) },
    { origin: 'a', size: 1, root: EMPTY_ROOT, extensions: [''] },
  ]) {
    assert.throws(() => formatCheckpoint(checkpoint), LogFormatError);
  }
  assert.throws(() => parseCheckpoint(`origin\n1\n${Buffer.alloc(31).toString('base64')}\n`), /line 3, root/);
});
