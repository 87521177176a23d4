/** Each code of an error has a page, and its text leads there. `npm run generate` writes the list of codes in the reference. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { PolicyEngineError, policyEngineErrors } from 'policy-engine';
import { declarationsOf } from '../../dist/compose.js';
import { errorPage, reasonOf, type ErrorCodes } from '../../dist/errors.js';
import * as ownModules from '../../dist/modules.js';
import { createLanguages } from '../../dist/platform/i18n/language.js';
import { createStatusOf } from '../../dist/platform/web/error-status.js';
import { problemDocument, problemOf } from '../../dist/platform/web/problem.js';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const PAGES = path.join(PACKAGE, 'docs', 'errors');
const LONGEST_MEANING = 125;

/** What callers over HTTP are told instead of an error that says something of the inside. */
const INSTEAD: ErrorCodes = { internal_error: { status: 500 }, unavailable: { status: 503 } };
const declared: ErrorCodes = { ...policyEngineErrors, ...declarationsOf(Object.values(ownModules)).errors };
const codes: ErrorCodes = { ...declared, ...INSTEAD };

const pages = readdirSync(PAGES).map((file) => {
  const text = readFileSync(path.join(PAGES, file), 'utf8');
  const [title = '', meaning = '', status = ''] = text.split('\n\n');
  return { file, code: path.basename(file, '.md'), text, title, meaning, status };
});

test('each code has a page, and each page a code', () => {
  assert.deepEqual(
    pages.map(({ file }) => file).toSorted(),
    Object.keys(codes)
      .map((code) => `${code}.md`)
      .toSorted(),
  );
});

test('each code that is thrown is declared', () => {
  const thrown = globSync('src/**/*.{ts,tsx}', { cwd: PACKAGE }).flatMap((file) => {
    const source = readFileSync(path.join(PACKAGE, file), 'utf8');
    const calls = /(?:new PolicyEngineError\(\s*|new HttpError\(\d+, |\b(?:conflict|badRequest)\(\s*)'(\w+)'/g;
    return Array.from(source.matchAll(calls), ([, code = '']) => code);
  });
  assert.ok(new Set(thrown).size > 50, `${new Set(thrown).size} codes`);
  assert.deepEqual(
    [...new Set(thrown)].filter((code) => !Object.hasOwn(declared, code)),
    [],
  );
});

describe('the page about', () => {
  for (const { code, text, title, meaning, status } of pages) {
    test(`${code} says its status, what it means, what leads to it and what to do`, () => {
      assert.equal(title, `# \`${code}\``);
      assert.match(meaning, /^[^\n]+\.$/);
      assert.ok(meaning.length <= LONGEST_MEANING, `${meaning.length} characters`);
      assert.match(status, new RegExp(`^HTTP status: ${codes[code]?.status ?? 500}(?: \\([^\\n]+\\))?$`));
      assert.match(text, /\n## Causes\n\n- [^]*\n## What to do\n\n[A-Z`1][^]*\n## Example\n\n```\w*\n[^]+\n```\n$/);
      for (const [, link = ''] of text.matchAll(/\]\((?![a-z]+:)([^)#]+)/g)) {
        assert.ok(existsSync(path.join(PAGES, link)), link);
      }
    });
  }

  test('no two codes means the same', () => {
    const meanings = pages.map(({ meaning }) => meaning);
    assert.equal(new Set(meanings).size, meanings.length);
  });
});

describe('the text of an error', () => {
  const page = 'https://policy-engine.example/errors/not_migrated';

  test('ends with the address of its page, below the homepage of the package', () => {
    const file = readFileSync(path.join(PACKAGE, 'package.json'), 'utf8');
    const { homepage } = JSON.parse(file) as { homepage: string };
    for (const code of Object.keys(codes)) assert.equal(errorPage(code), `${homepage}/errors/${code}`);
    assert.equal(new PolicyEngineError('not_migrated', 'A sentence.').message, `A sentence. See ${page}`);
    assert.equal(new PolicyEngineError('not_migrated', 'part of one').message, `part of one; see ${page}`);
  });

  test('keeps the lines of a list of mistakes', () => {
    assert.equal(new PolicyEngineError('not_migrated', 'a: no\nb: no').message, `a: no\nb: no\nSee ${page}`);
  });

  test('is shown to people without it, and the problem document has it as its type', () => {
    const language = createLanguages({}, 'en', declarationsOf(Object.values(ownModules)).catalogues)(['en']);
    const error = new PolicyEngineError('term_refused', 'The text is empty.');
    const problem = problemOf(error, language, 'id', createStatusOf(codes));
    assert.equal(problem.detail, 'The text is empty.');
    const { type, detail } = problemDocument(problem, '/', 'id');
    assert.deepEqual([type, detail], ['https://policy-engine.example/errors/term_refused', 'The text is empty.']);
    const inside = problemOf(new PolicyEngineError('invalid_cookie', 'x'), language, 'id', createStatusOf(codes));
    assert.equal(problemDocument(inside, '/', 'id')['type'], 'https://policy-engine.example/errors/internal_error');
  });

  test('has the address once where one error quotes another', () => {
    const inner = new PolicyEngineError('not_migrated', 'no tables');
    assert.equal(reasonOf(inner), 'no tables');
    const outer = new PolicyEngineError('database_unavailable', reasonOf(inner), { cause: inner });
    assert.equal(outer.message.match(/https:/g)?.length, 1);
  });
});

test('the reference lists every code with its status and meaning', () => {
  const file = path.join(PACKAGE, 'docs', 'reference.md');
  const text = readFileSync(file, 'utf8');
  const [start, end] = ['<!-- errors: written by `npm run generate` -->\n', '\n<!-- /errors -->'];
  const before = text.slice(0, text.indexOf(start) + start.length);
  const rows = pages
    .toSorted((one, two) => (one.code < two.code ? -1 : 1))
    .map(({ code, meaning }) => {
      return `| [\`${code}\`](errors/${code}.md) | ${codes[code]?.status ?? 500} | ${meaning} |`;
    });
  const table = ['| Code | Status | Meaning |', '| --- | --- | --- |', ...rows];
  if (process.env['UPDATE_GENERATED'] === '1') {
    writeFileSync(file, `${before}\n${table.join('\n')}\n${text.slice(text.indexOf(end))}`);
    return;
  }
  const cells = (lines: readonly string[]) =>
    lines
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '-')));
  assert.deepEqual(
    cells(text.slice(before.length, text.indexOf(end)).split('\n')),
    cells(table),
    'run `npm run generate`',
  );
});
