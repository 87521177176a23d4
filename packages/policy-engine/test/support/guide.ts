/** What the tests of guides share. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** A guide as it stands, by its file name. */
export function readGuide(name: string): string {
  return readFileSync(path.join(PACKAGE, 'docs', name), 'utf8');
}

/** Declares a test for each JavaScript example of a guide: it runs to its end, below the package, where its name leads to itself. */
export function testExamples(guide: string): void {
  for (const [index, [, code = '']] of [...guide.matchAll(/^```js\n(.*?)^```$/gms)].entries()) {
    test(`example ${index + 1} runs`, async () => {
      const example = `${code}\nconsole.log('ran'); process.exit(0);`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', example], { cwd: PACKAGE });
      assert.equal(stdout, 'ran\n');
    });
  }
}

/** Names of the fields of an exported interface, as its source below `src` declares them. */
export function fieldsOf(source: string, name: string): string[] {
  const text = readFileSync(path.join(PACKAGE, 'src', source), 'utf8');
  const [, body = ''] = new RegExp(`export interface ${name} \\{(.*?)^\\}`, 'ms').exec(text) ?? [];
  return [...body.matchAll(/readonly (\w+)\??:/g)].flatMap(([, field]) => field ?? []);
}
