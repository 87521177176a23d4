/** Pages about error codes, `docs/errors/<code>.md` of a package, and their list in its reference. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

const LONGEST_MEANING = 125;

/** A page about an error code. */
export interface ErrorPage {
  readonly code: string;
  readonly text: string;
  /** Its first three paragraphs. */
  readonly title: string;
  readonly meaning: string;
  readonly status: string;
}

/** Reads the pages of a folder. */
export function readErrorPages(folder: string): ErrorPage[] {
  return readdirSync(folder).map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const [title = '', meaning = '', status = ''] = text.split('\n\n');
    return { code: path.basename(file, '.md'), text, title, meaning, status };
  });
}

/**
 * Defines tests for the pages of a package: one page for each code, with its meaning, its causes and what to do.
 *
 * @param codes all codes
 * @param holdStatus compares the line about the status with the code
 */
export function testErrorPages(folder: string, codes: readonly string[], holdStatus: (page: ErrorPage) => void): void {
  const pages = readErrorPages(folder);

  test('each code has a page, and each page a code', () => {
    assert.deepEqual(pages.map(({ code }) => code).toSorted(), codes.toSorted());
  });

  describe('the page about', () => {
    for (const page of pages) {
      test(`${page.code} says its status, what it means, what leads to it and what to do`, () => {
        const { code, text, title, meaning } = page;
        assert.equal(title, `# \`${code}\``);
        assert.match(meaning, /^[^\n]+\.$/);
        assert.ok(meaning.length <= LONGEST_MEANING, `${meaning.length} characters`);
        holdStatus(page);
        assert.match(text, /\n## Causes\n\n- [^]*\n## What to do\n\n[A-Z`1][^]*\n## Example\n\n```\w*\n[^]+\n```\n$/);
        for (const [, link = ''] of text.matchAll(/\]\((?![a-z]+:)([^)#]+)/g)) {
          assert.ok(existsSync(path.join(folder, link)), link);
        }
      });
    }

    test('no two codes means the same', () => {
      const meanings = pages.map(({ meaning }) => meaning);
      assert.equal(new Set(meanings).size, meanings.length);
    });
  });
}

/** Declares the test that a reference lists every code with its status and meaning; `npm run generate` writes the list. */
export function testErrorList(file: string, folder: string): void {
  test('the reference lists every code with its status and meaning', () => {
    const text = readFileSync(file, 'utf8');
    const [start, end] = ['<!-- errors: written by `npm run generate` -->\n', '\n<!-- /errors -->'];
    const before = text.slice(0, text.indexOf(start) + start.length);
    const rows = readErrorPages(folder)
      .toSorted((one, two) => (one.code < two.code ? -1 : 1))
      .map(
        ({ code, meaning, status }) => `| [\`${code}\`](errors/${code}.md) | ${/\d+/.exec(status)?.[0]} | ${meaning} |`,
      );
    const list = ['| Code | Status | Meaning |', '| --- | --- | --- |', ...rows];
    if (process.env['UPDATE_GENERATED'] === '1') {
      writeFileSync(file, `${before}\n${list.join('\n')}\n${text.slice(text.indexOf(end))}`);
      return;
    }
    const cells = (lines: readonly string[]) =>
      lines
        .filter((line) => line.startsWith('| '))
        .map((line) => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '-')));
    assert.deepEqual(
      cells(text.slice(before.length, text.indexOf(end)).split('\n')),
      cells(list),
      'run `npm run generate`',
    );
  });
}
