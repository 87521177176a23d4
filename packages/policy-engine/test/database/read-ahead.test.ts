/** The next page is requested while the current one is processed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginReading, pagesAhead } from '../../dist/platform/database/statements/read-ahead.js';

const keyOf = (row: string) => row;

test('the next page is requested before the current one is processed, and the first empty page is the end', async () => {
  const pages = new Map([
    ['', ['a', 'b']],
    ['b', ['c']],
  ]);
  const steps: string[] = [];
  const read = async (after: string) => {
    steps.push(`read after "${after}"`);
    return pages.get(after) ?? [];
  };
  for await (const page of pagesAhead(read, keyOf)) steps.push(`work on ${page.join()}`);
  assert.deepEqual(steps, ['read after ""', 'read after "b"', 'work on a,b', 'read after "c"', 'work on c']);
});

test('a statement that a driver sends at the next tick is sent before the processing begins', async () => {
  let isWritten = false;
  const reading = await beginReading(async () => {
    await Promise.resolve();
    process.nextTick(() => (isWritten = true));
    return 'read';
  });
  assert.ok(isWritten);
  assert.equal(await reading.result, 'read');
});

test('a failure reaches the code that waits for the page, and nothing else', async () => {
  const fail = async (after: string): Promise<string[]> => {
    if (after === '') return ['a'];
    throw new Error('the server is gone');
  };
  const worked: string[] = [];
  await assert.rejects(async () => {
    for await (const page of pagesAhead(fail, keyOf)) worked.push(...page);
  }, /the server is gone/);
  assert.deepEqual(worked, ['a']);
  for await (const _ of pagesAhead(fail, keyOf)) break;
  await new Promise((resolve) => setImmediate(resolve));
});
