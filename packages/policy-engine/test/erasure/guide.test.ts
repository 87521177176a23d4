/** The example of the guide is run as it stands. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const PACKAGE = path.join(import.meta.dirname, '..', '..');

test('the guide’s shop shows its plan, forgets a person, and keeps an order without a name', async () => {
  const guide = await readFile(path.join(PACKAGE, 'docs', 'let-people-be-forgotten.md'), 'utf8');
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(guide) ?? [];
  // Below the package, where its name leads to itself.
  const folder = await mkdtemp(path.join(PACKAGE, 'test', '.guide-'));
  try {
    await writeFile(path.join(folder, 'example.ts'), example);
    const { stdout } = await promisify(execFile)(process.execPath, ['example.ts'], { cwd: folder });
    assert.match(stdout, /^Orders: keep 2, Tax law: ten years \(§ 147 AO\)$/m);
    assert.match(stdout, /^Reviews: delete 1$/m);
    assert.match(stdout, /^completed \d+ 0$/m);
    // The order of 2010 has had its time, and is gone.
    assert.match(stdout, /\[\s*\{ id: 1, user_id: null, name: null, total: 4900 \}\s*\]/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
