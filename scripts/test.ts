/**
 * Builds, then runs the tests, several files at a time: `node scripts/test.ts [--no-skips] [pattern…]`.
 *
 * A pattern is a glob or a part of a path; without one, all tests run. With `--no-skips` a skipped test is a failure.
 */
import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { build, root } from './build.ts';
import { Totals } from './totals.ts';

/** More than two cores' worth: the browser tests wait for pages to come to rest most of the time. */
const FILES_AT_A_TIME = 3;
const TESTS = ['{packages,examples}/*/test/**/*.test.ts', 'scripts/house/*.test.ts'];

const { values: flags, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: { 'no-skips': { type: 'boolean', default: false } },
});

const isBrowserTest = (file: string): boolean => file.endsWith('.browser.test.ts');

/** Browser tests and large files first, so that the last files to end are short ones. */
function testFiles(): string[] {
  const rank = (file: string) => statSync(path.join(root, file)).size + (isBrowserTest(file) ? 1e9 : 0);
  return globSync(TESTS, { cwd: root })
    .filter((file) => patterns.length === 0 || patterns.some((pattern) => isMatch(file, pattern)))
    .toSorted((a, b) => rank(b) - rank(a));
}

function isMatch(file: string, pattern: string): boolean {
  return file.includes(pattern) || path.matchesGlob(file, pattern);
}

async function* events(files: readonly string[], totals: Totals) {
  const all = files.map((file) => path.join(root, file));
  for await (const event of run({ files: all, concurrency: FILES_AT_A_TIME, cwd: root })) {
    totals.add(event);
    // The runner ends with its own counts; ours follow.
    if (event.type === 'test:summary') continue;
    if (event.type === 'test:diagnostic' && event.data.nesting === 0 && !event.data.file) continue;
    yield event;
  }
  for (const message of totals.lines()) {
    yield { type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } };
  }
}

const totals = new Totals(root);
build();
const files = testFiles();
if (files.length === 0) {
  process.stderr.write(`No test file matches ${patterns.join(' ')}\n`);
  process.exit(1);
}
// Needs what the build made.
const { serveBrowser, SHARED_BROWSER } = await import('../testing/browser.ts');
const browser = files.some(isBrowserTest) ? await serveBrowser() : undefined;
if (browser) process.env[SHARED_BROWSER] = browser.wsEndpoint();
// Each file is a process: what one has compiled, the next need not.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compile');
process.once('exit', (code) => {
  if (code === 0 && !totals.passed({ skips: !flags['no-skips'] })) process.exitCode = 1;
});
const reporter = new spec();
reporter.pipe(process.stdout);
Readable.from(events(files, totals))
  .once('close', () => void browser?.close())
  .pipe(reporter);
