/** Both products have `init`, and import nothing of each other: what changes source files is the same text in both. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from './sources.ts';

const [ENGINE, RENDERER] = ['packages/policy-engine/src/modules/setup', 'packages/page-renderer/src/setup'];

test('what init reads and changes files with is the same in both products', () => {
  const files = globSync('{source,changes}/**/*.ts', { cwd: path.join(ROOT, ENGINE) })
    .concat('project/project.ts')
    .map((file) => file.replaceAll(path.sep, '/'));
  assert.ok(files.length >= 7, files.join(', '));
  for (const file of files) {
    const text = (folder: string) => readFileSync(path.join(ROOT, folder, file), 'utf8');
    assert.equal(text(RENDERER), text(ENGINE), `${RENDERER}/${file}: copy the one of ${ENGINE}`);
  }
});
