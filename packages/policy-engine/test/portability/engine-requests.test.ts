/** `engine.requests` beside the same requests over HTTP, on every database. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Database, PolicyEngineError } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';
import { ALL, MINE, type RequestsEngine, requestsEngine } from './requests-engine.ts';

const refused =
  (code: string, message = /(?:)/) =>
  (error: unknown) => {
    assert.ok(error instanceof PolicyEngineError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  };

forEachDatabase((target) => {
  const users = new Map<string, { id: string; locale?: string }>();
  let database: Database;
  let host: RequestsEngine;

  before(async () => {
    database = await target.open();
    host = await requestsEngine({ database, userResource: { find: (id) => users.get(id) ?? null } });
  });
  after(() => host[Symbol.asyncDispose]());
  beforeEach(async () => {
    for (const table of ['portability_register', 'portability_requests', 'admin_actions']) {
      await database.execute(`delete from policy_manager_${table}`);
    }
    users.clear();
    for (const id of ['anna', 'berta']) users.set(id, { id });
  });
  const requests = () => host.test.engine.requests;
  const logged = async () => {
    const { rows } = await database.execute('select action, actor from policy_manager_admin_actions order by id');
    return rows.map(({ action, actor }) => `${String(action)} ${String(actor)}`);
  };

  test('HTTP shows a request that the API created and confirmed, and the audit log names nobody', async () => {
    const request = await requests().create({ id: 'anna' }, { locale: 'fr-CA' });
    assert.deepEqual([request.state, request.userId, request.locale], ['pending', 'anna', 'fr']);
    assert.equal((await host.list('anna'))[0]?.id, request.id);
    const confirmed = await requests().confirm(request.id);
    assert.equal(confirmed.state, 'progress');
    assert.equal((await host.ask('admin', 'GET', `${ALL}/${request.id}.json`)).body.state, 'progress');
    assert.deepEqual(await logged(), ['request_confirmed null']);
    await host.test.engine.jobs.runDue();
    assert.equal((await requests().list({ state: 'completed' })).requests[0]?.id, request.id);
  });

  test('the API lists and denies a request that a person made over HTTP, with the reason for the person', async () => {
    const { body } = await host.ask('anna', 'POST', `${MINE}.json`);
    const { requests: open, total, page, pages, overdue } = await requests().list({ state: 'open' });
    assert.deepEqual([open[0]?.id, total, page, pages, overdue], [body.id, 1, 1, 1, 0]);
    assert.equal((await requests().deny(body.id, '  We know nobody of this name. ')).state, 'denied');
    const [mine] = await host.list('anna');
    assert.deepEqual([mine?.state, mine?.reason], ['denied', 'We know nobody of this name.']);
    assert.deepEqual(await logged(), ['request_denied null']);
    await assert.rejects(requests().deny(body.id, 'Again.'), refused('request_closed'));
    await assert.rejects(requests().confirm(body.id), refused('request_not_pending'));
  });

  test('the language of a request is that of the user, otherwise the default', async () => {
    assert.equal((await requests().create({ id: 'anna', locale: 'es' })).locale, 'es');
    assert.equal((await requests().create({ id: 'berta' }, { locale: 'tlh' })).locale, 'en');
    await assert.rejects(requests().create({ id: 'anna' }), refused('request_open'));
    await assert.rejects(requests().create({}), refused('configuration_invalid', /no readable ID/));
  });

  test('confirming a request of a deleted user is refused, and the request stays pending', async () => {
    const { id } = await requests().create({ id: 'anna' });
    users.delete('anna');
    await assert.rejects(requests().confirm(id), refused('user_gone'));
    assert.equal((await requests().list()).requests[0]?.state, 'pending');
    assert.deepEqual(await logged(), []);
    assert.equal((await requests().deny(id, 'The account is gone.')).state, 'denied');
  });

  test('retrying the export of a deleted user is refused', async () => {
    const { id } = await requests().create({ id: 'anna' });
    await database.execute("update policy_manager_portability_requests set state = 'failed'");
    users.delete('anna');
    const { status, body } = await host.ask('admin', 'POST', `${ALL}/${id}/retry.json`);
    assert.deepEqual([status, body.code], [409, 'user_gone']);
    users.set('anna', { id: 'anna' });
    assert.equal((await host.ask('admin', 'POST', `${ALL}/${id}/retry.json`)).body.state, 'progress');
  });

  test('a failing lookup of the user does not prevent a confirmation', async () => {
    await using failing = await requestsEngine({
      userResource: { find: () => Promise.reject(new Error('The database of users is away.')) },
    });
    const { id } = await failing.test.engine.requests.create({ id: 'anna' });
    assert.equal((await failing.test.engine.requests.confirm(id)).state, 'progress');
  });

  test('unknown IDs, states, pages, names and empty reasons are refused', async () => {
    const { id } = await requests().create({ id: 'anna' });
    await assert.rejects(requests().confirm('none'), refused('not_found'));
    await assert.rejects(requests().deny('none', 'Why'), refused('not_found'));
    for (const reason of ['', ' \n', 'x'.repeat(2001), undefined, 7]) {
      await assert.rejects(requests().deny(id, reason as string), refused('invalid_input', /reason: /));
    }
    await assert.rejects(requests().list({ state: 'lost' as never }), refused('invalid_input', /state: /));
    for (const page of [0, 1.5, Number.NaN, '2' as never]) {
      await assert.rejects(requests().list({ page }), refused('invalid_input', /page: /));
    }
    await assert.rejects(requests().create({ id: 'berta' }, { lang: 'fr' } as never), refused('invalid_input', /lang/));
    assert.deepEqual((await requests().list({ page: 9 })).requests, []);
    assert.equal((await requests().list()).requests[0]?.state, 'pending');
  });
});
