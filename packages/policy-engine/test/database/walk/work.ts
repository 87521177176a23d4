/** Background work that fails, is late, is repeated or thrown away; and what ends with time. */
import assert from 'node:assert/strict';
import { timeText } from 'policy-engine/database';
import { createQueries } from '../../../dist/schema.js';
import { ADMIN, type Walker } from './walker.ts';

/** More than a job is tried. */
const ATTEMPTS = 13;

export async function walkWork(walker: Walker): Promise<void> {
  const { engine } = walker;
  const { id } = await engine.requests.create({ id: 'emil' });
  await engine.requests.confirm(id);
  walker.isBroken = true;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) await walker.pass(1, 1);
  walker.isBroken = false;
  await walker.addFailedJobs('nobody');
  const failed = (await engine.jobs.failed()).find(({ name }) => name === 'portability-export');
  assert.ok(failed);
  await engine.jobs.health();
  const { views } = (await walker.ask(ADMIN, 'GET', '/saved_views')).body as { views: unknown[] };
  assert.deepEqual(views, []);
  const { id: view } = (
    await walker.ask(ADMIN, 'POST', '/saved_views', { body: { path: '/requests', query: 'state=all', name: 'All' } })
  ).body as { id: string };
  await walker.ask(ADMIN, 'POST', '/saved_views', { body: { path: '/audit', query: '', name: 'Log' } });
  await walker.ask(ADMIN, 'DELETE', `/saved_views/${view}`);
  await walker.ask(ADMIN, 'GET', '/jobs', { accept: 'text/html' });
  await engine.jobs.retry(failed.id);
  await walker.work();
  for (const job of await engine.jobs.failed()) await engine.jobs.discard(job.id);
  const { deliveries } = (await walker.ask(ADMIN, 'GET', '/webhooks?state=failed')).body as {
    deliveries: ReadonlyArray<{ id: string }>;
  };
  const resolution = { body: { note: 'Told by telephone' } };
  await walker.ask(ADMIN, 'POST', `/webhooks/${deliveries.at(-1)?.id}/resolve`, resolution);
  await walker.ask(ADMIN, 'POST', `/webhooks/${deliveries[0]?.id}/send`);
}

/** Years pass: what is kept for a time is deleted. */
export async function walkYears(walker: Walker): Promise<void> {
  const { engine, database } = walker;
  const insert = createQueries(database).insertInto('retention_runs');
  const at = timeText(walker.now());
  const old = Array.from({ length: 91 }, (_, index) => `0-${index}`);
  await insert.values(old.map((id) => ({ id, dry_run: 1, state: 'done', created_at: at }))).execute();
  await walker.ask(ADMIN, 'POST', '/retention/count');
  await walker.work();
  await engine.erasure.applyRetention({ dryRun: true });
  await engine.erasure.applyRetention();
  for (const days of [40, 100, 400, 3650]) await walker.pass(days);
  await engine.check();
}
