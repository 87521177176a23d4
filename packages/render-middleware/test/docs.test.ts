/** The examples of README and guide run and type-check, and the README names what there is. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { AGENT_CLASSES } from 'render-middleware';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '..', '..');
const README = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
const GUIDE = readFileSync(path.join(PACKAGE, 'docs', 'bring-bots-to-it.md'), 'utf8');
const run = promisify(execFile);

const examples = Object.entries({ README, GUIDE }).flatMap(([name, text]) =>
  [...text.matchAll(/^```[jt]s\n(.*?)^```$/gms)].map(([, code = ''], index) => ({
    name: `${name}-${index + 1}`,
    code: code.replace('listen(8080)', 'listen(0)'),
  })),
);

describe('the examples', () => {
  for (const { name, code } of examples) {
    it(`of ${name} run`, async () => {
      const program = `${code}\nconsole.log('ran'); process.exit(0);`;
      const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', program], {
        cwd: PACKAGE,
      });
      assert.equal(stdout, 'ran\n');
    });
  }

  it('hold as strict TypeScript', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'examples-'));
    try {
      symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
      writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
      for (const { name, code } of examples) writeFileSync(path.join(folder, `${name}.ts`), code);
      const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
      const flags = '--strict --noEmit --skipLibCheck --target es2024 --module nodenext --types node'.split(' ');
      const files = examples.map(({ name }) => `${name}.ts`);
      const { stdout } = await run(process.execPath, [tsc, ...flags, ...files], { cwd: folder }).catch(
        (error: { stdout: string }) => error,
      );
      assert.equal(stdout, '');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
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
