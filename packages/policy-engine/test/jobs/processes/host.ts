/**
 * A host's module for `policy-engine work`: its job reports that it has started, waits for a word in the database, and completes
 * in the transaction of its effect. WORKER names the process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, createPolicyEngine, embeddedJobs } from 'policy-engine';
import type { PolicyEngine } from 'policy-engine';
import type { JobService } from '../../../dist/platform/jobs/service.js';

const { DATABASE_URL = '', WORKER = '' } = process.env;
const database = await connectDatabase(DATABASE_URL);

export const engine: PolicyEngine = createPolicyEngine({
  database,
  rules: [{ name: 'cookie', sessionless: true }],
  currentUser: () => null,
  jobs: embeddedJobs({ pollSeconds: 0.05, leaseSeconds: 1 }),
  logger: { error: (message, { error }) => console.log(`${message}: ${String(error)}`) },
});

// Modules define jobs; hosts cannot yet.
(engine.jobs as JobService).define<{ step: number }>('steps', async (job) => {
  const { step } = job.payload;
  const note = (what: string) => `insert into steps (step, worker, what) values (${step}, '${WORKER}', '${what}')`;
  await database.execute(note('begun'));
  for (;;) {
    const { rows } = await database.execute(`select step from steps where step = ${step} and what = 'go'`);
    if (rows.length > 0) break;
    await sleep(20);
  }
  await database.transaction(async (transaction) => {
    await transaction.execute(note('done'));
    await job.complete(transaction);
  });
});
