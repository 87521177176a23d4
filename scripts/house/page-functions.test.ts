/** The functions of `src/page` of page-renderer are sent to pages as source, in one scope: see `src/page/program.ts`. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from './sources.ts';

/** Those that run in the service. */
const IN_SERVICE = /^(?:index|program)\.ts$/;

const folder = path.join(ROOT, 'packages/page-renderer/src/page');
const files = globSync('**/*.ts', { cwd: folder })
  .filter((file) => !IN_SERVICE.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));

/** The names that a file declares at its top level; types are not sent. */
function declared(text: string): Array<{ kind: string; name: string; isExported: boolean }> {
  const pattern = /^(export )?(?:async )?(function|const|let|var|class|enum)\b\*? *([\w$]*)/gm;
  return [...text.matchAll(pattern)].map(([, exported, kind = '', name = '']) => ({
    kind,
    name,
    isExported: exported !== undefined,
  }));
}

test('declarations at the top level are found', () => {
  const text =
    'export function a() {\n  const b = 1;\n}\nasync function c() {}\nexport interface D {}\nconst { e } = x;\n';
  assert.deepEqual(
    declared(text).map(({ kind, isExported }) => `${kind} ${isExported}`),
    ['function true', 'function false', 'const false'],
  );
  assert.ok(files.length > 30 && files.flatMap(({ text: one }) => declared(one)).length > 200);
});

test('no two functions that are sent to a page have the same name: one would replace the other', () => {
  const by = Map.groupBy(
    files.flatMap(({ file, text }) => declared(text).map(({ name }) => ({ file, name }))),
    ({ name }) => name,
  );
  const twice = [...by]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => [name, found.map((one) => one.file)]);
  assert.deepEqual(twice, []);
});

test('files with functions that are sent to a page declare nothing else, and export all: the rest would be missing there', () => {
  const missing = files.flatMap(({ file, text }) =>
    declared(text).flatMap(({ kind, name, isExported }) =>
      kind === 'function' && isExported ? [] : [`${file}: ${kind} ${name}`],
    ),
  );
  assert.deepEqual(missing, []);
});
