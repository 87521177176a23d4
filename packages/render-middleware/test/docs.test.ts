/** The examples of README and guides run and type-check, the guides name what there is, and each code of an error has a page. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { AGENT_CLASSES, RenderMiddlewareError, type RenderMiddlewareErrorCode } from 'render-middleware';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '..', '..');
const read = (file: string) => readFileSync(path.join(PACKAGE, file), 'utf8');
const PAGES = {
  readme: read('README.md'),
  quickStart: read('docs/quick-start.md'),
  integrations: read('docs/integrations.md'),
  concepts: read('docs/concepts.md'),
  operations: read('docs/operations.md'),
  reference: read('docs/reference.md'),
};
const run = promisify(execFile);

const examples = Object.entries(PAGES).flatMap(([name, text]) =>
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

describe('the guides', () => {
  it('name each adapter, class, option and reason of a fallback', () => {
    const { exports } = JSON.parse(read('package.json')) as { exports: object };
    for (const entry of Object.keys(exports).filter((one) => one.startsWith('./') && one !== './package.json')) {
      const page = entry === './verify' ? PAGES.reference : PAGES.integrations;
      assert.ok(page.includes(`\`render-middleware${entry.slice(1)}\``), entry);
    }
    for (const name of AGENT_CLASSES) assert.ok(PAGES.concepts.includes(`| \`${name}\``), name);
    const source = read('src/options/options.ts');
    const sections = source.matchAll(/export interface (?:Decision|Proxy)Options \{(.*?)^\}/gms);
    const options = [...sections].flatMap(([, body = '']) =>
      [...body.matchAll(/readonly (\w+)\??:/g)].map(([, one]) => one),
    );
    assert.ok(options.length > 15);
    const [, table = ''] = /^## Options$([^]*?)^## /m.exec(PAGES.reference) ?? [];
    for (const option of options) assert.ok(table.includes(`\`${option}\``), option);
    const [, reasons = ''] = /readonly reason: (.*?);/.exec(source) ?? [];
    const named = Array.from(reasons.matchAll(/'([a-z-]+)'/g), ([, reason = '']) => reason);
    assert.ok(named.length > 4);
    for (const reason of named) assert.ok(PAGES.operations.includes(`| \`${reason}\``), reason);
  });
});

describe('the pages about errors', () => {
  it('are one for each code, and the address in the text of an error leads to it', () => {
    const [, union = ''] = /export type RenderMiddlewareErrorCode = ([^;]+);/.exec(read('src/errors.ts')) ?? [];
    const codes = Array.from(union.matchAll(/'([a-z-]+)'/g), ([, code = '']) => code);
    assert.ok(codes.length > 0);
    assert.deepEqual(
      readdirSync(path.join(PACKAGE, 'docs', 'errors')),
      codes.map((code) => `${code}.md`),
    );
    const { homepage } = JSON.parse(read('package.json')) as { homepage: string };
    for (const code of codes) {
      const { message } = new RenderMiddlewareError(code as RenderMiddlewareErrorCode, 'No');
      assert.equal(message, `No; see ${homepage}/errors/${code}`);
      assert.match(
        read(`docs/errors/${code}.md`),
        /^# `[^]*\n## Causes\n\n- [^]*\n## What to do\n\n\w[^]*\n## Example\n\n```/,
      );
    }
  });
});
