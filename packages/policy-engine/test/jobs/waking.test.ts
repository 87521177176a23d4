/** Waking a queue is only a hint: the job is already in the table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobQueueFactory } from 'policy-engine';
import { nodeSqliteDatabase } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import { jobsOn, reports, until } from './support.ts';

const failing: JobQueueFactory = () => ({
  leaseSeconds: 30,
  start() {},
  async stop() {},
  wake() {
    throw new Error('the queue is gone');
  },
});

test('a queue that fails when it is woken does not prevent a job from being added, and does not end the process', async () => {
  const database = nodeSqliteDatabase(':memory:');
  await migrate(database);
  const logger = reports();
  const jobs = jobsOn(database, { queue: failing, logger });
  const done: unknown[] = [];
  jobs.define('note', async ({ payload }) => void done.push(payload['nth']));

  await jobs.enqueue({ name: 'note', payload: { nth: 1 } });
  await database.transaction((transaction) => jobs.enqueue({ name: 'note', payload: { nth: 2 } }, transaction));
  // After a transaction it is woken a moment later, where nothing could catch its error.
  await until(() => logger.lines.length === 2, 'both failures are reported');
  assert.equal(logger.lines[0], 'waking the queue of jobs failed: Error: the queue is gone');

  assert.equal(await jobs.runDue(), 2);
  assert.deepEqual(done, [1, 2]);
  await database.close();
});
