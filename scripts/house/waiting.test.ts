/** Rules for the tests themselves. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..', '..');

/** Maximum pause, enough for a clock to tick; a longer pause relies on something to happen meanwhile. */
const LONGEST_PAUSE = 100;

/** Milliseconds of pauses such as `await sleep(300)` without a comment above that explains their length. */
function unexplainedPauses(text: string): number[] {
  return [...text.matchAll(/^(?<above>.*)\n.*await sleep\((?<milliseconds>[\d_]+)\)/gm)]
    .filter(({ groups }) => !/\/\/ Longer than /.test(groups?.['above'] ?? ''))
    .map(({ groups }) => Number(groups?.['milliseconds']?.replaceAll('_', '')));
}

test('finds pauses that nothing explains', () => {
  const text = '{\n  await sleep(1_200);\n  // Longer than the lease.\n  await sleep(300);';
  assert.deepEqual(unexplainedPauses(text), [1200]);
});

test('tests wait for conditions, not for a fixed time', () => {
  const found = globSync('{packages,examples}/*/test/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    unexplainedPauses(readFileSync(path.join(ROOT, file), 'utf8'))
      .filter((pause) => pause > LONGEST_PAUSE)
      .map((pause) => `${file}: ${pause} ms`),
  );
  assert.deepEqual(found, []);
});

test('no test asks a page for a condition in a way that policies forbid', () => {
  const found = globSync('{packages,examples}/*/test/**/*.ts', { cwd: ROOT }).filter((file) =>
    readFileSync(path.join(ROOT, file), 'utf8').includes('.waitForFunction('),
  );
  assert.deepEqual(found, [], 'these can use `until` of testing/browser.ts');
});
