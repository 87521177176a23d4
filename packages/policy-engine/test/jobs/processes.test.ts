/** Real worker processes that are killed, or stopped and continued, in the middle of a job. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { migrate } from 'policy-engine/database';
import { createQueries } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';
import { jobsOn, until } from './support.ts';

const CLI = path.join(import.meta.dirname, '..', '..', 'bin', 'policy-engine.js');
const HOST = path.join(import.meta.dirname, 'processes', 'host.ts');

interface Worker {
  readonly process: ChildProcess;
  /** The output so far. */
  said(): string;
}

forEachDatabase((target) => {
  if (target.dialect === 'mysql') return;
  const workers: ChildProcess[] = [];
  afterEach(() => {
    for (const child of workers) child.kill('SIGKILL');
  });

  function work(name: string): Worker {
    const child = spawn(process.execPath, [CLI, 'work', '--engine', HOST], {
      env: { ...process.env, DATABASE_URL: target.url, WORKER: name },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    workers.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => void (output += part));
    return { process: child, said: () => output };
  }

  test('a job of a dead or stalled worker is taken over, and completed once', { timeout: 240_000 }, async () => {
    const database = await target.open();
    await migrate(database);
    await database.execute('create table steps (step integer, worker varchar(9), what varchar(9))');
    const jobs = jobsOn(database);
    jobs.define('steps', async () => {});
    const add = (step: number) => jobs.enqueue({ name: 'steps', payload: { step }, key: `step-${step}` });
    const letGo = (step: number) =>
      database.execute(`insert into steps (step, worker, what) values (${step}, '', 'go')`);
    const workersThat = async (what: string, step: number) => {
      const sql = `select worker from steps where what = '${what}' and step = ${step}`;
      return (await database.execute<{ worker: string }>(sql)).rows.map(({ worker }) => worker);
    };
    const begun = (step: number, name: string) =>
      until(async () => (await workersThat('begun', step)).includes(name), `${name} has begun ${step}`);
    const ended = (step: number) =>
      until(async () => {
        const rows = await createQueries(database)
          .selectFrom('jobs')
          .selectAll()
          .where('unique_key', '=', `step-${step}`)
          .execute();
        return rows.length === 0;
      }, `${step} has ended`);

    const first = work('first');
    await add(1);
    await begun(1, 'first');
    first.process.kill('SIGKILL');
    const second = work('second');
    await begun(1, 'second');
    await letGo(1);
    await ended(1);
    assert.deepEqual(await workersThat('done', 1), ['second']);

    await add(2);
    await begun(2, 'second');
    second.process.kill('SIGSTOP');
    const third = work('third');
    await begun(2, 'third');
    await letGo(2);
    await ended(2);
    third.process.kill('SIGKILL');
    second.process.kill('SIGCONT');
    await until(() => second.said().includes('the job steps failed'), 'the second has noticed');
    assert.match(second.said(), /The job steps was ended: another process has started it\./);
    assert.deepEqual(await workersThat('done', 2), ['third']);

    // It is undamaged, and ends when it is told to.
    await add(3);
    await begun(3, 'second');
    await letGo(3);
    await ended(3);
    const exit = once(second.process, 'exit');
    second.process.kill('SIGTERM');
    assert.deepEqual(await exit, [0, null]);
    assert.deepEqual(await workersThat('done', 3), ['second']);
  });
});
