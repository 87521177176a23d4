/** The endpoints of portability requests: who may do what, when, and what each responds. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createQueries } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';
import { ALL, MINE, requestsEngine } from './requests-engine.ts';

const OPEN_NOTICE = "You have one pending information request, you can't create another one yet.";

forEachDatabase((target) => {
  test('the database accepts only one of several simultaneous requests of a user', async () => {
    await using engine = await requestsEngine({ database: await target.open() });
    const { ask, list } = engine;
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask('anna', 'POST', `${MINE}.json`)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 422, 422, 422],
    );
    for (const { status, body } of answers) {
      assert.equal(body.notice, status === 201 ? 'Information Request Submitted!' : OPEN_NOTICE);
      if (status === 422) assert.equal(body.detail, OPEN_NOTICE);
    }
    assert.equal((await list('anna')).length, 1);
    assert.equal((await ask('ben', 'POST', `${MINE}.json`)).status, 201);
    // Once it is closed, the next one is accepted.
    const [request] = await list('anna');
    const confirms = Array.from({ length: 3 }, () => ask('admin', 'POST', `${ALL}/${request?.id}/confirm.json`));
    const outcomes = (await Promise.all(confirms)).map(({ status }) => status);
    assert.deepEqual(
      outcomes.toSorted((a, b) => a - b),
      [200, 409, 409],
    );
    assert.equal((await ask('admin', 'POST', `${ALL}/${request?.id}/deny.json`, { reason: 'Who?' })).status, 200);
    assert.equal((await ask('anna', 'POST', `${MINE}.json`)).status, 201);
    assert.deepEqual(
      (await list('anna')).map(({ state }) => state),
      ['pending', 'denied'],
    );
  });

  test('repeated requests do not fill the administrators’ inbox', async () => {
    await using engine = await requestsEngine({ database: await target.open() });
    const { ask, setTime } = engine;
    setTime('2026-01-10T10:00:00Z');
    const askAndDelete = async () => {
      const { status, body } = await ask('carla', 'POST', `${MINE}.json`);
      if (status === 201) await ask('carla', 'DELETE', `${MINE}/${body.id}.json`);
      return status;
    };
    const statuses = [];
    for (let time = 0; time < 22; time += 1) statuses.push(await askAndDelete());
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 201), 429, 429]);
    assert.equal((await ask('dora', 'POST', `${MINE}.json`)).status, 201);
    setTime('2026-01-12T10:00:00Z');
    assert.equal(await askAndDelete(), 201);
  });

  test('an access request goes from creation to the file, and to its expiry', async () => {
    await using engine = await requestsEngine({ database: await target.open() });
    const { ask, list, test: host, setTime } = engine;
    setTime('2027-01-31T10:00:00Z');
    const { body: request } = await ask('carla', 'POST', `${MINE}.json`);
    assert.deepEqual(
      [request.state, request.due_at, request.expire_at, request.attachment, request.download_url, request.overdue],
      ['pending', '2027-02-28T23:59:59.999Z', null, null, null, false],
    );
    assert.equal((await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`)).body.state, 'progress');
    assert.equal((await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`)).status, 409);
    await host.engine.jobs.runDue();
    const [completed] = await list('carla');
    assert.equal(completed?.state, 'completed');
    assert.equal(completed.expire_at, '2027-03-02T10:00:00.000Z');
    const archive = await host.as('carla').fetch(completed.download_url ?? '');
    assert.equal(archive.status, 200);
    assert.equal(archive.headers.get('content-type'), 'application/zip');
    const bytes = Buffer.from(await archive.arrayBuffer());
    assert.equal(bytes.subarray(0, 2).toString(), 'PK');
    assert.equal(bytes.length, completed.attachment?.bytes);
    // It is visible only to her.
    for (const other of ['ben', 'admin'])
      assert.equal((await host.as(other).fetch(completed.download_url ?? '')).status, 404);
    assert.equal((await ask('admin', 'GET', `${ALL}/${request.id}.json`)).body.download_url, null);
    // A link expires after an hour; a browser is redirected to a page with a new one.
    setTime('2027-01-31T11:00:01Z');
    for (const [mode, status] of [['cors', 404] as const, ['navigate', 303] as const]) {
      const headers = { 'sec-fetch-mode': mode };
      const late = await host.as('carla').fetch(completed.download_url ?? '', { headers });
      assert.deepEqual([late.status, late.headers.get('location')?.endsWith(MINE) ?? false], [status, status === 303]);
    }
    setTime('2027-03-02T10:00:00.000Z');
    assert.equal((await host.as('carla').fetch(completed.download_url ?? '')).status, 410);
    await host.engine.jobs.runDue();
    const [expired] = await list('carla');
    assert.deepEqual([expired?.state, expired?.attachment, expired?.download_url], ['expired', null, null]);
  });
});

forEachDatabase((target) => {
  test('a request of the original system is open, due and handled like any other', async () => {
    await using engine = await requestsEngine({ database: await target.open() });
    const { ask, list, test: host } = engine;
    const insert = (id: string, at: string) =>
      createQueries(host.engine.database)
        .insertInto('portability_requests')
        .values({ id, user_id: `olga-${id}`, state: 'pending', created_at: at, updated_at: at })
        .execute();
    await insert('1', new Date().toISOString());
    await insert('2', '2025-01-01T08:00:00.000Z');
    const late = await list('admin', `${ALL}.json?state=overdue`);
    assert.deepEqual(
      late.map(({ id, due_at: due }) => [id, due]),
      [['2', '2025-02-01T23:59:59.999Z']],
    );
    assert.equal((await list('admin', `${ALL}.json`))[0]?.id, '2');
    assert.equal((await ask('olga-1', 'POST', `${MINE}.json`)).status, 422);
    assert.equal((await ask('admin', 'POST', `${ALL}/1/extend.json`, { reason: 'Much.' })).status, 200);
    for (const id of ['1', '2']) {
      assert.equal((await ask('admin', 'POST', `${ALL}/${id}/confirm.json`)).status, 200);
      await host.engine.jobs.runDue();
      const [completed] = await list(`olga-${id}`);
      assert.equal(completed?.state, 'completed');
      assert.equal((await host.as(`olga-${id}`).fetch(completed.download_url ?? '')).status, 200);
    }
  });
});

describe('a person', () => {
  test('sees and deletes only their own requests, and learns nothing of others', async () => {
    await using engine = await requestsEngine();
    const { ask, list } = engine;
    const { body: request } = await ask('anna', 'POST', `${MINE}.json`);
    const strangers: readonly (readonly [string, string])[] = [
      ['GET', `${MINE}/${request.id}.json`],
      ['GET', `${MINE}/${request.id}/download`],
      ['GET', `${MINE}/${request.id}/delete.html`],
      ['DELETE', `${MINE}/${request.id}.json`],
    ];
    for (const [method, path] of strangers) {
      const known = await engine.test.as('ben').fetch(`/policies${path}`, { method });
      const unknown = await engine.test.as('ben').fetch(`/policies${path.replace(request.id, 'x')}`, { method });
      assert.deepEqual([known.status, unknown.status], [404, 404], `${method} ${path}`);
      assert.equal((await engine.test.as(null).fetch(`/policies${path}`, { method })).status, 401);
    }
    assert.deepEqual(await list('ben'), []);
    assert.equal((await ask('anna', 'DELETE', `${MINE}/${request.id}.json`)).status, 204);
    assert.deepEqual(await list('anna'), []);
    assert.equal((await ask('anna', 'DELETE', `${MINE}/${request.id}.json`)).status, 404);
  });

  test('is told that an open request is withdrawn, and that a closed one is deleted', async () => {
    await using engine = await requestsEngine();
    const { ask } = engine;
    const told = async (id: string) => {
      const headers = { accept: 'text/html' };
      const question = await engine.test.as('anna').fetch(`/policies${MINE}/${id}/delete`, { headers });
      const answer = await engine.test.as('anna').fetch(`/policies${MINE}/${id}`, { method: 'DELETE', headers });
      return [/can’t be undone/.test(await question.text()), answer.headers.get('set-cookie')];
    };
    const open = await ask('anna', 'POST', `${MINE}.json`);
    const [isFinal, notice] = await told(open.body.id);
    assert.equal(isFinal, false);
    assert.match(String(notice), /request_withdrawn/);
    const denied = await ask('anna', 'POST', `${MINE}.json`);
    await ask('admin', 'POST', `${ALL}/${denied.body.id}/deny.json`, { reason: 'Unknown.' });
    const [isFinalNow, noticeNow] = await told(denied.body.id);
    assert.equal(isFinalNow, true);
    assert.match(String(noticeNow), /request_deleted/);
  });

  test('cannot reach the routes for administrators', async () => {
    await using engine = await requestsEngine();
    const { body: request } = await engine.ask('anna', 'POST', `${MINE}.json`);
    const paths: readonly (readonly [string, string])[] = [
      ['GET', ALL],
      ...['', '/confirm', '/deny', '/extend', '/delete'].map((act) => ['GET', `${ALL}/${request.id}${act}`] as const),
      ...['confirm', 'deny', 'extend', 'retry'].map((act) => ['POST', `${ALL}/${request.id}/${act}`] as const),
      ['DELETE', `${ALL}/${request.id}`],
      // An unknown ID has the same response.
      ['GET', `${ALL}/nothing`],
    ];
    for (const [method, path] of paths) {
      const response = await engine.test.as('anna').fetch(`/policies${path}`, { method });
      assert.equal(response.status, 403, `${method} ${path}`);
    }
    assert.equal((await engine.list('anna'))[0]?.state, 'pending');
  });
});

describe('an administrator', () => {
  test('sees the longest overdue request first, and can filter', async () => {
    await using engine = await requestsEngine();
    const { ask, list, setTime } = engine;
    for (const [time, user] of [
      ['2026-01-10T08:00:00Z', 'late'],
      ['2026-01-05T08:00:00Z', 'later'],
      ['2026-02-20T08:00:00Z', 'new'],
      ['2026-02-01T08:00:00Z', 'old'],
    ] as const) {
      setTime(time);
      await ask(user, 'POST', `${MINE}.json`);
    }
    setTime('2026-02-21T08:00:00Z');
    const users = async (query = '') => (await list('admin', `${ALL}.json${query}`)).map(({ user_id: user }) => user);
    assert.deepEqual(await users(), ['later', 'late', 'old', 'new']);
    assert.deepEqual(await users('?state=overdue'), ['later', 'late']);
    const [later] = await list('admin', `${ALL}.json`);
    await ask('admin', 'POST', `${ALL}/${later?.id}/deny.json`, { reason: 'No.' });
    assert.deepEqual(await users(), ['late', 'old', 'new', 'later']);
    assert.deepEqual(await users('?state=open'), ['late', 'old', 'new']);
    assert.deepEqual(await users('?state=denied'), ['later']);
    assert.equal((await ask('admin', 'GET', `${ALL}.json?state=nonsense`)).status, 422);
    assert.deepEqual(await users('?page=2'), []);
  });

  test('denies with a reason that the person reads', async () => {
    await using engine = await requestsEngine();
    const { ask, list } = engine;
    const { body: request } = await ask('anna', 'POST', `${MINE}.json`);
    for (const body of [{}, { reason: ' \n ' }, { reason: 'x'.repeat(2001) }]) {
      assert.equal((await ask('admin', 'POST', `${ALL}/${request.id}/deny.json`, body)).status, 422);
    }
    const reason = 'We cannot tell who you are.\nSend us a copy of …';
    assert.equal((await ask('admin', 'POST', `${ALL}/${request.id}/deny.json`, { reason })).status, 200);
    assert.deepEqual(
      (await list('anna')).map((one) => [one.state, one.reason]),
      [['denied', reason]],
    );
    for (const act of ['deny', 'extend']) {
      assert.equal((await ask('admin', 'POST', `${ALL}/${request.id}/${act}.json`, { reason })).status, 409);
    }
    for (const act of ['confirm', 'retry']) {
      assert.equal((await ask('admin', 'POST', `${ALL}/${request.id}/${act}.json`)).status, 409);
    }
  });

  test('extends the deadline by two months once, within the first month', async () => {
    await using engine = await requestsEngine();
    const { ask, setTime } = engine;
    setTime('2026-11-30T12:00:00Z');
    const { body: request } = await ask('anna', 'POST', `${MINE}.json`);
    const extend = () => ask('admin', 'POST', `${ALL}/${request.id}/extend.json`, { reason: 'Many systems.' });
    setTime('2026-12-31T00:00:00.000Z');
    assert.equal((await extend()).status, 409);
    setTime('2026-12-30T23:59:59.000Z');
    const { status, body } = await extend();
    assert.deepEqual([status, body.due_at, body.extension_reason], [200, '2027-02-28T23:59:59.999Z', 'Many systems.']);
    assert.equal((await extend()).status, 409);
  });

  test('leaves an audit entry for each action, also for one by a link', async () => {
    await using engine = await requestsEngine();
    const { ask } = engine;
    const { body: request } = await ask('anna', 'POST', `${MINE}.json`);
    const reason = 'Because.';
    await ask('admin', 'POST', `${ALL}/${request.id}/extend.json`, { reason });
    await ask('admin', 'GET', `${ALL}/${request.id}/confirm.json`);
    await ask('admin', 'POST', `${ALL}/${request.id}/deny.json`, { reason });
    assert.equal((await ask('admin', 'DELETE', `${ALL}/${request.id}.json`)).status, 204);
    const { body } = await engine.test.as('admin').json('GET', '/policies/audit.json');
    const { entries } = body as { entries: { action: string; actor: string; subject: string }[] };
    assert.deepEqual(
      entries.map(({ action, actor, subject }) => `${action} ${actor} ${subject === request.id}`),
      ['deleted', 'denied', 'confirmed', 'extended'].map((act) => `request_${act} admin true`),
    );
  });
});

test('a request of a deleted user breaks no list, cannot be confirmed, and its export fails with a clear error', async () => {
  const anna = { id: 'anna', email: 'anna@engine.test' };
  const users = new Map([['anna', anna]]);
  await using engine = await requestsEngine({ userResource: { find: (id) => users.get(id) ?? null } });
  const { ask, list, test: host } = engine;
  const { body: request } = await ask('anna', 'POST', `${MINE}.json`);
  users.clear();
  const admin = host.as('admin');
  for (const path of [ALL, `${ALL}/${request.id}`, `${ALL}/${request.id}/deny`]) {
    assert.equal((await admin.fetch(`/policies${path}`, { headers: { accept: 'text/html' } })).status, 200, path);
  }
  const refused = await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'user_gone']);
  assert.match(refused.body.detail ?? '', /user who made this request no longer exists/);
  assert.equal((await list('admin', ALL))[0]?.state, 'pending');

  users.set('anna', anna);
  assert.equal((await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`)).status, 200);
  users.clear();
  await host.engine.jobs.runDue();
  assert.equal((await list('admin', ALL))[0]?.error, 'userResource.find returned no user anna');
  assert.equal((await ask('admin', 'POST', `${ALL}/${request.id}/deny.json`, { reason: 'Gone.' })).status, 200);
});

test('with autoConfirm no administrator has to confirm a request', async () => {
  await using engine = await requestsEngine({ portability: { autoConfirm: true } });
  assert.equal((await engine.ask('anna', 'POST', `${MINE}.json`)).body.state, 'progress');
  await engine.test.engine.jobs.runDue();
  assert.equal((await engine.list('anna'))[0]?.state, 'completed');
});

test('invalid options of requests are refused at start', async () => {
  for (const portability of [{ keepDays: 0 }, { autoConfirm: 'yes' as never }]) {
    await assert.rejects(requestsEngine({ portability }), { code: 'configuration_invalid' });
  }
});
