/** Acceptance as part of the host's own form, on every database. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { createPolicyEngine } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  const calls: string[] = [];

  before(async () => {
    database = await target.open();
    engine = createPolicyEngine({
      database,
      rules: [
        {
          name: 'cookie',
          sessionless: true,
          onReject: ({ user, cookies }) => {
            calls.push(`reject ${user?.id}`);
            cookies.delete('_mine', { domain: '.host.test' });
          },
        },
        { name: 'age', blocking: true, validatesOn: ['create', 'update'] },
        { name: 'privacy_terms', blocking: true, validatesOn: ['create'] },
      ],
      currentUser: (request) => {
        const id = request.headers.get('x-user');
        return id === null ? null : { id, record: null };
      },
      isAdminMethod: ({ id }) => id === 'admin',
    });
    await engine.migrate();
    await database.execute('create table host_users (id varchar(40) primary key, email varchar(200) unique)');
  });

  const publish = async (rule: string) => {
    const response = await engine.fetch(
      new Request(`http://host.test/policies/categories/${rule}/terms.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-user': 'admin' },
        body: JSON.stringify({ description: 'Text', state: 'published' }),
      }),
    );
    assert.equal(response.status, 201);
  };
  const errors = async (...parameters: Parameters<PolicyEngine['validatePolicies']>) =>
    (await engine.validatePolicies(...parameters)).map(({ field, code, detail }) => `${field} ${code} ${detail}`);
  const hasAccepted = async (id: string, rule: string) =>
    engine.consentContext(new Request('http://host.test/', { headers: { 'x-user': id } })).hasConsented(rule);
  const insertUser = (transaction: Database, id: string) => {
    const [first, second] = transaction.dialect === 'postgres' ? ['$1', '$2'] : ['?', '?'];
    const email = `${id}@example.test`;
    return transaction.execute(`insert into host_users (id, email) values (${first}, ${second})`, [id, email]);
  };

  test('a rule without a text reports its error, and the other rules theirs', async () => {
    await publish('privacy_terms');
    assert.deepEqual(await errors('create', {}), [
      'policy_rule_age missing_term no term for age policy',
      'policy_rule_privacy_terms required Please confirm this to continue.',
    ]);
  });

  test('each missing box is an error at its field, in the requested language', async () => {
    await publish('age');
    assert.deepEqual(await errors('create', { policy_rule_age: '1', email: 'x' }), [
      'policy_rule_privacy_terms required Please confirm this to continue.',
    ]);
    assert.deepEqual(
      await errors('create', { policy_rule_age: '0', policy_rule_privacy_terms: true }, { locales: ['fr-CA'] }),
      ['policy_rule_age required Veuillez confirmer pour continuer.'],
    );
    assert.deepEqual(await errors('create', { policy_rule_age: 'on', policy_rule_privacy_terms: true }), []);
  });

  test('the acceptances are written together with the user, or not at all', async () => {
    const boxes = { policy_rule_age: '1', policy_rule_privacy_terms: '1' };
    await database.transaction(async (transaction) => {
      await insertUser(transaction, 'anna');
      await engine.recordPolicies(transaction, 'anna', boxes);
    });
    assert.equal(await hasAccepted('anna', 'age'), true);
    assert.equal(await hasAccepted('anna', 'privacy_terms'), true);
    assert.equal(await hasAccepted('anna', 'cookie'), false);

    await assert.rejects(
      database.transaction(async (transaction) => {
        await engine.recordPolicies(transaction, 'bob', boxes);
        await insertUser(transaction, 'bob');
        throw new Error('the host changed its mind');
      }),
      /changed its mind/,
    );
    assert.equal(await hasAccepted('bob', 'age'), false);
    const { rows } = await database.execute<{ n: number | string }>(
      "select count(*) as n from host_users where id = 'bob'",
    );
    assert.equal(Number(rows[0]?.n), 0);
  });

  test('an update asks only for what was not accepted before', async () => {
    assert.deepEqual(await errors('update', {}, { userId: 'anna' }), []);
    assert.deepEqual(await errors('update', {}, { userId: 'bob' }), [
      'policy_rule_age required Please confirm this to continue.',
    ]);
    assert.deepEqual(await errors('update', { policy_rule_age: false }, { userId: 'anna' }), [
      'policy_rule_age required Please confirm this to continue.',
    ]);
  });

  test('callbacks and cookies follow the commit, once, and only for changed decisions', async () => {
    await publish('cookie');
    const request = new Request('https://host.test/sign-up');
    const record = (boxes: Record<string, boolean>) =>
      database.transaction((transaction) => engine.recordPolicies(transaction, 'dan', boxes, { request }));
    const recorded = await record({ policy_rule_cookie: false });
    assert.deepEqual(calls, []);
    const cookies = await recorded.afterCommit();
    assert.deepEqual(await recorded.afterCommit(), cookies);
    assert.deepEqual(calls, ['reject dan']);
    assert.ok(cookies.some((line) => /^policy_rule_cookie=rejected; .*Secure/.test(line)));
    assert.ok(cookies.some((line) => line.startsWith('_mine=; ') && line.includes('Domain=host.test')));
    const again = await record({ policy_rule_cookie: false });
    assert.equal((await again.afterCommit()).filter((line) => line.startsWith('policy_rule_cookie=')).length, 1);
    assert.deepEqual(calls, ['reject dan'], 'the same again is no change');
  });

  test('a form without a body parser is an error that names what is missing', async () => {
    const lacking = { code: 'form_missing', message: /is undefined\..*express\.urlencoded\(\{ extended: true \}\)/ };
    await assert.rejects(engine.validatePolicies('create', undefined as never), lacking);
    await assert.rejects(
      database.transaction((transaction) => engine.recordPolicies(transaction, 'eve', undefined as never)),
      lacking,
    );
  });

  test('a form field without a rule decides nothing, and is reported once outside production', async () => {
    const told: string[] = [];
    const [quiet, loud] = ['production', 'development'].map((environment) =>
      createPolicyEngine({
        database,
        rules: [{ name: 'cookie' }, { name: 'age' }],
        currentUser: () => null,
        environment,
        logger: { error: (message) => void told.push(message) },
      }),
    );
    const slips = { policy_rule_cokie: '1', email: 'x', ['policy_rule___proto__\n']: '1' };
    assert.deepEqual(await quiet?.validatePolicies('create', slips), []);
    assert.deepEqual(told, []);
    await loud?.validatePolicies('create', slips);
    await database.transaction(async (transaction) => void (await loud?.recordPolicies(transaction, 'eve', slips)));
    assert.deepEqual(told, [
      'the field "policy_rule_cokie" was ignored: there is no such rule (known: cookie, age)',
      'the field "policy_rule___proto__\\n" was ignored: there is no such rule (known: cookie, age)',
    ]);
    await loud?.validatePolicies(
      'create',
      Object.fromEntries([...Array(99).keys()].map((n) => [`policy_rule_${n}`, '1'])),
    );
    assert.equal(told.length, 20);
  });

  test('an omitted check box is not a rejection', async () => {
    await database.transaction((transaction) => engine.recordPolicies(transaction, 'carl', { policy_rule_age: '1' }));
    const response = await engine.fetch(
      new Request('http://host.test/policies/user_terms.json', { headers: { 'x-user': 'carl' } }),
    );
    const states = ((await response.json()) as Array<{ name: string; state: string }>).map(({ name, state }) => [
      name,
      state,
    ]);
    assert.deepEqual(states, [
      ['cookie', 'passive'],
      ['age', 'accepted'],
      ['privacy_terms', 'passive'],
    ]);
  });

  test('a text that is replaced while somebody fills in the form is not accepted, and the ledger has the one that was shown', async () => {
    const versions = async () =>
      Object.fromEntries((await engine.policyTexts()).map(({ field, version }) => [field, String(version)]));
    const record = (id: string, attributes: Record<string, unknown>) =>
      database.transaction((transaction) => engine.recordPolicies(transaction, id, attributes));
    const accepting = { policy_rule_age: '1', policy_rule_privacy_terms: '1', ...(await versions()) };
    await publish('age');
    assert.deepEqual(
      (await engine.validatePolicies('create', accepting)).map(({ field, code }) => [field, code]),
      [['policy_rule_age', 'text_changed']],
    );
    await assert.rejects(record('eva', accepting), { code: 'text_changed', status: 409 });
    for (const version of [{ toString: 'x' }, ['1'], '1.5', 'x']) {
      const [error] = await engine.validatePolicies('create', { ...accepting, policy_version_age: version });
      assert.equal(error?.code, 'text_changed');
    }
    const rejecting = { ...accepting, policy_rule_age: '0' };
    assert.deepEqual(await errors('create', rejecting), ['policy_rule_age required Please confirm this to continue.']);
    await record('fay', rejecting);
    const current = { ...accepting, ...(await versions()) };
    assert.deepEqual(await errors('create', current), []);
    await record('gil', current);
    const said = await Promise.all(
      ['eva', 'fay', 'gil'].map(async (userId) => {
        const events = await engine.ledger.eventsAbout({ userId, visitorId: null });
        return events.map(({ leaf }) => `${leaf.rule} ${leaf.decision}`).toSorted();
      }),
    );
    assert.deepEqual(said, [
      [],
      ['age rejected', 'privacy_terms accepted'],
      ['age accepted', 'privacy_terms accepted'],
    ]);
    const [event] = await engine.ledger.eventsAbout({ userId: 'gil', visitorId: null });
    const { texts } = JSON.parse(event!.identity!.shown!) as { texts: Record<string, string> };
    assert.deepEqual(texts, Object.fromEntries(Object.entries(await versions()).map(([f, v]) => [f.slice(15), v])));
  });
});
