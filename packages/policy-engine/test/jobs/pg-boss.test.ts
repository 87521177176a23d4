/** pg-boss on a real PostgreSQL, in the database of the engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pgBossJobs } from 'policy-engine/pg-boss';
import { queueSuite } from './suite.ts';

queueSuite(({ url }) => pgBossJobs({ connectionString: url, pollSeconds: 0.05, leaseSeconds: 30 }), 'postgres');

test('pg-boss refuses an invalid connection at start', () => {
  assert.throws(() => pgBossJobs({}), { code: 'configuration_invalid' });
});
