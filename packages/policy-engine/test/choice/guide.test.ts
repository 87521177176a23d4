/** The examples of the guide run, and it names every field of a script. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const GUIDE = readFileSync(path.join(PACKAGE, 'docs', 'scripts-and-cookies.md'), 'utf8');
const run = promisify(execFile);

for (const [index, [, code = '']] of [...GUIDE.matchAll(/^```js\n(.*?)^```$/gms)].entries()) {
  test(`example ${index + 1} runs`, async () => {
    const example = `${code}\nconsole.log('ran'); process.exit(0);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', example], { cwd: PACKAGE });
    assert.equal(stdout, 'ran\n');
  });
}

test('each field of a script is named', () => {
  const source = readFileSync(path.join(PACKAGE, 'src', 'scripts', 'declaration.ts'), 'utf8');
  const [, body = ''] = /export interface ScriptOptions \{(.*?)^\}/ms.exec(source) ?? [];
  const fields = [...body.matchAll(/readonly (\w+)\??:/g)].map(([, field]) => field);
  assert.ok(fields.length > 10);
  for (const field of fields) assert.ok(GUIDE.includes(`\`${field}\``), field);
});
