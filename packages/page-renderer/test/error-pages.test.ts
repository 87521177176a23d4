/**
 * Each error code has a page, to which its text and the problem document link, and whose address the command prints. `npm run
 * generate` writes the list of codes in the reference.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { pageOf, RENDERER_ERROR_CODES, RendererError } from '../dist/kernel/errors.js';
import { explain } from '../dist/commands/explain.js';
import { runCommandLine } from '../dist/commands/command-line.js';
import { VERDICTS } from '../dist/kernel/verdicts.js';
import { answerError } from '../dist/server/answers/error.js';
import { errorTitle } from '../dist/server/pages/texts.js';
import { testErrorList, testErrorPages } from '../../../testing/error-pages.ts';

const PACKAGE = path.join(import.meta.dirname, '..');
const PAGES = path.join(PACKAGE, 'docs', 'errors');

/** The verdicts in the table of the reference, by code. `code` alone means that the verdict is the code. */
const reference = readFileSync(path.join(PACKAGE, 'docs', 'reference.md'), 'utf8');
const [, table = ''] = /<!-- verdicts -->([^]*?)<!-- \/verdicts -->/.exec(reference) ?? [];

testErrorPages(PAGES, RENDERER_ERROR_CODES, ({ code, status }) => {
  const known = RENDERER_ERROR_CODES.find((one) => one === code) ?? assert.fail(code);
  const error = new RendererError(known, '');
  assert.match(status, new RegExp(`^HTTP status: ${error.status}(?: \\([^)\\n]+\\))?(?:\\. Verdict: [^\\n]+\\.)?$`));
  const verdicts = Array.from(status.matchAll(/`([a-z-]+)`/g), ([, verdict = '']) => verdict);
  assert.deepEqual(
    verdicts.filter((verdict) => !VERDICTS.some((one) => one === verdict)),
    [],
  );
  if (error.verdict !== undefined) assert.ok(verdicts.includes(error.verdict), error.verdict);
  // Each error of a limit has the verdict of that limit.
  for (const line of table.split('\n').filter((one) => one.split('|')[2]?.includes(`\`${code}\``))) {
    const own = Array.from((line.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g), ([, verdict = '']) => verdict);
    for (const verdict of own) assert.ok(verdicts.includes(verdict), `${code} can end with ${verdict}`);
  }
});
testErrorList(path.join(PACKAGE, 'docs', 'reference.md'), PAGES);

describe('an error', () => {
  const page = 'https://page-renderer.example/errors/no-browser';

  test('ends with the address of its page, below the homepage of the package', () => {
    const file = readFileSync(path.join(PACKAGE, 'package.json'), 'utf8');
    const { homepage } = JSON.parse(file) as { homepage: string };
    for (const code of RENDERER_ERROR_CODES) assert.equal(pageOf(code), `${homepage}/errors/${code}`);
    assert.equal(new RendererError('no-browser', 'A sentence.').message, `A sentence. See ${page}`);
    assert.equal(new RendererError('no-browser', 'part of one').message, `part of one; see ${page}`);
    assert.equal(new RendererError('no-browser', 'one\ntwo').message, `one\ntwo\nSee ${page}`);
  });

  test('names its page in the type of its problem document, and not in the sentence for callers', async () => {
    const answer = answerError(new RendererError('overloaded', 'Too much'), null, 'id', true);
    const { type, detail } = (await answer.json()) as { type: string; detail: string };
    assert.deepEqual([type, detail], ['https://page-renderer.example/errors/overloaded', 'Too much']);
  });

  test('has a title that is true: only an overloaded service is busy', async () => {
    const busy = RENDERER_ERROR_CODES.filter((code) => /busy/.test(errorTitle(new RendererError(code, ''))));
    assert.deepEqual(busy, ['overloaded']);
    const answered = RENDERER_ERROR_CODES.map((code) => new RendererError(code, '')).filter(
      (one) => one.status === 503,
    );
    assert.equal(new Set(answered.map(errorTitle)).size, answered.length);
  });
});

describe('page-renderer explain', () => {
  const run = async (...words: string[]) => {
    let [stdout, stderr] = ['', ''];
    const code = await runCommandLine(words, {
      write: (content) => void (stdout += String(content)),
      writeError: (text) => void (stderr += text),
    });
    return { code, stdout, stderr };
  };

  test('lists every code with its status', async () => {
    const { code, stdout } = await run('explain');
    assert.equal(code, 0);
    assert.match(stdout, /^body-too-large {9}413 {2}The body [^]*^unsupported-scheme {5}403 {2}\w[^\n]+$/m);
    const [codes = ''] = stdout.split('\n\n');
    assert.equal(codes.split('\n').length, RENDERER_ERROR_CODES.length);
  });

  test('prints the page about a code, its address, or a verdict', async () => {
    for (const [named, file] of [
      ['no-browser', 'no-browser'],
      ['https://page-renderer.example/errors/no-browser', 'no-browser'],
      ['over-memory', 'page-too-large'],
    ] as const) {
      const stdout = readFileSync(path.join(PAGES, `${file}.md`), 'utf8');
      assert.deepEqual(await run('explain', named), { code: 0, stdout, stderr: '' });
    }
  });

  test('suggests similar codes, and reads no other file', async () => {
    const all = '"page-renderer explain" lists all codes\n';
    for (const [named, message] of [
      [
        'browser-missing',
        `unknown error code "browser-missing"; did you mean browser-unavailable or no-browser? ${all}`,
      ],
      ['../../README', `unknown error code "../../README"; ${all}`],
      ['complete', '"complete" is a verdict, not an error code; docs/reference.md lists all verdicts\n'],
    ] as const) {
      const expected = { code: 2, stdout: '', stderr: `page-renderer: explain: ${message}` };
      assert.deepEqual(await run('explain', named), expected);
    }
    assert.throws(
      () => explain('x'.repeat(10_000)),
      ({ message }: Error) => message.length < 300,
    );
  });

  test('is what the command names where it fails', async () => {
    const { stderr } = await run('render', 'https://user:password@shop.example/');
    assert.match(stderr, /^page-renderer: [^\n]+; see "page-renderer explain invalid-url"\n$/);
  });
});
