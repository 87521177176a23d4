/** Batches adapt to the time that they take. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeSqliteDatabase } from 'policy-engine';
import { BatchSize } from '../../dist/platform/database/batch-size.js';

/** The sizes of batches whose rows take so many milliseconds each. */
function sizesWith(perRow: number, size: BatchSize = new BatchSize()): number[] {
  return Array.from({ length: 40 }, () => {
    const { rows } = size;
    size.learn(rows, rows * perRow);
    return rows;
  });
}

test('grows while batches are fast, up to a limit', () => {
  const sizes = sizesWith(0.001);
  assert.ok(sizes.every((size, index) => index === 0 || size >= sizes[index - 1]!));
  assert.equal(sizes.at(-1), 500);
});

test('stays below 20 milliseconds once it knows how long rows take', () => {
  for (const perRow of [0.02, 0.1, 0.5, 2, 5]) {
    const sizes = sizesWith(perRow).slice(2);
    assert.ok(
      sizes.every((size) => size * perRow <= 20),
      `${perRow} ms: ${sizes.join(' ')}`,
    );
  }
});

test('shrinks at once when rows become slow, to a single row if need be', () => {
  const size = new BatchSize();
  sizesWith(0.001, size);
  size.learn(size.rows, 2000);
  assert.ok(size.rows <= 5);
  sizesWith(100, size);
  assert.equal(size.rows, 1);
});

test('does a batch in a transaction, and hands on what it returns', async () => {
  const database = nodeSqliteDatabase(':memory:');
  const size = new BatchSize();
  const answer = await size.inTransaction(database, 1, async (transaction) => {
    assert.ok(transaction.inTransaction);
    return 'done';
  });
  assert.equal(answer, 'done');
  assert.ok(size.longest > 0);
  await assert.rejects(
    size.inTransaction(database, 1, () => Promise.reject(new Error('no'))),
    /no/,
  );
  await database.close();
});
