/** BullMQ on a real Redis; skipped if there is none. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { nodeSqliteDatabase } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import { bullmqJobs } from 'policy-engine/bullmq';
import { accepts, serverAt, skipWithout } from '../../../../testing/servers.ts';
import { cuttable } from '../support/cuttable.ts';
import { uniqueName } from '../support/databases.ts';
import { jobsOn, reports, until } from './support.ts';
import { queueSuite } from './suite.ts';

const connection = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const prefix = uniqueName();

if (await accepts(connection)) {
  after(async () => {
    const redis = new Redis(connection);
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.del(...keys);
    redis.disconnect();
  });
  test('stopping ends even if Redis is disconnected', { timeout: 60_000 }, async () => {
    await using way = await cuttable(connection.replace(/(\/\/[^/:]+)(?=\/|$)/, '$1:6379'));
    const database = nodeSqliteDatabase(':memory:');
    await migrate(database);
    const queue = bullmqJobs({ connection: way.url, prefix: uniqueName(), pollSeconds: 0.05 });
    const logger = reports();
    const jobs = jobsOn(database, { queue, logger });
    let done = 0;
    jobs.define('one', async () => void (done += 1));
    jobs.start();
    await jobs.enqueue({ name: 'one' });
    await until(() => done === 1, 'a job is done');
    way.cut(true);
    await until(() => logger.lines.some((line) => line.startsWith('the connection to Redis failed')), 'it is noticed');
    const began = performance.now();
    await jobs.stop();
    assert.ok(performance.now() - began < 15_000, 'within the time that a host has to stop');
    await database.close();
  });
  queueSuite(() => bullmqJobs({ connection, prefix, pollSeconds: 0.05, leaseSeconds: 30 }), 'sqlite');
} else {
  skipWithout('on Redis', serverAt('Redis', connection), () => 6);
}

test('no job is lost while Redis is unavailable, which is reported once', async () => {
  const database = nodeSqliteDatabase(':memory:');
  await migrate(database);
  const logger = reports();
  const away = bullmqJobs({ connection: 'redis://127.0.0.1:1', pollSeconds: 0.01 });
  const jobs = jobsOn(database, { queue: away, logger });
  jobs.define('later', async () => {});
  jobs.start();
  await jobs.enqueue({ name: 'later' });
  await until(() => logger.lines.length > 0, 'the missing connection is reported');
  // Longer than several attempts to reconnect.
  await sleep(300);
  await jobs.stop();
  const { rows } = await database.execute<{ state: string }>('select state from policy_manager_jobs');
  assert.deepEqual(rows, [{ state: 'waiting' }]);
  assert.equal(logger.lines.filter((line) => line.startsWith('the connection to Redis failed')).length, 1);
  await database.close();
});

test('BullMQ refuses an invalid connection at start', () => {
  assert.throws(() => bullmqJobs({ connection: 'http://127.0.0.1' }), { code: 'configuration_invalid' });
});
