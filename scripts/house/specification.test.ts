/** `docs/specification.md`: each clause names a test that exists, and each comment that cites a clause names one that exists. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from './sources.ts';

const PAGE = 'docs/specification.md';
/** What a clause has in place of a test while there is none. */
const UNTESTED = 'no test yet';

/** The sections of the page: the letter that their ids begin with, and the folder that their files are below. */
const SECTIONS: Readonly<Record<string, string>> = { 'policy-engine': 'P', 'page-renderer': 'R' };
const PACKAGES: Readonly<Record<string, string>> = {
  ...SECTIONS,
  'page-renderer-datastore': 'R',
  'render-middleware': 'R',
};

interface Clause {
  readonly id: string;
  readonly section: string;
  /** From the root of the repository; empty if there is no test. */
  readonly file: string;
  /** Group, title and case, each as it is written in the file. */
  readonly titles: readonly string[];
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Rows of the tables of the page. @throws {Error} for a row that cannot be read, with the row */
function clausesOf(page: string): Clause[] {
  const clauses: Clause[] = [];
  let section = '';
  for (const line of page.split('\n')) {
    section = /^## (?<name>.+)$/.exec(line)?.groups?.['name'] ?? section;
    if (!line.startsWith('|') || /^\| (?:Id\b|-)/.test(line)) continue;
    const [id = '', sentence = '', shown = ''] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/, 3)
      .map((cell) => cell.trim());
    const [file = '', ...titles] = shown.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '').split(' › ');
    const name = /^`(?<file>[^`]+\.ts)`$/.exec(file)?.groups?.['file'];
    const isRead = /^[A-Z]-[a-z]+(?:-[a-z]+)*$/.test(id) && sentence !== '';
    if (!isRead || (shown !== UNTESTED && (name === undefined || titles.length === 0))) {
      throw new Error(`${PAGE}: not "| id | clause | \`file\` › title |": ${line}`);
    }
    const isBelow = name?.startsWith('packages/') === false;
    clauses.push({ id, section, file: isBelow ? `packages/${section}/test/${name}` : (name ?? ''), titles });
  }
  return clauses;
}

/** Whether the code has this text as a whole string. */
const hasString = (code: string, text: string) => ["'", '"', '`'].some((quote) => code.includes(quote + text + quote));

/** What is wrong with the test of a clause. */
function faultsOf({ id, section, file, titles }: Clause): string[] {
  const faults = id.startsWith(`${SECTIONS[section]}-`) ? [] : [`${id}: an id of "${section}" begins otherwise`];
  if (file === '') return faults;
  if (!existsSync(path.join(ROOT, file))) return [...faults, `${id}: there is no ${file}`];
  const code = read(file);
  const missing = titles.filter((title) => !hasString(code, title));
  return [...faults, ...missing.map((title) => `${id}: ${file} has no "${title}"; was it renamed?`)];
}

/** The ids that comments cite, as in `(spec: P-cookie, P-cookie-read)`; another way to cite is one id that no clause has. */
function citedIn(code: string): string[] {
  const text = code.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ');
  return Array.from(text.matchAll(/(?<=\s)\(spec: (?<ids>[^);]*)/g), ({ groups }) => groups?.['ids'] ?? '').flatMap(
    (ids) => ids.split(',').map((id) => id.trim()),
  );
}

const clauses = clausesOf(read(PAGE));

test('each clause of the specification names a test that exists', () => {
  assert.ok(clauses.length > 100, String(clauses.length));
  assert.deepEqual(clauses.flatMap(faultsOf), [], `mend these rows of ${PAGE}`);
});

test('no two clauses have one id', () => {
  const ids = clauses.map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
    PAGE,
  );
});

test('each comment that cites the specification names a clause of its product', () => {
  const ids = new Set(clauses.map(({ id }) => id));
  const files = globSync('packages/*/src/**/*.{ts,tsx,js}', { cwd: ROOT }).map((file) =>
    file.replaceAll(path.sep, '/'),
  );
  const cited = files.flatMap((file) => citedIn(read(file)).map((id) => ({ file, id })));
  const isWrong = ({ file, id }: (typeof cited)[number]) =>
    !ids.has(id) || !id.startsWith(`${PACKAGES[file.split('/', 2)[1] ?? '']}-`);
  assert.ok(cited.length > 40, String(cited.length));
  assert.deepEqual(
    cited.filter(isWrong).map(({ file, id }) => `${file}: "${id}"`),
    [],
    `these are no ids of ${PAGE}`,
  );
});

test('rows and citations are read', () => {
  const page = [
    '## page-renderer',
    '| Id | Clause | Test |',
    '| --- | ------ | --- |',
    '| R-a | `a` \\| b. | `a.test.ts` › group › ${a \\|\\| b} \\_is\\_ there |',
    '| R-b-c | Else. | `packages/x/test/b.ts` › t |',
    '| R-d | More. | no test yet |',
  ];
  const section = 'page-renderer';
  assert.deepEqual(clausesOf(page.join('\n')), [
    { id: 'R-a', section, file: 'packages/page-renderer/test/a.test.ts', titles: ['group', '${a || b} _is_ there'] },
    { id: 'R-b-c', section, file: 'packages/x/test/b.ts', titles: ['t'] },
    { id: 'R-d', section, file: '', titles: [] },
  ]);
  for (const row of [
    '| R-e | No file. | a title |',
    '| R-f | No title. | `a.test.ts` |',
    '| R-g | `a.test.ts` › t |',
  ]) {
    assert.throws(() => clausesOf(row), /not "\| id/, row);
  }
  assert.deepEqual(faultsOf({ id: 'P-a', section, file: '', titles: [] }), [
    'P-a: an id of "page-renderer" begins otherwise',
  ]);
  const file = 'scripts/house/sources.ts';
  assert.deepEqual(faultsOf({ id: 'R-a', section, file, titles: ['src', 'sr'] }), [
    `R-a: ${file} has no "sr"; was it renamed?`,
  ]);
  assert.deepEqual(faultsOf({ id: 'R-a', section, file: 'none.test.ts', titles: ['a'] }), [
    'R-a: there is no none.test.ts',
  ]);
  const code = [
    '/** A (spec: P-a, P-b; GDPR Art. 15). */',
    '/**\n * B (spec: P-c,\n * P-d), and (spec: Errors 1). */',
    '// C (spec:\n// P-e)',
    'add(spec: JobSpec)',
  ].join('\n');
  assert.deepEqual(citedIn(code), ['P-a', 'P-b', 'P-c', 'P-d', 'Errors 1', 'P-e']);
});
