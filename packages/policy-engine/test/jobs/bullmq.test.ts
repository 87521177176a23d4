/** BullMQ on a real Redis. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Redis } from 'ioredis';
import { bullmqJobs } from 'policy-engine/bullmq';
import { uniqueName } from '../support/databases.ts';
import { queueSuite } from './suite.ts';

const connection = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const prefix = uniqueName();

after(async () => {
  const redis = new Redis(connection);
  const keys = await redis.keys(`${prefix}*`);
  if (keys.length > 0) await redis.del(...keys);
  redis.disconnect();
});

queueSuite(() => bullmqJobs({ connection, prefix, pollSeconds: 0.05, leaseSeconds: 30 }), 'sqlite');

test('refuses at once what is no connection', () => {
  assert.throws(() => bullmqJobs({ connection: 'http://127.0.0.1' }), { code: 'configuration_invalid' });
});
