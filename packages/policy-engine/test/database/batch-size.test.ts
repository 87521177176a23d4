/** Batches adapt to their duration. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeSqliteDatabase } from 'policy-engine';
import { BatchSize } from '../../dist/platform/database/statements/batch-size.js';

/** The sizes of batches whose rows take this many milliseconds each. */
function sizesWith(perRow: number, size: BatchSize = new BatchSize()): number[] {
  return Array.from({ length: 40 }, () => {
    const { rows } = size;
    size.learn(rows, rows * perRow);
    return rows;
  });
}

test('batches grow while they are fast, up to a limit', () => {
  const sizes = sizesWith(0.001);
  assert.ok(sizes.every((size, index) => index === 0 || size >= sizes[index - 1]!));
  assert.equal(sizes.at(-1), 500);
});

test('batches take less than 20 milliseconds once the time per row is known', () => {
  for (const perRow of [0.02, 0.1, 0.5, 2, 5]) {
    const sizes = sizesWith(perRow).slice(2);
    assert.ok(
      sizes.every((size) => size * perRow <= 20),
      `${perRow} ms: ${sizes.join(' ')}`,
    );
  }
});

test('batches shrink at once when rows become slow, to a single row if necessary', () => {
  const size = new BatchSize();
  sizesWith(0.001, size);
  size.learn(size.rows, 2000);
  assert.ok(size.rows <= 5);
  sizesWith(100, size);
  assert.equal(size.rows, 1);
});

test('a batch that is smaller than allowed shrinks the next only if it was slow', () => {
  const size = new BatchSize();
  sizesWith(0.001, size);
  size.learn(0, 4);
  size.learn(1, 4);
  assert.equal(size.rows, 500, 'most of the time may be what every batch takes');
  size.learn(10, 50);
  assert.equal(size.rows, 1);
});

test('a batch runs in a transaction and returns its result', async () => {
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
