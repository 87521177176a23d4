/** Each code block of a guide is compiled here, or run by the test that is named; what is neither program nor data is listed. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { codeBlocks, filesOf, NAMES, type CodeBlock } from './code-blocks.ts';
import { ROOT } from './sources.ts';

/** Guides whose examples are one program, or need software that is not installed here, and the test that runs them. */
const RUN_BY: Readonly<Record<string, string>> = {
  'docs/add-a-module.md': 'packages/policy-engine/test/engine/sample-module.test.ts',
  'packages/policy-engine/docs/auth-libraries.md': 'compat/auth/test/recipe.ts',
  'packages/policy-engine/docs/components.md': 'packages/policy-engine/test/client/components/guide.test.ts',
  'packages/policy-engine/docs/erasure.md': 'packages/policy-engine/test/erasure/guide.test.ts',
  'packages/policy-engine/docs/first-decision.md': 'scripts/first-decision/recipe.ts',
  'packages/policy-engine/docs/orms.md': 'compat/orms/test/guide.test.ts',
  'packages/page-renderer/docs/other-languages.md': 'packages/page-renderer/test/dialects/languages.browser.test.ts',
  'packages/page-renderer/skills/page-renderer/SKILL.md': 'testing/skill.ts',
  'packages/policy-engine/skills/policy-engine/SKILL.md': 'testing/skill.ts',
  'packages/render-middleware/skills/render-middleware/SKILL.md': 'testing/skill.ts',
  'packages/policy-engine/docs/policy-engine-portability.md': 'packages/policy-engine/test/portability/guide.test.ts',
};

/** Languages of blocks that are neither run nor compiled: what programs print, formats, and texts. */
const SHOWN = new Set(['', 'csv', 'http', 'md', 'text', 'xml']);
/** Blocks that use what exists only where they stand, or a package that is not installed. */
const UNCOMPILED: Readonly<Record<string, string>> = {
  'ts ignore': 'a statement of a module of the engine, whose type of events the example makes up',
  '@opentelemetry/sdk-node': 'a package of the reader',
  astro: 'a framework of the reader, in which compat/init runs the example',
  '@tanstack/react-router': 'a framework of the reader, in which compat/init runs the example',
  onRequest: 'a server of Hapi, with which compat/init runs the example',
  '/policies/**': 'an application of h3, with which compat/init runs the example',
  './engine.mjs': 'a file of the reader; packages/policy-engine/test/hosts/fetch.test.ts runs the example',
  './page-renderer.ts': 'a file that the guide generates; packages/page-renderer/test/openapi compiles it',
};

const blocks = codeBlocks();
const here = ({ document, line }: CodeBlock) => `${document}:${line}`;
const ofLanguage = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));
const isLeftOut = ({ language, code }: CodeBlock) =>
  Object.keys(UNCOMPILED).some((reason) => language === reason || code.includes(`'${reason}'`));

test('each block is of a kind that is checked, or one that only shows something', () => {
  const checked = new Set(['ts', 'js', 'json', 'sh', 'html', 'yaml', 'ts ignore']);
  const unknown = blocks.filter(
    ({ document, language }) => !checked.has(language) && !SHOWN.has(language) && !(document in RUN_BY),
  );
  assert.ok(blocks.length > 300, String(blocks.length));
  assert.deepEqual(unknown.map(here), []);
  for (const reason of Object.keys(UNCOMPILED)) {
    assert.ok(
      blocks.some(({ language, code }) => language === reason || code.includes(reason)),
      `${reason} is needed no more`,
    );
  }
});

test('guides that are run elsewhere are read by that test', () => {
  for (const [guide, file] of Object.entries(RUN_BY)) {
    assert.ok(existsSync(path.join(ROOT, guide)) && existsSync(path.join(ROOT, file)), guide);
    assert.ok(
      readFileSync(path.join(ROOT, file), 'utf8').includes(path.basename(guide)),
      `${file} does not read ${guide}`,
    );
  }
});

describe('the programs of guides compile', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'code-blocks-'));
  after(() => rmSync(folder, { recursive: true }));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'names.d.ts'), NAMES);
  const flags =
    '--noEmit --skipLibCheck --strict --target es2024 --lib es2024,dom,dom.iterable,esnext.disposable --types node';
  const modules = '--module nodenext --allowImportingTsExtensions';

  for (const { language, least, more } of [
    { language: 'ts', least: 40, more: '' },
    { language: 'js', least: 25, more: ' --noImplicitAny false' },
  ]) {
    test(`those in ${language}`, async () => {
      const programs = ofLanguage(language).filter((block) => !(block.document in RUN_BY) && !isLeftOut(block));
      const names = programs.flatMap((block) =>
        filesOf(block).map((text, index) => {
          const name = `${here(block).replaceAll(/[/.:]/g, '_')}_${index}.ts`;
          writeFileSync(path.join(folder, name), text);
          return name;
        }),
      );
      assert.ok(names.length > least, String(names.length));
      const tsc = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
      const words = `${flags} ${modules}${more} names.d.ts`.split(' ');
      const run = promisify(execFile)(process.execPath, [tsc, ...words, ...names], { cwd: folder });
      const { stdout } = await run.catch((error: { stdout: string }) => error);
      assert.equal(stdout, '');
    });
  }

  test('and a mistake would be found', async () => {
    writeFileSync(
      path.join(folder, 'wrong.ts'),
      filesOf({ document: '', line: 1, language: 'ts', code: 'rulez: [],' })[0]!,
    );
    const tsc = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const words = `${flags} ${modules} names.d.ts wrong.ts`.split(' ');
    await assert.rejects(
      promisify(execFile)(process.execPath, [tsc, ...words], { cwd: folder }),
      ({ stdout }: { stdout: string }) => stdout.includes("'rulez' does not exist"),
    );
  });
});

test('each JSON is valid, and a configuration of page-renderer has only options that exist', () => {
  interface Schema {
    readonly properties: Readonly<Record<string, { readonly properties?: object }>>;
  }
  const schema = JSON.parse(
    readFileSync(path.join(ROOT, 'packages/page-renderer/config.schema.json'), 'utf8'),
  ) as Schema;
  let configurations = 0;
  for (const block of ofLanguage('json')) {
    const value = JSON.parse(block.code) as Record<string, unknown>;
    const names = Object.keys(value);
    const isLog = names.includes('level') && names.includes('msg');
    if (isLog || !names.some((name) => name in schema.properties)) continue;
    configurations += 1;
    for (const name of names) assert.ok(name in schema.properties, `${here(block)}: ${name}`);
    const cache = schema.properties['cacheConfig']?.properties ?? {};
    for (const name of Object.keys(value['cacheConfig'] ?? {})) assert.ok(name in cache, `${here(block)}: ${name}`);
  }
  assert.ok(configurations > 10, String(configurations));
});

test('each HTML closes what it opens', () => {
  const empty = new Set(['meta', 'link', 'img', 'input', 'br']);
  for (const block of ofLanguage('html')) {
    const open: string[] = [];
    for (const [, close, tag = '', selfClosing] of block.code.matchAll(
      /<(\/?)([a-z][\w-]*)\b(?:"[^"]*"|[^>"])*?(\/?)>/g,
    )) {
      if (/^(?:li|p|td|tr)$/.test(tag)) continue;
      if (close === '/') assert.equal(open.pop(), tag, here(block));
      else if (!empty.has(tag) && selfClosing !== '/') open.push(tag);
    }
    assert.deepEqual(open, [], here(block));
  }
});

describe('the commands of guides', () => {
  const shells = ofLanguage('sh').filter(({ document }) => !(document in RUN_BY));

  test('are a script that a shell can read', () => {
    const names = shells.map((block) => `check() {\n${block.code}\n}\n`);
    for (const [index, script] of names.entries()) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' });
      assert.equal(status, 0, `${here(shells[index]!)}: ${stderr}`);
    }
    assert.ok(shells.length > 50);
  });

  test('of npm run exist', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    for (const block of shells) {
      for (const [, name = ''] of block.code.matchAll(/\bnpm run ([a-z][\w:-]*)/g))
        assert.ok(name in scripts, `${here(block)}: ${name}`);
    }
  });
});
