/** The tests that every queue must pass. */
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, test } from 'node:test';
import type { Database, JobQueueFactory } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import { createQueries } from '../../dist/schema.js';
import type { JobService } from '../../dist/platform/jobs/service.js';
import { forEachDatabase } from '../support/databases.ts';
import { jobsOn, reports, until } from './support.ts';

/** Runs the suite. @param makeQueue creates a queue with frequent polling; its leases outlast a busy machine */
export function queueSuite(
  makeQueue: (database: { url: string }) => JobQueueFactory,
  only?: 'sqlite' | 'postgres' | 'mysql',
): void {
  forEachDatabase((target) => {
    let database: Database;
    let made: JobService[];
    const make = (logger = reports()) => {
      const jobs = jobsOn(database, { queue: makeQueue(target), logger });
      made.push(jobs);
      return jobs;
    };
    const rows = () => createQueries(database).selectFrom('jobs').selectAll().execute();

    before(async () => {
      database = await target.open();
      await migrate(database);
    });
    beforeEach(async () => {
      made = [];
      for (const table of ['jobs', 'job_schedules'] as const) await createQueries(database).deleteFrom(table).execute();
    });
    afterEach(async () => {
      await Promise.all(made.map((jobs) => jobs.stop()));
    });

    test('a queue runs each job once, with several processes, and removes it', async () => {
      const seen: string[] = [];
      const workers = [make(), make(), make()];
      for (const jobs of workers) {
        jobs.define<{ n: number }>('count', async ({ payload }) => void seen.push(String(payload.n)));
        jobs.start();
      }
      const all = Array.from({ length: 12 }, (_, n) => n);
      for (const n of all) await workers[n % 3]!.enqueue({ name: 'count', payload: { n } });
      await until(async () => (await rows()).length === 0, 'all jobs done');
      assert.deepEqual(seen.toSorted(), all.map(String).toSorted());
    });

    test('a queue runs a job of a committed transaction, and never one of a transaction that is rolled back', async () => {
      const jobs = make();
      const seen: unknown[] = [];
      jobs.define<{ n: number }>('note', async ({ payload }) => void seen.push(payload.n));
      jobs.start();
      await assert.rejects(
        database.transaction(async (transaction) => {
          await jobs.enqueue({ name: 'note', payload: { n: 1 } }, transaction);
          throw new Error('no');
        }),
      );
      await database.transaction((transaction) => jobs.enqueue({ name: 'note', payload: { n: 2 } }, transaction));
      await until(() => seen.length > 0, 'the job is done');
      assert.deepEqual(seen, [2]);
    });

    test('a queue has at most one waiting or running job per key, and accepts another afterwards', async () => {
      const jobs = make();
      let runs = 0;
      jobs.define('keyed', async () => void runs++);
      await jobs.enqueue({ name: 'keyed', key: 'k' });
      await database.transaction(async (transaction) => {
        await jobs.enqueue({ name: 'keyed', key: 'k' }, transaction);
        // The transaction is still valid.
        assert.equal((await createQueries(transaction).selectFrom('jobs').selectAll().execute()).length, 1);
      });
      jobs.start();
      await until(async () => (await rows()).length === 0, 'the job is done');
      await jobs.enqueue({ name: 'keyed', key: 'k' });
      await until(() => runs === 2, 'the job is done again');
    });

    test('a queue retries a failing job later, then fails it permanently, and continues with other jobs', async () => {
      const logger = reports();
      const jobs = make(logger);
      const failed: string[] = [];
      let good = 0;
      jobs.define('bad', async () => assert.fail('broken'), {
        maxAttempts: 2,
        concurrency: 1,
        onFailed: async ({ error, attempts }, transaction) => {
          assert.ok(transaction.inTransaction);
          failed.push(`${attempts} ${error}`);
        },
      });
      jobs.define('good', async () => void good++);
      jobs.start();
      await jobs.enqueue({ name: 'bad', key: 'b' });
      for (let n = 0; n < 5; n++) await jobs.enqueue({ name: 'good' });
      await until(() => good === 5, 'the good ones are done');
      await until(async () => (await rows())[0]?.state === 'waiting' && (await rows())[0]?.attempts === 1, 'postponed');
      const [postponed] = await rows();
      const pause = Date.parse(postponed!.due_at!) - Date.parse(postponed!.updated_at);
      assert.ok(pause >= 2500 && pause <= 5000, `${pause} ms`);
      assert.equal(postponed!.error, 'broken');
      await hurry();
      await until(async () => (await jobs.failed()).length === 1, 'failed for good');
      assert.deepEqual(failed, ['2 broken']);
      assert.deepEqual(
        (await jobs.failed()).map(({ name, attempts, error }) => [name, attempts, error]),
        [['bad', 2, 'broken']],
      );
      assert.match(logger.lines.at(-1)!, /the job bad failed permanently/);

      jobs.define('other', async () => {});
      assert.equal(await jobs.retry((await jobs.failed())[0]!.id), true);
      await until(async () => (await rows())[0]?.attempts === 1 && (await rows())[0]?.state === 'waiting', 'anew');
    });

    test('a job whose processes die is not failed while it advances, and is failed once it does not', async () => {
      const jobs = make();
      let advances = true;
      let begun = 0;
      jobs.define(
        'long',
        async (job) => {
          if (advances) await database.transaction((transaction) => job.advance(transaction));
          begun += 1;
          // Like a process that is killed: it never ends, and never sends a heartbeat.
          await new Promise(() => {});
        },
        { maxAttempts: 3, concurrency: 100 },
      );
      jobs.start();
      await jobs.enqueue({ name: 'long' });
      const die = async (times: number) => {
        for (let death = 0; death < times; death += 1) {
          const before = begun;
          await until(async () => {
            await createQueries(database)
              .updateTable('jobs')
              .set({ due_at: new Date(0), offered_at: null })
              .where('state', '=', 'running')
              .where('token', '=', before)
              .execute();
            return begun > before || (await jobs.failed()).length > 0;
          }, 'the next attempt has begun');
        }
      };
      await until(() => begun === 1, 'begun');
      await die(5);
      assert.deepEqual(await jobs.failed(), []);
      advances = false;
      await die(4);
      const [failed] = await jobs.failed();
      assert.equal(failed?.error, 'The process that ran it died in 3 attempts.');
      assert.equal(begun, 9, 'six that advanced, three that did not');
    });

    /** Makes all waiting jobs due now. */
    async function hurry(): Promise<void> {
      await createQueries(database)
        .updateTable('jobs')
        .set({ due_at: new Date(), offered_at: null })
        .where('state', '=', 'waiting')
        .execute();
    }

    test('a queue takes a job away from a stalled worker, which cannot complete it any more', async () => {
      const [first, second] = [make(), make()];
      const log: string[] = [];
      let letGo = () => {};
      const stalled = new Promise<void>((resolve) => (letGo = resolve));
      const finished = new Promise<void>((resolve) => {
        first.define(
          'slow',
          async (job) => {
            log.push(`first ${job.token}`);
            await stalled;
            for (const act of ['hold', 'complete'] as const) {
              await assert.rejects(
                database.transaction((transaction) => job[act](transaction)),
                { code: 'job_lost' },
              );
            }
            resolve();
          },
          { concurrency: 1 },
        );
      });
      second.define('slow', async (job) => {
        log.push(`second ${job.token}`);
        await database.transaction((transaction) => job.complete(transaction));
      });
      first.start();
      await first.enqueue({ name: 'slow' });
      await until(() => log.length === 1, 'the first has begun');
      second.start();
      // What a process that is stopped and continued looks like to the database: its time is over. Repeated until the
      // second has it, since the first still sends heartbeats, which a stopped process does not.
      await until(async () => {
        await createQueries(database)
          .updateTable('jobs')
          .set({ due_at: new Date(0), offered_at: null })
          .where('token', '=', 1)
          .execute();
        return log.length === 2;
      }, 'the second has begun');
      await until(async () => (await rows()).length === 0, 'the second has ended');
      letGo();
      await finished;
      assert.deepEqual(log, ['first 1', 'second 2']);
    });

    test('a queue completes the running job before it stops', async () => {
      const jobs = make();
      let ended = false;
      let begun = false;
      jobs.define('short', async () => {
        begun = true;
        await new Promise((resolve) => setTimeout(resolve, 200));
        ended = true;
      });
      jobs.start();
      await jobs.enqueue({ name: 'short' });
      await until(() => begun, 'begun');
      await jobs.stop();
      assert.equal(ended, true);
      assert.equal((await rows()).length, 0);
    });
  }, only);
}
