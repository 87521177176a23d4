/** Where long words of a page may break. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Breakable } from '../../dist/platform/web/index.js';

const htmlOf = (text: string) => {
  const element: { toString(): string } = Breakable({ text });
  return element.toString();
};
const broken = (text: string) => htmlOf(text).split('<wbr/>');

test('addresses break after the separators of their parts, those that are not long in the smallest windows only, and short texts not at all', () => {
  assert.deepEqual(broken('lea@example.test'), ['lea@example.test']);
  assert.equal(htmlOf('lea.faure@example.test'), 'lea.faure@<span class="pe-narrow-break"></span>example.test');
  assert.deepEqual(broken('bartholomew.castro@example.test'), ['bartholomew.castro@', 'example.test']);
  assert.deepEqual(broken('https://shop.example.test/hooks/parcels?since=2026'), [
    'https://',
    'shop.example.test/',
    'hooks/',
    'parcels?',
    'since=2026',
  ]);
  assert.deepEqual(broken('/a-rather-long-folder.of.a.site/x'), [
    '/',
    'a-',
    'rather-',
    'long-',
    'folder.',
    'of.',
    'a.',
    'site/',
    'x',
  ]);
  assert.deepEqual(broken('Access request from bartholomew.castro@example.test today'), [
    'Access request from bartholomew.castro@',
    'example.test today',
  ]);
  assert.deepEqual(broken('x'.repeat(100)), ['x'.repeat(100)]);
  assert.doesNotMatch(htmlOf(`<script>${'/x'.repeat(30)}`), /<script/);
});
