/** The examples of README and guide run, and the README names what there is. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { AGENT_CLASSES } from 'render-middleware';

const PACKAGE = path.join(import.meta.dirname, '..');
const README = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
const GUIDE = readFileSync(path.join(PACKAGE, '..', '..', 'docs', 'bring-bots-to-it.md'), 'utf8');
const run = promisify(execFile);

describe('the examples', () => {
  for (const [name, text] of Object.entries({ README, GUIDE })) {
    for (const [index, [, code = '']] of [...text.matchAll(/^```js\n(.*?)^```$/gms)].entries()) {
      it(`of ${name}, ${index + 1}`, async () => {
        const example = `${code.replace('listen(8080)', 'listen(0)')}\nconsole.log('ran'); process.exit(0);`;
        const { stdout } = await run(process.execPath, ['--input-type=module', '-e', example], { cwd: PACKAGE });
        assert.equal(stdout, 'ran\n');
      });
    }
  }
});

describe('the README', () => {
  it('names each adapter, class and option', () => {
    const { exports } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as { exports: object };
    for (const entry of Object.keys(exports).filter((one) => one.startsWith('./') && one !== './package.json')) {
      assert.ok(README.includes(`render-middleware${entry.slice(1)}`), entry);
    }
    for (const name of AGENT_CLASSES) assert.ok(README.includes(`| \`${name}\``), name);
    const source = readFileSync(path.join(PACKAGE, 'src', 'options.ts'), 'utf8');
    const sections = source.matchAll(/export interface (?:Decision|Proxy)Options \{(.*?)^\}/gms);
    const options = [...sections].flatMap(([, body = '']) =>
      [...body.matchAll(/readonly (\w+)\??:/g)].map(([, one]) => one),
    );
    assert.ok(options.length > 15);
    for (const option of options) assert.ok(README.includes(`\`${option}\``), option);
  });
});
