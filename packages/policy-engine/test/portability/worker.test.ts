/** The background work of requests: failures and retries, requests that are deleted meanwhile, reminders. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedJobs, nodeSqliteDatabase, type OutgoingMail } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import { forEachDatabase } from '../support/databases.ts';
import { ALL, MINE, type RequestsEngine, requestsEngine } from './requests-engine.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-worker-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const archives = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.zip/.test(name));

/** A transport of the host that stores its mails. */
function mailbox() {
  const mails: OutgoingMail[] = [];
  const sendMail = async (mail: OutgoingMail) => void mails.push(mail);
  const options = {
    fromEmail: 'privacy@host.test',
    adminEmailInbox: 'admins@host.test',
    mail: { transport: { sendMail }, ledgerDigest: false },
  };
  return { mails, options };
}

describe('an export that fails', () => {
  test('a failing export is retried with growing delays, then shown to the administrator, who retries it', async () => {
    let isBroken = true;
    const { mails, options } = mailbox();
    const storage = localAttachments(folder);
    const deleted: string[] = [];
    await using engine = await requestsEngine({
      ...options,
      attachments: { storage: { ...storage, delete: (name) => (deleted.push(name), storage.delete(name)) } },
      portabilityRules: [
        {
          name: 'account',
          member: () => {
            if (isBroken) throw new Error('The table of accounts is on fire.');
            return { name: 'Anna' };
          },
        },
      ],
    });
    const { ask, list, setTime, test: host } = engine;
    let time = Date.UTC(2026, 0, 10);
    setTime(new Date(time).toISOString());
    const { body: request } = await ask('anna', 'POST', `${MINE}.json`);
    await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`);
    const path = `${ALL}/${request.id}.json`;
    await host.engine.jobs.runDue();
    const first = await ask('admin', 'GET', path);
    assert.equal(first.body.state, 'progress');
    assert.match(first.body.error ?? '', /on fire/);
    for (let tries = 0; tries < 20 && (await list('anna'))[0]?.state === 'progress'; tries += 1) {
      time += 3_600_000;
      setTime(new Date(time).toISOString());
      await host.engine.jobs.runDue();
    }
    const { body: failed } = await ask('admin', 'GET', path);
    assert.equal(failed.state, 'failed');
    assert.match(failed.error ?? '', /on fire/);
    // The internal error is not shown to the person, whose request is still in progress.
    assert.equal('error' in ((await list('anna'))[0] ?? {}), false);
    assert.equal((await ask('anna', 'POST', `${MINE}.json`)).status, 422);
    assert.deepEqual(archives(), []);
    // By the last attempt, and again in case it was killed: there is no later one.
    assert.equal(deleted.filter((name) => name === `portability/${request.id}-12.zip`).length, 2);

    const page = await (await host.as('admin').fetch(`/policies${ALL}/${request.id}`)).text();
    assert.match(page, new RegExp(`Export failed[^]*datetime="${new Date(time).toISOString()}"`));

    isBroken = false;
    assert.equal((await ask('admin', 'POST', `${ALL}/${request.id}/retry.json`)).body.state, 'progress');
    await host.engine.jobs.runDue();
    assert.equal((await list('anna'))[0]?.state, 'completed');
    assert.equal(archives().length, 1);
    assert.deepEqual(
      mails.map(({ to }) => to.address),
      ['admins@host.test', 'anna@engine.test', 'anna@engine.test'],
    );
    // The copy is deleted with the request.
    await ask('anna', 'DELETE', `${MINE}/${request.id}.json`);
    await host.engine.jobs.runDue();
    assert.deepEqual(archives(), []);
  });
});

test('a permanently failed job is listed with its reason, and can be retried or discarded', async () => {
  let isBroken = true;
  await using engine = await requestsEngine({
    portability: { autoConfirm: true },
    portabilityRules: [{ name: 'account', member: () => (isBroken ? Promise.reject(new Error('No accounts.')) : {}) }],
  });
  const { ask, list, setTime, test: host } = engine;
  const admin = host.as('admin');
  const health = async () => {
    const { body } = await admin.json('GET', '/policies/jobs.json');
    return body as { failed: number; late_since: string | null; jobs: { id: string; name: string; error: string }[] };
  };
  const findings = async () => (await host.engine.check()).map(({ code, subject }) => `${code} ${subject}`);
  let time = Date.UTC(2026, 0, 10);
  const later = async (milliseconds: number) => {
    time += milliseconds;
    setTime(new Date(time).toISOString());
    await host.engine.jobs.runDue();
  };
  await later(0);
  const requests = [];
  for (const user of ['anna', 'ben', 'carla']) requests.push((await ask(user, 'POST', `${MINE}.json`)).body);
  setTime(new Date(time + 3_600_000).toISOString());
  assert.equal((await health()).late_since, new Date(time).toISOString());
  assert.ok((await findings()).includes(`work_waiting ${new Date(time).toISOString()}`));
  for (let tries = 0; tries < 20 && (await health()).failed < 3; tries += 1) await later(3_600_000);
  const { failed, late_since: since, jobs } = await health();
  assert.deepEqual([failed, since], [3, null]);
  assert.ok((await findings()).includes('work_failed 3'));
  assert.deepEqual(
    new Set(jobs.map(({ name, error }) => `${name}: ${error}`)),
    new Set(jobs.map(() => `portability-export: ${jobs[0]?.error}`)),
  );
  assert.match(jobs[0]?.error ?? '', /No accounts/);
  const page = await (await admin.fetch('/policies/jobs')).text();
  assert.match(page, /Export of a person’s data[\s\S]*No accounts[\s\S]*Retry/);

  // A denied or deleted request removes its work.
  assert.equal((await ask('admin', 'POST', `${ALL}/${requests[0]?.id}/deny.json`, { reason: 'No.' })).status, 200);
  assert.equal((await ask('ben', 'DELETE', `${MINE}/${requests[1]?.id}.json`)).status, 204);
  const [last, ...others] = (await health()).jobs;
  assert.deepEqual([others.length, last?.name], [0, 'portability-export']);
  isBroken = false;
  for (const user of ['anna', null]) {
    assert.ok([401, 403].includes((await host.as(user).json('POST', `/policies/jobs/${last?.id}/retry.json`)).status));
  }
  assert.equal((await admin.json('POST', `/policies/jobs/${last?.id}/retry.json`)).status, 204);
  assert.equal((await admin.json('POST', `/policies/jobs/${last?.id}/retry.json`)).status, 404);
  await later(0);
  assert.equal((await list('carla'))[0]?.state, 'completed');

  isBroken = true;
  await ask('ben', 'POST', `${MINE}.json`);
  for (let tries = 0; tries < 20 && (await health()).failed === 0; tries += 1) await later(3_600_000);
  const [another] = (await health()).jobs;
  const shown = async () => (await admin.fetch('/policies/jobs', { headers: { accept: 'text/html' } })).text();
  assert.match(await shown(), /Export of a person’s data[\s\S]*ben/);
  assert.equal((await admin.json('DELETE', `/policies/jobs/${another?.id}.json`)).status, 204);
  assert.doesNotMatch(await shown(), /Export of a person’s data/);
  assert.equal((await admin.json('DELETE', `/policies/jobs/${another?.id}.json`)).status, 404);
  assert.equal((await health()).failed, 0);
  const { body } = await admin.json('GET', '/policies/audit.json');
  const { entries } = body as { entries: { action: string }[] };
  assert.deepEqual(
    entries.map(({ action }) => action).filter((action) => action.startsWith('job_')),
    ['job_deleted', 'job_retried'],
  );
});

test('an export that cannot be deleted does not prevent others from being deleted, and is deleted as soon as possible', async () => {
  const local = localAttachments(folder);
  let stuck: string | undefined;
  const storage = {
    ...local,
    delete: (name: string) =>
      stuck !== undefined && name.includes(stuck) ? Promise.reject(new Error('locked')) : local.delete(name),
  };
  await using engine = await requestsEngine({
    attachments: { storage },
    portability: { autoConfirm: true, keepDays: 1 },
  });
  const { ask, list, setTime, test: host } = engine;
  setTime('2026-01-10T08:00:00Z');
  for (const user of ['anna', 'ben', 'carla']) await ask(user, 'POST', `${MINE}.json`);
  await host.engine.jobs.runDue();
  stuck = (await list('anna'))[0]?.id;
  const states = async () =>
    (await Promise.all(['anna', 'ben', 'carla'].map((user) => list(user)))).map(([one]) => one?.state);
  for (const [time, expected] of [
    ['2026-01-11T09:00:00Z', ['completed', 'expired', 'expired']],
    ['2026-01-11T10:00:00Z', ['expired', 'expired', 'expired']],
  ] as const) {
    setTime(time);
    await host.engine.jobs.runDue();
    assert.deepEqual(await states(), expected);
    stuck = undefined;
  }
  assert.deepEqual(archives(), []);
});

test('a worker that loses its job before it writes ends without an error', async () => {
  const called = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const database = nodeSqliteDatabase(':memory:');
  await using engine = await requestsEngine({
    database,
    attachments: { storage: localAttachments(folder) },
    portability: { autoConfirm: true },
    jobs: embeddedJobs({ leaseSeconds: 1, pollSeconds: 0.1 }),
    userResource: {
      find: async (id) => {
        called.resolve();
        await answer.promise;
        return { id };
      },
    },
  });
  const { ask, list, test: host } = engine;
  await ask('anna', 'POST', `${MINE}.json`);
  host.engine.start();
  await called.promise;
  // The effect of a database failover that outlasts the lease.
  await database.execute(
    "update policy_manager_jobs set holder = 'another', token = token + 1, due_at = '2099-01-01T00:00:00.000Z'",
  );
  // Longer than the lease, so that the worker has noticed.
  await sleep(1200);
  answer.resolve();
  await host.engine.stop();
  const [request] = await list('anna');
  assert.deepEqual([request?.state, request?.error ?? null, archives()], ['progress', null, []]);
});

test('an export that hangs does not block others, and is aborted after half an hour', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const reached = Promise.withResolvers<void>();
  const never = new Promise<never>(() => {});
  await using engine = await requestsEngine({
    attachments: { storage: localAttachments(folder) },
    portability: { autoConfirm: true },
    portabilityRules: [
      { name: 'account', member: ({ id }: { id: string }) => (id === 'anna' ? (reached.resolve(), never) : { id }) },
    ],
  });
  const { ask, list, test: host } = engine;
  await ask('anna', 'POST', `${MINE}.json`);
  const hanging = host.engine.jobs.runDue();
  await reached.promise;
  const { body } = await ask('ben', 'POST', `${MINE}.json`);
  await host.engine.jobs.runDue();
  assert.equal((await list('ben'))[0]?.state, 'completed');
  context.mock.timers.tick(30 * 60 * 1000);
  await hanging;
  const [request] = await list('admin', `${ALL}.json?state=progress`);
  assert.deepEqual([request?.user_id, request?.error], ['anna', 'The export made no progress for half an hour.']);
  assert.deepEqual(
    archives().map((name) => path.basename(name)),
    [`${body.id}-1.zip`],
  );
  await ask('ben', 'DELETE', `${MINE}/${body.id}.json`);
  await host.engine.jobs.runDue();
});

describe('a request that is closed during its export', () => {
  for (const end of ['deleted', 'denied'] as const) {
    test(`an export ends and leaves nothing when its request is ${end}`, async () => {
      const reached = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      const { mails, options } = mailbox();
      await using engine = await requestsEngine({
        ...options,
        attachments: { storage: localAttachments(folder) },
        portabilityRules: [
          {
            name: 'notes',
            async *collection() {
              for (let id = 1; id <= 400; id += 1) {
                if (id === 200) {
                  reached.resolve();
                  await gate.promise;
                }
                yield { id };
              }
            },
          },
        ],
      });
      const { ask, list, test: host } = engine;
      const { body: request } = await ask('anna', 'POST', `${MINE}.json`);
      await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`);
      const running = host.engine.jobs.runDue();
      await reached.promise;
      if (end === 'deleted') await ask('anna', 'DELETE', `${MINE}/${request.id}.json`);
      else await ask('admin', 'POST', `${ALL}/${request.id}/deny.json`, { reason: 'No.' });
      gate.resolve();
      await running;
      await host.engine.jobs.runDue();
      assert.deepEqual(archives(), []);
      assert.deepEqual(
        (await list('anna')).map(({ state }) => state),
        end === 'deleted' ? [] : ['denied'],
      );
      assert.deepEqual(await host.engine.jobs.failed(), []);
      assert.equal(mails.filter(({ to }) => to.address === 'anna@engine.test').length, end === 'deleted' ? 1 : 2);
    });
  }
});

forEachDatabase((target) => {
  test('administrators are reminded of overdue requests, once a day by all processes together', async () => {
    const { mails, options } = mailbox();
    await using engines = new AsyncDisposableStack();
    const processes: RequestsEngine[] = [];
    for (let count = 0; count < 3; count += 1) {
      processes.push(engines.use(await requestsEngine({ ...options, database: await target.open() })));
    }
    const at = (time: string) => {
      for (const { setTime } of processes) setTime(time);
      return Promise.all(processes.map(({ test: host }) => host.engine.jobs.runDue()));
    };
    await at('2026-01-10T08:00:00Z');
    for (const user of ['anna', 'ben']) await processes[0]?.ask(user, 'POST', `${MINE}.json`);
    for (const [time, count] of [
      ['2026-02-10T20:00:00Z', 0],
      ['2026-02-11T06:00:01Z', 1],
      ['2026-02-11T18:00:00Z', 1],
      ['2026-02-12T06:00:01Z', 2],
      // No worker ran for some days.
      ['2026-02-20T05:00:00Z', 3],
      ['2026-02-20T06:00:01Z', 3],
    ] as const) {
      await at(time);
      assert.equal(mails.filter(({ subject }) => subject === 'Overdue data requests: 2').length, count, time);
    }
  });
});
