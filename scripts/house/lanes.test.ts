/** The test files of a lane share a process, and nothing else. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { writeLanes } from '../lanes.ts';
import { Totals } from '../totals.ts';

/** The larger file is the first of a lane. */
const FILES: Readonly<Record<string, string>> = {
  'packages/any/test/first.test.ts': `import { mock, test } from 'node:test';
    test('mocks', () => {
      mock.method(performance, 'now', () => 0);
      mock.method(Math, 'random', () => 2);
      mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    });`,
  'packages/any/test/next.test.ts': `import assert from 'node:assert/strict';
    import { test } from 'node:test';
    test('finds', () => assert.ok(performance.now() > 0 && Math.random() < 1 && Date.now() > 0));`,
};

test('what one file mocks is restored before the next', (context) => {
  const root = mkdtempSync(path.join(tmpdir(), 'lanes-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, 'packages/any/test'), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) writeFileSync(path.join(root, file), text);
  const [lane, ...others] = writeLanes(Object.keys(FILES), root, 1);
  assert.deepEqual(others, []);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--test-reporter=tap', lane!], {
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /# pass 2\n/);
});

/** The events of a run in which these files failed. */
function failuresOf(files: readonly string[]): Totals {
  const totals = new Totals();
  const details = { duration_ms: 1, error: new Error('failed') };
  for (const name of files) {
    totals.add({ type: 'test:fail', data: { name, nesting: 0, details, testNumber: 1 } });
  }
  const counts = {
    tests: 9,
    cancelled: 0,
    skipped: 0,
    todo: 0,
    topLevel: 9,
    failed: files.length,
    passed: 9 - files.length,
    suites: 0,
  };
  totals.add({ type: 'test:summary', data: { counts, success: files.length === 0 } });
  return totals;
}

test('a failure is forgiven to at most two browser tests, which passed alone, and is told', () => {
  assert.deepEqual(failuresOf(['a.browser.test.ts', 'b.browser.test.ts']).again().length, 2);
  assert.deepEqual(failuresOf(['a.browser.test.ts', 'b.test.ts']).again(), []);
  assert.deepEqual(failuresOf(['1-1.mjs']).again(), []);
  assert.deepEqual(failuresOf(['a', 'b', 'c'].map((name) => `${name}.browser.test.ts`)).again(), []);
  const totals = failuresOf(['a.browser.test.ts']);
  assert.equal(totals.passed({ skips: false }), false);
  totals.forgive(totals.again());
  assert.equal(totals.passed({ skips: false }), true);
  assert.ok(totals.lines().some((line) => /^UNSTEADY.*a\.browser\.test\.ts$/.test(line)));
});
