/** Every move is an event, a repetition is not, and an event is stored together with its decision or not at all. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { Computer, visitorIn } from '../support/computer.ts';
import { forEachDatabase } from '../support/databases.ts';
import { ask, decide, empty, engineOn, eventsIn, ORIGIN, publish, RULES } from './support.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function setCookie(response: Response, name: string): string | undefined {
  return response.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
}

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;

  before(async () => {
    database = await target.open();
    engine = engineOn(database);
    await engine.migrate();
    for (const rule of RULES) await publish(engine, rule);
  });
  beforeEach(() => empty(database));

  const moves = async () => (await eventsIn(database)).map(({ rule, decision }) => `${rule} ${decision}`);

  test('each change of a decision adds one event, and a repetition adds none', async () => {
    for (const verb of ['accept', 'accept', 'reject', 'reject', 'accept'] as const) {
      await decide(engine, 'anna', 'age', verb);
    }
    assert.deepEqual(await moves(), ['age accepted', 'age rejected', 'age accepted']);
  });

  test('an event contains what, when and how, and commits to who, where and with what', async () => {
    await ask(engine, '/user_terms/age/accept.json', {
      method: 'PUT',
      user: 'anna',
      ip: '203.0.113.77',
      headers: { 'user-agent': 'Mozilla/5.0 (Test)', 'accept-language': 'fr' },
    });
    const [event] = await eventsIn(database);
    const { kind, rule, version, decision, how, sealed, subject, visitor, locale, user_agent, ip } = event!;
    assert.deepEqual(
      { kind, rule, version, decision, how, sealed },
      { kind: 'decision', rule: 'age', version: 1, decision: 'accepted', how: 'api', sealed: null },
    );
    assert.deepEqual(
      { subject, visitor, locale, user_agent, ip },
      { subject: 'anna', visitor: null, locale: 'fr', user_agent: 'Mozilla/5.0 (Test)', ip: '203.0.113.0/24' },
    );
    assert.match(event!.text_hash ?? '', /^[0-9a-f]{64}$/);
    assert.ok(Math.abs(Date.now() - Date.parse(event!.at)) < 10_000);
    const { rows } = await database.execute('select * from policy_manager_ledger_events');
    assert.doesNotMatch(JSON.stringify(rows), /anna|203\.0|Mozilla/);
  });

  test('salts are never reused, so that equal subjects do not look equal', async () => {
    await decide(engine, 'anna', 'age');
    await decide(engine, 'anna', 'privacy_terms');
    const events = await eventsIn(database);
    const salts = events.flatMap(({ subject_salt, circumstances_salt }) => [subject_salt, circumstances_salt]);
    assert.equal(new Set(salts).size, 4);
    assert.equal(new Set(events.map(({ subject_commitment }) => subject_commitment)).size, 2);
  });

  test('several decisions at once are several events in one transaction', async () => {
    const body = { user: { policy_rule_age: true, policy_rule_privacy_terms: false } };
    const response = await ask(engine, '/user_terms/accept_multiples.json', { method: 'PUT', user: 'anna', body });
    assert.equal(response.status, 200);
    assert.deepEqual((await moves()).toSorted(), ['age accepted', 'privacy_terms rejected']);
  });

  for (const [name, referer, how] of [
    ['no page it names', undefined, 'panel'],
    ['a page of the panel', `${ORIGIN}/policies/user_terms`, 'panel'],
    ['a page of the host', `${ORIGIN}/shop`, 'banner'],
  ] as const) {
    test(`a form on ${name} is recorded as ${how}`, async () => {
      const headers = {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        ...(referer !== undefined && { referer }),
      };
      const init = { method: 'POST', headers: { ...headers, 'x-user': 'anna', 'sec-fetch-site': 'same-origin' } };
      const request = new Request(`${ORIGIN}/policies/user_terms/age/accept`, { ...init, body: '_method=PUT' });
      assert.equal((await engine.fetch(request)).status, 303);
      assert.deepEqual(
        (await eventsIn(database)).map((event) => event.how),
        [how],
      );
    });
  }

  test('two simultaneous requests are one move', async () => {
    const both = Array.from({ length: 6 }, () => decide(engine, 'anna', 'age'));
    await Promise.all(both);
    assert.deepEqual(await moves(), ['age accepted']);
  });

  describe('in the transaction of a host', () => {
    test('a sign-up is recorded with its request', async () => {
      const request = new Request(ORIGIN, { headers: { 'user-agent': 'Browser' } });
      await database.transaction((transaction) =>
        engine.recordPolicies(
          transaction,
          'new',
          { policy_rule_age: '1' },
          { request, ip: '2001:db8:1:2::9', locale: 'es' },
        ),
      );
      const [event] = await eventsIn(database);
      assert.deepEqual(
        [event!.how, event!.subject, event!.user_agent, event!.ip, event!.locale],
        ['sign-up', 'new', 'Browser', '2001:db8:1::/48', 'es'],
      );
    });
    test('a rollback leaves neither decision nor event nor identity', async () => {
      const failing = database.transaction(async (transaction) => {
        await engine.recordPolicies(transaction, 'lost', { policy_rule_age: '1' });
        throw new Error('the host changed its mind');
      });
      await assert.rejects(failing, /changed its mind/);
      for (const table of ['ledger_events', 'ledger_identities', 'user_terms']) {
        assert.deepEqual((await database.execute(`select * from policy_manager_${table}`)).rows, [], table);
      }
    });
  });

  describe('a visitor without an account', () => {
    const accept = (cookie?: string) =>
      ask(engine, '/user_terms/cookie/accept.json', { method: 'PUT', ...(cookie !== undefined && { cookie }) });

    test('gets a random ID with the first decision and not before', async () => {
      assert.equal(setCookie(await ask(engine, '/user_terms/cookie'), 'policy_visitor'), undefined);
      const line = setCookie(await accept(), 'policy_visitor') ?? '';
      assert.match(line, /; HttpOnly; SameSite=Lax$/);
      assert.match(line, /Max-Age=34560000/);
      const [, id = ''] = line.slice('policy_visitor='.length, line.indexOf(';')).split('.');
      assert.match(id, UUID);
      const [event] = await eventsIn(database);
      assert.deepEqual([event!.subject, event!.visitor, event!.decision], [null, id, 'accepted']);
    });
    test('keeps the ID of the signed cookie, and cannot choose another', async () => {
      const computer = new Computer(engine);
      await computer.json('PUT', '/user_terms/cookie/accept.json');
      const id = visitorIn(computer);
      await computer.json('PUT', '/user_terms/cookie/reject.json');
      await accept(`policy_visitor=${id}`);
      await accept('policy_visitor=anna');
      const visitors = (await eventsIn(database)).map(({ visitor }) => visitor);
      assert.deepEqual(visitors.slice(0, 2), [id, id]);
      assert.equal(new Set(visitors).size, 3);
      for (const visitor of visitors) assert.match(visitor ?? '', UUID);
    });
    test('adds no event by repeating a decision', async () => {
      const computer = new Computer(engine);
      for (let time = 0; time < 2; time++) await computer.json('PUT', '/user_terms/cookie/accept.json');
      assert.deepEqual(await moves(), ['cookie accepted']);
    });
  });
});
