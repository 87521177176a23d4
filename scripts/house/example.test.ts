/** The example is read in ten minutes: it is short, and shows a host without what only a demonstration needs. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { importsOf, ROOT } from './sources.ts';

const EXAMPLE = 'examples/storefront';
const LONGEST = 4_000;

const files = globSync(`${EXAMPLE}/**/*`, {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**', '**/data/**'],
}).filter((file) => statSync(path.join(ROOT, file)).isFile());
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const linesOf = (file: string) => read(file).split('\n').length - 1;

test(`all files of ${EXAMPLE} together have at most ${LONGEST} lines`, () => {
  const total = files.reduce((sum, file) => sum + linesOf(file), 0);
  assert.ok(files.length > 50, `${files.length} files`);
  assert.ok(total <= LONGEST, `${total} lines`);
});

test(`${EXAMPLE} imports the packages by their names, and nothing of demo/`, () => {
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  const imports = sources.flatMap((file) => importsOf(file.replaceAll(path.sep, '/'), read(file)));
  const used = new Set(imports.filter(({ isRelative }) => !isRelative).map(({ to }) => to.split('/')[0]));
  assert.ok(used.has('policy-engine') && used.has('render-middleware'), [...used].join(', '));
  assert.deepEqual(
    imports.filter(({ to, isRelative }) => isRelative && !to.startsWith(`${EXAMPLE}/`)),
    [],
  );
});
