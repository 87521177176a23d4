/**
 * `npm run lines [-- --base REV]`: counts lines of code below `packages/<name>/src` and `project-setup/src`, which two of them contain,
 * without comments and blank lines. Texts of pages and
 * mails, generated modules and style sheets are counted apart. With `--base`, counts that revision too, and prints the ratio and the
 * files that were moved since.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from './build.ts';

/** What is counted apart. */
type Kind = 'code' | 'texts' | 'generated' | 'styles';

/** Lines by kind, and docstrings. */
type Count = Record<Kind | 'docstrings', number>;

/** Compiled into both products. */
const SHARED = 'project-setup';

const git = (...parameters: string[]): string =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });

function kindOf(file: string): Kind | null {
  if (file.endsWith('.generated.ts')) return 'generated';
  if (/\/texts\/[\w-]+\.(?:ts|json)$/.test(file)) return 'texts';
  if (file.endsWith('.css')) return 'styles';
  return /\.tsx?$/.test(file) ? 'code' : null;
}

/** Comments that begin a line, so that strings with `//` or a slash and a star in them stay. */
function linesOf(text: string): number {
  const code = text.replaceAll(/^\s*\/\*[^]*?\*\/\s*$/gm, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

/** The content of all files of a revision; null for the working tree. */
function sources(name: string, revision: string | null): Map<string, string> {
  const folder = name === SHARED ? `${name}/src` : `packages/${name}/src`;
  const listed = revision === null ? git('ls-files', folder) : git('ls-tree', '-r', '--name-only', revision, folder);
  const files = listed.split('\n').filter((file) => kindOf(file) !== null);
  // One process for all files of a revision.
  // Files that are only newer than the index would end `git stash create`; `git status` writes what it has compared.
  if (revision === null) git('status', '--porcelain');
  const from = revision === null ? ['stash', 'create'] : ['rev-parse', revision];
  const tree = git(...from).trim() || git('rev-parse', 'HEAD').trim();
  const output = execFileSync('git', ['cat-file', '--batch'], {
    cwd: root,
    input: files.map((file) => `${tree}:${file}\n`).join(''),
    maxBuffer: 2 ** 30,
  });
  const contents = new Map<string, string>();
  let at = 0;
  for (const file of files) {
    const end = output.indexOf('\n', at);
    const size = Number(output.toString('latin1', at, end).split(' ').at(2));
    if (Number.isSafeInteger(size)) contents.set(file, output.toString('utf8', end + 1, end + 1 + size));
    at = Number.isSafeInteger(size) ? end + 1 + size + 1 : end + 1;
  }
  return contents;
}

function countOf(files: ReadonlyMap<string, string>): Count {
  const count: Count = { code: 0, texts: 0, generated: 0, styles: 0, docstrings: 0 };
  for (const [file, text] of files) {
    const kind = kindOf(file);
    if (kind === null) continue;
    count[kind] += linesOf(text);
    if (kind === 'code') count.docstrings += text.match(/^\s*\/\*\*/gm)?.length ?? 0;
  }
  return count;
}

const { values: flags } = parseArgs({ options: { base: { type: 'string' } } });
const table: Record<string, unknown>[] = [];
for (const name of ['policy-engine', 'page-renderer', 'page-renderer-datastore', 'render-middleware', SHARED]) {
  const now = countOf(sources(name, null));
  table.push({ package: name, at: 'now', ...now });
  if (flags.base === undefined) continue;
  const before = countOf(sources(name, flags.base));
  const ratio = (kind: keyof Count) => Number((now[kind] / before[kind]).toFixed(3));
  table.push({ package: name, at: git('rev-parse', '--short', flags.base).trim(), ...before });
  table.push({ package: name, at: 'ratio', code: ratio('code'), docstrings: ratio('docstrings') });
}
console.table(table);
if (flags.base !== undefined) {
  const moved = git(
    'diff',
    '-M',
    '--diff-filter=R',
    '--summary',
    flags.base,
    '--',
    ':(glob)packages/*/src/**',
    ':(glob)project-setup/src/**',
  );
  process.stdout.write(`\nMoved since then\n${moved.match(/^ rename .*$/gm)?.join('\n') ?? ' nothing'}\n`);
}
