/** The typed client against an engine, and the module on a server, where there is no page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPolicyClient, defineElements, policyConsent, PolicyProblem } from 'policy-engine/client';
import { getTestEngine, TEST_ORIGIN, type TestClient } from 'policy-engine/testing';

const over =
  (client: TestClient): typeof fetch =>
  (input, init) =>
    client.fetch(input as string, init);

test('the typed client decides, and reports a refusal with the text of the engine', async () => {
  await using made = await getTestEngine();
  for (const rule of ['cookie', 'age', 'privacy_terms']) {
    const text = { description: `About ${rule}.`, state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
  }
  const client = createPolicyClient({ baseUrl: '/policies/', fetch: over(made.as('anna')) });
  assert.deepEqual(
    (await client.pending()).map(({ name }) => name),
    ['cookie', 'age', 'privacy_terms'],
  );
  assert.equal((await client.accept('age')).state, 'accepted');
  assert.equal((await client.reject('cookie')).state, 'rejected');
  const pending = await client.acceptMultiples({ privacy_terms: true, cookie: true });
  assert.deepEqual(pending, []);
  assert.match((await client.userTerm('age')).name, /^age$/);
  assert.deepEqual(await client.call('blockingTerms'), ['age', 'privacy_terms']);

  const visitor = createPolicyClient({ fetch: over(made.as(null)) });
  assert.equal((await visitor.consent()).ask, true);
  const decided = await visitor.decide({
    decisions: { cookie: false },
    shown: { locale: 'en', choices: ['accept', 'reject'], texts: { cookie: 1 } },
  });
  assert.deepEqual(
    decided.rules.map(({ name, state }) => `${name} ${state}`),
    ['cookie rejected'],
  );
  assert.equal((await visitor.consent()).ask, false);

  await assert.rejects(visitor.pending(), (error: unknown) => {
    assert.ok(error instanceof PolicyProblem);
    assert.deepEqual([error.status, error.code], [401, 'sign_in_required']);
    assert.notEqual(error.requestId, undefined);
    return true;
  });
  await assert.rejects(client.acceptMultiples({ nothing: true }), (error: unknown) => {
    assert.ok(error instanceof PolicyProblem);
    assert.deepEqual(
      error.fields.map(({ field, code }) => `${field} ${code}`),
      ['user.policy_rule_nothing unknown'],
    );
    return true;
  });
  await assert.rejects(
    createPolicyClient({ fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) }).pending(),
    { name: 'PolicyProblem', status: 502, code: 'unreadable' },
  );
});

test('the typed client accepts a rule without one of its vendors', async () => {
  const script = (provider: string) => ({ name: provider, provider, script: '', environments: ['test'] });
  await using made = await getTestEngine({ scripts: [script('Acme Ltd'), script('Maps Inc')], environment: 'test' });
  const text = { description: 'About cookies.', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
  const client = createPolicyClient({ fetch: over(made.as('anna')) });
  const { state, vendors } = await client.accept('cookie', { 'Acme Ltd': true, 'Maps Inc': false });
  assert.deepEqual(
    [state, vendors],
    [
      'accepted',
      [
        { name: 'Acme Ltd', state: 'accepted' },
        { name: 'Maps Inc', state: 'rejected' },
      ],
    ],
  );
  assert.equal((await client.accept('cookie')).vendors[1]!.state, 'accepted');
});

test('the client module loads on a server, and does nothing there', () => {
  defineElements();
  const consent = policyConsent('/policies');
  const end = consent.onChange(() => assert.fail('nothing changes here'));
  assert.equal(consent.hasConsent('cookie'), false);
  assert.equal(consent.state, null);
  end();
  assert.equal(new URL(TEST_ORIGIN).hostname, 'engine.test');
});
