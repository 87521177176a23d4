/** The comment at the top of the package of the log. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const PACKAGE = path.join(import.meta.dirname, '../../..');
const SOURCE = path.join(PACKAGE, 'src/modules/proof/log');

test('the example of the package comment runs', () => {
  const comment = readFileSync(path.join(SOURCE, 'index.ts'), 'utf8').replaceAll(/^ \* ?/gm, '');
  const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(comment) ?? [];
  assert.match(example, /verifyNote/);
  const compiled = pathToFileURL(path.join(PACKAGE, 'dist/modules/proof/log/index.js')).href;
  execFileSync(process.execPath, ['--input-type=module', '-'], {
    input: example.replace('./index.ts', compiled),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
});

test('the log imports nothing of the engine, and of Node only its cryptography', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE });
  assert.ok(files.length > 10);
  const isOwn = (file: string, from: string) =>
    files.includes(path.join(path.dirname(file), from)) || from === 'node:crypto';
  const foreign = files.flatMap((file) =>
    [...readFileSync(path.join(SOURCE, file), 'utf8').matchAll(/^(?:import|export|\}) [^;]*?from '([^']+)';$/gm)]
      .filter(([, from = '']) => !isOwn(file, from))
      .map(([, from = '']) => `${file}: ${from}`),
  );
  assert.deepEqual(foreign, []);
});
