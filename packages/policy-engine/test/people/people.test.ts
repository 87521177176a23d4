/** The helpers of the host's users, on every database. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { createPolicyEngine, PolicyEngineError } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';

type Rule = 'cookie' | 'age' | 'privacy_terms' | 'unwritten';

const calls: string[] = [];

forEachDatabase((target) => {
  let engine: PolicyEngine<Rule>;
  let statements = 0;

  before(async () => {
    const database = await target.open();
    const counted: Database = {
      dialect: database.dialect,
      capabilities: database.capabilities,
      inTransaction: false,
      execute: (sql, parameters) => {
        if (sql.includes('user_terms')) statements += 1;
        return database.execute(sql, parameters);
      },
      transaction: (callback, options) => database.transaction(callback, options),
      close: () => database.close(),
    };
    engine = createPolicyEngine<Rule>({
      database: counted,
      rules: [
        {
          name: 'cookie',
          sessionless: true,
          onAccept: ({ user, request }) => void calls.push(`accept ${user?.id} ${request === null}`),
        },
        { name: 'age', blocking: true },
        { name: 'privacy_terms', blocking: true },
        { name: 'unwritten', blocking: true },
      ],
      scripts: [{ name: 'stats', script: '', environments: ['test'], cookies: ['_ga'], domain: 'host.test' }],
      currentUser: (request) => {
        const id = request.headers.get('x-user');
        return id === null ? null : { id, record: null };
      },
      userResource: { id: (user: { number: number }) => `u${user.number}` },
      isAdminMethod: ({ id }) => id === 'admin',
    });
    await engine.migrate();
    for (const rule of ['cookie', 'age', 'privacy_terms']) {
      const response = await engine.fetch(
        new Request(`http://host.test/policies/categories/${rule}/terms.json`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-user': 'admin' },
          body: JSON.stringify({ description: `**${rule}**`, state: 'published' }),
        }),
      );
      assert.equal(response.status, 201);
    }
  });

  const userClass = () => {
    class Model {
      readonly number: number;
      constructor(number: number) {
        this.number = number;
      }
    }
    return class User extends engine.withPolicies(Model) {};
  };

  test('a user class has answers for each rule, and queries all of them at once', async () => {
    const User = userClass();
    const user = new User(1);
    statements = 0;
    assert.deepEqual(
      await Promise.all([user.hasConsentedCookie(), user.hasConsentedAge(), user.hasConsentedPrivacyTerms()]),
      [false, false, false],
    );
    assert.deepEqual(await user.pendingPolicies(), ['cookie', 'age', 'privacy_terms', 'unwritten']);
    assert.deepEqual(await user.pendingBlockingPolicies(), ['age', 'privacy_terms']);
    assert.equal(await user.needsPolicyConfirmationFor('age'), true);
    assert.equal(statements, 1);
  });

  test('an acceptance counts at once, for this object and the next, and runs the callback once', async () => {
    const User = userClass();
    const user = new User(2);
    calls.length = 0;
    assert.equal(await user.hasConsentedCookie(), false);
    await user.acceptPolicyFrom('cookie');
    await user.acceptPolicyFrom('cookie');
    assert.equal(await user.hasConsentedCookie(), true);
    assert.equal(await user.needsPolicyConfirmationFor('cookie'), false);
    assert.equal(await new User(2).hasConsentedCookie(), true);
    assert.equal(await new User(1).hasConsentedCookie(), false);
    assert.deepEqual(calls, ['accept u2 true']);
  });

  test('all policies can be accepted or rejected at once, except those without a text', async () => {
    const User = userClass();
    const user = new User(3);
    await user.confirmAllPolicies();
    assert.deepEqual(await user.pendingPolicies(), ['unwritten']);
    await user.rejectAllPolicies();
    await user.rejectAllPolicies();
    assert.deepEqual(await user.pendingPolicies(), ['age', 'privacy_terms', 'unwritten']);
    assert.equal((await user.policyUserTermOn('cookie'))?.state, 'rejected');
    assert.equal((await user.policyUserTermOn('age'))?.state, 'rejected');
    await user.confirmAllPolicies();
    assert.equal(await user.hasConsentedPrivacyTerms(), true);
  });

  test('the helpers return the text, the decision on it, and the means to decide', async () => {
    const User = userClass();
    const user = new User(4);
    const term = await user.policyTermOn('age');
    assert.deepEqual([term.rule, term.version, term.html.trim()], ['age', 1, '<p><strong>age</strong></p>']);
    assert.match(term.hash, /^[0-9a-f]{64}$/);
    assert.equal(await user.policyUserTermOn(term), null);
    const handle = await user.handlePolicyFor(term);
    assert.deepEqual([handle.rule, handle.state, handle.term.id], ['age', 'passive', term.id]);
    await handle.decide('accepted');
    const userTerm = await user.policyUserTermOn('age');
    assert.deepEqual([userTerm?.rule, userTerm?.state], ['age', 'accepted']);
    await assert.rejects(user.policyTermOn('unwritten'), (error) => {
      assert.ok(error instanceof PolicyEngineError);
      assert.deepEqual([error.code, error.reason], ['missing_term', 'no term for unwritten policy']);
      return true;
    });
    await assert.rejects(user.acceptPolicyFrom('unwritten'), /no term for unwritten policy/);
  });

  test('any object with a request can be used as a user: its cookies count, and new cookies are returned', async () => {
    const request = new Request('https://host.test/', {
      headers: { cookie: 'policy_rule_cookie=accepted; policy_rule_cookie_version=1' },
    });
    const policies = engine.policiesOf({ number: 5 }, request);
    assert.equal(await policies.hasConsentedCookie(), true);
    assert.equal(await policies.hasConsentedAge(), false);
    assert.deepEqual(policies.policyCookies(), []);
    await policies.rejectAllPolicies();
    const cookies = policies.policyCookies();
    assert.match(cookies[0] ?? '', /^policy_rule_cookie=rejected; .*Secure/);
    assert.ok(cookies.some((cookie) => cookie.startsWith('_ga=; Path=/; Domain=host.test; Max-Age=0')));
    assert.equal(await policies.hasConsentedCookie(), false);
  });

  test('a user without a readable ID is an error of the host that is reported as such', async () => {
    const policies = () => createEngineWithoutResource(engine.database).policiesOf({ name: 'nobody' });
    assert.throws(policies, /userResource\.id: the user object has no readable ID/);
  });
});

function createEngineWithoutResource(database: Database): PolicyEngine<'cookie'> {
  return createPolicyEngine({ database, rules: [{ name: 'cookie' }], currentUser: () => null });
}
