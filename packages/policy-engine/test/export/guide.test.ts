/** The example of the guide runs unchanged. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { verifyExport } from 'policy-engine/export';
import { readZip } from './export.ts';

const PACKAGE = path.join(import.meta.dirname, '..', '..');

test('the guide’s engine exports, and the command line verifies the archive', async () => {
  const guide = await readFile(path.join(PACKAGE, 'docs', 'exports.md'), 'utf8');
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(guide) ?? [];
  // Inside the package, where its name resolves to itself.
  const folder = await mkdtemp(path.join(PACKAGE, 'test', '.guide-'));
  try {
    await writeFile(path.join(folder, 'example.ts'), example);
    const { stdout } = await promisify(execFile)(process.execPath, ['example.ts'], { cwd: folder });
    assert.match(stdout, /71 rows, \d+ files/);
    const zip = path.join(folder, 'export.zip');
    const files = await readZip(zip);
    assert.match(files.get('orders/4/index.html') ?? '', /Order 70/);
    assert.match(files.get('privacy/information.html') ?? '', /The parcel service/);
    assert.ok((await verifyExport(zip)).ok);
    const cli = path.join(PACKAGE, 'bin', 'policy-engine.js');
    const verified = await promisify(execFile)(process.execPath, [cli, 'export', 'verify', zip]);
    assert.match(verified.stdout, /The export is complete and unchanged\./);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
