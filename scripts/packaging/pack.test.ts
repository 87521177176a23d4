/** The command that `npm run pack` prints. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { installLine, packInto, quoted } from '../packed.ts';

test('a path is one word of the shell, whatever its name', () => {
  for (const folder of [
    'plain',
    'a b',
    "it's",
    'a"b',
    '$HOME',
    '`id`',
    'a;b&c|d',
    '(é)',
    '*',
    '#a',
    '~',
    '%41',
    '!x',
  ]) {
    const file = `/tmp/${folder}/policy-engine-0.1.0.tgz`;
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${quoted(file, 'linux')}`], { encoding: 'utf8' });
    assert.equal(words, `${file}\n`);
  }
});

test('on Windows, a path with other characters is in double quotes, which cmd.exe and PowerShell read', () => {
  const of = (file: string) => installLine([file], 'win32');
  assert.equal(of('C:\\work\\a.tgz'), 'npm install --no-audit C:\\work\\a.tgz');
  assert.equal(of('C:\\my work\\a.tgz'), 'npm install --no-audit "C:\\my work\\a.tgz"');
});

test('a path from which npm installs nothing is refused', () => {
  for (const file of ['/tmp/a\\b/a.tgz', '/tmp/a\nb/a.tgz'])
    assert.throws(() => installLine([file], 'linux'), /move the/);
});

test('old tarballs stay if a package cannot be packed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'packed-'));
  const npm = process.env['npm_execpath'];
  try {
    writeFileSync(path.join(folder, 'page-renderer-0.0.9.tgz'), '');
    process.env['npm_execpath'] = path.join(folder, 'missing.js');
    await assert.rejects(packInto(folder), /npm pack failed/);
    assert.deepEqual(readdirSync(folder), ['page-renderer-0.0.9.tgz']);
  } finally {
    if (npm === undefined) delete process.env['npm_execpath'];
    else process.env['npm_execpath'] = npm;
    rmSync(folder, { recursive: true });
  }
});
