/** The program of the README runs unchanged. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { stretched } from '../../../testing/load.ts';
import { listening } from '../../../testing/listening.ts';

const PACKAGE = path.join(import.meta.dirname, '..');
const MODULES = path.join(PACKAGE, '..', '..', 'node_modules');
const readme = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];

test('the program of the README prints the page as it is with its scripts', async () => {
  const page = '<!doctype html><p id="a"></p><script>a.textContent = "from a script"</script>';
  const site = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(page));
  await using served = await listening(site);
  const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-readme-'));
  try {
    symlinkSync(MODULES, path.join(folder, 'node_modules'), 'junction');
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    // On a busy machine it needs more time than the default.
    const patient = program.replace("logLevel: 'error'", `$&, timeout: ${stretched(10_000)}`);
    assert.notEqual(patient, program);
    writeFileSync(path.join(folder, 'render.ts'), patient);
    const words = ['render.ts', `http://localhost:${served.port}/`];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder });
    assert.match(stdout, /^200 [a-z-]+ <!doctype html>[^]*<p id="a">from a script<\/p>/i);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
