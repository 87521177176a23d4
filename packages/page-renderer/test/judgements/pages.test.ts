/**
 * Each judgement and each finding of an audit has a page, whose address an explanation contains and which the command prints. `npm run generate` writes their
 * list in the reference of `/explain`.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parseConfig } from 'page-renderer';
import { explain } from '../../dist/commands/explain.js';
import { readExplain } from '../../dist/grammar/dialects/explained.js';
import { FINDING_KINDS } from '../../dist/audit/data/kinds.js';
import { judgementPage, JUDGEMENTS } from '../../dist/judgements/judgements.js';
import { readErrorPages, testErrorPages } from '../../../../testing/error-pages.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
const PAGES = path.join(PACKAGE, 'docs/judgements');

const KINDS = FINDING_KINDS.map(({ name }) => name);

testErrorPages(PAGES, KINDS, ({ code, status }) => {
  const { severity } = FINDING_KINDS.find(({ name }) => name === code) ?? assert.fail(code);
  assert.equal(status, `Severity: ${severity}`);
});

test('the reference of /explain lists all judgements, the most severe first', () => {
  const file = path.join(PACKAGE, 'docs/explain.md');
  const text = readFileSync(file, 'utf8');
  const [start, end] = ['<!-- judgements: written by `npm run generate` -->\n', '\n<!-- /judgements -->'];
  const before = text.slice(0, text.indexOf(start) + start.length);
  const pages = new Map(readErrorPages(PAGES).map((page) => [page.code, page]));
  const rows = JUDGEMENTS.map(({ name, severity }) => {
    return `| [\`${name}\`](judgements/${name}.md) | ${severity} | ${pages.get(name)?.meaning} |`;
  });
  const list = ['| Name | Severity | Meaning |', '| --- | --- | --- |', ...rows];
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
  const severities = ['error', 'warning', 'note'];
  const order = JUDGEMENTS.map(({ severity }) => severities.indexOf(severity));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
});

test('the command prints the page about a judgement, by its name and by its address', () => {
  const { homepage } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as { homepage: string };
  const page = readFileSync(path.join(PAGES, 'soft-404.md'), 'utf8');
  assert.equal(judgementPage('soft-404'), `${homepage}/judgements/soft-404`);
  assert.equal(explain('soft-404'), page);
  assert.equal(explain(judgementPage('soft-404')), page);
  const lines = explain(undefined).split('\n');
  for (const { name, severity } of FINDING_KINDS) {
    assert.ok(
      lines.some((line) => new RegExp(`^${name} +${severity} +\\S`).test(line)),
      name,
    );
  }
});

describe('judgements are switched off by name:', () => {
  const context = { width: 1000, height: 1000, passesRedirects: false };
  const read = (query: string) => readExplain(`url=http://a.test/${query}`, context).ignoredJudgements;

  test('in the configuration', () => {
    assert.deepEqual(parseConfig({ ignoredJudgements: ['soft-404'] }).ignoredJudgements, ['soft-404']);
    assert.throws(
      () => parseConfig({ ignoredJudgements: ['vary', 'soft404'] }),
      /ignoredJudgements\.1: unknown judgement "soft404" \(known: soft-404, only-people, .*only-bots\)/,
    );
  });

  test('in the parameter of an explanation, in both dialects', () => {
    assert.deepEqual(read(''), []);
    assert.deepEqual(read('&ignoredJudgements='), []);
    assert.deepEqual(read('&ignoredJudgements=soft-404,%20only-bots&ignoredJudgements=soft-404'), [
      'soft-404',
      'only-bots',
    ]);
    assert.deepEqual(read('&userAgent=a&ignoredJudgements=soft-404'), ['soft-404']);
    assert.throws(
      () => read('&ignoredJudgements=all'),
      /ignoredJudgements: unknown judgement "all" \(known: soft-404, /,
    );
    assert.throws(() => read('&ignoredJudgement=soft-404'), /unknown parameter \(known: .*, ignoredJudgements\)/);
  });
});
