/** Pages are asked for while the one before is worked on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginReading, pagesAhead } from '../../dist/platform/database/read-ahead.js';

const keyOf = (row: string) => row;

test('the next page is asked for before the one before is worked on, and the first empty one ends', async () => {
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

test('a statement that a driver writes at the next tick is on its way when work begins', async () => {
  let isWritten = false;
  const reading = await beginReading(async () => {
    await Promise.resolve();
    process.nextTick(() => (isWritten = true));
    return 'read';
  });
  assert.ok(isWritten);
  assert.equal(await reading.result, 'read');
});

test('a failure is told to whoever waits for the page, and to nobody if nobody does', async () => {
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
