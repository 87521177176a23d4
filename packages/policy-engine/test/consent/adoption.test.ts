/** What a visitor decided before signing in becomes a decision of the account. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { TestEngine } from 'policy-engine/testing';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';

let made: TestEngine;
const calls: string[] = [];

const publish = async (rule: string, fields: Record<string, unknown> = {}) => {
  const body = { description: `${rule} ${Math.random()}`, state: 'published', ...fields };
  const { status } = await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
  assert.equal(status, 201);
};

beforeEach(async () => {
  calls.length = 0;
  made = await getTestEngine<string>({
    rules: [
      { name: 'cookie', sessionless: true, onAccept: ({ user }) => void calls.push(user?.id ?? 'anonymous') },
      { name: 'marketing', sessionless: true },
      { name: 'age', blocking: true },
    ],
  });
  for (const rule of ['cookie', 'marketing', 'age']) await publish(rule);
});
afterEach(() => made[Symbol.asyncDispose]());

/** The cookies of a browser that decided without an account. */
async function browser(decisions: Record<string, 'accept' | 'reject'>): Promise<string> {
  const visitor = made.as(null);
  for (const [rule, verb] of Object.entries(decisions)) {
    assert.equal((await visitor.json('PUT', `/policies/user_terms/${rule}/${verb}.json`)).status, 200);
  }
  return [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

const contextOf = (id: string, cookie: string) =>
  made.engine.consentContext(new Request(`${TEST_ORIGIN}/`, { headers: { 'x-test-user': id, cookie } }));
/** What the account says by itself, in another browser. */
const account = (id: string, rule: string) => contextOf(id, '').stateOf(rule);
const count = async (sql: string) =>
  Number((await made.engine.database.execute<{ n: number }>(`select count(*) as n from ${sql}`)).rows[0]?.n);

test('the first page of a signed-in user adopts both consent and refusal, once, without calling back again', async () => {
  const cookies = await browser({ cookie: 'accept', marketing: 'reject' });
  assert.deepEqual(calls, ['anonymous']);
  assert.equal(await account('anna', 'cookie'), 'passive');
  assert.equal(await contextOf('anna', cookies).hasConsented('cookie'), true);
  assert.deepEqual([await account('anna', 'cookie'), await account('anna', 'marketing')], ['accepted', 'rejected']);
  const events = await count('policy_manager_ledger_events');
  assert.equal(await contextOf('anna', cookies).hasConsented('cookie'), true);
  assert.equal(await count('policy_manager_ledger_events'), events);
  assert.equal(await count("policy_manager_ledger_events where kind = 'link'"), 1);
  assert.deepEqual(calls, ['anonymous']);
});

test('a decision request adopts the others, and what is decided now is decided now', async () => {
  const cookies = await browser({ cookie: 'accept', marketing: 'accept' });
  const response = await made.engine.fetch(
    new Request(`${TEST_ORIGIN}/policies/user_terms/cookie/reject.json`, {
      method: 'PUT',
      headers: { 'x-test-user': 'bob', cookie: cookies, 'sec-fetch-site': 'same-origin' },
    }),
  );
  assert.equal(response.status, 200);
  assert.deepEqual([await account('bob', 'cookie'), await account('bob', 'marketing')], ['rejected', 'accepted']);
  const gone = response.headers.getSetCookie().filter((cookie) => cookie.startsWith('policy_visitor=;'));
  assert.equal(gone.length, 1);
});

test('what the account decided on this text stays; a newer text in the browser wins', async () => {
  await made.as('carl').json('PUT', '/policies/user_terms/cookie/reject.json');
  const old = await browser({ cookie: 'accept' });
  assert.equal(await contextOf('carl', old).hasConsented('cookie'), false);
  assert.equal(await account('carl', 'cookie'), 'rejected');
  await publish('cookie', { material: false });
  assert.equal(await account('carl', 'cookie'), 'rejected');
  assert.equal(await contextOf('carl', await browser({ cookie: 'accept' })).hasConsented('cookie'), true);
  assert.equal(await account('carl', 'cookie'), 'accepted');
});

test('a decision on a text that was replaced, on none that is named, or on one to come is not adopted', async () => {
  const stale = await browser({ cookie: 'accept' });
  await publish('cookie');
  for (const cookie of [
    stale,
    'policy_rule_cookie=accepted',
    'policy_rule_cookie=accepted; policy_rule_cookie_version=9',
  ]) {
    await contextOf('dora', cookie).pendingPolicies();
    assert.equal(await account('dora', 'cookie'), 'passive', cookie);
  }
});

test('only what may be decided without an account comes along', async () => {
  await contextOf('emil', 'policy_rule_age=accepted; policy_rule_age_version=1').pendingPolicies();
  assert.equal(await account('emil', 'age'), 'passive');
});

test('explicitly: accepting through the user object with the request links the visitor', async () => {
  const cookie = await browser({ marketing: 'reject' });
  const request = new Request(`${TEST_ORIGIN}/`, { headers: { cookie } });
  const policies = made.engine.policiesOf({ id: 'finn' }, request);
  await policies.acceptPolicyFrom('cookie');
  assert.deepEqual([await account('finn', 'cookie'), await account('finn', 'marketing')], ['accepted', 'rejected']);
  assert.ok(policies.policyCookies().some((line) => line.startsWith('policy_visitor=;')));
  assert.equal(await count("policy_manager_ledger_events where kind = 'link'"), 1);
});
