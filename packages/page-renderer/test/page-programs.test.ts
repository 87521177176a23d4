/** What pages are sent is the code of its parts, without layout: the same program to a parser. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { withoutLayout } from '../dist/page/program.js';

const DIST = path.resolve(import.meta.dirname, '../dist/page');

const parsed = (source: string): string =>
  transformSync(source, { minifyWhitespace: true, legalComments: 'none' }).code;

test('no part of a page’s program means something else without layout and comments', () => {
  const files = globSync('**/*.js', { cwd: DIST });
  assert.ok(files.length > 50);
  const different = files.filter((file) => {
    const source = readFileSync(path.join(DIST, file), 'utf8');
    return parsed(source) !== parsed(withoutLayout(source));
  });
  assert.deepEqual(different, []);
});

test('a text of several lines would be noticed', () => {
  const source = 'const text = `one\n  two`;\n';
  assert.notEqual(parsed(source), parsed(withoutLayout(source)));
});
