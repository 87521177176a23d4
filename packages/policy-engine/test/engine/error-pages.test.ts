/** Each error code has a page, and the error text links to it. `npm run generate` writes the list of codes in the reference. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { PolicyEngineError, policyEngineErrors } from 'policy-engine';
import { declarationsOf } from '../../dist/kernel/compose.js';
import { errorPage, reasonOf, type ErrorCodes } from '../../dist/errors/errors.js';
import * as ownModules from '../../dist/modules.js';
import { createLanguages } from '../../dist/platform/i18n/language.js';
import { createStatusOf } from '../../dist/platform/web/response/error-status.js';
import { problemDocument, problemOf } from '../../dist/platform/web/response/problem.js';
import { testErrorList, testErrorPages } from '../../../../testing/error-pages.ts';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const PAGES = path.join(PACKAGE, 'docs', 'errors');

/** Codes that HTTP clients get instead of an error that would disclose internals. */
const INSTEAD: ErrorCodes = { internal_error: { status: 500 }, unavailable: { status: 503 } };
const declared: ErrorCodes = { ...policyEngineErrors, ...declarationsOf(Object.values(ownModules)).errors };
const codes: ErrorCodes = { ...declared, ...INSTEAD };

testErrorPages(PAGES, Object.keys(codes), ({ code, status }) => {
  assert.match(status, new RegExp(`^HTTP status: ${codes[code]?.status ?? 500}(?: \\([^\\n]+\\))?$`));
});
testErrorList(path.join(PACKAGE, 'docs', 'reference.md'), PAGES);

test('each thrown error code is declared', () => {
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

describe('the text of an error', () => {
  const page = 'https://policy-engine.example/errors/not_migrated';

  test('ends with the address of its page, below the homepage of the package', () => {
    const file = readFileSync(path.join(PACKAGE, 'package.json'), 'utf8');
    const { homepage } = JSON.parse(file) as { homepage: string };
    for (const code of Object.keys(codes)) assert.equal(errorPage(code), `${homepage}/errors/${code}`);
    assert.equal(new PolicyEngineError('not_migrated', 'A sentence.').message, `A sentence. See ${page}`);
    assert.equal(new PolicyEngineError('not_migrated', 'part of one').message, `part of one; see ${page}`);
  });

  test('keeps the line breaks of a list of errors', () => {
    assert.equal(new PolicyEngineError('not_migrated', 'a: no\nb: no').message, `a: no\nb: no\nSee ${page}`);
  });

  test('is shown to people without the address, which is the type of the problem document', () => {
    const language = createLanguages({}, 'en', declarationsOf(Object.values(ownModules)).catalogues)(['en']);
    const error = new PolicyEngineError('term_refused', 'The text is empty.');
    const problem = problemOf(error, language, 'id', createStatusOf(codes));
    assert.equal(problem.detail, 'The text is empty.');
    const { type, detail } = problemDocument(problem, '/', 'id');
    assert.deepEqual([type, detail], ['https://policy-engine.example/errors/term_refused', 'The text is empty.']);
    const inside = problemOf(new PolicyEngineError('invalid_cookie', 'x'), language, 'id', createStatusOf(codes));
    assert.equal(problemDocument(inside, '/', 'id')['type'], 'https://policy-engine.example/errors/internal_error');
  });

  test('has the address once if one error quotes another', () => {
    const inner = new PolicyEngineError('not_migrated', 'no tables');
    assert.equal(reasonOf(inner), 'no tables');
    const outer = new PolicyEngineError('database_unavailable', reasonOf(inner), { cause: inner });
    assert.equal(outer.message.match(/https:/g)?.length, 1);
  });
});
