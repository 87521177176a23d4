/** The administrators' list of background jobs that failed permanently. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { getTestEngine } from 'policy-engine/testing';
import { createQueries } from '../../dist/schema.js';

const FAILED = 120;
interface Listed {
  readonly page: number;
  readonly pages: number;
  readonly failed: number;
  readonly jobs: readonly { readonly id: string }[];
}

test('every failed job is on one page of the list and once in its files', async () => {
  await using made = await getTestEngine();
  const now = new Date();
  const ids = Array.from({ length: FAILED }, (_, number) => `job-${String(number).padStart(3, '0')}`);
  const row = {
    name: 'mail',
    payload: '{"id":"=1+1"}',
    attempts: 8,
    max_attempts: 8,
    token: 0,
    error: 'Error: no route',
    state: 'failed',
  };
  const rows = ids.map((id) => ({ ...row, id, created_at: now, updated_at: now }));
  await createQueries(made.engine.database).insertInto('jobs').values(rows).execute();
  const admin = made.as('admin');
  const get = async (path: string) => (await admin.json('GET', `/policies/${path}`)).body;

  const pages: Listed[] = [];
  for (const page of [1, 2, 3]) pages.push((await get(`jobs.json?page=${page}`)) as Listed);
  assert.deepEqual(
    pages.map(({ page, pages: all, failed, jobs }) => [page, all, failed, jobs.length]),
    [
      [1, 3, FAILED, 50],
      [2, 3, FAILED, 50],
      [3, 3, FAILED, 20],
    ],
  );
  const newestFirst = ids.toReversed();
  assert.deepEqual(
    pages.flatMap(({ jobs }) => jobs.map(({ id }) => id)),
    newestFirst,
  );
  const json = (await get('jobs/export.json')) as { id: string }[];
  assert.deepEqual(
    json.map(({ id }) => id),
    newestFirst,
  );
  const csv = await (await admin.fetch('/policies/jobs/export.csv')).text();
  const table: { id: string; payload: string }[] = parse(csv, { columns: true, bom: true });
  assert.deepEqual(
    table.map(({ id }) => id),
    newestFirst,
  );

  const beyond = await (await admin.fetch('/policies/jobs?page=9', { headers: { accept: 'text/html' } })).text();
  assert.match(beyond, /href="\/policies\/jobs\?page=3"/);
  assert.doesNotMatch(beyond, /No failed jobs/);
});
