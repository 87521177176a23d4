/**
 * Builds, then runs the tests: first those without a browser, side by side, then the browser tests, one file (so one
 * browser) at a time. `node scripts/test.ts packaging` runs the checks of the packed packages instead.
 *
 * The phases share one reporter, so that the output ends with one block of counts for all of them.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { build, root } from './build.ts';

interface Phase {
  name: string;
  files: string[];
  concurrency: number;
}

const COUNTS = ['tests', 'suites', 'passed', 'failed', 'cancelled', 'skipped', 'todo'] as const;
const LABELS: Record<(typeof COUNTS)[number], string> = {
  tests: 'tests',
  suites: 'suites',
  passed: 'pass',
  failed: 'fail',
  cancelled: 'cancelled',
  skipped: 'skipped',
  todo: 'todo',
};

const started = performance.now();
const totals = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<(typeof COUNTS)[number], number>;
const secondsPerSuite = new Map<string, number>();
let ok = true;

function phases(mode: string | undefined): Phase[] {
  const find = (pattern: string) => globSync(pattern, { cwd: root }).toSorted();
  if (mode === 'packaging') {
    return [{ name: 'packaging', files: find('scripts/packaging/*.test.ts'), concurrency: 1 }];
  }
  const isBrowserTest = (file: string) => file.endsWith('.browser.test.ts');
  const files = find('{packages,examples}/*/test/**/*.test.ts');
  return [
    { name: 'node', files: files.filter((file) => !isBrowserTest(file)), concurrency: 2 },
    { name: 'browser', files: files.filter(isBrowserTest), concurrency: 1 },
  ];
}

function diagnostic(message: string) {
  return { type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } };
}

async function* events() {
  for (const phase of phases(process.argv[2])) {
    const files = phase.files.map((file) => path.join(root, file));
    for await (const event of run({ files, concurrency: phase.concurrency, cwd: root })) {
      if (event.type === 'test:summary') {
        const { file, counts, duration_ms, success } = event.data;
        if (file === undefined) {
          for (const name of COUNTS) totals[name] += counts[name] ?? 0;
          ok &&= success;
        } else {
          secondsPerSuite.set(path.relative(root, file), duration_ms / 1000);
        }
        continue;
      }
      // The runner ends each phase with its own counts; ours follow once, for all phases.
      if (event.type === 'test:diagnostic' && event.data.nesting === 0 && !event.data.file) continue;
      yield event;
    }
  }
  for (const [file, seconds] of secondsPerSuite) yield diagnostic(`${seconds.toFixed(1).padStart(6)} s  ${file}`);
  for (const name of COUNTS) yield diagnostic(`${LABELS[name]} ${totals[name]}`);
  yield diagnostic(`duration_ms ${(performance.now() - started).toFixed(0)}`);
}

build();
process.once('exit', (code) => {
  if (code === 0 && (!ok || totals.tests === 0)) process.exitCode = 1;
});
const reporter = new spec();
reporter.pipe(process.stdout);
Readable.from(events()).pipe(reporter);
